"""Results of a run on Spark, kept in a folder that all of Spark reaches, from which a new driver goes on."""

from __future__ import annotations

import json
from typing import Any

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession

from frenemy.engines.scratch.scratch_folder import refuse_other_run

_ABOUT = "about"
_RECORD = "name string, text string"


class SparkScratch:
    """Tables in a folder: a path or an address that Spark writes to, such as ``s3a://bucket/scratch``.

    A record is written after its table, in one file that is renamed when it is complete, so that a table without a
    record is written again.

    Parameters
    ----------
    spark : SparkSession
    folder : str
    about : dict
        The columns and options of the run, as JSON. A folder of a run with others is an error.
    """

    def __init__(self, spark: SparkSession, folder: str, about: dict[str, Any]) -> None:
        self._spark = spark
        self._folder = folder.rstrip("/")
        self._records = self._read_records()
        if _ABOUT not in self._records:
            self._note(_ABOUT, json.dumps(about))
        else:
            refuse_other_run(self._folder, json.loads(self._records[_ABOUT]), about)

    def read(self, name: str) -> DataFrame | None:
        """A table that is complete; None if there is none."""
        return None if name not in self._records else self._spark.read.parquet(self._path(name))

    def write(self, name: str, table: DataFrame) -> DataFrame:
        """Write a table; it is read from its files from then on."""
        table.write.mode("overwrite").parquet(self._path(name))
        self._note(name, "")
        return self._spark.read.parquet(self._path(name))

    def _note(self, name: str, text: str) -> None:
        record = self._spark.createDataFrame([(name, text)], _RECORD)
        record.coalesce(1).write.mode("overwrite").parquet(self._path(f"done/{name}"))

    def _read_records(self) -> dict[str, str]:
        try:
            found = self._spark.read.schema(_RECORD).parquet(self._path("done/*")).collect()
        except AnalysisException:  # there is none
            return {}
        return {row.name: row.text for row in found}

    def _path(self, name: str) -> str:
        return f"{self._folder}/{name}"

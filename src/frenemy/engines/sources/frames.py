"""Which engine a table is in already: DuckDB, Dask or Spark, maybe as splink's table there. Nothing is imported."""

from __future__ import annotations

from typing import Any

from frenemy.tables.readers.splink_frames import from_splink, is_splink_frame


def is_relation(pairs: Any) -> bool:
    return _is_of_duckdb(pairs) and hasattr(pairs, "project")


def is_connection(pairs: Any) -> bool:
    return _is_of_duckdb(pairs) and hasattr(pairs, "cursor")


def is_dask_frame(pairs: Any) -> bool:
    return hasattr(pairs, "__dask_graph__") and hasattr(pairs, "to_delayed") and hasattr(pairs, "columns")


def duckdb_relation(pairs: Any) -> Any:
    """The pairs as a relation of DuckDB if they are there, maybe as splink's table; None if they are elsewhere."""
    if is_splink_frame(pairs) and "duckdb" in type(pairs).__module__:
        return from_splink(pairs)
    return pairs if is_relation(pairs) else None


def spark_frame(pairs: Any) -> Any:
    """The pairs as a DataFrame of Spark if they are there, maybe as splink's table; None if they are elsewhere."""
    if type(pairs).__module__.startswith("pyspark.sql.") and hasattr(pairs, "sparkSession"):
        return pairs  # of Spark Connect, too, where any attribute is a column
    if is_splink_frame(pairs) and hasattr(pairs, "as_spark_dataframe"):
        try:
            return pairs.as_spark_dataframe()
        except NotImplementedError:  # splink's tables in other databases have the method, too
            return None
    return None


def _is_of_duckdb(pairs: Any) -> bool:
    return type(pairs).__module__.partition(".")[0].lstrip("_") == "duckdb"

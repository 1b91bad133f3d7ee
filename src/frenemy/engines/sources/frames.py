"""Pairs that are in an engine already: a relation of DuckDB, a DataFrame of Spark, or splink's tables there."""

from __future__ import annotations

from typing import Any

from frenemy.tables.readers.splink_frames import from_splink, is_splink_frame


def duckdb_relation(pairs: Any) -> Any:
    """The pairs as a relation of DuckDB if they are there, maybe as splink's table; None if they are elsewhere."""
    if is_splink_frame(pairs) and "duckdb" in type(pairs).__module__:
        return from_splink(pairs)
    is_here = type(pairs).__module__.partition(".")[0].lstrip("_") == "duckdb" and hasattr(pairs, "project")
    return pairs if is_here else None


def spark_frame(pairs: Any) -> Any:
    """The pairs as a DataFrame of Spark if they are there, maybe as splink's table; None if they are elsewhere."""
    if is_splink_frame(pairs) and hasattr(pairs, "as_spark_dataframe"):
        try:
            return pairs.as_spark_dataframe()
        except NotImplementedError:  # splink's tables in other databases have the method, too
            return None
    is_here = type(pairs).__module__.startswith("pyspark.sql.") and hasattr(pairs, "sparkSession")
    return pairs if is_here else None

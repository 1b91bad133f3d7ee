"""Read tables of splink 4 and 5, from DuckDB and other databases. This module does not import splink."""

from __future__ import annotations

from typing import Any


def is_splink_frame(table: Any) -> bool:
    """Whether a table lies in splink's database.

    Examples
    --------
    >>> from frenemy.tables.readers.splink_frames import is_splink_frame
    >>> is_splink_frame({"unique_id_l": [1]})
    False
    """
    return hasattr(table, "physical_name") and hasattr(table, "as_pandas_dataframe")


def from_splink(frame: Any) -> Any:
    """The table as a DuckDB relation, an Arrow table or a pandas frame: the cheapest that its database offers.

    From a relation only the needed columns are read; splink's tables have many others. Databases other than DuckDB
    would first copy everything into a new one. splink 4 has no Arrow tables.
    """
    if "duckdb" in type(frame).__module__:
        return frame.as_duckdbpyrelation()
    return frame.as_pyarrow_table() if hasattr(frame, "as_pyarrow_table") else frame.as_pandas_dataframe()

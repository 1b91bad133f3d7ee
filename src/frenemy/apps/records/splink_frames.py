"""What splink returns, read as it is: of splink 4 and 5, of DuckDB and of other databases. splink is not imported."""

from __future__ import annotations

from typing import Any


def is_splink_frame(table: Any) -> bool:
    """Whether it is a table that stays in splink's database.

    Examples
    --------
    >>> from frenemy.apps.records.splink_frames import is_splink_frame
    >>> is_splink_frame({"unique_id_l": [1]})
    False
    """
    return hasattr(table, "physical_name") and hasattr(table, "as_pandas_dataframe")


def from_splink(frame: Any) -> Any:
    """The same as a relation, an Arrow table or a pandas one: whatever its database gives at the least cost.

    Of a relation only the columns that are asked for are read; splink's tables have many others. Databases other than
    DuckDB would first copy all into a new one for it. splink 4 has no Arrow tables.
    """
    if "duckdb" in type(frame).__module__:
        return frame.as_duckdbpyrelation()
    return frame.as_pyarrow_table() if hasattr(frame, "as_pyarrow_table") else frame.as_pandas_dataframe()

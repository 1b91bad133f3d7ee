"""Convert numpy arrays with named fields, as dedupe makes them, to tables and back.

A field with one value a row is a column. dedupe keeps both ids of a pair in one field, ``pairs``, and calls the
probability ``score``; these become the columns ``id_1``, ``id_2`` and ``probability``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.tables.arrow import pa

Column = npt.NDArray[Any]

_AT_ONCE = 1 << 16  # rows: dedupe's text ids take 1 KiB each, and lie in a file


def is_structured_array(table: Any) -> bool:
    """Whether a table is a numpy array with named fields."""
    return isinstance(table, np.ndarray) and table.dtype.names is not None


def array_columns(array: npt.NDArray[Any], *, name: str = "table") -> dict[str, Column]:
    """The columns of a structured array, not copied.

    Parameters
    ----------
    array : (n_rows,) structured
    name : str
        Its name in messages.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.tables.readers.structured_arrays import array_columns
    >>> scores = np.array([((1, 2), 0.9)], dtype=[("pairs", "i8", 2), ("score", "f4")])
    >>> {name: column.tolist() for name, column in array_columns(scores).items()}
    {'id_1': [1], 'id_2': [2], 'probability': [0.8999999761581421]}
    """
    if array.ndim != 1:
        raise ValueError(f"{name} must be an array of rows, got one of shape {array.shape}")
    names = array.dtype.names or ()
    is_dedupe = "pairs" in names and array.dtype["pairs"].shape == (2,)
    columns: dict[str, Column] = {}
    for field in names:
        values = np.asarray(array[field])
        if is_dedupe and field == "pairs":
            columns |= {"id_1": values[:, 0], "id_2": values[:, 1]}
        elif values.ndim > 1 or values.dtype.names is not None:
            raise ValueError(f"field {field!r} of {name} must have one value a row, got {array.dtype[field]}")
        else:
            columns["probability" if is_dedupe and field == "score" else field] = values
    return columns


def arrow_column(column: Column) -> pa.ChunkedArray:
    """An Arrow column, converted in blocks of rows to avoid a full copy."""
    own = column.dtype.newbyteorder("=")
    starts = range(0, max(len(column), 1), _AT_ONCE)
    return pa.chunked_array([pa.array(column[start : start + _AT_ONCE].astype(own)) for start in starts])


def structured_array(table: pa.Table, *, dtypes: Mapping[str, Any]) -> npt.NDArray[Any]:
    """An Arrow table as a structured array; null numbers become NaN.

    Parameters
    ----------
    table : pyarrow.Table
    dtypes : mapping of str to dtype
        The types of some columns; Arrow chooses the others.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.tables.readers.structured_arrays import structured_array
    >>> structured_array(pa.table({"id": ["a", "b"], "cluster_id": [0, 0]}), dtypes={"id": "U3"}).tolist()
    [('a', 0), ('b', 0)]
    """
    columns = {name: table.column(name).to_numpy(zero_copy_only=False) for name in table.column_names}
    made = np.empty(table.num_rows, [(name, dtypes.get(name, column.dtype)) for name, column in columns.items()])
    for name, column in columns.items():
        made[name] = column
    return made

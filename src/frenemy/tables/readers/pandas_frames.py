"""Convert frames, series and indexes of pandas to plain frames with the ids as columns, and back.

This module does not import pandas.

In recordlinkage, the ids of a pair are the two levels of an index: a frame of features has one, probabilities are a
series without a name that has one, and links are such an index and nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from frenemy.tables.arrow import pa


def is_pandas(table: Any) -> bool:
    """Whether a table is a frame, a series, or an index of several levels."""
    is_own = type(table).__module__.partition(".")[0] == "pandas"
    return is_own and (hasattr(table, "reset_index") or getattr(table, "nlevels", 1) > 1)


def plain_frame(table: Any) -> tuple[Any, tuple[str, ...]]:
    """A frame with a meaningful index as its first columns; and the names of these columns if there are several.

    Parameters
    ----------
    table : pandas.DataFrame, pandas.Series or pandas.MultiIndex
        Levels without a name become ``id_1`` and ``id_2``, values without one beside several levels ``probability``.

    Examples
    --------
    >>> import pandas as pd
    >>> from frenemy.tables.readers.pandas_frames import plain_frame
    >>> pairs = pd.MultiIndex.from_tuples([("a", "b"), ("b", "c")])
    >>> frame, levels = plain_frame(pd.Series([0.9, 0.1], index=pairs))
    >>> frame.columns.tolist(), levels
    (['id_1', 'id_2', 'probability'], ('id_1', 'id_2'))
    """
    index = table.index if hasattr(table, "index") else table
    levels = _level_names(index) if index.nlevels > 1 else ()
    if index is table:
        frame = table.to_frame(index=False, name=list(levels))
    elif table.ndim == 1:
        frame = table.to_frame("probability") if levels and table.name is None else table.to_frame()
    else:
        frame = table
    if levels and index is not table:
        frame = frame.reset_index(names=list(levels), allow_duplicates=True)
    elif index.nlevels == 1 and index.name is not None and index.name not in frame.columns:
        frame = frame.reset_index()
    return frame.set_axis([str(column) for column in frame.columns], axis=1), levels


def _level_names(index: Any) -> tuple[str, ...]:
    names = [None if index.names.count(name) > 1 else name for name in index.names]
    return tuple(f"id_{place + 1}" if name is None else str(name) for place, name in enumerate(names))


def arrow_series(series: Any, *, name: str) -> pa.ChunkedArray:
    """A series as an Arrow column; ``name`` is what messages call its table."""
    try:
        made = pa.Array.from_pandas(series)
    except (pa.ArrowException, OverflowError) as error:
        raise ValueError(
            f"column {series.name!r} of {name} holds values of several types, or of one that Arrow does not know: "
            f"{error.args[0]}; make them one type (ids for example with .astype(str))"
        ) from error
    return made if isinstance(made, pa.ChunkedArray) else pa.chunked_array([made])


def pandas_frame(table: pa.Table, *, dtypes: Mapping[str, Any]) -> Any:
    """An Arrow table as a frame of pandas, whose columns have some types of its own."""
    pandas = sys.modules["pandas"]  # it is loaded: one of its tables came in
    columns = {}
    for name in table.column_names:
        column, dtype = table.column(name), dtypes.get(name)
        if dtype is not None and hasattr(dtype, "__from_arrow__"):
            columns[name] = pandas.Series(dtype.__from_arrow__(column), dtype=dtype)
        else:
            made = column.to_pandas()
            columns[name] = made if dtype is None else made.astype(dtype)
    return pandas.DataFrame(columns)

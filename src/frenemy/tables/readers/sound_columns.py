"""Arrow data of others, checked before anything reads it: offsets are trusted by Arrow's functions and by ours."""

from __future__ import annotations

from frenemy.io.text import cut
from frenemy.tables.arrow import pa


def check_columns(table: pa.Table, where: str = "") -> None:
    """Refuse data that points outside of its own memory: made wrongly, or read from a damaged file.

    A million rows with two text columns take some 20 ms.

    Parameters
    ----------
    table : pyarrow.Table
    where : str
        The file, for messages.

    Examples
    --------
    >>> import numpy as np, pyarrow as pa
    >>> from frenemy.tables.readers.sound_columns import check_columns
    >>> backwards = pa.py_buffer(np.array([0, 3, 1], np.int32))
    >>> check_columns(pa.table({"id": pa.StringArray.from_buffers(2, backwards, pa.py_buffer(b"abc"))}))
    Traceback (most recent call last):
        ...
    ValueError: column 'id' is damaged: In chunk 0: Invalid: ...
    """
    for name, column in zip(table.schema.names, table.columns, strict=True):
        try:
            column.validate(full=True)
        except pa.ArrowException as error:
            raise ValueError(f"{where}{where and ': '}column {name!r} is damaged: {cut(str(error))}") from error

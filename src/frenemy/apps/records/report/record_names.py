"""The names of records and entities on the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from frenemy.tables.arrow import pa

_BETWEEN = " \N{MIDDLE DOT} "  # the parts of an id that has several columns


class RecordNames(Sequence[str]):
    """Ids as text, converted on access: a page names few of millions of records."""

    def __init__(self, columns: Sequence[pa.Array]) -> None:
        self._columns = columns

    def __len__(self) -> int:
        return len(self._columns[0])

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...

    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        return joined(column[at].as_py() for column in self._columns)


def joined(parts: Any) -> str:
    """An id of one or several parts as text.

    Examples
    --------
    >>> from frenemy.apps.records.report.record_names import joined
    >>> joined(["shop", 7])
    'shop · 7'
    """
    return _BETWEEN.join("" if part is None else _text(part) for part in parts)


def _text(part: Any) -> str:
    return part.decode("utf-8", "replace") if isinstance(part, bytes) else str(part)

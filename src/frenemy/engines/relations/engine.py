"""What the plan asks of a database engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from frenemy.tables.arrow import pa


class Engine(Protocol):
    """Runs queries in the SQL that engines have in common, and stores their results by name.

    A relation ``given`` holds the rows: ids ``l1, l2 ...`` and ``r1, r2 ...``, the ``score``, NULL if there is none,
    and ``place``, which orders the rows.
    """

    #: Whether ``place`` counts all rows from 0; otherwise it rises with them, with gaps.
    counts_rows: bool

    def key(self, columns: Sequence[str]) -> str:
        """An expression for a 64-bit hash of an id that has these columns."""
        ...

    def node(self, seen: str) -> str:
        """An expression for the number of an id: it rises with ``seen``, the position where the id is first seen."""
        ...

    def n_parts(self, n_groups: int, /) -> int:
        """In how many parts, one after the other, rows have to be grouped into so many groups."""
        ...

    def store(self, name: str, sql: str) -> int:
        """Store the result of a query under a name, unless an earlier run has; the number of its rows."""
        ...

    def drop(self, name: str) -> None:
        """Give up a stored result that is no longer needed."""
        ...

    def lend(self, name: str, table: pa.Table) -> None:
        """Give a small table a name."""
        ...

    def table(self, sql: str) -> pa.Table:
        """A small result."""
        ...

    def batches(self, sql: str, *, order: str | None = None) -> Iterator[pa.RecordBatch]:
        """A result of any size, piece by piece, in the order of one of its columns if that is named."""
        ...

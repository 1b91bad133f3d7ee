"""A column that grows without copying all of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.tables.arrow import pa


@dataclass(frozen=True, eq=False)
class GrowingColumn:
    """Values in chunks, each at most half as long as the one before, so there are few.

    New values form a chunk, which is merged with the one before if that is not much longer. So each value is copied at
    most once per chunk. Columns are immutable.

    Attributes
    ----------
    kind : pyarrow.DataType
    chunks : tuple of pyarrow.Array

    Examples
    --------
    >>> import numpy as np, pyarrow as pa
    >>> from frenemy.tables.ids.growing_column import GrowingColumn
    >>> column = GrowingColumn.of(pa.array(["a", "b", "c"])).added(pa.array(["d"]))
    >>> len(column), len(column.chunks), column.take(np.array([3, 0])).to_pylist()
    (4, 2, ['d', 'a'])
    """

    kind: pa.DataType
    chunks: tuple[pa.Array, ...]

    @classmethod
    def of(cls, values: pa.Array) -> GrowingColumn:
        return cls(values.type, (values,) if len(values) else ())

    def __len__(self) -> int:
        return sum(map(len, self.chunks))

    def added(self, values: pa.Array) -> GrowingColumn:
        """With more values, of the same type."""
        if not len(values):
            return self
        chunks = [*self.chunks, values]
        while len(chunks) > 1 and 2 * len(chunks[-1]) > len(chunks[-2]):
            chunks[-2:] = [pa.concat_arrays(chunks[-2:])]
        return GrowingColumn(self.kind, tuple(chunks))

    def cast(self, kind: pa.DataType) -> GrowingColumn:
        """The same in another type; linear in the number of values."""
        return self if kind == self.kind else GrowingColumn(kind, tuple(chunk.cast(kind) for chunk in self.chunks))

    def take(self, places: npt.NDArray[np.integer]) -> pa.Array:
        """Some of the values."""
        if len(self.chunks) == 1:
            return self.chunks[0].take(pa.array(places))
        begin = np.cumsum([0, *map(len, self.chunks)])
        chunk_of = np.searchsorted(begin, places, side="right") - 1
        by_chunk = np.argsort(chunk_of, kind="stable")
        first = np.searchsorted(chunk_of[by_chunk], np.arange(len(self.chunks) + 1))
        parts = [
            chunk.take(pa.array(places[by_chunk[first[at] : first[at + 1]]] - begin[at]))
            for at, chunk in enumerate(self.chunks)
            if first[at] < first[at + 1]
        ]
        back = np.empty(len(places), np.int64)
        back[by_chunk] = np.arange(len(places))
        return pa.concat_arrays(parts).take(pa.array(back)) if parts else pa.array([], self.kind)

    def combined(self) -> pa.Array:
        """All of them in one piece."""
        return pa.concat_arrays(self.chunks) if self.chunks else pa.array([], self.kind)

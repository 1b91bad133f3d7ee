"""An index of record ids that grows: a lookup costs time in proportion to the ids looked up, not to all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.tables.arrow import pa, pc
from frenemy.tables.ids.growing_column import GrowingColumn
from frenemy.tables.ids.growing_rows import GrowingRows
from frenemy.tables.ids.id_keys import id_hashes
from frenemy.tables.ids.id_types import IdColumn, of_one_type
from frenemy.tables.ids.record_ids import Codes, RecordIds

_NOT_CAST = (pa.ArrowInvalid, pa.ArrowNotImplementedError)


@dataclass(frozen=True, eq=False)
class GrowingIds(Sequence[Any]):
    """As :class:`~frenemy.tables.ids.record_ids.RecordIds`, with an index that is built once and then extended.

    The index maps a 31-bit hash to the records that have it, whose ids are then compared. It takes 28 bytes per record.

    Attributes
    ----------
    columns : tuple of GrowingColumn
        One per column of the id, as plain values.
    kinds : tuple of pyarrow.DataType
        The types of the columns, including extension types such as uuid.
    by_hash : GrowingRows
        The records of each hash.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.tables.ids.growing_ids import GrowingIds
    >>> from frenemy.tables.ids.id_types import IdColumn
    >>> from frenemy.tables.ids.record_ids import RecordIds
    >>> ids = GrowingIds.of(RecordIds((pa.array(["a", "b"]),)))
    >>> more = ids.added([IdColumn("new", pa.chunked_array([["c"]]))])
    >>> asked = [IdColumn("asked", pa.chunked_array([["c", "x", "a"]]))]
    >>> more.find(asked).tolist(), ids.find(asked).tolist(), more[2]
    ([2, -1, 0], [-1, -1, 0], 'c')
    """

    columns: tuple[GrowingColumn, ...]
    kinds: tuple[pa.DataType, ...]
    by_hash: GrowingRows

    @classmethod
    def of(cls, ids: RecordIds) -> GrowingIds:
        """Index all ids once."""
        plain = [_one_piece(IdColumn("the records", pa.chunked_array([values]))) for values in ids.values]
        return cls(
            tuple(map(GrowingColumn.of, plain)),
            tuple(values.type for values in ids.values),
            GrowingRows().added(id_hashes(plain), np.arange(ids.n)),
        )

    @property
    def n(self) -> int:
        """Number of records."""
        return len(self.columns[0])

    def __len__(self) -> int:
        return self.n

    def __getitem__(self, at: Any) -> Any:
        row = tuple(column[0].as_py() for column in self.take(np.array([int(at)])))
        return row[0] if len(row) == 1 else row

    @cached_property
    def values(self) -> tuple[pa.Array, ...]:
        """All ids, column by column, each in one piece."""
        return tuple(_as_kind(column.combined(), kind) for column, kind in zip(self.columns, self.kinds, strict=True))

    def take(self, codes: npt.NDArray[np.integer]) -> tuple[pa.Array, ...]:
        """The ids of some records, column by column."""
        return tuple(_as_kind(column.take(codes), kind) for column, kind in zip(self.columns, self.kinds, strict=True))

    def shown(self, codes: npt.NDArray[np.integer]) -> str:
        """The ids of some records, as messages show them."""
        return ", ".join(repr(self[code]) for code in codes)

    def find(self, columns: Sequence[IdColumn]) -> Codes:
        """The code of each id in other columns, -1 if unknown; the columns must have no nulls."""
        met = [_met(own, kind, other) for own, kind, other in zip(self.columns, self.kinds, columns, strict=True)]
        try:
            asked = [values.cast(own.kind) for own, values in zip(self.columns, met, strict=True)]
        except _NOT_CAST:  # some of these ids do not fit the type of the records
            return RecordIds(self.values).find(columns)
        position, codes, _ = self.by_hash.of(id_hashes(asked))
        is_same = np.ones(len(codes), np.bool_)
        for own, values in zip(self.columns, asked, strict=True):
            is_same &= pc.equal(own.take(codes), values.take(pa.array(position))).to_numpy(zero_copy_only=False)
        found = np.full(len(asked[0]), -1, np.int32)
        found[position[is_same]] = codes[is_same]
        return found

    def added(self, columns: Sequence[IdColumn]) -> GrowingIds:
        """With more records, whose ids are new and distinct.

        If an id does not fit the type of the existing ones, all are cast to a wider type, in linear time.
        """
        met = [_met(own, kind, other) for own, kind, other in zip(self.columns, self.kinds, columns, strict=True)]
        try:
            new, grown = [values.cast(own.kind) for own, values in zip(self.columns, met, strict=True)], self
        except _NOT_CAST:
            new, grown = met, self._cast([values.type for values in met])
        return GrowingIds(
            tuple(own.added(values) for own, values in zip(grown.columns, new, strict=True)),
            grown.kinds,
            grown.by_hash.added(id_hashes(new), self.n + np.arange(len(new[0]))) if len(new[0]) else grown.by_hash,
        )

    def _cast(self, kinds: Sequence[pa.DataType]) -> GrowingIds:
        columns = tuple(column.cast(kind) for column, kind in zip(self.columns, kinds, strict=True))
        return GrowingIds.of(RecordIds(tuple(column.combined() for column in columns)))


def _met(own: GrowingColumn, kind: pa.DataType, other: IdColumn) -> pa.Array:
    """The other ids in a type that holds both; an error if ids of these types can never be equal."""
    some = own.chunks[0].slice(0, 1) if own.chunks else pa.array([], own.kind)
    both = of_one_type([IdColumn("the records", pa.chunked_array([_as_kind(some, kind)])), other])
    return both[1].combine_chunks()


def _one_piece(column: IdColumn) -> pa.Array:
    return of_one_type([column])[0].combine_chunks()


def _as_kind(values: pa.Array, kind: pa.DataType) -> pa.Array:
    return pa.ExtensionArray.from_storage(kind, values) if isinstance(kind, pa.BaseExtensionType) else values

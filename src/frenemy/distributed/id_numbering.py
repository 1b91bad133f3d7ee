"""All ids of a dataset, each once, in the order of their keys: that order numbers them.

Where each was seen first is kept, too: tasks have their nodes in that order, as a table in memory would, and clusters
are numbered by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.apps.records.arrow import pa, pc
from frenemy.checked_arrays import MAX_NODES
from frenemy.distributed.dataset_files import Chunk
from frenemy.distributed.id_keys import Keys
from frenemy.distributed.pair_rows import RowReader
from frenemy.distributed.stored_arrays import new_array, open_array, save_array, written_whole

Places = npt.NDArray[np.int64]


class SameKey(ValueError):
    """Two ids have the same key; another salt is needed."""


@dataclass(frozen=True)
class CollectIds:
    """The ids of a chunk, each once, sorted by their keys."""

    chunk: Chunk
    first_row: int
    reader: RowReader
    folder: Path
    name: str

    def __call__(self) -> dict[str, Any]:
        keys: list[Keys] = []
        seen: list[Places] = []
        values: list[pa.Table] = []
        row = self.first_row
        for table, piece in zip(self.reader.ids(self.chunk), self.chunk.pieces, strict=True):
            rows = 2 * (row + np.arange(table.num_rows // 2, dtype=np.int64))
            own, first, places = _core.distinct_keys(self.reader.keys(table), np.concatenate((rows, rows + 1)))
            keys.append(own)
            seen.append(places)
            if not self.reader.is_number:
                values.append(_plain(table.take(pa.array(first))))
            row += piece.n_rows
        all_keys, places = _joined(keys, np.uint64), _joined(seen, np.int64)
        if len(keys) > 1:
            all_keys, first, places = _core.distinct_keys(all_keys, places)
            values = [pa.concat_tables(values).take(pa.array(first))] if values else []
        if values:
            _save_values(self.folder / f"{self.name}.arrow", values[0])
        save_array(self.folder / f"{self.name}.seen.npy", places)
        save_array(self.folder / f"{self.name}.npy", all_keys)
        return {"n": len(all_keys)}


@dataclass(frozen=True)
class MergeIds:
    """The ids of all chunks whose keys are in a range, each once.

    Attributes
    ----------
    parts : tuple of Path
        Files of :class:`CollectIds`, without their endings.
    schema : pyarrow.Schema
        Of ids, where no part has any.
    low, high : int
        The range of the keys, the last one included.
    """

    parts: tuple[Path, ...]
    schema: pa.Schema
    low: int
    high: int
    is_number: bool
    out: Path

    def __call__(self) -> dict[str, Any]:
        keys: list[Keys] = []
        seen: list[Places] = []
        values: list[pa.Table] = []
        for part in self.parts:
            own = open_array(part.with_suffix(".npy"))
            begin = int(np.searchsorted(own, np.uint64(self.low)))
            end = int(np.searchsorted(own, np.uint64(self.high), side="right"))
            keys.append(np.array(own[begin:end]))
            seen.append(np.array(open_array(part.with_suffix(".seen.npy"))[begin:end]))
            if not self.is_number:
                with pa.memory_map(str(part.with_suffix(".arrow"))) as source:
                    table = pa.ipc.open_file(source).read_all().slice(begin, end - begin)
                    values.append(table.take(pa.array(np.arange(end - begin))))  # a copy, as the file is closed
        together = _joined(keys, np.uint64)
        distinct, first, places = _core.distinct_keys(together, _joined(seen, np.int64))
        if not self.is_number:
            table = _plain(self.schema.empty_table()) if not values else pa.concat_tables(values)
            _save_values(self.out.with_suffix(".arrow"), _checked(table, together, distinct, first))
        save_array(self.out.with_suffix(".seen.npy"), places)
        save_array(self.out.with_suffix(".npy"), distinct)
        return {"n": len(distinct)}


@dataclass(frozen=True)
class JoinRanges:
    """What files of ranges hold, one after the other."""

    parts: tuple[Path, ...]
    out: Path

    def __call__(self) -> dict[str, Any]:
        arrays = [open_array(part) for part in self.parts]
        n = sum(map(len, arrays))
        if n > MAX_NODES:
            raise ValueError(f"at most {MAX_NODES:,} ids can be numbered, got {n:,}")
        with new_array(self.out, arrays[0].dtype, n) as joined:
            begin = 0
            for array in arrays:
                joined[begin : begin + len(array)] = array
                begin += len(array)
        return {"n": n}


def _joined(arrays: list[Any], dtype: npt.DTypeLike) -> Any:
    return np.concatenate(arrays) if arrays else np.empty(0, dtype)


def _plain(table: pa.Table) -> pa.Table:
    """The same in types that all files have in common."""
    return pa.table(
        {name: pc.cast(table.column(name), _plain_type(table.column(name).type)) for name in table.schema.names}
    )


def _plain_type(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_dictionary(kind):
        return _plain_type(kind.value_type)
    is_text = pa.types.is_string(kind) or pa.types.is_string_view(kind)
    return (
        pa.large_string()
        if is_text
        else pa.int64()
        if pa.types.is_integer(kind) and not pa.types.is_uint64(kind)
        else kind
    )


def _checked(values: pa.Table, keys: Keys, distinct: Keys, first: npt.NDArray[np.int64]) -> pa.Table:
    """The values of the first rows; an error if another row has the same key and another value."""
    chosen = values.take(pa.array(first))
    same = chosen.take(pa.array(np.searchsorted(distinct, keys)))
    for name in values.column_names:
        is_same = pc.all(pc.equal(values.column(name), same.column(name))).as_py()
        if is_same is False:
            raise SameKey("two ids have the same key")
    return chosen


def _save_values(path: Path, table: pa.Table) -> None:
    with written_whole(path) as partial, pa.ipc.new_file(str(partial), table.schema) as writer:
        writer.write_table(table)

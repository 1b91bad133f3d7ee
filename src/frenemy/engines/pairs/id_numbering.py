"""Numbers all ids of a dataset in the order of their keys.

The first position of each id in the input is stored as well: it orders the nodes of a task, as for a table in memory,
and numbers the clusters.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.engines.pairs.dataset_files import Chunk
from frenemy.engines.pairs.pair_rows import RowReader
from frenemy.engines.scratch.partial_files import written_whole
from frenemy.engines.scratch.stored_arrays import new_array, open_array, save_array
from frenemy.problem.array_types import Ints
from frenemy.problem.checked_arrays import MAX_NODES
from frenemy.tables.arrow import pa, pc
from frenemy.tables.ids.id_keys import Keys
from frenemy.tables.readers.sound_columns import check_columns


class SameKey(ValueError):
    """Two ids have the same key: another salt is needed."""


@dataclass(frozen=True)
class CollectIds:
    """Writes the ids of a chunk, each once, sorted by key."""

    chunk: Chunk
    first_row: int
    reader: RowReader
    folder: Path
    name: str

    def __call__(self) -> dict[str, Any]:
        keys: list[Keys] = []
        seen: list[Ints] = []
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
    """Merges the ids of all chunks with keys in a range, each once.

    Attributes
    ----------
    parts : tuple of Path
        Files of :class:`CollectIds`, without suffix.
    schema : pyarrow.Schema
        Schema of the ids, for the case that there are none.
    low, high : int
        The range of keys, both included.
    """

    parts: tuple[Path, ...]
    schema: pa.Schema
    low: int
    high: int
    is_number: bool
    out: Path

    def __call__(self) -> dict[str, Any]:
        keys: list[Keys] = []
        seen: list[Ints] = []
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
                    check_columns(table, str(part.with_suffix(".arrow")))
                    values.append(table.take(pa.array(np.arange(end - begin))))  # a copy, because the file is closed
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
    """Concatenates the arrays of all ranges."""

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
    """The table in types that all files can be cast to."""
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


def _checked(values: pa.Table, keys: Keys, distinct: Keys, first: Ints) -> pa.Table:
    """The values of the first rows; an error if rows with the same key have different values."""
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

"""All ids of a dataset, each once, in the order of their keys: that order numbers them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.arrow import pa, pc
from frenemy.distributed.dataset_files import Chunk
from frenemy.distributed.id_keys import Keys
from frenemy.distributed.pair_rows import RowReader
from frenemy.distributed.stored_arrays import new_array, open_array, save_array, written_whole


class SameKey(ValueError):
    """Two ids have the same key; another salt is needed."""


@dataclass(frozen=True)
class CollectIds:
    """The ids of a chunk, each once, sorted by their keys."""

    chunk: Chunk
    reader: RowReader
    folder: Path
    name: str

    def __call__(self) -> dict[str, Any]:
        keys: list[Keys] = []
        values: list[pa.Table] = []
        for table, _ in self.reader.ids(self.chunk):
            own, first = distinct_keys(self.reader.keys(table))
            keys.append(own)
            if not self.reader.is_number:
                values.append(_plain(table.take(pa.array(first))))
        all_keys, first = distinct_keys(np.concatenate(keys) if keys else np.empty(0, np.uint64))
        if values:
            _save_values(self.folder / f"{self.name}.arrow", pa.concat_tables(values).take(pa.array(first)))
        save_array(self.folder / f"{self.name}.npy", all_keys)
        return {"n": len(all_keys)}


@dataclass(frozen=True)
class MergeIds:
    """The ids of all chunks whose keys are in a range, each once.

    Attributes
    ----------
    parts : tuple of Path
        Files of :class:`CollectIds`, without their endings.
    low, high : int
        The range of the keys, the last one included.
    """

    parts: tuple[Path, ...]
    low: int
    high: int
    is_number: bool
    out: Path

    def __call__(self) -> dict[str, Any]:
        keys: list[Keys] = []
        values: list[pa.Table] = []
        for part in self.parts:
            own = open_array(part.with_suffix(".npy"))
            begin = int(np.searchsorted(own, np.uint64(self.low)))
            end = int(np.searchsorted(own, np.uint64(self.high), side="right"))
            keys.append(np.array(own[begin:end]))
            if not self.is_number:
                with pa.memory_map(str(part.with_suffix(".arrow"))) as source:
                    table = pa.ipc.open_file(source).read_all().slice(begin, end - begin)
                    values.append(table.take(pa.array(np.arange(end - begin))))  # a copy, as the file is closed
        together = np.concatenate(keys) if keys else np.empty(0, np.uint64)
        distinct, first = distinct_keys(together)
        if not self.is_number:
            _save_values(self.out.with_suffix(".arrow"), _checked(pa.concat_tables(values), together, distinct, first))
        save_array(self.out.with_suffix(".npy"), distinct)
        return {"n": len(distinct)}


@dataclass(frozen=True)
class JoinKeys:
    """The keys of all ranges in one file."""

    parts: tuple[Path, ...]
    out: Path

    def __call__(self) -> dict[str, Any]:
        sizes = [len(open_array(part.with_suffix(".npy"))) for part in self.parts]
        if sum(sizes) > 2**31 - 1:
            raise ValueError(f"at most {2**31 - 1:,} ids can be numbered, got {sum(sizes):,}")
        with new_array(self.out, np.uint64, sum(sizes)) as joined:
            begin = 0
            for part, size in zip(self.parts, sizes, strict=True):
                joined[begin : begin + size] = open_array(part.with_suffix(".npy"))
                begin += size
        return {"n": sum(sizes)}


def distinct_keys(keys: Keys) -> tuple[Keys, npt.NDArray[np.int64]]:
    """Sorted, each once, and where each stands first."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    is_first = np.ones(len(keys), np.bool_)
    is_first[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_first], order[is_first]


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

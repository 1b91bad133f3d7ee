"""Writes the labels of all ids to Parquet files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from frenemy.engines.scratch.partial_files import written_whole
from frenemy.engines.scratch.stored_arrays import open_array, save_array
from frenemy.problem.array_types import Ints
from frenemy.tables.arrow import pa
from frenemy.tables.ids.id_keys import key_numbers
from frenemy.tables.readers.sound_columns import check_columns
from frenemy.tables.readers.stated_facts import stating


@dataclass(frozen=True)
class NumberClusters:
    """Numbers clusters ``0..k-1`` by the first position of their nodes in the input, and counts their sizes."""

    labels: Path
    seen: Path
    out: Path

    def __call__(self) -> dict[str, Any]:
        roots = open_array(self.labels)
        is_root = roots == np.arange(len(roots), dtype=np.int32)
        code = np.cumsum(is_root, dtype=np.int32) - 1
        code = code[roots]
        n_clusters = int(np.count_nonzero(is_root))
        first = np.full(n_clusters, np.iinfo(np.int64).max)
        np.minimum.at(first, code, open_array(self.seen))
        number = np.empty(n_clusters, np.int32)
        number[np.argsort(first)] = np.arange(n_clusters, dtype=np.int32)
        save_array(self.out, number[code])
        sizes = np.bincount(roots, minlength=1)
        sizes = sizes[sizes > 0]
        return {
            "n_clusters": n_clusters,
            "largest": int(sizes.max(initial=0)),
            "n_single": int(np.count_nonzero(sizes == 1)),
            "pairs_inside": int((sizes.astype(np.int64) * (sizes - 1) // 2).sum()),
        }


@dataclass(frozen=True)
class WriteLabels:
    """Writes the ids of a range of keys and their clusters.

    Attributes
    ----------
    ids : Path
        A file of :class:`~frenemy.engines.pairs.id_numbering.MergeIds`, without suffix.
    first : int
        The number of the first of these ids.
    names : tuple of str
        Names of the id columns.
    kinds : tuple of pyarrow.DataType
        Types of the id columns.
    facts : dict
        What each file says about how it was made.
    """

    ids: Path
    first: int
    clusters: Path
    names: tuple[str, ...]
    kinds: tuple[Any, ...]
    is_number: bool
    facts: dict[str, Any]
    out: Path

    def __call__(self) -> dict[str, Any]:
        import pyarrow.parquet as pq

        if self.is_number:
            keys = np.array(open_array(self.ids.with_suffix(".npy")))
            columns = [_typed(key_numbers(keys), self.kinds[0])]
        else:
            with pa.memory_map(str(self.ids.with_suffix(".arrow"))) as source:
                values = pa.ipc.open_file(source).read_all()
                check_columns(values, str(self.ids.with_suffix(".arrow")))
                columns = [column.cast(kind) for column, kind in zip(values.columns, self.kinds, strict=True)]
        n = len(columns[0])
        clusters = np.array(open_array(self.clusters)[self.first : self.first + n])
        table = pa.table(dict(zip(self.names, columns, strict=True)) | {"cluster_id": pa.array(clusters)})
        with written_whole(self.out) as partial:
            pq.write_table(stating(table, self.facts), partial)
        return {"n": n}


def _typed(numbers: Ints, kind: Any) -> Any:
    return pa.array(numbers.view(np.uint64) if pa.types.is_uint64(kind) else numbers).cast(kind)

"""Labels of all ids as Parquet files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from frenemy.apps.records.arrow import pa
from frenemy.distributed.id_keys import key_numbers
from frenemy.distributed.stored_arrays import open_array, save_array, written_whole


@dataclass(frozen=True)
class NumberClusters:
    """Clusters ``0..k-1`` in the order in which one of their nodes was seen, and how many there are of each size."""

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
    """The ids of a range of keys, and the cluster of each.

    Attributes
    ----------
    ids : Path
        Of :class:`~frenemy.distributed.id_numbering.MergeIds`, without its ending.
    first : int
        The number of the first of these ids.
    names : tuple of str
        What the columns of the id are called.
    kinds : tuple of pyarrow.DataType
        Their types.
    """

    ids: Path
    first: int
    clusters: Path
    names: tuple[str, ...]
    kinds: tuple[Any, ...]
    is_number: bool
    out: Path

    def __call__(self) -> dict[str, Any]:
        import pyarrow.parquet as pq

        if self.is_number:
            keys = np.array(open_array(self.ids.with_suffix(".npy")))
            columns = [_typed(key_numbers(keys), self.kinds[0])]
        else:
            with pa.memory_map(str(self.ids.with_suffix(".arrow"))) as source:
                columns = [
                    column.cast(kind)
                    for column, kind in zip(pa.ipc.open_file(source).read_all().columns, self.kinds, strict=True)
                ]
        n = len(columns[0])
        clusters = np.array(open_array(self.clusters)[self.first : self.first + n])
        table = pa.table(dict(zip(self.names, columns, strict=True)) | {"cluster_id": pa.array(clusters)})
        with written_whole(self.out) as partial:
            pq.write_table(table, partial)
        return {"n": n}


def _typed(numbers: np.ndarray[Any, np.dtype[np.int64]], kind: Any) -> Any:
    return pa.array(numbers.view(np.uint64) if pa.types.is_uint64(kind) else numbers).cast(kind)

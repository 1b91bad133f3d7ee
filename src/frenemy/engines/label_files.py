"""Numbers the clusters, and writes the labels of all ids to Parquet files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from frenemy.engines.scratch.partial_files import written_whole
from frenemy.engines.scratch.stored_arrays import open_array, save_array
from frenemy.tables.arrow import pa
from frenemy.tables.readers.stated_facts import stating


@dataclass(frozen=True)
class NumberClusters:
    """Numbers clusters ``0..k-1`` by their smallest nodes, which are seen first, and counts their sizes."""

    roots: Path
    out: Path

    def __call__(self) -> dict[str, int]:
        roots = open_array(self.roots)
        is_root = roots == np.arange(len(roots), dtype=np.int32)
        numbers = (np.cumsum(is_root, dtype=np.int32) - np.int32(1))[roots]
        save_array(self.out, numbers)
        sizes = np.bincount(numbers)
        return {
            "n_clusters": len(sizes),
            "largest": int(sizes.max(initial=0)),
            "n_single": int(np.count_nonzero(sizes == 1)),
        }


def write_labels(
    batches: Iterable[pa.RecordBatch], clusters: Path, schema: pa.Schema, facts: dict[str, Any], out: Path
) -> None:
    """Write ids and their clusters to a file.

    Parameters
    ----------
    batches : iterable of RecordBatch
        The node and the columns of each id.
    clusters : Path
        The cluster of each node.
    schema : pyarrow.Schema
        Names and types of the columns of ids.
    facts : dict
        What the file says about how it was made.
    """
    import pyarrow.parquet as pq

    labels = open_array(clusters)
    stated = stating(schema.append(pa.field("cluster_id", pa.int32())).empty_table(), facts).schema
    with written_whole(out) as partial, pq.ParquetWriter(partial, stated) as writer:
        for batch in batches:
            ids = [column.cast(kind) for column, kind in zip(batch.columns[1:], schema.types, strict=True)]
            cluster_id = pa.array(labels[batch.column(0).to_numpy()])
            writer.write_table(pa.table([*ids, cluster_id], schema=stated))

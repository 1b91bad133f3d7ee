"""
Cluster Parquet files from disk
===============================

Pairs in Parquet files, solved from disk by two processes with little memory: the same labels as in memory.
"""

# sphinx_gallery_thumbnail_path = 'images/reader_big_data.png'

import sys
import time
from pathlib import Path

import numpy as np

import frenemy as fr

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as error:
    print(f'{error}: pip install "frenemy[tables]"')
    sys.exit()

N_PAIRS, N_FILES, SIZE = 200_000, 4, 5


def write_pairs(folder: Path) -> None:
    """People with about five records each, compared with some of their own and some other records; some are wrong."""
    rng = np.random.default_rng(0)
    n = N_PAIRS // 4
    left = rng.integers(0, n, 3 * N_PAIRS)
    is_near = rng.random(len(left)) < 0.8
    right = np.where(is_near, left // SIZE * SIZE + rng.integers(0, SIZE, len(left)), rng.integers(0, n, len(left)))
    pairs = np.unique(np.stack((np.minimum(left, right), np.maximum(left, right)), axis=1), axis=0)
    pairs = rng.permutation(pairs[pairs[:, 0] != pairs[:, 1]])[:N_PAIRS]
    is_same = pairs[:, 0] // SIZE == pairs[:, 1] // SIZE
    weight = np.where(is_same, 2.5, -2.5) + rng.normal(0.0, 1.0, len(pairs))
    folder.mkdir()
    for at, rows in enumerate(np.array_split(np.arange(len(pairs)), N_FILES)):
        table = pa.table({"id_l": pairs[rows, 0], "id_r": pairs[rows, 1], "weight": weight[rows]})
        pq.write_table(table, folder / f"{at}.parquet")
    print(f"{len(pairs):,} pairs of {len(np.unique(pairs)):,} records in {N_FILES} files")


def main() -> None:  # worker processes import this file, so the code must be in functions
    pairs, labels = Path("pairs"), Path("labels")
    write_pairs(pairs)

    # The two lines. With a scratch folder, an interrupted run continues.
    seconds: dict[str, float] = {}
    began = time.perf_counter()
    found = fr.solve_dataset(pairs, labels, client=2, memory_limit="300MB", scratch="between")
    from_disk = found.table().sort_by("id")
    seconds["from disk"] = time.perf_counter() - began

    # The same pairs in memory.
    began = time.perf_counter()
    together = fr.find_entities(pq.read_table(pairs))
    in_memory = together.table.sort_by("id")
    seconds["in memory"] = time.perf_counter() - began

    print(f"\n{'':10} clusters            energy    gap  seconds")
    for name, clusters, result in (
        ("from disk", found.n_clusters, found),
        ("in memory", together.n_entities, together.result),
    ):
        print(f"{name:10} {clusters:8,} {result.energy:17,.1f} {result.gap:6.2%} {seconds[name]:8.1f}")
    is_same = from_disk["cluster_id"].to_pylist() == in_memory["cluster_id"].to_pylist()
    print(f"\ntasks: {found.n_tasks}, parts too large for one: {found.n_large}, all labels are the same: {is_same}")


if __name__ == "__main__":
    main()

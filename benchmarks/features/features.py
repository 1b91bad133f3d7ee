"""From a feature matrix to labels: cost of each stage, and agreement with the planted truth."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

import frenemy as fr
from benchmarks.options import Options
from frenemy.affinity import feature_problem, learn_distance_weights
from frenemy.affinity.neighbors import nearest
from frenemy.metrics import adjusted_rand_index
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.measure.stage_times import StageTimes
from harness.tables import Column, Row, Table

#: Rows, columns, threads, and the aim in seconds.
SIZES: dict[str, tuple[int, int, int, float]] = {
    "10,000 x 128": (10_000, 128, 1, 5.0),
    "100,000 x 128": (100_000, 128, 2, 60.0),
    "1,000,000 x 128": (1_000_000, 128, 2, 600.0),
}
QUICK_SIZES = {"2,500 x 32": (2_500, 32, 1, 5.0)}
#: Rows, columns and method of a search for neighbours; usearch where it is installed.
SEARCHES = [(50_000, 128, method) for method in ("exact", "cells", "usearch")]
QUICK_SEARCHES = [(1_000, 32, method) for method in ("exact", "cells", "usearch")]
LARGEST = 300  # rows of a cluster
LEARNED_ON = 2_000  # rows of other clusters, which the weights are learned from
N_QUERIES = 1_000  # rows whose true neighbours are computed
N_NEIGHBORS = 15


def tables(options: Options) -> Iterator[Table]:
    sizes = QUICK_SIZES if options.quick else SIZES
    rows: list[Row] = []
    stages: list[Row] = []
    for name in options.chosen(sizes):
        n, d, threads, aim = sizes[name]
        run = fresh(measure, n=n, d=d, threads=threads, repeats=options.repeats if n <= 10_000 else 1)
        rows.append({"matrix": name, "threads": threads, "aim": aim} | run)
        timed = [key.removeprefix("cpu: ") for key in run if key.startswith("cpu: ")]
        stages += [
            {"matrix": name, "stage": key, "wall": run[f"wall: {key}"], "cpu": run[f"cpu: {key}"]} for key in timed
        ]
    if rows:
        yield _summary(rows)
        yield _stages(stages)
    if not options.only:
        yield _searches(QUICK_SEARCHES if options.quick else SEARCHES)


def _summary(rows: list[Row]) -> Table:
    return Table(
        title="Matrix to labels",
        aim=(
            "Clustered embeddings of uneven sizes; weights learned beforehand on 2,000 rows of other clusters. One "
            "process each; the matrix counts for peak memory, but generating it does not count for times. "
            f"Load at the end: {os.getloadavg()[0]:.1f}."
        ),
        columns=(
            Column("matrix", "matrix"),
            Column("threads", "threads", ".0f"),
            Column("wall", "s", ".1f"),
            Column("cpu", "CPU s", ".1f"),
            Column("aim", "aim", "g"),
            Column("peak_mb", "peak MB", ",.0f"),
            Column("pairs", "pairs listed", ",.0f"),
            Column("clusters", "clusters", ",.0f"),
            Column("planted", "planted", ",.0f"),
            Column("ari", "ARI", ".4f"),
        ),
        rows=rows,
    )


def _stages(rows: list[Row]) -> Table:
    return Table(
        title="Stages",
        aim="Where the time goes.",
        columns=(
            Column("matrix", "matrix"),
            Column("stage", "stage"),
            Column("wall", "s", ".1f"),
            Column("cpu", "CPU s", ".1f"),
        ),
        rows=rows,
    )


def _searches(searches: list[tuple[int, int, str]]) -> Table:
    rows: list[Row] = [
        {"matrix": f"{n:,} x {d}", "method": method} | fresh(measure_search, n=n, d=d, method=method)
        for n, d, method in searches
    ]
    return Table(
        title=f"{N_NEIGHBORS} nearest neighbours",
        aim=f"One thread. Found: share of the true neighbours of {N_QUERIES:,} rows; and of those in their cluster.",
        columns=(
            Column("matrix", "matrix"),
            Column("method", "method"),
            Column("cpu", "CPU s", ".1f"),
            Column("recall", "found", ".4f"),
            Column("recall_own", "in own cluster", ".4f"),
            Column("peak_mb", "peak MB", ",.0f"),
        ),
        rows=rows,
    )


# -------------------------------------------------------------------------------------------------------- measurements


def measure(n: int, d: int, threads: int) -> Measured:
    weigher = learn_distance_weights(*embeddings(LEARNED_ON, d, seed=1))
    features, truth = embeddings(n, d, seed=0)
    stages = StageTimes()
    problem = feature_problem(weigher.prepare(features), threads=threads, on_stage=stages)
    stages("solve", 0.0)
    result = fr.solve(problem, threads=threads)
    stages("end", 0.0)
    return {
        "wall": sum(stages.wall.values()),
        "cpu": sum(stages.cpu.values()),
        "pairs": problem.n_edges,
        "clusters": result.n_clusters,
        "planted": len(np.unique(truth)),
        "ari": adjusted_rand_index(result.labels, truth),
        **{f"wall: {name}": seconds for name, seconds in stages.wall.items()},
        **{f"cpu: {name}": seconds for name, seconds in stages.cpu.items()},
    }


def measure_search(n: int, d: int, method: str) -> Measured:
    features, truth = embeddings(n, d, seed=0)
    with Cpu() as cpu:
        try:
            found = nearest(features, n_neighbors=N_NEIGHBORS, method=method).indices  # type: ignore[arg-type]
        except ValueError:
            return {"cpu": None, "recall": None, "recall_own": None}  # usearch is not installed
    queries = np.random.default_rng(0).choice(n, size=min(n, N_QUERIES), replace=False)
    true = np.stack([_true_neighbors(features, row) for row in queries])
    is_found = (true[:, :, None] == found[queries][:, None, :]).any(axis=2)
    is_own = truth[true] == truth[queries][:, None]
    return {"cpu": cpu.seconds, "recall": float(is_found.mean()), "recall_own": float(is_found[is_own].mean())}


def _true_neighbors(features: npt.NDArray[np.float32], row: int) -> npt.NDArray[np.intp]:
    difference = features - features[row]
    squares = np.einsum("ij,ij->i", difference, difference)
    squares[row] = np.inf
    return np.argsort(squares, kind="stable")[:N_NEIGHBORS]


def embeddings(n: int, d: int, *, seed: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]:
    """Rows around centers, as embeddings of faces are: most clusters are small, some have hundreds, a few rows stray.

    Sizes go with a power law from 1 to 300, coordinates are wide in some directions and narrow in others, and some rows
    are farther from their center than others. The pattern of directions is the same for every seed.
    """
    rng = np.random.default_rng(seed)
    possible = np.arange(1, LARGEST + 1)
    shares = possible**-1.3 / (possible**-1.3).sum()
    sizes = rng.choice(possible, size=max(10, n // 8), p=shares)
    labels = np.repeat(np.arange(len(sizes)), sizes)[:n]
    labels = np.concatenate((labels, np.arange(len(labels), n)))  # alone, should the sizes not fill the matrix
    rng.shuffle(labels)
    directions = np.linalg.qr(np.random.default_rng(0).standard_normal((d, d)))[0].astype(np.float32)
    between, within = (np.arange(1, d + 1) ** power for power in (-0.5, -0.25))
    between = (between / np.sqrt(2.0 * (between**2).sum())).astype(np.float32)
    within = (0.4 * within / np.sqrt(2.0 * (within**2).sum())).astype(np.float32)
    centers = rng.standard_normal((int(labels.max()) + 1, d), dtype=np.float32) * between
    features = np.empty((n, d), np.float32)
    for begin in range(0, n, 50_000):
        part = slice(begin, min(begin + 50_000, n))
        stray = np.exp(rng.normal(0.0, 0.25, (part.stop - begin, 1))).astype(np.float32)
        noise = rng.standard_normal((part.stop - begin, d), dtype=np.float32) * within * stray
        features[part] = (centers[labels[part]] + noise) @ directions.T
    return features, labels

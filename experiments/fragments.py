"""Whether normalized cuts break large homogeneous clusters, as the paper says of those with repulsion (section 1)."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

import frenemy as fr
from experiments.settings import Settings
from frenemy.comparators import NormalizedCuts, SignedNormalizedCuts
from harness.progress import with_progress
from harness.results_file import ResultsFile, Row
from harness.tables import Column, Table

N_CLUSTERS = 4
SHORT = 20  # nodes of the three chains beside the long one
REACH = 5  # nodes at most this far apart in a chain attract
REPELLING = 0.1  # share of the pairs between chains that are listed
COLUMNS = ("length", "repeat", "method", "pieces", "pieces_of_short", "ari", "seconds")
METHODS = {
    "signed": SignedNormalizedCuts(n_clusters=N_CLUSTERS),
    "signed, constant kept": SignedNormalizedCuts(n_clusters=N_CLUSTERS, keeps_constant=True),
    "positive": NormalizedCuts(n_clusters=N_CLUSTERS),
}
OURS = "frenemy, k not given"


def measure(settings: Settings) -> list[Row]:
    lengths, n_repeats = ((50, 100), 1) if settings.quick else ((50, 100, 200, 400), 5)
    results = ResultsFile(settings.out / "fragments.csv", COLUMNS, n_keys=3, fresh=settings.fresh)
    keys = [(length, repeat, name) for length in lengths for repeat in range(n_repeats) for name in (*METHODS, OURS)]
    for length, repeat, name in with_progress(results.left(keys), "fragments"):
        problem, truth = chains((length, SHORT, SHORT, SHORT), seed=repeat)
        began = time.perf_counter()
        if name == OURS:
            labels = fr.solve(problem, seed=repeat).labels
        else:
            labels = METHODS[name].clustering(problem, seed=repeat).labels
        found = pieces(labels, truth)
        results.add(
            {
                "length": length,
                "repeat": repeat,
                "method": name,
                "pieces": found[0],
                "pieces_of_short": statistics.mean(found[1:]),
                "ari": fr.metrics.adjusted_rand_index(labels, truth),
                "seconds": time.perf_counter() - began,
            }
        )
    return results.of(keys)


def chains(sizes: Sequence[int], *, seed: int = 0) -> tuple[fr.Problem, npt.NDArray[np.int64]]:
    """Clusters in which near ones attract, as in images, and nodes of different ones repel where they are compared."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(len(sizes)), sizes)
    place = np.concatenate([np.arange(size) for size in sizes])
    u, v = np.triu_indices(len(truth), 1)
    together = truth[u] == truth[v]
    listed = np.where(together, np.abs(place[u] - place[v]) <= REACH, rng.random(len(u)) < REPELLING)
    weights = np.where(together, 1.0, -1.0)
    return fr.Problem.from_edges(u[listed], v[listed], weights[listed], n_nodes=len(truth)), truth


def pieces(labels: npt.NDArray[np.int32], truth: npt.NDArray[np.int64]) -> list[int]:
    """For each true cluster, how many clusters hold at least a tenth of it."""
    members = [labels[truth == cluster] for cluster in range(int(truth.max()) + 1)]
    return [int((np.bincount(own) >= 0.1 * len(own)).sum()) for own in members]


def means(rows: Sequence[Row]) -> list[Row]:
    found: list[Row] = []
    for length in sorted({row["length"] for row in rows}):
        for method in (*METHODS, OURS):
            group = [row for row in rows if row["length"] == length and row["method"] == method]
            mean = {key: statistics.mean(row[key] for row in group) for key in ("pieces", "pieces_of_short", "ari")}
            found.append({"length": length, "method": method} | mean)
    return found


def table(rows: Sequence[Row]) -> Table:
    return Table(
        title="Pieces of large homogeneous clusters",
        aim=(
            f"No wrong sign: a chain of nodes in which those at most {REACH} apart attract, three chains of {SHORT}, "
            "and a tenth of the pairs between chains repel. Normalized cuts are given the number of clusters, "
            f"{N_CLUSTERS}. Mean number of clusters that hold a tenth of the long chain or more, the same for "
            "the short ones, and ARI."
        ),
        columns=(
            Column("length", "length", "d"),
            Column("method", "method"),
            Column("pieces", "pieces", ".1f"),
            Column("pieces_of_short", "of short ones", ".1f"),
            Column("ari", "ARI", ".2f"),
        ),
        rows=means(rows),
    )

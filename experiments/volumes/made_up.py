"""Made-up volumes: quality, speed and memory beside bioimage-cpp."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import frenemy as fr
from experiments.volumes.methods import GAEC, gaec, solved
from frenemy.affinity.volume import ContrastWeights, cell_volume, region_graph, supervoxels, volume_problem

COLUMNS = (
    "side",
    "regions",
    "pairs",
    "cells",
    "rand_error",
    "split",
    "merge",
    "rand_error_watershed",
    "split_watershed",
    "merge_watershed",
    "rand_error_default",
    "split_default",
    "merge_default",
    "supervoxels_s",
    "graph_s",
    "graph_alone_s",
    "their_graph_s",
    "their_features_s",
    "energy",
    "their_energy",
    "solve_s",
    "their_solve_s",
    "all_wall_s",
    "peak_gb",
)


def measure(side: int) -> dict[str, Any]:
    """One volume of ``side`` voxels along each axis; the generator's time does not count."""
    weights = fr.fit_volume(*cell_volume((_SIDE_TO_LEARN,) * 3, seed=1), model="logistic", threads=1)
    boundaries, truth = _volume(side)
    began = time.perf_counter()
    found = fr.segment_volume(boundaries, weights=weights, threads=2)
    wall = time.perf_counter() - began
    peak = _peak_gb()
    n_runs = 2 if side <= _MAX_MADE else 1
    _, supervoxels_s = _timed(lambda: supervoxels(boundaries, threads=1), n_runs)
    _, graph_alone_s = _timed(lambda: region_graph(found.supervoxels, threads=1), n_runs)
    _, graph_s = _timed(lambda: region_graph(found.supervoxels, boundaries, threads=1), n_runs)
    energy, solve_s = solved(found.problem)
    theirs = _theirs(found, boundaries, n_runs) if GAEC.is_installed else dict.fromkeys(_THEIRS)
    return {
        "side": side,
        "regions": found.graph.n_nodes,
        "pairs": found.graph.n_edges,
        "cells": found.n_cells,
        **_scores(found, truth),
        "supervoxels_s": supervoxels_s,
        "graph_s": graph_s,
        "graph_alone_s": graph_alone_s,
        "energy": energy,
        "solve_s": solve_s,
        **theirs,
        "all_wall_s": wall,
        "peak_gb": peak,
    }


_SIDE_TO_LEARN = 112
_MAX_MADE = 256  # a larger volume is made of mirror images, which takes seconds instead of minutes


def _volume(side: int) -> tuple[np.ndarray, np.ndarray | None]:
    """Boundaries, and the truth if all cells are different."""
    if side <= _MAX_MADE:
        return cell_volume((side,) * 3, seed=side)
    part, _ = cell_volume((_MAX_MADE,) * 3, seed=side)
    return np.pad(part, (0, side - _MAX_MADE), mode="symmetric"), None


def _scores(found: fr.VolumeSegmentation, truth: np.ndarray | None) -> dict[str, float | None]:
    if truth is None:
        return {key + of: None for of in _OF.values() for key in ("rand_error", "split", "merge")}
    default = fr.solve(volume_problem(found.graph, ContrastWeights()(found.graph)), warn=False)
    all_labels = {
        "learned": found.labels,
        "watershed": found.supervoxels,
        "default": default.labels[found.supervoxels],
    }
    scores: dict[str, float | None] = {}
    for name, labels in all_labels.items():
        halves = fr.metrics.split_and_merge(labels, truth)
        scores[f"rand_error{_OF[name]}"] = fr.metrics.adapted_rand_error(labels, truth)
        scores[f"split{_OF[name]}"], scores[f"merge{_OF[name]}"] = halves.split, halves.merge
    return scores


#: How the columns of each method end.
_OF = {"learned": "", "watershed": "_watershed", "default": "_default"}
_THEIRS = ("their_graph_s", "their_features_s", "their_energy", "their_solve_s")


def _theirs(found: fr.VolumeSegmentation, boundaries: np.ndarray, n_runs: int) -> dict[str, Any]:
    """CPU time of bioimage-cpp on one thread: the graph, its features with quantiles, and the solve."""
    from bioimage_cpp.graph import features, region_adjacency_graph

    labels = found.supervoxels.astype(np.uint32)
    graph, graph_s = _timed(lambda: region_adjacency_graph(labels, number_of_threads=1), n_runs)
    _, features_s = _timed(
        lambda: features.edge_map_features_complex(graph, labels, boundaries, number_of_threads=1), n_runs
    )
    _, energy, solve_s = gaec(found.problem)
    return dict(zip(_THEIRS, (graph_s, features_s, energy, solve_s), strict=True))


def _timed(work: Callable[[], Any], n_runs: int) -> tuple[Any, float]:
    """The result and the lowest CPU seconds: the first run pages memory in."""
    seconds = []
    for _ in range(n_runs):
        began = time.process_time()
        result = work()
        seconds.append(time.process_time() - began)
    return result, min(seconds)


def _peak_gb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6

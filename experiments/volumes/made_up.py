"""Made-up volumes: quality, speed and memory beside bioimage-cpp."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import frenemy as fr
from experiments.volumes.methods import GAEC, gaec, solved
from frenemy.affinity.volume import cell_volume, region_graph, supervoxels

COLUMNS = (
    "side",
    "regions",
    "pairs",
    "cells",
    "rand_error",
    "split",
    "merge",
    "rand_error_watershed",
    "supervoxels_s",
    "graph_s",
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
    boundaries, truth = cell_volume((side,) * 3, cell_size=24.0, seed=side)
    before = _peak_gb()
    began = time.perf_counter()
    found = fr.segment_volume(boundaries, threads=2)
    wall = time.perf_counter() - began
    peak = max(_peak_gb(), before)
    halves = fr.metrics.split_and_merge(found.labels, truth)
    _, supervoxels_s = _timed(lambda: supervoxels(boundaries, threads=1))
    _, graph_s = _timed(lambda: region_graph(found.supervoxels, boundaries, threads=1))
    energy, solve_s = solved(found.problem)
    theirs = _theirs(found, boundaries) if GAEC.is_installed else dict.fromkeys(_THEIRS)
    return {
        "side": side,
        "regions": found.graph.n_nodes,
        "pairs": found.graph.n_edges,
        "cells": found.n_cells,
        "rand_error": fr.metrics.adapted_rand_error(found.labels, truth),
        "split": halves.split,
        "merge": halves.merge,
        "rand_error_watershed": fr.metrics.adapted_rand_error(found.supervoxels, truth),
        "supervoxels_s": supervoxels_s,
        "graph_s": graph_s,
        "energy": energy,
        "solve_s": solve_s,
        **theirs,
        "all_wall_s": wall,
        "peak_gb": peak,
    }


_THEIRS = ("their_graph_s", "their_features_s", "their_energy", "their_solve_s")


def _theirs(found: fr.VolumeSegmentation, boundaries: np.ndarray) -> dict[str, Any]:
    """CPU time of bioimage-cpp on one thread: the graph, its features with quantiles, and the solve."""
    from bioimage_cpp.graph import features, region_adjacency_graph

    labels = found.supervoxels.astype(np.uint32)
    graph, graph_s = _timed(lambda: region_adjacency_graph(labels, number_of_threads=1))
    _, features_s = _timed(lambda: features.edge_map_features_complex(graph, labels, boundaries, number_of_threads=1))
    _, energy, solve_s = gaec(found.problem)
    return dict(zip(_THEIRS, (graph_s, features_s, energy, solve_s), strict=True))


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """The result and the CPU seconds, the lower of two runs: the first one pages memory in."""
    seconds = []
    for _ in range(2):
        began = time.process_time()
        result = work()
        seconds.append(time.process_time() - began)
    return result, min(seconds)


def _peak_gb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6

"""frenemy's solvers and the peers behind one call, so that every table measures them in the same way."""

from __future__ import annotations

import numpy as np

import frenemy as fr
from harness.data.recipes import Recipe, make
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.peers.clustering import LEIDEN_10, PEERS

OURS: dict[str, fr.Solver] = {
    "AdaptiveICM": fr.AdaptiveICM(),
    "SwapExplore": fr.SwapExplore(),
    "ExpandExplore": fr.ExpandExplore(),
    "AdaptiveICM, SwapExplore": fr.Chain((fr.AdaptiveICM(), fr.SwapExplore())),
}
OTHERS = {
    "igraph Leiden": PEERS[LEIDEN_10],
    "bioimage-cpp GAEC": PEERS["bioimage-cpp GAEC"],
    "bioimage-cpp GAEC+KL": PEERS["bioimage-cpp GAEC+KL"],
}
METHODS = (*OURS, *OTHERS)


def is_installed(method: str) -> bool:
    return method in OURS or OTHERS[method].is_installed


def cluster_fresh(
    recipe: Recipe, method: str, *, seed: int = 0, limit: float | None = None, repeats: int = 1
) -> Measured:
    """One method on one problem in a separate process; ``limit`` (seconds) applies to ours only."""
    return fresh(cluster, recipe=recipe, method=method, seed=seed, limit=limit, repeats=repeats)


def cluster(recipe: Recipe, method: str, seed: int, limit: float | None) -> Measured:
    pairs = make(**recipe)
    with Cpu() as build:
        problem = pairs.problem()
    status = "done"
    if method in OURS:
        with Cpu() as solve:
            result = fr.solve(problem, OURS[method], stop=fr.Stop(seconds=limit), seed=seed)
        labels, status = result.labels, result.status.name
    else:
        peer = OTHERS[method].loaded()
        with Cpu() as build:
            built = peer.build(pairs)
        with Cpu() as solve:
            labels = peer.run(built, seed)
    sizes = np.bincount(problem.connected_parts(labels))
    return {
        "nodes": pairs.n_nodes,
        "pairs": len(pairs.u),
        "build_seconds": build.seconds,
        "seconds": solve.seconds,
        "energy": problem.energy(labels),
        "clusters": len(np.unique(labels)),
        "parts": len(sizes),
        "parts_over_one": int((sizes > 1).sum()),
        "status": status,
    }

"""Methods to cluster a problem, and the energy, quality and time of one of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

import frenemy as fr
from harness.data.problems import Pairs
from harness.method import Method
from harness.peers.clustering import LEIDEN_10, PEERS, Peer
from harness.results_file import Row

Labels = npt.NDArray[Any]
#: A problem, a seed and seconds to labels and how it ended; seconds are for those that know limits.
Clusterer = Callable[[fr.Problem, int, float], tuple[Labels, str]]

GRAY = "#707070"


#: The colors of the paper's own five methods are the paper's.
ProblemMethod = Method[Clusterer]


def _run(problem: fr.Problem, seed: int, seconds: float, *, solver: fr.Solver) -> tuple[Labels, str]:
    """The solver alone, from one cluster as in the paper, without the lower bound that ``fr.solve`` makes beside it."""
    run = fr.Run(fr.Stop(seconds=seconds), seed=seed)
    return solver(problem, np.zeros(problem.n_nodes, np.int32), run), run.status.name


def _default(problem: fr.Problem, seed: int, seconds: float) -> tuple[Labels, str]:  # noqa: ARG001
    """As called without any option, its bound included: one pass, which is far below any limit here."""
    result = fr.solve(problem, seed=seed)
    return result.labels, result.status.name


def _default_in(problem: fr.Problem, seed: int, seconds: float, *, budget: float) -> tuple[Labels, str]:
    """With time to search, all of which is used unless the best is proven found: no limit is hit by that."""
    result = fr.solve(problem, seed=seed, stop=fr.Stop(seconds=min(budget, seconds)))
    is_cut = result.status is fr.Status.TIME_LIMIT and seconds < budget
    return result.labels, "TIME_LIMIT" if is_cut else "SEARCHED"


def _peer(problem: fr.Problem, seed: int, seconds: float, *, peer: Peer) -> tuple[Labels, str]:  # noqa: ARG001
    built = peer.build(Pairs(*problem.edges(), problem.n_nodes, missing=problem.missing))
    return peer.run(built, seed), "CONVERGED"


def _ours(solver: fr.Solver, color: str, line: str = "-") -> ProblemMethod:
    return Method(partial(_run, solver=solver), color=color, line=line)


def _theirs(name: str, color: str, line: str = "-") -> ProblemMethod:
    return Method(partial(_peer, peer=PEERS[name]), color=color, line=line, needs=(PEERS[name].module,))


def paper_methods(n_labels: int) -> dict[str, ProblemMethod]:
    """Those that the paper compares; TRW-S and BP get ``n_labels``, which is to be more than there are clusters."""
    trws, bp = fr.comparators.TRWS, fr.comparators.BeliefPropagation
    return {
        "Swap": _ours(fr.SwapExplore(), "#0000ff"),
        "Expand": _ours(fr.ExpandExplore(), GRAY),
        "ICM": _ours(fr.AdaptiveICM(), "#00ff00"),
        "TRW-S": _ours(trws(n_labels=n_labels), "#00ffff"),
        "BP": _ours(bp(n_labels=n_labels), "#ff0000", "--"),
        "TRW-S, noise": _ours(trws(n_labels=n_labels, noise=0.1), "#00ffff", ":"),
        "BP, noise": _ours(bp(n_labels=n_labels, noise=0.1), "#ff0000", ":"),
    }


def modern_methods() -> dict[str, ProblemMethod]:
    """What one would use today."""
    return {
        "frenemy": Method(_default),
        "frenemy, 1 s": Method(partial(_default_in, budget=1.0), line=":"),
        "Leiden": _theirs(LEIDEN_10, "#d55e00"),
        "GAEC+KL": _theirs("bioimage-cpp GAEC+KL", "#8a3d90"),
    }


def warm_up(methods: Iterable[ProblemMethod]) -> None:
    """Every method once on next to nothing: importing is no part of what is timed."""
    triangle = fr.Problem.from_edges([0, 1, 0], [1, 2, 2], [2.0, -1.0, -1.0])
    for method in methods:
        method.call(triangle, 0, 1.0)


def measured(method: ProblemMethod, problem: fr.Problem, truth: Labels | None, *, seed: int, limit: float) -> Row:
    """Energy in the cut form; what needs the truth is None without it."""
    wall, cpu = time.perf_counter(), time.process_time()
    labels, status = method.call(problem, seed, limit)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return {
        "energy": problem.energy(labels),
        "k": len(np.unique(labels)),
        "purity": None if truth is None else fr.metrics.purity(labels, truth),
        "ari": None if truth is None else fr.metrics.adjusted_rand_index(labels, truth),
        "cpu_seconds": cpu,
        "wall_seconds": wall,
        "status": status,
    }

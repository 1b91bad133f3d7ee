"""Markov chains over partitions: where they start, and the draws that are kept."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Labels
from frenemy.run import Run, Stop
from frenemy.solvers import DEFAULT
from frenemy.solving.transform import Transformed

_TIME_FOR_START = 0.1  # share of the time limit for the start made by a solver
_PAIRS_PER_SECOND = 5_000_000  # that a solver can handle


@dataclass(frozen=True, eq=False)
class Chain:
    """The draws that are kept of a chain: its second half, rounded up to whole batches."""

    energies: npt.NDArray[np.float64]
    n_clusters: npt.NDArray[np.int32]
    lengths: npt.NDArray[np.int64]  # of batches
    counts: npt.NDArray[np.uint32]  # (n_batches, n_pairs)
    is_warming_up: bool  # whether some draws are from the warm-up, because time ran out
    n_proposed: int
    n_accepted: int


def chain_starts(task: Transformed, n_chains: int, run: Run) -> list[tuple[Labels, bool]]:
    """Starts that are far apart, since chains may never reach what none starts near, and whether to anneal first.

    Only the start from a solver needs no annealing. There are fewer starts than chains if time runs out.
    """
    n = task.problem.n_nodes
    if task.has_start:  # no time to contract
        return [(task.start, False)]
    rng = run.rng()
    together = np.zeros(n, np.int32)
    # One pass of the default solver, if there is time.
    stop = Stop() if run.stop.seconds is None else Stop(seconds=_TIME_FOR_START * run.stop.seconds)
    makers: list[tuple[Callable[[], Labels], bool]] = [
        (lambda: np.arange(n, dtype=np.int32), True),
        (lambda: _core.attracting_components(task.problem.graph, together), True),
    ]
    if stop.seconds is None or task.problem.n_edges <= _PAIRS_PER_SECOND * stop.seconds:
        makers.append((lambda: DEFAULT(task.problem, together, run.inner(lambda _: False, stop=stop)), False))
    makers += [(lambda: rng.integers(max(1, math.isqrt(n)), size=n, dtype=np.int32), True)] * n_chains
    starts: list[tuple[Labels, bool]] = []
    for make, is_heated in makers[:n_chains]:
        if not starts or not run.expired():
            starts.append((task.kept_apart(make(), run), is_heated))
    return starts


def sample_chains(
    task: Transformed,
    starts: list[tuple[Labels, bool]],
    u: Labels,
    v: Labels,
    temperature: float,
    n_kept: int,
    run: Run,
    *,
    has_gibbs: bool = True,
    n_split_merges: int = -1,
) -> list[Chain]:
    """Chains whose second half has ``n_kept`` draws, or as many as there is time for."""
    apart = task.apart
    records = _core.sample_partitions(
        task.problem.graph,
        starts,
        *(apart.u, apart.v, apart.nodes, apart.tokens),
        *(u, v),
        float(temperature),
        2 * n_kept,
        has_gibbs,
        n_split_merges,
        run.core,
    )
    chains = []
    for energies, n_clusters, lengths, counts, n_warm_up, n_proposed, n_accepted in records:
        length = int(lengths[0])
        n_cut = min(max(len(energies) // 2 // length, -(-n_warm_up // length)), len(lengths) - 1)
        first = n_cut * length
        kept = counts.reshape(len(lengths), len(u))[n_cut:]
        is_warming_up = first < n_warm_up
        chains.append(
            Chain(energies[first:], n_clusters[first:], lengths[n_cut:], kept, is_warming_up, n_proposed, n_accepted)
        )
    return chains

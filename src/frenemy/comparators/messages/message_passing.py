"""Clustering by message passing on a Potts model: the common code of TRW-S and belief propagation."""

from __future__ import annotations

import math

import numpy as np

from frenemy import _core
from frenemy.comparators.listed_pairs import with_listed_pairs
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import whole_number
from frenemy.run import Run

_MAX_DEVIATIONS = 20.0  # standard deviations: no sampled number, minus the mean of its row, is this large
_DRAWS_PER_BLOCK = 100_000  # between two checks of the time limit
_MAX_NOISE = 1e100  # times the mean weight: far beyond any use
_MAX_SUM = float(np.finfo(float).max) / 16.0  # of costs and weights: sums within a round are a few times as large
_MAX_NUMBERS = 500_000_000  # 4 GB; systems that overcommit memory would kill Python


def check_parameters(n_labels: int, noise: float, n_rounds: int, max_pairs: int) -> None:
    whole_number(n_labels, "n_labels", minimum=1)
    try:
        is_number = bool(0.0 <= noise < math.inf)
    except (TypeError, ValueError):
        is_number = False
    if not is_number:
        raise ValueError(f"noise must be a number of at least 0, got {noise!r}")
    if noise > _MAX_NOISE:
        raise ValueError(f"noise must be at most {_MAX_NOISE:g}, got {noise!r}")
    whole_number(n_rounds, "n_rounds", minimum=1)
    whole_number(max_pairs, "max_pairs", minimum=1)


def check_memory(listed: Problem, n_labels: int) -> None:
    """Refuse more labels than memory allows: each takes one number per node and per attracting pair."""
    n_attracting = int(np.count_nonzero(listed.edges()[2] > 0.0))
    max_labels = _MAX_NUMBERS // max(1, listed.n_nodes + n_attracting)
    if n_labels > max_labels:
        raise ValueError(
            f"too many labels for {listed.n_nodes} nodes and {n_attracting} pairs that attract: {n_labels}, and memory "
            f"allows {max_labels} (n_labels)"
        )


def is_summable(listed: Problem, costs: float) -> bool:
    """Whether no sum in a round overflows; ``costs`` is the sum of the largest costs of all nodes."""
    with np.errstate(over="ignore"):
        return costs + float(np.abs(listed.edges()[2]).sum()) <= _MAX_SUM


def cluster_by_messages(
    problem: Problem,
    start: Labels,
    run: Run,
    *,
    is_reweighted: bool,
    n_labels: int,
    noise: float,
    n_rounds: int,
    max_pairs: int,
) -> Labels:
    """The best of the start and of the labels of every round.

    With reweighting, the run records the lower bound. It is valid for the problem, for any number of clusters and in
    spite of the noise. It is at most the value of the local linear relaxation with the noisy costs. That value is
    concave in the costs and invariant under permutations of the labels, so it is at most its value at the mean of the
    costs over all permutations. The noise of each node has mean 0 over its labels, so this mean is free of noise.
    Without noise, uniform fractional labels that agree on attracting pairs and differ on repelling ones are feasible
    and cost the total repelling weight. So the bound never exceeds ``repelling_weight``, a trivial lower bound of every
    clustering: the relaxation is this weak if labels are interchangeable. With a single label nothing can be cut, and
    no bound is recorded.
    """
    listed = with_listed_pairs(
        problem,
        "TRWS" if is_reweighted else "BeliefPropagation",
        max_pairs=max_pairs,
        is_complete=problem.missing != 0.0,
    )
    n_labels = max(1, min(int(n_labels), problem.n_nodes))
    check_memory(listed, n_labels)
    messages = _core.PottsMessages(listed.graph, n_labels, _noise(listed, n_labels, noise, run), is_reweighted)
    best, energy = start, problem.graph.energy(start)
    for _ in range(int(n_rounds)):
        if not messages.round(run.core):
            break
        if is_reweighted and n_labels > 1:
            run.bound_found(min(messages.bound, problem.repelling_weight))  # any excess is rounding
        labels = _core.contiguous(messages.labels())
        found = problem.graph.energy(labels)
        if found < energy:
            best, energy = labels, found
        if run.round_done(energy, best) or messages.is_fixed:
            break
    return best


def _noise(listed: Problem, n_labels: int, noise: float, run: Run) -> Floats:
    """Random label costs, which break the symmetry of the labels, with mean 0 at every node.

    ``noise`` is in units of the mean absolute weight.
    """
    weights = listed.edges()[2]
    if noise == 0.0 or len(weights) == 0:
        return np.empty(0)
    scale = float(noise) * float(np.abs(weights).mean())
    if not is_summable(listed, _MAX_DEVIATIONS * scale * listed.n_nodes):
        raise ValueError(
            f"noise must be smaller for weights this large: got {noise!r}, and weights are up to "
            f"{np.abs(weights).max():g}"
        )
    rng = run.rng()
    unary = np.empty((listed.n_nodes, n_labels))
    n_rows = max(1, _DRAWS_PER_BLOCK // n_labels)
    for begin in range(0, listed.n_nodes, n_rows):
        if run.expired():
            return np.empty(0)  # there will be no round
        rows = unary[begin : begin + n_rows]
        rows[:] = scale * rng.standard_normal(rows.shape)
        rows -= rows.mean(axis=1, keepdims=True)
    return unary.reshape(-1)

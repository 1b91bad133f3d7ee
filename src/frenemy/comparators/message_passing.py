"""Clustering as labelling: what TRW-S and belief propagation share."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.comparators.listed_pairs import with_listed_pairs
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.checked_parameters import check_at_least

_MOST_DEVIATIONS = 20.0  # from the mean: no number that is drawn, less the mean of others, is so far off
_DRAWN_AT_ONCE = 100_000  # numbers, between two looks at the clock
_MOST_NOISE = 1e100  # times the mean weight: far beyond any use
_MOST_TOGETHER = float(np.finfo(float).max) / 16.0  # costs and weights: sums within a round are a few times as much
_MOST_NUMBERS = 500_000_000  # 4 GB; systems that promise more than they have would end Python


def check_parameters(n_labels: int, noise: float, n_rounds: int, most_pairs: int) -> None:
    check_at_least(n_labels, 1, "n_labels")
    try:
        is_number = bool(0.0 <= noise < math.inf)
    except (TypeError, ValueError):
        is_number = False
    if not is_number:
        raise ValueError(f"noise must be a number of at least 0, got {noise!r}")
    if noise > _MOST_NOISE:
        raise ValueError(f"noise must be at most {_MOST_NOISE:g}, got {noise!r}")
    check_at_least(n_rounds, 1, "n_rounds")
    check_at_least(most_pairs, 1, "most_pairs")


def check_room(listed: Problem, n_labels: int) -> None:
    """Refuse more labels than there can be room for: a number for each at every node and every pair that attracts."""
    n_attracting = int(np.count_nonzero(listed.edges()[2] > 0.0))
    most_labels = _MOST_NUMBERS // max(1, listed.n_nodes + n_attracting)
    if n_labels > most_labels:
        raise ValueError(
            f"too many labels for {listed.n_nodes} nodes and {n_attracting} pairs that attract: {n_labels}, and there "
            f"is room for {most_labels} (n_labels)"
        )


def is_summable(listed: Problem, costs: float) -> bool:
    """Whether no sum in a round overflows, if the largest costs of all nodes are so much together."""
    with np.errstate(over="ignore"):
        return costs + float(np.abs(listed.edges()[2]).sum()) <= _MOST_TOGETHER


def cluster_by_messages(
    problem: Problem,
    start: Labels,
    run: Run,
    *,
    is_reweighted: bool,
    n_labels: int,
    noise: float,
    n_rounds: int,
    most_pairs: int,
) -> Labels:
    """The best of the start and of the labels of every round.

    With reweighting, tells the run of the bound, which is one for the problem: for any number of clusters and in spite
    of the noise. It is at most the value of the linear relaxation that the messages work on, which has the noise in its
    costs. That value is concave in the costs, and stays the same if the labels are renamed; so it is at most what it is
    for the mean of the costs over all renamings. The noise of each node is drawn with mean 0 over its labels, so that
    this mean has none. And without any, every node may be a little of each label, the same ones at pairs that
    attract and different ones at pairs that repel, at the cost of all that repels. So the bound is never above
    ``repelling_weight``, which no clustering goes below: that is how little this relaxation knows where labels mean
    nothing. With a single label, nothing can be cut, and nothing is told.
    """
    listed = with_listed_pairs(
        problem,
        "TRWS" if is_reweighted else "BeliefPropagation",
        most_pairs=most_pairs,
        is_complete=problem.missing != 0.0,
    )
    n_labels = max(1, min(int(n_labels), problem.n_nodes))
    check_room(listed, n_labels)
    messages = _core.PottsMessages(listed.graph, n_labels, _noise(listed, n_labels, noise, run), is_reweighted)
    best, energy = start, problem.graph.energy(start)
    for _ in range(int(n_rounds)):
        if not messages.round(run.core):
            break
        if is_reweighted and n_labels > 1:
            run.bound_found(min(messages.bound, problem.repelling_weight))  # more would be rounding
        labels = _core.contiguous(messages.labels())
        found = problem.graph.energy(labels)
        if found < energy:
            best, energy = labels, found
        if run.round_done(energy, best) or messages.is_fixed:
            break
    return best


def _noise(listed: Problem, n_labels: int, noise: float, run: Run) -> npt.NDArray[np.float64]:
    """Costs of labels that tell them apart, in units of the mean weight without signs; with mean 0 at every node."""
    weights = listed.edges()[2]
    if noise == 0.0 or len(weights) == 0:
        return np.empty(0)
    scale = float(noise) * float(np.abs(weights).mean())
    if not is_summable(listed, _MOST_DEVIATIONS * scale * listed.n_nodes):
        raise ValueError(
            f"noise must be less for weights as large as these: got {noise!r}, and they are up to "
            f"{np.abs(weights).max():g}"
        )
    rng = run.rng()
    unary = np.empty((listed.n_nodes, n_labels))
    n_rows = max(1, _DRAWN_AT_ONCE // n_labels)
    for begin in range(0, listed.n_nodes, n_rows):
        if run.expired():
            return np.empty(0)  # no round will be made
        rows = unary[begin : begin + n_rows]
        rows[:] = scale * rng.standard_normal(rows.shape)
        rows -= rows.mean(axis=1, keepdims=True)
    return unary.reshape(-1)

"""Clustering as labelling: what TRW-S and belief propagation share."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.comparators.listed import with_pairs_listed
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.checked_parameters import check_at_least

_DRAWN_AT_ONCE = 100_000  # numbers, between two looks at the clock


def check_parameters(n_labels: int, noise: float, n_rounds: int, most_pairs: int) -> None:
    check_at_least(n_labels, 1, "n_labels")
    if not 0.0 <= noise < math.inf:
        raise ValueError(f"noise must be a number of at least 0, got {noise!r}")
    check_at_least(n_rounds, 1, "n_rounds")
    check_at_least(most_pairs, 1, "most_pairs")


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
    listed = with_pairs_listed(problem, most_pairs=most_pairs, name="TRWS" if is_reweighted else "BeliefPropagation")
    n_labels = max(1, min(n_labels, problem.n_nodes))
    messages = _core.PottsMessages(listed.graph, n_labels, _noise(listed, n_labels, noise, run), is_reweighted)
    best, energy = start, problem.graph.energy(start)
    for _ in range(n_rounds):
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
    scale = noise * float(np.abs(weights).mean())
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

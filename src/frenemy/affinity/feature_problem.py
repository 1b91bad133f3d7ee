"""From rows that can be weighed in pairs to a problem that is small enough to solve, and means what all pairs mean."""

from __future__ import annotations

from functools import partial
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from frenemy.affinity.drawn_pairs import DrawnPairs, Weigh, joined_groups, together
from frenemy.affinity.neighbors import Neighbors, SampledPairs, group_pairs, near_pairs, nearest
from frenemy.affinity.neighbors.block_work import OnStage
from frenemy.affinity.neighbors.nearest import Method
from frenemy.affinity.pair_weigher import PairWeights
from frenemy.affinity.pair_weighing import weigh
from frenemy.checked_arrays import whole_number
from frenemy.problem import Labels, Problem
from frenemy.run import Run, Status, cancel_on_interrupt
from frenemy.solvers import Multilevel

Far = Literal["sampled", "missing", "none"]

ALL_PAIRS = 2_000  # rows, up to which all pairs are listed
N_NEIGHBORS = 15
_FAR_PARTNERS = 4
_ROUNDS = 5  # of drawing pairs where rows come together
_SETTLED = 0.05  # share of the rows in clusters with few drawn pairs, from which it is not solved again to see
_FIRST_HINT = 0.01  # of the mean weight of strangers, for pairs that are not listed: else neighbours would chain
_HINT = 0.1  # the same, when pairs were drawn; a larger share would split wide clusters
_QUICK = Multilevel(sweeps=16, members=1, passes=1)  # what says where rows come together


def feature_problem(
    rows: PairWeights,
    /,
    *,
    n_neighbors: int | None = None,
    n_partners: int = 32,
    far: Far = "sampled",
    method: Method = "auto",
    seed: int = 0,
    threads: int = 1,
    on_stage: OnStage | None = None,
) -> Problem:
    """A problem over rows: of all pairs if they are few, else of those that matter and some that stand for the rest.

    All pairs of ``n`` rows are too many to list from some thousands on. The nearest neighbours of each row alone do not
    mean the same: where all other pairs weigh 0, nothing keeps chains of neighbours from joining, and where all repel,
    clusters of more rows than there are neighbours fall to pieces. So pairs are listed of three kinds:

    - near pairs, one end among the nearest of the other, with their own weight;
    - random pairs inside groups of rows that may belong together, ``n_partners`` of each row, each with its own
      weight times the number of pairs that it stands for. The groups come from solving for what is listed so far; it
      is solved and drawn again where rows came together of which few pairs were drawn;
    - random pairs of all the others, each with their mean weight times the number that it stands for. A tenth of this
      mean is the problem's ``missing``: clusters that few listed pairs connect are not joined.

    The energy of a clustering is then on average that over all pairs, and close to it for clusterings that matter.

    Parameters
    ----------
    rows : PairWeights
        What a :class:`PairWeigher` has prepared: points to look for neighbours among, and weights of any pairs.
    n_neighbors : int, optional
        How many nearest rows to list for each. By default all pairs of up to 2,000 rows, and 15 nearest of more.
    n_partners : int
        How many rows to draw for each in its group; groups of up to one more are listed whole. More are closer to what
        all pairs mean, and take longer.
    far : {"sampled", "missing", "none"}
        What becomes of pairs in different groups that are not near. ``"sampled"``: as said above. ``"missing"``: their
        mean weight is the problem's ``missing``, which holds for pairs in groups that were not drawn, too: less
        faithful where clusters are larger than ``n_partners``. ``"none"``: they weigh a tenth of that: the clusters
        are hardly others, but energies are not those over all pairs.
    method : {"auto", "exact", "cells", "usearch"}
        How to look for neighbours: see :func:`nearest`.
    seed : int
        Which pairs are drawn.
    threads : int
        How many threads may be used; the problem does not depend on it.
    on_stage : callable, optional
        Called with the name of the stage and the share of it that is done.

    Returns
    -------
    Problem
        One node per row.

    Examples
    --------
    >>> import numpy as np, frenemy as fr
    >>> from frenemy.affinity import DistanceWeigher, fit_logistic
    >>> from frenemy.affinity.feature_problem import feature_problem
    >>> rng = np.random.default_rng(0)
    >>> features = rng.normal(np.repeat(rng.normal(0, 10, (3, 4)), 1000, axis=0), 1.0)  # three heaps
    >>> weigher = DistanceWeigher(fit_logistic([2, 3, 4, 12, 15, 20], [True, True, True, False, False, False]))
    >>> problem = feature_problem(weigher.prepare(features))
    >>> problem.n_nodes, problem.n_edges < 35 * 3000, fr.solve(problem).n_clusters
    (3000, True, 3)
    """
    points = rows.coordinates  # once: they may be made when asked for
    n = len(points)
    k = None if n_neighbors is None else whole_number(n_neighbors, "n_neighbors", least=1)
    n_partners = whole_number(n_partners, "n_partners", least=2)
    threads = whole_number(threads, "threads", least=1)
    if far not in get_args(Far):
        raise ValueError(f"far must be one of {', '.join(map(repr, get_args(Far)))}, got {far!r}")
    if (k is None and n <= ALL_PAIRS) or (k is not None and k >= n - 1):
        return _all_pairs(rows, n, threads, on_stage)
    near = nearest(points, n_neighbors=k or N_NEIGHBORS, method=method, seed=seed, threads=threads, on_stage=on_stage)
    u, v = near_pairs(near)
    weighed = partial(weigh, rows, threads=threads)
    listed = SampledPairs(u, v, np.ones(len(u)))
    weights = weigh(rows, u, v, threads=threads, on_stage=on_stage)
    others = group_pairs(np.zeros(n, np.int32), n_partners=_FAR_PARTNERS, seed=seed)
    others = others.where(~near.holds(others.u, others.v))
    drawn, others = _draw(points, near, listed, weights, others, weighed, n_partners, seed, threads, on_stage)
    mean = _mean(others, weighed)
    missing = mean if far == "missing" else _HINT * mean
    listed, weights = listed.joined(drawn.pairs), np.concatenate((weights, drawn.weights))
    if far == "sampled":
        listed, weights = listed.joined(others), np.concatenate((weights, np.full(len(others.u), mean)))
    return _problem(n, listed, weights, missing)


def _all_pairs(rows: PairWeights, n: int, threads: int, on_stage: OnStage | None) -> Problem:
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(n, 1))
    return Problem.from_edges(u, v, weigh(rows, u, v, threads=threads, on_stage=on_stage), n_nodes=n)


def _draw(
    points: npt.NDArray[np.float32],
    near: Neighbors,
    listed: SampledPairs,
    weights: npt.NDArray[np.float64],
    others: SampledPairs,
    weighed: Weigh,
    n_partners: int,
    seed: int,
    threads: int,
    on_stage: OnStage | None,
) -> tuple[DrawnPairs, SampledPairs]:
    """Pairs drawn inside groups, and what is left of the others: those that were never in one group."""
    n = len(points)
    mean = _mean(others, weighed)
    drawn = DrawnPairs.none(n)
    for done in range(_ROUNDS):
        if on_stage is not None:
            on_stage("groups", done / _ROUNDS)
        missing = mean * (_HINT if done else _FIRST_HINT)
        so_far = _problem(n, listed.joined(drawn.pairs), np.concatenate((weights, drawn.weights)), missing)
        labels = _labels(so_far, seed, threads)
        if done == 0:
            labels = joined_groups(labels, points, weighed, n_neighbors=near.n_neighbors, seed=seed)
        is_thin = drawn.too_thin(labels, n_partners=n_partners)
        drawn = drawn.drawn_in(labels, is_thin, near, weighed, n_partners=n_partners, seed=seed + done)
        others = others.where(~together(labels, is_thin, others))
        if np.count_nonzero(is_thin) <= _SETTLED * n:
            break
    if on_stage is not None:
        on_stage("groups", 1.0)
    return drawn, others


def _labels(problem: Problem, seed: int, threads: int) -> Labels:
    """Which rows come together by what is listed so far."""
    run = Run(seed=seed, threads=threads)
    with cancel_on_interrupt(run):
        labels = _QUICK(problem, np.zeros(problem.n_nodes, np.int32), run)
    if run.status is Status.CANCELLED:
        raise KeyboardInterrupt
    return problem.connected_parts(labels)


def _mean(others: SampledPairs, weighed: Weigh) -> float:
    """What pairs of strangers weigh. What attracts is near, or in a group: above 0, they would say nothing."""
    return min(0.0, float(weighed(others.u, others.v).mean())) if len(others.u) else 0.0


def _problem(n: int, listed: SampledPairs, weights: npt.NDArray[np.float64], missing: float) -> Problem:
    """Drawn pairs weigh so much beyond ``missing`` that sums over all pairs are kept, whatever it is."""
    return Problem.from_edges(
        listed.u, listed.v, missing + (weights - missing) * listed.scale, n_nodes=n, missing=missing
    )

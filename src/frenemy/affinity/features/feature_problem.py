"""From rows and pair weights to a sparse problem with, in expectation, the energies of all pairs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, get_args

import numpy as np

from frenemy.affinity.features.group_samples import GroupSamples, Weigh, is_within_groups, merge_attracting_groups
from frenemy.affinity.features.pair_weigher import PairWeights, weigh
from frenemy.affinity.neighbors import Neighbors, SampledPairs, group_pairs, near_pairs, nearest
from frenemy.affinity.neighbors.nearest import Method
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats, Floats32
from frenemy.problem.checked_arrays import thread_count, whole_number
from frenemy.run import OnStage, Run, Stop, cancel_on_interrupt, raise_if_cancelled
from frenemy.solvers import Multilevel, Solver
from frenemy.solvers.solver_labels import solver_labels

Far = Literal["sampled", "missing", "none"]

#: Limit of each intermediate clustering. The solvers used converge within a few rounds.
INNER_STOP = Stop(rounds=1000)

ALL_PAIRS = 2_000  # rows, up to which all pairs are listed
N_NEIGHBORS = 15
_FAR_PARTNERS = 4
_MAX_ROUNDS = 5  # of sampling pairs inside groups
_MAX_UNDERSAMPLED = 0.05  # share of rows in undersampled groups at which sampling ends
_FIRST_HINT = 0.01  # share of the mean far weight that unlisted pairs get at first; 0 would let neighbors chain
_HINT = 0.1  # the same once pairs are sampled; a larger share would split wide clusters
_GROUPING = Multilevel(sweeps=16, members=1, passes=1)


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
    stop: Stop = INNER_STOP,
    on_stage: OnStage | None = None,
) -> Problem:
    """Build a problem over rows: from all pairs if there are few, else from near pairs and a sample of the others.

    Some thousands of rows already have too many pairs to list. The nearest neighbors of each row alone give another
    problem: if all other pairs weigh 0, nothing keeps chains of neighbors from joining; if all others repel, clusters
    with more rows than neighbors per row fall apart. So three kinds of pairs are listed:

    - near pairs: one end is among the nearest neighbors of the other; each has its own weight;
    - sampled pairs inside groups of rows that may belong together, ``n_partners`` per row; each has its own weight
      times the number of pairs that it represents. A clustering of the pairs listed so far gives the groups. This
      repeats while some groups have too few sampled pairs;
    - sampled far pairs, for all others; each has the mean weight of far pairs times the number of pairs that it
      represents. A tenth of this mean is the problem's ``missing``, so that clusters which few listed pairs connect
      are not joined.

    The energy of a clustering is then, in expectation, its energy over all pairs.

    Parameters
    ----------
    rows : PairWeights
        Prepared by a :class:`PairWeigher`: points for the neighbor search, and weights of any pairs.
    n_neighbors : int, optional
        Nearest neighbors to list per row. By default all pairs of up to 2,000 rows, and 15 neighbors beyond.
    n_partners : int
        Sampled partners per row inside its group; groups of up to one more row are listed completely. A larger number
        is closer to all pairs, and slower.
    far : {"sampled", "missing", "none"}
        How to represent pairs in different groups that are not near. ``"sampled"``: as above. ``"missing"``: their
        mean weight becomes the problem's ``missing``, which then also applies to unsampled pairs inside groups: less
        accurate for clusters larger than ``n_partners``. ``"none"``: ``missing`` is a tenth of that mean; the clusters
        hardly change, but energies are not those over all pairs.
    method : {"auto", "exact", "cells", "usearch", "gpu"}
        Neighbor search; see :func:`nearest`.
    seed : int
        Seed of the samples.
    threads : int
        Number of threads; the problem does not depend on it.
    stop : Stop
        Limits of each of the up to 5 clusterings that find the groups, by default 1,000 rounds, far more than they
        take. Ctrl-C raises :class:`frenemy.run.Cancelled`.
    on_stage : callable, optional
        Called with the name of the stage and its progress from 0 to 1.

    Returns
    -------
    Problem
        One node per row.

    Examples
    --------
    >>> import numpy as np, frenemy as fr
    >>> from frenemy.affinity import DistanceWeigher, fit_logistic
    >>> from frenemy.affinity.features.feature_problem import feature_problem
    >>> rng = np.random.default_rng(0)
    >>> features = rng.normal(np.repeat(rng.normal(0, 10, (3, 4)), 1000, axis=0), 1.0)  # three clusters
    >>> weigher = DistanceWeigher(fit_logistic([2, 3, 4, 12, 15, 20], [True, True, True, False, False, False]))
    >>> problem = feature_problem(weigher.prepare(features))
    >>> problem.n_nodes, problem.n_edges < 35 * 3000, fr.solve(problem).n_clusters
    (3000, True, 3)
    """
    points = rows.coordinates  # read once: it may be computed on access
    n = len(points)
    k = None if n_neighbors is None else whole_number(n_neighbors, "n_neighbors", minimum=1)
    n_partners = whole_number(n_partners, "n_partners", minimum=2)
    threads = thread_count(threads)
    if far not in get_args(Far):
        raise ValueError(f"far must be one of {', '.join(map(repr, get_args(Far)))}, got {far!r}")
    if (k is None and n <= ALL_PAIRS) or (k is not None and k >= n - 1):
        return _all_pairs(rows, n, threads, on_stage)
    near = nearest(points, n_neighbors=k or N_NEIGHBORS, method=method, seed=seed, threads=threads, on_stage=on_stage)
    u, v = near_pairs(near)
    weigh_pairs = partial(weigh, rows, threads=threads)
    listed = SampledPairs(u, v, np.ones(len(u)))
    weights = weigh(rows, u, v, threads=threads, on_stage=on_stage)
    far_pairs = group_pairs(np.zeros(n, np.int32), n_partners=_FAR_PARTNERS, seed=seed)
    far_pairs = far_pairs.where(~near.holds(far_pairs.u, far_pairs.v))

    def group(problem: Problem) -> Labels:
        found = solve_within(problem, _GROUPING, stop=stop, seed=seed, threads=threads)
        return problem.connected_parts(found)

    samples, far_pairs = _sample_groups(
        points, near, listed, weights, far_pairs, weigh_pairs, group, n_partners, seed, on_stage
    )
    mean = _mean_far_weight(far_pairs, weigh_pairs)
    missing = mean if far == "missing" else _HINT * mean
    listed, weights = listed.joined(samples.pairs), np.concatenate((weights, samples.weights))
    if far == "sampled":
        listed, weights = listed.joined(far_pairs), np.concatenate((weights, np.full(len(far_pairs.u), mean)))
    return _problem(n, listed, weights, missing)


def solve_within(problem: Problem, solver: Solver, *, stop: Stop, seed: int, threads: int = 1) -> Labels:
    """Labels of an intermediate clustering, from one big cluster; Ctrl-C raises :class:`frenemy.run.Cancelled`."""
    run = Run(stop, seed=seed, threads=threads)
    with cancel_on_interrupt(run):
        labels = solver_labels(solver, problem, np.zeros(problem.n_nodes, np.int32), run)
    raise_if_cancelled(run.status)
    return labels


def _all_pairs(rows: PairWeights, n: int, threads: int, on_stage: OnStage | None) -> Problem:
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(n, 1))
    return Problem.from_edges(u, v, weigh(rows, u, v, threads=threads, on_stage=on_stage), n_nodes=n)


def _sample_groups(
    points: Floats32,
    near: Neighbors,
    listed: SampledPairs,
    weights: Floats,
    far_pairs: SampledPairs,
    weigh_pairs: Weigh,
    group: Callable[[Problem], Labels],
    n_partners: int,
    seed: int,
    on_stage: OnStage | None,
) -> tuple[GroupSamples, SampledPairs]:
    """Pairs sampled inside groups, and the far pairs that were never inside one."""
    n = len(points)
    mean = _mean_far_weight(far_pairs, weigh_pairs)
    samples = GroupSamples.none(n)
    for done in range(_MAX_ROUNDS):
        if on_stage is not None:
            on_stage("groups", done / _MAX_ROUNDS)
        missing = mean * (_HINT if done else _FIRST_HINT)
        labels = group(_problem(n, listed.joined(samples.pairs), np.concatenate((weights, samples.weights)), missing))
        if done == 0:
            labels = merge_attracting_groups(labels, points, weigh_pairs, n_neighbors=near.n_neighbors, seed=seed)
        is_wanted = samples.is_undersampled(labels, n_partners=n_partners)
        samples = samples.resampled(labels, is_wanted, near, weigh_pairs, n_partners=n_partners, seed=seed + done)
        far_pairs = far_pairs.where(~is_within_groups(far_pairs, labels, is_wanted))
        if np.count_nonzero(is_wanted) <= _MAX_UNDERSAMPLED * n:
            break
    if on_stage is not None:
        on_stage("groups", 1.0)
    return samples, far_pairs


def _mean_far_weight(far_pairs: SampledPairs, weigh_pairs: Weigh) -> float:
    """At most 0: pairs that attract are near, or in one group."""
    return min(0.0, float(weigh_pairs(far_pairs.u, far_pairs.v).mean())) if len(far_pairs.u) else 0.0


def _problem(n: int, listed: SampledPairs, weights: Floats, missing: float) -> Problem:
    """Scaled so that sums over all pairs stay the same for every ``missing``."""
    return Problem.from_edges(
        listed.u, listed.v, missing + (weights - missing) * listed.scale, n_nodes=n, missing=missing
    )

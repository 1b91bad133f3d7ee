"""From rows that nobody labelled to a sparse problem whose weights say which rows are in one group."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

import numpy as np

from frenemy.affinity.features.matrix_pairs import MatrixPairs
from frenemy.affinity.features.row_distances import RowDistances
from frenemy.affinity.groups.clear_groups import FoundGroups, clear_groups
from frenemy.affinity.groups.distinct_rows import DistinctRows, distinct_rows
from frenemy.affinity.groups.one_distance import OneDistance, one_distance
from frenemy.affinity.groups.persistent_groups import CLEAR, PersistentGroups
from frenemy.affinity.groups.similarities import N_NEIGHBORS, Similarities
from frenemy.affinity.groups.stable_groups import StableGroups, row_sums, stable_groups
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats, Ints
from frenemy.run import OnStage

#: Fewer rows than this have too few neighbors to show groups.
MIN_ROWS = 100

_UNSURE = 0.5  # nats above what groups in rows without structure reach: less is called unsure
_VERY_CLEAR = 2.5  # nats above that: gaps hold these groups apart, whatever their shape is
_SURE = 0.8  # excess stability: less is called unsure
_HALFWAY = 2.0  # rows of a group, in neighborhoods, whose levels are halfway between its own and the mean
_LEAST_RANGE = 0.1  # nats between the levels at which a group joins and splits


@dataclass(frozen=True, eq=False)
class GroupProblem:
    """A problem over rows, and where its weights come from.

    Attributes
    ----------
    problem : Problem
    account : str
        One sentence: the origin of the weights.
    is_at_resolution : bool
        Whether repulsion is a resolution: sizes of rows times ``missing``. If not, each pair has a weight.
    """

    problem: Problem
    account: str
    is_at_resolution: bool = True


def group_problem(
    distances: RowDistances | MatrixPairs,
    /,
    *,
    n_neighbors: int | None = None,
    bias: float = 0.0,
    seed: int = 0,
    threads: int = 1,
    on_stage: OnStage | None = None,
) -> GroupProblem:
    """Find the groups that persist over a wide range of resolutions, or that stay the same without some of the rows.

    Each row is compared with its nearest neighbors: by their distance in local units, and by the neighbors they share,
    among few or among many, or by few and the distance together. :func:`clear_groups
    <frenemy.affinity.groups.clear_groups.clear_groups>` says which kind of similarity is used. The similarity ``S`` of
    a pair counts as the number of chance meetings of the two rows. Between two parts of a group, these are at least as
    frequent as where the group splits, ``h``; between two groups, at most as frequent as where they join, ``l``. So the
    log-odds of "in one group" are ``S * log(h / l) - (h - l)`` (Poisson). ``h`` and ``l`` belong to the group of a row,
    so groups of different density have their own, unless they have few rows; a pair takes the geometric mean of those
    of its rows. Pairs that are not neighbors have ``S = 0``: they are not listed, so the problem is sparse.

    Groups without gaps between them, such as handwritten digits, do not persist clearly, and are not small. For those,
    :func:`stable_groups <frenemy.affinity.groups.stable_groups.stable_groups>` looks at the communities of the graph of
    shared neighbors: if they change less when a tenth of the rows is left out, the weights are those of modularity at
    the resolution of these communities.

    Both are corrected where one distance tells groups apart better (:func:`one_distance
    <frenemy.affinity.groups.one_distance.one_distance>`).

    Parameters
    ----------
    distances : RowDistances or MatrixPairs
        Of all pairs.
    n_neighbors : int, optional
        Neighbors to compare each row with: by default 20, and fewer for less than 200 rows.
    bias : float
        Nats by which the resolution is lowered; below 0 makes more and smaller clusters.
    seed : int
        Seed of an approximate neighbor search and of sampled pairs.
    threads : int
        Number of threads; the problem does not depend on it.
    on_stage : callable, optional
        Called with the name of the stage and its progress from 0 to 1.
    """
    k = n_neighbors or min(N_NEIGHBORS, max(3, math.isqrt(2 * distances.n_rows)))
    rows = distinct_rows(distances, n_neighbors=k, seed=seed, threads=threads, on_stage=on_stage)
    if len(rows) < 3:
        return _few_rows(rows, bias)
    found = clear_groups(rows, seed=seed)
    are_clear = found.excess >= _VERY_CLEAR
    stable = None if are_clear else _stable_groups(rows, found, seed)
    if stable is not None:
        groups = partial(_communities, rows, stable)
        account = _account_of_stable(stable, len(rows))
    elif found.groups.n_groups > 1:
        groups = partial(_weighed, rows, found.similarities, found.groups)
        account = _account(found, len(rows))
    else:
        return GroupProblem(_one_group(rows, found.similarities, bias), _account(found, len(rows)))
    unbiased = groups(0.0)
    one = one_distance(rows, unbiased, are_clear=are_clear, seed=seed, threads=threads)
    if one is None:
        return GroupProblem(groups(bias) if bias else unbiased, account)
    problem = one.problem(bias=bias, seed=seed, threads=threads)
    return GroupProblem(problem, _account_of_one_distance(one, len(rows)), is_at_resolution=False)


def _stable_groups(rows: DistinctRows, found: FoundGroups, seed: int) -> StableGroups | None:
    def group_rows(some: DistinctRows) -> Labels:
        return clear_groups(some, seed=seed).groups.labels

    max_small = 0.25 if found.excess >= 2.0 * CLEAR and not found.is_fine else 0.5
    if found.excess < CLEAR:
        max_small = 1.0  # overlapping groups fall into pieces, too
    return stable_groups(rows, found.groups.labels, group_rows, max_small=max_small, seed=seed)


def _weighed(rows: DistinctRows, s: Similarities, groups: PersistentGroups, bias: float) -> Problem:
    split = _shrunken(groups.split, groups.sizes, rows.near.n_neighbors)[groups.labels]  # -1: outside of all groups
    join = _shrunken(groups.join, groups.sizes, rows.near.n_neighbors)[groups.labels]
    split = np.maximum(split, join + _LEAST_RANGE)
    nats = split - join
    repulsion = np.exp(split) - np.exp(join) - s.floor * nats
    sizes = np.sqrt(np.maximum(repulsion, 1e-12))
    excess = np.maximum(s.values - s.floor, 0.0) * np.sqrt(nats[s.u] * nats[s.v])
    return _with_copies(rows, s, excess, -math.exp(-bias), sizes)


def _shrunken(levels: Floats, sizes: Ints, n_neighbors: int) -> Floats:
    """Levels of groups, nearer to their mean where a group has few rows, and the mean itself at the end.

    A few rows say little about the levels of their group: its parts may look like groups, and may be near each other
    beside other groups.
    """
    mean = float(levels @ sizes) / float(sizes.sum())
    halfway = _HALFWAY * n_neighbors
    return np.append((sizes * levels + halfway * mean) / (sizes + halfway), mean)


def _communities(rows: DistinctRows, stable: StableGroups, bias: float) -> Problem:
    """Modularity in nats: times the log-odds of how much more rows of a group share than rows of different groups."""
    s, labels = stable.similarities, stable.labels
    sums = row_sums(s, len(rows))
    total = float(sums.sum())
    is_within = labels[s.u] == labels[s.v]
    expected = float(np.square(np.bincount(labels, sums)).sum()) / total
    within = 2.0 * float(s.values[is_within].sum()) / expected
    between = max(2.0 * float(s.values[~is_within].sum()), 1.0) / max(total - expected, 1e-9)
    nats = max(math.log(within / between), _LEAST_RANGE)
    missing = -nats * stable.resolution / total * math.exp(-bias)
    return _with_copies(rows, s, nats * s.values, missing, np.maximum(sums, 1e-9))


def _one_group(rows: DistinctRows, s: Similarities, bias: float) -> Problem:
    """Nothing repels, unless a bias asks for smaller clusters."""
    n = len(rows)
    mean = s.floor + float(s.values.sum()) / (n * (n - 1) / 2)
    missing = mean * (1.0 - math.exp(-bias)) if bias else mean
    return _with_copies(rows, s, s.values, missing, np.ones(n))


def _with_copies(rows: DistinctRows, s: Similarities, excess: Floats, missing: float, sizes: Floats) -> Problem:
    """The problem over all rows: a copy has one pair, with the first row that is equal to it."""
    n = len(rows.number)
    firsts = rows.first[rows.number]
    copies = np.flatnonzero(firsts != np.arange(n))
    all_sizes = np.zeros(n)
    all_sizes[rows.first] = sizes
    u = np.concatenate((rows.first[s.u], firsts[copies])).astype(np.int32)
    v = np.concatenate((rows.first[s.v], copies)).astype(np.int32)
    w = np.concatenate(
        (excess + missing * all_sizes[rows.first[s.u]] * all_sizes[rows.first[s.v]], np.ones(len(copies)))
    )
    return Problem.from_edges(u, v, w, n_nodes=n, missing=missing, sizes=all_sizes)


def _few_rows(rows: DistinctRows, bias: float) -> GroupProblem:
    """One or two different rows: equal ones are together."""
    empty = np.empty(0, np.int32)
    s = Similarities("copies", empty, empty, np.empty(0), 0.0, 1.0, 1, 0.0)
    problem = _with_copies(rows, s, np.empty(0), -math.exp(-bias), np.ones(len(rows)))
    return GroupProblem(problem, f"{len(rows)} different row(s): equal rows are together")


def _account(found: FoundGroups, n: int) -> str:
    s, groups = found.similarities, found.groups
    if groups.n_groups <= 1:
        return (
            f"no groups found: by {s.kind} of {n:,} different rows, the best groups stay the same only while the "
            f"resolution changes {_fold(found.by_chance)}, and groups in rows without structure reach {_fold(s.least)}"
        )
    account = (
        f"guessed from {s.kind} of {n:,} different rows: {groups.n_groups:,} groups, which stay the same while the "
        f"resolution changes {_fold(groups.persistence)}"
    )
    if found.excess < _UNSURE:
        account += f"; this is unsure, since groups in rows without structure reach {_fold(s.least)}"
    return account


def _account_of_one_distance(one: OneDistance, n: int) -> str:
    return (
        f"guessed from distances of {n:,} different rows: the best single distance tells pairs inside groups from "
        f"others with an F measure of {one.f_measure:.0%}, and groups of neighbors only with {one.f_measure_before:.0%}"
    )


def _account_of_stable(stable: StableGroups, n: int) -> str:
    n_groups = int(stable.labels.max()) + 1
    account = (
        f"guessed from shared neighbors of {n:,} different rows: {n_groups:,} groups, of which "
        f"{stable.stability:.0%} stays the same when a tenth of the rows is left out"
    )
    if stable.excess < _SURE:
        account += f"; this is unsure, since groups in rows without structure reach {stable.by_chance:.0%}"
    return account


def _fold(nats: float) -> str:
    fold = math.exp(min(nats, 50.0))
    if fold >= 1000.0:
        return "more than 1,000-fold"
    return f"{fold:.0f}-fold" if fold >= 10.0 else f"{fold:.1f}-fold"

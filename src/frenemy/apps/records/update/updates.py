"""Update a clustering with new records and pairs: only the clusters that they touch are solved again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Bools, Floats, Ints
from frenemy.problem.checked_arrays import floats, node_ids, number, whole_number
from frenemy.problem.distinct import distinct
from frenemy.run import Stop
from frenemy.solvers import Solver
from frenemy.solving import solve_problem
from frenemy.tables.ids.growing_rows import GrowingRows

#: Adds constraints to the problem on some records: takes the problem, and the record of each node.
Constrain = Callable[[Problem, Ints], Problem]
#: Solves the problem on some records with implicit weights: takes the problem, the records, their current clusters and
#: a function that solves a problem. Returns the problem with all weights that matter, and the new labels.
SolveAmong = Callable[[Problem, Ints, Ints, Callable[[Problem], Labels]], tuple[Problem, Labels]]

_FEW_PAIRS = 20_000  # up to here a search takes hardly longer than one pass, and small errors do not add up
_SEARCH = Stop(stall=2)
_SAME = 1e-9  # a gain that is a smaller share of the weights counts as rounding


@dataclass(frozen=True, eq=False)
class SolvedPairs:
    """Pairs and their clusters, indexed so that reading a part costs time in proportion to the part.

    Attributes
    ----------
    labels : (n_records,) int64
        The cluster of each record: a number that is never used again. Unchanged clusters keep their numbers.
    missing : float
        The weight of an unlisted pair, at most 0.
    pairs, members : GrowingRows
        The pairs of each record, and the records of each cluster.
    next_label : int
    """

    labels: Ints
    missing: float
    pairs: GrowingRows = field(repr=False)
    members: GrowingRows = field(repr=False)
    next_label: int

    @property
    def n_records(self) -> int:
        return len(self.labels)

    def members_of(self, clusters: Ints) -> Ints:
        """The records of some clusters, sorted."""
        return np.sort(self.members.of(clusters).value).astype(np.int64)

    def weights_of(self, u: Ints, v: Ints) -> tuple[Floats, Bools]:
        """The weights of some pairs, and which of them are listed."""
        return self.pairs.weights_of(u, v, missing=self.missing)

    def problem(self) -> Problem:
        """The whole problem; linear in the number of pairs."""
        u, v, w = self.pairs.entries()
        once = u < v
        return Problem.from_edges(u[once], v[once], w[once], n_nodes=self.n_records, missing=self.missing)


@dataclass(frozen=True, eq=False)
class Update:
    """The result of an update.

    Attributes
    ----------
    solved : SolvedPairs
        With the new pairs, records and clusters.
    touched : (n_touched,) int64
        The records that were solved again, sorted.
    changed : (n_changed,) int64
        The records whose cluster lost or gained any, sorted; including new records.
    gain : float
        The decrease in energy compared with keeping all clusters; at least 0.
    rings : int
        How often the touched part was solved, each time with more clusters around it.
    """

    solved: SolvedPairs
    touched: Ints
    changed: Ints
    gain: float
    rings: int


def solved_pairs(
    u: npt.ArrayLike, v: npt.ArrayLike, w: npt.ArrayLike, *, labels: npt.ArrayLike, missing: float = 0.0
) -> SolvedPairs:
    """Prepare pairs and their clusters for updates; sorts the pairs once.

    Parameters
    ----------
    u, v : (n_pairs,) int
        The records of each pair, each pair once.
    w : (n_pairs,) float
        The weights.
    labels : (n_records,) int
        Their clusters.
    missing : float
        The weight of an unlisted pair, at most 0.

    Examples
    --------
    >>> from frenemy.apps.records.update.updates import solved_pairs
    >>> solved_pairs([0, 1], [1, 2], [2.0, -1.0], labels=[0, 0, 1])
    SolvedPairs(labels=array([0, 0, 1]), missing=0.0, next_label=2)
    """
    if not number(missing) <= 0.0:
        raise ValueError(
            f"missing must be at most 0, got {missing!r}: if unlisted pairs attract, every record touches every other"
        )
    codes = np.unique(np.asarray(labels), return_inverse=True)[1].astype(np.int64)
    pairs = _checked(u, v, w, len(codes))
    return SolvedPairs(
        labels=codes,
        missing=float(missing),
        pairs=_with_pairs(GrowingRows(), pairs),
        members=GrowingRows().added(codes, np.arange(len(codes))),
        next_label=int(codes.max(initial=-1)) + 1,
    )


def updated(
    solved: SolvedPairs,
    u: npt.ArrayLike,
    v: npt.ArrayLike,
    w: npt.ArrayLike,
    *,
    n_new: int = 0,
    solver: Solver | None = None,
    stop: Stop | None = None,
    seed: int = 0,
    threads: int = 1,
    max_rings: int = 4,
    touch: npt.ArrayLike = (),
    constrain: Constrain | None = None,
    solve_among: SolveAmong | None = None,
) -> Update:
    """The clusters after new records and pairs are added.

    A new weight that supports the current clusters (more attraction inside a cluster, or more repulsion between two)
    cannot make another clustering the best. The clusters at the ends of all other new pairs are touched, together with
    the clusters that an attracting pair connects to them. The problem on these records is solved again; everything
    outside stays separate from them. If clusters changed, those that they attract are added, and so on until nothing
    changes at the border. A change is kept only if it lowers the energy.

    The time is proportional to the pairs of the touched records, times a logarithm. In addition the labels are copied
    (8 bytes per record), and now and then the new pairs are merged into the sorted ones.

    Parameters
    ----------
    solved : SolvedPairs
        It stays unchanged.
    u, v : (n_pairs,) int
        The records of the new pairs; new records are numbered from ``solved.n_records``.
    w : (n_pairs,) float
        Weights. A new weight replaces the old one, and the last of several counts.
    n_new : int
        The number of new records.
    solver, stop, seed, threads
        As in :func:`frenemy.solve`, for the touched part. By default a part of up to 20,000 pairs is searched until two
        rounds bring no gain, and a larger one gets one pass.
    max_rings : int
        The maximum number of solves, each with more clusters around the touched part.
    touch : sequence of int, optional
        Records whose clusters are solved again in any case, such as those with new constraints.
    constrain : callable, optional
        ``constrain(problem, records)`` returns the problem on the touched records with constraints from
        :mod:`frenemy.constraints`; node k is ``records[k]``.
    solve_among : callable, optional
        For repulsion between too many pairs to list, such as all records of a source: ``solve_among(problem, records,
        labels, solve)`` returns a problem with the repulsion of all pairs that ``labels`` or the new labels join, and
        the new labels.

    Examples
    --------
    A new record attracts two clusters, which join:

    >>> from frenemy.apps.records.update.updates import solved_pairs, updated
    >>> solved = solved_pairs([0, 1, 2], [1, 2, 3], [2.0, -1.0, 3.0], labels=[0, 0, 1, 1])
    >>> update = updated(solved, [4, 4], [0, 3], [4.0, 4.0], n_new=1)
    >>> update.solved.labels, update.touched, update.gain
    (array([3, 3, 3, 3, 3]), array([0, 1, 2, 3, 4]), 7.0)
    """
    n = solved.n_records + whole_number(n_new, "n_new")
    new = _checked(u, v, w, n)
    after = _with_records(solved, n)
    front = after.members_of(_touched_clusters(after, new, touch))
    after = replace(after, pairs=_with_pairs(after.pairs, new))
    labels, next_label = after.labels.copy(), after.next_label
    records, ring, gain, rings = front, _attracted(after, labels, front, front), 0.0, 0
    while len(front) and rings < max_rings:
        records = distinct(np.concatenate((records, after.members_of(ring))))
        problem = _problem_among(after, records)
        if constrain is not None:
            problem = constrain(problem, records)
        start = labels[records]
        part = partial(_solved, start=start, solver=solver, stop=stop, seed=seed, threads=threads)
        problem, found = (problem, part(problem)) if solve_among is None else solve_among(problem, records, start, part)
        better, gained = _better(problem, start, found)
        front = records[better]
        labels[front] = next_label + found[better]
        next_label += int(found.max(initial=-1)) + 1
        gain, rings = gain + gained, rings + 1
        ring = _attracted(after, labels, front, records)
        if not len(ring):
            break
    return _update(after, labels, next_label, records, gain, rings, solved.n_records)


def _solved(
    problem: Problem, *, start: Ints, solver: Solver | None, stop: Stop | None, seed: int, threads: int
) -> Labels:
    limits = _SEARCH if stop is None and solver is None and problem.n_edges <= _FEW_PAIRS else stop
    return solve_problem(problem, solver, start=start, stop=limits, seed=seed, threads=threads).labels


@dataclass(frozen=True)
class _Pairs:
    u: Ints
    v: Ints
    w: Floats


def _checked(u: npt.ArrayLike, v: npt.ArrayLike, w: npt.ArrayLike, n_records: int) -> _Pairs:
    """Each pair once, ``u < v``; the last of several."""
    first, second = node_ids(u, "u").astype(np.int64), node_ids(v, "v").astype(np.int64)
    weights = floats(w, "w")
    if not len(first) == len(second) == len(weights):
        raise ValueError(f"u, v and w must have the same length, got {len(first)}, {len(second)} and {len(weights)}")
    low, high = np.minimum(first, second), np.maximum(first, second)
    outside = np.flatnonzero((low < 0) | (high >= n_records))
    if len(outside):
        at = outside[0]
        raise ValueError(f"records must be in 0..{n_records - 1}, got {first[at]} and {second[at]} at pair {at}")
    alone = np.flatnonzero(low == high)
    if len(alone):
        raise ValueError(f"a pair must be of two records, got {low[alone[0]]} with itself at pair {alone[0]}")
    bad = np.flatnonzero(~np.isfinite(weights))
    if len(bad):
        raise ValueError(f"weights must be finite, got {weights[bad[0]]} at pair {bad[0]}")
    last = len(low) - 1 - np.unique((low << 32 | high)[::-1], return_index=True)[1]
    return _Pairs(low[last], high[last], weights[last])


def _with_pairs(rows: GrowingRows, pairs: _Pairs) -> GrowingRows:
    """Each pair is in the rows of both of its records."""
    if not len(pairs.u):
        return rows
    both = np.concatenate((pairs.u, pairs.v)), np.concatenate((pairs.v, pairs.u)), np.concatenate((pairs.w, pairs.w))
    return rows.added(*both)


def _with_records(solved: SolvedPairs, n: int) -> SolvedPairs:
    """New records are clusters of their own."""
    n_new = n - solved.n_records
    if not n_new:
        return solved
    fresh = solved.next_label + np.arange(n_new)
    return replace(
        solved,
        labels=np.concatenate((solved.labels, fresh)),
        members=solved.members.added(fresh, np.arange(solved.n_records, n)),
        next_label=solved.next_label + n_new,
    )


# ------------------------------------------------------------------------------------------------- touched clusters


def _touched_clusters(solved: SolvedPairs, new: _Pairs, touch: npt.ArrayLike) -> Ints:
    """The clusters at the ends of pairs whose new weight contradicts them more than the old one."""
    weight, _ = solved.weights_of(new.u, new.v)
    a, b = solved.labels[new.u], solved.labels[new.v]
    is_against = np.where(a == b, new.w < weight, new.w > weight)
    return distinct(np.concatenate((a[is_against], b[is_against], solved.labels[node_ids(touch, "touch")])))


def _attracted(solved: SolvedPairs, labels: Ints, front: Ints, records: Ints) -> Ints:
    """The clusters outside ``records`` that an attracting pair connects to ``front``."""
    _, others, weights = solved.pairs.of(front)
    others = others[weights > 0.0]
    return distinct(labels[others[places_among(records, others) < 0]])


def places_among(records: Ints, others: npt.NDArray[np.integer]) -> Ints:
    """The place of each of the others among the records, or -1."""
    if not len(records):
        return np.full(len(others), -1)
    at = np.minimum(np.searchsorted(records, others), len(records) - 1)
    return np.where(records[at] == others, at, -1)


def _problem_among(solved: SolvedPairs, records: Ints) -> Problem:
    """The problem on the records of whole clusters; their weights to all other records do not depend on the labels."""
    position, others, weights = solved.pairs.of(records)
    places = places_among(records, others)
    once = position < places
    return Problem.from_edges(position[once], places[once], weights[once], n_nodes=len(records), missing=solved.missing)


# --------------------------------------------------------------------------------------------------- comparison


def _better(problem: Problem, was: Ints, found: npt.NDArray[np.int32]) -> tuple[Bools, float]:
    """The records that get their new labels, and the decrease in energy; all others keep their old labels.

    Old and new clusters that share records form groups. A pair that is cut in only one of the two clusterings has both
    ends in one group, so each group can be decided on its own.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    old = np.unique(was, return_inverse=True)[1]
    n_old, n_found = int(old.max()) + 1, int(found.max()) + 1
    n = n_old + n_found
    links = coo_array((np.ones(len(old), bool), (old, n_old + found)), shape=(n, n))
    n_groups, group_of = connected_components(links.tocsr(), directed=False)
    group = group_of[old]
    u, v, w = problem.edges()
    joined = (found[u] == found[v]).astype(np.float64) - (old[u] == old[v])
    excess = w - problem.missing
    pairs_joined = _pairs_within(found, group, n_groups) - _pairs_within(old, group, n_groups)
    gains = np.bincount(group[u], joined * excess, minlength=n_groups) + problem.missing * pairs_joined
    least = _SAME * np.bincount(group[u], np.abs(w), minlength=n_groups)
    is_same = np.bincount(group_of, minlength=n_groups) == 2  # one cluster before, and the same after
    is_better = ~is_same if _breaks_constraints(problem, old) else ~is_same & (gains > least)
    return is_better[group], float(gains[is_better].sum())


def _pairs_within(labels: npt.NDArray[np.integer], group: npt.NDArray[np.integer], n_groups: int) -> Floats:
    """The number of pairs inside clusters, by group."""
    sizes = np.bincount(labels).astype(np.float64)
    group_of = np.zeros(len(sizes), np.int64)
    group_of[labels] = group
    return np.bincount(group_of, sizes * (sizes - 1.0) / 2.0, minlength=n_groups).astype(np.float64)


def _breaks_constraints(problem: Problem, labels: npt.NDArray[np.integer]) -> bool:
    constraints = problem.constraints
    if constraints is None:
        return False
    ends = labels[constraints.links]
    return bool((ends[:, 0] != ends[:, 1]).any()) or constraints.apart.conflict(labels.astype(np.int32)) is not None


def _update(
    after: SolvedPairs, labels: Ints, next_label: int, records: Ints, gain: float, rings: int, n_before: int
) -> Update:
    moved = records[labels[records] != after.labels[records]]
    members = after.members
    if len(moved):
        # Cluster numbers are never reused, so the label of a record identifies its one valid row.
        members = members.added(labels[moved], moved, is_alive=lambda rows, values: labels[values] == rows)
    solved = replace(after, labels=labels, members=members, next_label=next_label)
    changed = distinct(np.concatenate((moved, np.arange(n_before, len(labels)))))
    return Update(solved, distinct(np.concatenate((records, changed))), changed, gain, rings)

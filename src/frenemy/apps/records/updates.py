"""New records and pairs in a clustering that stands: only what they touch is solved again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.growing_rows import GrowingRows
from frenemy.checked_arrays import floats, node_ids, number, whole_number
from frenemy.distinct import distinct
from frenemy.problem import Labels, Problem
from frenemy.run import Stop
from frenemy.solve import solve
from frenemy.solvers import Solver

_Ints = npt.NDArray[np.int64]
_Floats = npt.NDArray[np.float64]
#: Puts constraints on the problem among some records: the problem, and the number of the record that each node is.
Constrain = Callable[[Problem, _Ints], Problem]
#: Solves the problem among some records with more than it lists: the problem, the records, their clusters so far, and
#: what solves a problem. Gives back the problem with all that matters for the old and the new clusters, and the latter.
SolveAmong = Callable[[Problem, _Ints, _Ints, Callable[[Problem], Labels]], tuple[Problem, Labels]]

_FEW_PAIRS = 20_000  # with no more, a search takes hardly longer than one pass, and small faults do not add up
_SEARCH = Stop(stall=2)
_SAME = 1e-9  # what an energy falls by is not believed if it is a smaller share of the weights


@dataclass(frozen=True, eq=False)
class SolvedPairs:
    """Pairs and the clusters found in them, so kept that a part is looked up in time that goes with the part.

    Attributes
    ----------
    labels : (n_records,) int64
        The cluster of each record: a number that no other cluster has or had. Clusters that an update does not change
        keep their numbers.
    missing : float
        What a pair that is not listed weighs, at most 0.
    pairs, members : GrowingRows
        The pairs of each record, and the records of each cluster.
    next_label : int
    """

    labels: _Ints
    missing: float
    pairs: GrowingRows = field(repr=False)
    members: GrowingRows = field(repr=False)
    next_label: int

    @property
    def n_records(self) -> int:
        return len(self.labels)

    def members_of(self, clusters: _Ints) -> _Ints:
        """The records of some clusters, sorted."""
        return np.sort(self.members.of(clusters).value).astype(np.int64)

    def weights_of(self, u: _Ints, v: _Ints) -> tuple[_Floats, npt.NDArray[np.bool_]]:
        """What some pairs weigh, and which of them are listed."""
        return self.pairs.weights_of(u, v, missing=self.missing)

    def problem(self) -> Problem:
        """All of it, as a problem of its own; takes time that goes with all pairs."""
        u, v, w = self.pairs.entries()
        once = u < v
        return Problem.from_edges(u[once], v[once], w[once], n_nodes=self.n_records, missing=self.missing)


@dataclass(frozen=True, eq=False)
class Update:
    """What an update found.

    Attributes
    ----------
    solved : SolvedPairs
        With the new pairs, records and clusters.
    touched : (n_touched,) int64
        The records that were looked at again, sorted.
    changed : (n_changed,) int64
        The records whose cluster has lost or won any, sorted; new records are among them.
    gain : float
        What the energy fell by from keeping all clusters as they were; never below 0.
    rings : int
        How often the part was solved, each time with what attracts it.
    """

    solved: SolvedPairs
    touched: _Ints
    changed: _Ints
    gain: float
    rings: int


def solved_pairs(
    u: npt.ArrayLike, v: npt.ArrayLike, w: npt.ArrayLike, *, labels: npt.ArrayLike, missing: float = 0.0
) -> SolvedPairs:
    """Pairs and their clusters, ready for updates; sorts the pairs once.

    Parameters
    ----------
    u, v : (n_pairs,) int
        The records of each pair, each pair once.
    w : (n_pairs,) float
        What each pair weighs.
    labels : (n_records,) int
        The clusters found in them.
    missing : float
        What a pair that is not listed weighs, at most 0.

    Examples
    --------
    >>> from frenemy.apps.records.updates import solved_pairs
    >>> solved_pairs([0, 1], [1, 2], [2.0, -1.0], labels=[0, 0, 1])
    SolvedPairs(labels=array([0, 0, 1]), missing=0.0, next_label=2)
    """
    if not number(missing) <= 0.0:
        raise ValueError(f"missing must be at most 0, got {missing!r}: if unlisted pairs attract, all touches all")
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
    """The clusters after new records and pairs have come in.

    A pair that speaks for the clusters as they are (one that attracts more inside a cluster, or repels more between
    two) cannot make another clustering the best. The clusters at the ends of the other pairs are touched, and with them
    those that a pair attracts to them. Among all these the problem is solved again, exactly as it is in the whole: what
    is outside stays apart from them, whatever they do. If clusters changed, those that they attract are added, and so
    on until nothing changes at the border. A change is kept only where it lowers the energy.

    Time goes with the pairs of the records touched, times a logarithm; on top of it the labels are copied (8 bytes a
    record), and once in a while the pairs that have come in are sorted in among the others.

    Parameters
    ----------
    solved : SolvedPairs
        It stays as it is.
    u, v : (n_pairs,) int
        Records of the new pairs; new records have the numbers from ``solved.n_records`` on.
    w : (n_pairs,) float
        Weights; of a pair that was there already, the new weight counts, and so does the last of several.
    n_new : int
        The number of new records.
    solver, stop, seed, threads
        As in :func:`frenemy.solve`, for the touched part. By default a part of up to 20,000 pairs is searched until two
        rounds bring nothing, and a larger one gets one good pass.
    max_rings : int
        How often the touched part may be solved, each time with more around it.
    touch : sequence of int, optional
        Records whose clusters are solved again in any case, as constraints on them are new.
    constrain : callable, optional
        Puts constraints on the problem among the touched records: ``constrain(problem, records)`` gives back the
        problem with what :mod:`frenemy.constraints` holds for ``records[k]`` as node k.
    solve_among : callable, optional
        For repulsion that is too much to list, such as among all records of a source: ``solve_among(problem, records,
        labels, solve)`` gives back a problem that has all of it that ``labels`` or the labels found join, and these.

    Examples
    --------
    A record comes in that two others claim, and they agree to be one:

    >>> from frenemy.apps.records.updates import solved_pairs, updated
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
    problem: Problem, *, start: _Ints, solver: Solver | None, stop: Stop | None, seed: int, threads: int
) -> Labels:
    limits = _SEARCH if stop is None and solver is None and problem.n_edges <= _FEW_PAIRS else stop
    return solve(problem, solver, start=start, stop=limits, seed=seed, threads=threads).labels


@dataclass(frozen=True)
class _Pairs:
    u: _Ints
    v: _Ints
    w: _Floats


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
    """Each pair stands in the rows of both of its records."""
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


# ------------------------------------------------------------------------------------------------- what is touched


def _touched_clusters(solved: SolvedPairs, new: _Pairs, touch: npt.ArrayLike) -> _Ints:
    """Those at the ends of pairs that speak against the clusters as they are more than they did."""
    weight, _ = solved.weights_of(new.u, new.v)
    a, b = solved.labels[new.u], solved.labels[new.v]
    is_against = np.where(a == b, new.w < weight, new.w > weight)
    return distinct(np.concatenate((a[is_against], b[is_against], solved.labels[node_ids(touch, "touch")])))


def _attracted(solved: SolvedPairs, labels: _Ints, front: _Ints, records: _Ints) -> _Ints:
    """The clusters beyond the records that a pair attracts to one of the front."""
    _, others, weights = solved.pairs.of(front)
    others = others[weights > 0.0]
    return distinct(labels[others[places_among(records, others) < 0]])


def places_among(records: _Ints, others: npt.NDArray[np.integer]) -> _Ints:
    """Where each of the others stands among the records, or -1."""
    if not len(records):
        return np.full(len(others), -1)
    at = np.minimum(np.searchsorted(records, others), len(records) - 1)
    return np.where(records[at] == others, at, -1)


def _problem_among(solved: SolvedPairs, records: _Ints) -> Problem:
    """Of whole clusters, so that what they are to all others is the same however they are clustered."""
    position, others, weights = solved.pairs.of(records)
    places = places_among(records, others)
    once = position < places
    return Problem.from_edges(position[once], places[once], weights[once], n_nodes=len(records), missing=solved.missing)


# --------------------------------------------------------------------------------------------------- what is better


def _better(problem: Problem, was: _Ints, found: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.bool_], float]:
    """The records to cluster as found, and what the energy falls by; all others are better off as they were.

    Clusters that share records, before and after, make up groups. A pair that is cut in one of the clusterings and not
    in the other has both ends in one group, so that each group can be decided for itself.
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


def _pairs_within(labels: npt.NDArray[np.integer], group: npt.NDArray[np.integer], n_groups: int) -> _Floats:
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
    after: SolvedPairs, labels: _Ints, next_label: int, records: _Ints, gain: float, rings: int, n_before: int
) -> Update:
    moved = records[labels[records] != after.labels[records]]
    members = after.members
    if len(moved):
        # Numbers of clusters are never used again, so that a record's own label tells the one row that counts.
        members = members.added(labels[moved], moved, is_alive=lambda rows, values: labels[values] == rows)
    solved = replace(after, labels=labels, members=members, next_label=next_label)
    changed = distinct(np.concatenate((moved, np.arange(n_before, len(labels)))))
    return Update(solved, distinct(np.concatenate((records, changed))), changed, gain, rings)

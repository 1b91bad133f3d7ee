"""At most one record of each source in an entity: for certain, or so much less likely."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core, constraints
from frenemy.apart import Apart, pair_keys, pairs_of
from frenemy.checked_arrays import whole_numbers
from frenemy.distinct import distinct
from frenemy.problem import Labels, Problem

_Keys = npt.NDArray[np.int64]

MOST_PAIRS = 5_000_000  # that may be stored from the start; beyond, pairs are added as a solve joins them
_MOST_ADDED = 20_000_000  # in all
_MOST_OF_ONE = 4096  # pairs that one source in one cluster adds at a time
_ROUNDS = 10


@dataclass(frozen=True, eq=False)
class SourcesKept:
    """A clustering where records of one source repel each other.

    Attributes
    ----------
    problem : Problem
        With the repulsion of all pairs of a source that the labels join, and of some others.
    labels : (n_nodes,) int32
    n_pairs : int
        Pairs of a source whose repulsion was stored.
    n_rounds : int
        How many solves it took.
    is_complete : bool
        Whether every pair of a source that the labels join has its repulsion. Then the energy of these labels is the
        same as with all pairs of all sources stored, up to a constant, and if they are the best for ``problem``, they
        are so for that one, too.
    """

    problem: Problem
    labels: Labels
    n_pairs: int
    n_rounds: int
    is_complete: bool


def solve_one_per_source(
    problem: Problem,
    sources: npt.ArrayLike,
    *,
    weight: float,
    solve: Callable[[Problem], Labels],
    most_pairs: int = MOST_PAIRS,
    start: npt.ArrayLike | None = None,
) -> SourcesKept:
    """Solve with a repulsion between any two records of a source, without listing all pairs of large sources.

    Two records with no chain of attracting pairs or must-links between them need no cluster in common in a best
    clustering, whatever else repels, so only pairs within such connected parts can matter. Where those are few they are
    all stored, and one solve is enough. Otherwise it starts with the pairs of a source that attract each other, or a
    third record in common, solves, adds the repulsion of those that were joined without it, and solves again, until
    there are none. What was never stored was never joined, so it costs nothing: fewer repulsions can only make the best
    clustering cheaper, and this one costs the same with all of them.

    Parameters
    ----------
    problem : Problem
    sources : (n_nodes,) int
        The source of each record; -1 for none.
    weight : float
        What two records of a source weigh less, in nats.
    solve : callable
        Labels of a problem.
    most_pairs : int
        How many pairs to store from the start at most.
    start : (n_nodes,) int, optional
        Another clustering. The repulsion of the pairs that it joins is stored, too, so that the problem that comes back
        tells which of the two is better.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.apps.records.one_per_source import solve_one_per_source
    >>> problem = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [2.0, 1.0, 2.0])
    >>> kept = solve_one_per_source(problem, [0, 1, 0, 1], weight=3.0, solve=lambda p: fr.solve(p).labels)
    >>> kept.labels, kept.n_pairs, kept.is_complete
    (array([0, 0, 1, 1], dtype=int32), 2, True)
    """
    codes = _codes(sources, problem.n_nodes)
    if not (np.isfinite(weight) and weight >= 0):
        raise ValueError(f"weight must be a finite number of nats of at least 0, got {weight}")
    nodes = np.flatnonzero(codes >= 0)
    apart = Apart.of(nodes=nodes, tokens=codes[nodes], n_tokens=int(codes.max(initial=-1)) + 1)
    parts = constraints.tied_parts(problem)
    stored, is_all = apart.group_pairs(parts, most=most_pairs)
    if not is_all:
        stored = _near_pairs(problem, codes, most_pairs)
    if start is not None:
        joined, _ = apart.group_pairs(problem.check_labels(start), most=_MOST_ADDED, most_of_one=_MOST_OF_ONE)
        stored = distinct(np.concatenate((stored, joined)))
    if is_all:
        lowered = _lowered(problem, stored, weight)
        return SourcesKept(lowered, _split(solve(lowered), parts), len(stored), 1, True)
    return _solve_lazily(problem, apart, parts, stored, weight, solve)


def _split(labels: Labels, parts: Labels) -> Labels:
    """Clusters without what nothing ties together: a solver may leave that joined where it costs nothing."""
    both = pair_keys(np.asarray(labels), parts)
    return _core.contiguous(np.unique(both, return_inverse=True)[1].astype(np.int32))


def _solve_lazily(
    problem: Problem, apart: Apart, parts: Labels, stored: _Keys, weight: float, solve: Callable[[Problem], Labels]
) -> SourcesKept:
    for n_rounds in range(1, _ROUNDS + 1):
        lowered = _lowered(problem, stored, weight)
        labels = _split(solve(lowered), parts)
        joined, is_all = apart.group_pairs(labels, most=_MOST_ADDED, most_of_one=_MOST_OF_ONE)
        new = np.setdiff1d(joined, stored, assume_unique=True)
        is_complete = is_all and not len(new)
        if not len(new) or len(stored) + len(new) > _MOST_ADDED or n_rounds == _ROUNDS:
            break
        stored = distinct(np.concatenate((stored, new)))
    return SourcesKept(lowered, labels, len(stored), n_rounds, is_complete)


def _near_pairs(problem: Problem, codes: _Keys, most: int) -> _Keys:
    """Pairs of a source that attract each other, or the same third record; of the latter, those of records with few."""
    u, v, weight = problem.edges()
    attracts = weight > 0
    u, v = u[attracts], v[attracts]
    direct = (codes[u] == codes[v]) & (codes[u] >= 0)
    keys = pair_keys(u[direct], v[direct])
    # Neighbors of a record that are of one source: a group each.
    middle, end = np.concatenate((u, v)), np.concatenate((v, u))
    known = codes[end] >= 0
    n_sources = int(codes.max(initial=-1)) + 1
    around = Apart.of(
        nodes=end[known],
        tokens=np.unique(middle[known].astype(np.int64) * n_sources + codes[end[known]], return_inverse=True)[1],
        n_tokens=int(known.sum()),
    )
    shared, _ = around.group_pairs(np.zeros(problem.n_nodes, np.int32), most=max(most - len(keys), 0))
    return distinct(np.concatenate((keys, shared)))


def _lowered(problem: Problem, keys: _Keys, weight: float) -> Problem:
    return Problem(problem.graph.with_added(*pairs_of(keys), np.full(len(keys), -float(weight))), problem.constraints)


def _codes(sources: Any, n_nodes: int) -> _Keys:
    codes = whole_numbers(np.asarray(sources), "sources", "record").astype(np.int64)
    if codes.shape != (n_nodes,):
        raise ValueError(f"sources must have shape ({n_nodes},), one per record, got {codes.shape}")
    return codes


def one_per_source(problem: Problem, sources: npt.ArrayLike | Sequence[Any]) -> Problem:
    """The problem with at most one record of each source in a cluster, for certain: no pair is stored for that.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.apps.records.one_per_source import one_per_source
    >>> problem = fr.Problem.from_edges([0, 1], [1, 2], [2.0, 1.0])
    >>> fr.solve(one_per_source(problem, ["shop", "bank", "shop"])).labels
    array([0, 0, 1], dtype=int32)
    """
    return constraints.at_most_one_per_group(problem, sources)

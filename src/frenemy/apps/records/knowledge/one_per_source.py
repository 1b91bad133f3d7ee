"""At most one record of each source per entity: as a constraint, or as repulsion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core, constraints
from frenemy.constraints.links import tied_parts
from frenemy.problem import Labels, Problem
from frenemy.problem.apart import Apart, pair_keys, pairs_of
from frenemy.problem.array_types import Ints
from frenemy.problem.checked_arrays import unmasked, whole_numbers
from frenemy.problem.distinct import distinct
from frenemy.problem.renamed_parameters import renamed_parameters

Ints = Ints

MAX_PAIRS = 5_000_000  # stored from the start; beyond that, pairs are added when a solve joins them
_MAX_ADDED = 20_000_000  # in all
_MAX_OF_ONE = 4096  # pairs that one source in one cluster adds per round
_ROUNDS = 10


@dataclass(frozen=True, eq=False)
class SourcesKept:
    """A clustering in which records of one source repel each other.

    Attributes
    ----------
    problem : Problem
        With the repulsion of all same-source pairs that the labels join, and of some others.
    labels : (n_nodes,) int32
    n_pairs : int
        The number of same-source pairs whose repulsion was stored.
    n_rounds : int
        The number of solves.
    is_complete : bool
        Whether all same-source pairs that the labels join have their repulsion. Then the energy of these labels equals,
        up to a constant, that with all same-source pairs stored; and labels that are optimal for ``problem`` are
        optimal for that problem too.
    """

    problem: Problem
    labels: Labels
    n_pairs: int
    n_rounds: int
    is_complete: bool


@renamed_parameters(most_pairs="max_pairs")
def solve_one_per_source(
    problem: Problem,
    sources: npt.ArrayLike,
    *,
    weight: float,
    solve: Callable[[Problem], Labels],
    max_pairs: int = MAX_PAIRS,
    start: npt.ArrayLike | None = None,
) -> SourcesKept:
    """Solve with repulsion between any two records of a source, without listing all pairs of large sources.

    Records that no chain of attracting pairs or must-links connects can be in different clusters of an optimal
    clustering, so only pairs within such connected components matter. If they are few, all are stored, and one solve is
    enough. Otherwise the solve starts with same-source pairs that attract each other or a common third record. The
    repulsion of pairs that it joins without one is added, and it solves again until there are none. Pairs that were
    never stored are never joined, so they cost nothing: fewer repulsions can only lower the optimal energy, and this
    clustering has the same energy with all of them.

    Parameters
    ----------
    problem : Problem
    sources : (n_nodes,) int
        The source of each record; -1 for none.
    weight : float
        The repulsion between two records of a source, in nats.
    solve : callable
        Returns the labels of a problem.
    max_pairs : int
        The maximum number of pairs to store from the start.
    start : (n_nodes,) int, optional
        Another clustering. The repulsion of the pairs that it joins is stored too, so the returned problem can compare
        the two.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.apps.records.knowledge.one_per_source import solve_one_per_source
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
    parts = tied_parts(problem)
    stored, is_all = apart.group_pairs(parts, max_pairs=max_pairs)
    if not is_all:
        stored = _near_pairs(problem, codes, max_pairs)
    if start is not None:
        joined, _ = apart.group_pairs(problem.check_labels(start), max_pairs=_MAX_ADDED, max_of_one=_MAX_OF_ONE)
        stored = distinct(np.concatenate((stored, joined)))
    if is_all:
        lowered = _lowered(problem, stored, weight)
        return SourcesKept(lowered, _split(solve(lowered), parts), len(stored), 1, True)
    return _solve_lazily(problem, apart, parts, stored, weight, solve)


def _split(labels: Labels, parts: Labels) -> Labels:
    """Split clusters into connected components: a solver may join components at no cost."""
    both = pair_keys(np.asarray(labels), parts)
    return _core.contiguous(np.unique(both, return_inverse=True)[1].astype(np.int32))


def _solve_lazily(
    problem: Problem, apart: Apart, parts: Labels, stored: Ints, weight: float, solve: Callable[[Problem], Labels]
) -> SourcesKept:
    for n_rounds in range(1, _ROUNDS + 1):
        lowered = _lowered(problem, stored, weight)
        labels = _split(solve(lowered), parts)
        joined, is_all = apart.group_pairs(labels, max_pairs=_MAX_ADDED, max_of_one=_MAX_OF_ONE)
        new = np.setdiff1d(joined, stored, assume_unique=True)
        is_complete = is_all and not len(new)
        if not len(new) or len(stored) + len(new) > _MAX_ADDED or n_rounds == _ROUNDS:
            break
        stored = distinct(np.concatenate((stored, new)))
    return SourcesKept(lowered, labels, len(stored), n_rounds, is_complete)


def _near_pairs(problem: Problem, codes: Ints, max_pairs: int) -> Ints:
    """Same-source pairs that attract each other, or a common third record with few neighbors."""
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
    shared, _ = around.group_pairs(np.zeros(problem.n_nodes, np.int32), max_pairs=max(max_pairs - len(keys), 0))
    return distinct(np.concatenate((keys, shared)))


def _lowered(problem: Problem, keys: Ints, weight: float) -> Problem:
    return Problem(problem.graph.with_added(*pairs_of(keys), np.full(len(keys), -float(weight))), problem.constraints)


def _codes(sources: Any, n_nodes: int) -> Ints:
    codes = whole_numbers(unmasked(sources, "sources"), "sources", "record").astype(np.int64)
    if codes.shape != (n_nodes,):
        raise ValueError(f"sources must have shape ({n_nodes},), one per record, got {codes.shape}")
    return codes


def one_per_source(problem: Problem, sources: npt.ArrayLike | Sequence[Any]) -> Problem:
    """The problem with at most one record of each source per cluster, as a constraint that stores no pairs.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.apps.records.knowledge.one_per_source import one_per_source
    >>> problem = fr.Problem.from_edges([0, 1], [1, 2], [2.0, 1.0])
    >>> fr.solve(one_per_source(problem, ["shop", "bank", "shop"])).labels
    array([0, 0, 1], dtype=int32)
    """
    return constraints.at_most_one_per_group(problem, sources)

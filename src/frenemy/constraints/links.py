"""Add must-link and cannot-link constraints to a problem; each function returns a new problem.

Hard constraints hold in every result of :func:`frenemy.solve`, with any solver and after any limit. They do not change
weights: energies, bounds and histories are those of the given weights. Soft constraints change weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.apart import Apart, Ids, pairs_of
from frenemy.problem.checked_arrays import finite_number, node_pairs, shown, unmasked
from frenemy.problem.hard_constraints import Contradiction, HardConstraints
from frenemy.problem.lifted import refuse_lifted

__all__ = ["Contradiction", "at_most_one_per_group", "cannot_link", "must_link"]

MAX_SOFT_PAIRS = 20_000_000

_INSTEAD = (
    "join nodes by Problem.contract, and keep two nodes apart by a lifted pair that repels more than all that attracts "
    "either of them"
)


def must_link(problem: Problem, pairs: npt.ArrayLike | Iterable[tuple[int, int]]) -> Problem:
    """The same problem, with pairs that are together in every result.

    Parameters
    ----------
    problem : Problem
    pairs : (n_pairs, 2) int
        Nodes that must share a cluster; links are transitive.

    Raises
    ------
    Contradiction
        A ValueError, if links join two nodes that must be apart; the message names them and the chain of links.

    Examples
    --------
    >>> import frenemy as fr
    >>> problem = fr.Problem.from_edges([0, 1], [1, 2], [-1.0, 2.0])
    >>> together = fr.constraints.must_link(problem, [(0, 1)])
    >>> together, fr.solve(together).labels
    (Problem(n_nodes=3, n_edges=2, must_link=1), array([0, 0, 0], dtype=int32))
    """
    links = _checked_pairs(problem, pairs)
    links = links[links[:, 0] != links[:, 1]]
    old = _constraints_of(problem)
    return _with(problem, HardConstraints(old.n_nodes, np.concatenate((old.links, links)), old.apart, old.group_names))


def cannot_link(problem: Problem, pairs: npt.ArrayLike | Iterable[tuple[int, int]]) -> Problem:
    """The same problem, with pairs that are apart in every result.

    Parameters
    ----------
    problem : Problem
    pairs : (n_pairs, 2) int
        Nodes that must not share a cluster.

    Raises
    ------
    Contradiction
        A ValueError, if must-links join such a pair; the message names the nodes and the chain of links.

    Examples
    --------
    >>> import frenemy as fr
    >>> problem = fr.Problem.from_edges([0, 1], [1, 2], [1.0, 2.0])
    >>> fr.solve(fr.constraints.cannot_link(problem, [(0, 2)])).labels
    array([0, 1, 1], dtype=int32)
    """
    checked = _checked_pairs(problem, pairs)
    same = np.flatnonzero(checked[:, 0] == checked[:, 1])
    if len(same):
        raise ValueError(f"a node cannot be apart from itself, got node {checked[same[0], 0]} twice at pair {same[0]}")
    return _keep_apart(problem, Apart.of(checked[:, 0], checked[:, 1]), ())


def at_most_one_per_group(
    problem: Problem, groups: npt.ArrayLike | Sequence[Any], *, weight: float | None = None
) -> Problem:
    """The same problem, with at most one node of each group in a cluster.

    For example, two records from a source without duplicates, or two faces in one photo, cannot be the same person.

    Parameters
    ----------
    problem : Problem
    groups : (n_nodes,) int, str or any hashable values
        The group of each node. -1, None and nan mean no group.
    weight : float, optional
        By default the constraint is hard and holds in every result. With a weight it is soft: ``weight`` is subtracted
        from the weight of each pair in a group. Pairs that no chain of attracting pairs and must-links connects are
        left out, as an optimal clustering need not join them.

    Raises
    ------
    Contradiction
        A ValueError, if must-links join two nodes of a group; the message names the nodes and the chain of links.
    ValueError
        If a soft constraint needs to store too many pairs.

    Examples
    --------
    >>> import frenemy as fr
    >>> problem = fr.Problem.from_edges([0, 1, 0], [1, 2, 2], [2.0, 1.0, 1.0])
    >>> fr.solve(fr.constraints.at_most_one_per_group(problem, ["a", "b", "a"])).labels
    array([0, 0, 1], dtype=int32)
    >>> fr.constraints.at_most_one_per_group(problem, ["a", "b", "a"], weight=0.5).edges()[2]
    array([2. , 0.5, 1. ])
    """
    refuse_lifted(problem, "a hard or soft constraint", _INSTEAD)
    codes, names = _coded_groups(groups, problem.n_nodes)
    nodes = np.flatnonzero(codes >= 0)
    apart = Apart.of(nodes=nodes, tokens=codes[nodes], n_tokens=len(names))
    if weight is None:
        return _keep_apart(problem, apart, names)
    amount = finite_number(weight, "weight")
    if amount < 0:
        raise ValueError(
            f"weight must be a finite number of at least 0, got {shown(weight)}; "
            "it is subtracted from the pairs of a group"
        )
    keys, is_all = apart.group_pairs(tied_parts(problem), max_pairs=MAX_SOFT_PAIRS)
    if not is_all:
        raise ValueError(
            f"a soft constraint stores the pairs of each group, and these groups have more than {MAX_SOFT_PAIRS:,}; "
            "omit weight to make it hard, which stores no pairs"
        )
    lowered = problem.graph.with_added(*pairs_of(keys), np.full(len(keys), -amount))
    return _with(Problem(lowered, ids=problem.ids), _constraints_of(problem))


def tied_parts(problem: Problem) -> Labels:
    """The components connected by attracting pairs and must-links; an optimal clustering need not join two of them."""
    kept = problem.constraints
    if kept is None or not len(kept.links):
        return _core.attracting_components(problem.graph, np.zeros(problem.n_nodes, np.int32))
    n_units = int(kept.joined.max(initial=-1)) + 1
    units = problem.graph.contract(kept.joined, n_units)
    return _core.attracting_components(units, np.zeros(n_units, np.int32))[kept.joined]


def _keep_apart(problem: Problem, apart: Apart, names: tuple[Any, ...]) -> Problem:
    old = _constraints_of(problem)
    return _with(problem, HardConstraints(old.n_nodes, old.links, old.apart + apart, old.group_names + names))


def _constraints_of(problem: Problem) -> HardConstraints:
    return HardConstraints(problem.n_nodes) if problem.constraints is None else problem.constraints


def _with(problem: Problem, constraints: HardConstraints) -> Problem:
    return Problem(problem.graph, constraints or None, problem.ids)


def _checked_pairs(problem: Problem, pairs: Any) -> Ids:
    if not isinstance(problem, Problem):
        raise ValueError(f"constraints are added to a Problem, got {type(problem).__name__}; see frenemy.as_problem")
    refuse_lifted(problem, "a hard or soft constraint", _INSTEAD)
    return node_pairs(pairs, problem.n_nodes)


def _coded_groups(groups: Any, n_nodes: int) -> tuple[npt.NDArray[np.int64], tuple[Any, ...]]:
    """Group numbers ``0..k-1``, -1 for no group; and the names of the groups."""
    values = groups if isinstance(groups, np.ndarray) or hasattr(groups, "__array__") else list(groups)
    array = unmasked(values, "groups") if hasattr(values, "__array__") else None
    length = len(values)
    if length != n_nodes or (array is not None and array.ndim != 1):
        shape = (length,) if array is None else array.shape
        raise ValueError(f"groups must have shape ({n_nodes},), one per node, got {shape}")
    if array is not None and array.dtype.kind in "biufUS":
        names, codes = np.unique(array, return_inverse=True)
        is_none = np.zeros(len(names), bool) if array.dtype.kind in "bUS" else (names == -1) | (names != names)
        renamed = np.where(is_none, -1, np.cumsum(~is_none) - 1)
        return renamed[codes.reshape(-1)].astype(np.int64), tuple(names[~is_none].tolist())
    number: dict[Any, int] = {}
    codes = np.empty(n_nodes, np.int64)
    for node, group in enumerate(values if array is None else array.tolist()):
        try:
            is_none = group is None or group != group or (group == -1 and not isinstance(group, bool))
            codes[node] = -1 if is_none else number.setdefault(group, len(number))
        except TypeError:
            raise ValueError(f"groups must be hashable, got {group!r} at node {node}") from None
    return codes, tuple(number)

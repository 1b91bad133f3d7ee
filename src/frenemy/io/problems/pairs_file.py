"""The content of a file of pairs: a problem, and the ids of its nodes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.problem import Problem
from frenemy.problem.array_types import Floats, Ints


@dataclass(frozen=True, eq=False)
class PairRows:
    """The rows of a table of pairs, as they stand in the file.

    Attributes
    ----------
    ids : (n_ids,) int64 or object
        The distinct ids.
    u, v : (n_rows,) int64
        Positions in ``ids``.
    w : (n_rows,) float64
        The third column, or 1.
    n_columns : int
    header : tuple of str or None
        The names of the columns; None if the first line is a row.
    place : callable
        Where a row stands, for messages.
    """

    ids: npt.NDArray[Any]
    u: Ints
    v: Ints
    w: Floats
    n_columns: int
    header: tuple[str, ...] | None
    place: Callable[[int], str]


@dataclass(frozen=True, eq=False)
class PairsFile:
    """A problem as read from a file.

    Attributes
    ----------
    problem : Problem
        With the ids, so that results carry them.
    ids : (n_nodes,) int64 or object
        The id of each node, in node order: whole numbers in rising order, or strings in order of first
        appearance. Matrices have ``0..n_nodes-1``.
    name : str
        Where it came from.
    format : str
        One of :data:`frenemy.io.FORMATS`.
    n_rows : int
        Rows, or stored entries of a matrix, before pairs are summed.
    n_self_pairs : int
        How many rows paired a node with itself; they are left out.
    rows : PairRows or None
        The rows of a table of pairs; None for other formats.
    """

    problem: Problem
    ids: npt.NDArray[Any]
    name: str
    format: str
    n_rows: int
    n_self_pairs: int = 0
    rows: PairRows | None = field(default=None, repr=False)


def from_rows(
    ids: npt.NDArray[Any],
    u: npt.NDArray[Any],
    v: npt.NDArray[Any],
    w: Floats,
    *,
    missing: float,
    name: str,
    format: str,
    place: Callable[[int], str],
) -> PairsFile:
    """A problem from numbered rows; ``place(row)`` says where a row stands, for messages."""
    bad = np.flatnonzero(~np.isfinite(w))
    if len(bad):
        raise ValueError(f"{place(int(bad[0]))}: the weight must be finite, got {w[bad[0]]}")
    is_self = u == v
    n_self = int(np.count_nonzero(is_self))
    if n_self:
        first = int(np.argmax(is_self))
        warnings.warn(
            f"{place(first)}: left out {n_self} pair(s) of a node with itself, the first one {ids[u[first]]}",
            stacklevel=4,
        )
        u, v, w = u[~is_self], v[~is_self], w[~is_self]
    try:
        problem = Problem.from_edges(u, v, w, n_nodes=len(ids), missing=missing)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    return PairsFile(with_ids(problem, ids), ids, name, format, n_rows=len(is_self), n_self_pairs=n_self)


def with_ids(problem: Problem, ids: npt.NDArray[Any]) -> Problem:
    """The problem with the ids of its nodes, which are distinct, unless they are just their numbers."""
    if ids.dtype.kind in "iu" and np.array_equal(ids, np.arange(len(ids))):
        return problem
    return Problem(problem.graph, ids=tuple(ids.tolist()))


def number_integers(u: Ints, v: Ints) -> tuple[Ints, Ints, Ints]:
    """The distinct ids in rising order, and both columns as positions among them."""
    low, high = min(int(u.min()), int(v.min())), max(int(u.max()), int(v.max()))
    if high - low < 4 * len(u) + 1024:
        # Dense ids: a lookup table is much faster than sorting.
        seen = np.zeros(high - low + 1, bool)
        seen[u - low] = True
        seen[v - low] = True
        position = np.cumsum(seen) - 1
        return np.flatnonzero(seen) + low, position[u - low], position[v - low]
    ids, positions = np.unique(np.concatenate((u, v)), return_inverse=True)
    return ids, positions[: len(u)], positions[len(u) :]

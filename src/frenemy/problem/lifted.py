"""Lifted problems: weights of any pairs, and a base graph in which every cluster must be connected."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem.caller import stacklevel_of_caller
from frenemy.problem.checked_arrays import MAX_NODES, floats, node_ids, unmasked, whole_number

if TYPE_CHECKING:
    from frenemy.problem.problem import Problem

#: What to do where the base graph does not matter.
DROP_BASE = "to do without it, make a plain problem by Problem.from_edges(*problem.edges())"


class LiftedGraphs(NamedTuple):
    """The weights of all pairs, and the base graph: its weights count parallel edges, so none of them is 0."""

    pairs: _core.Graph
    base: _core.Graph


def lifted_graphs(
    base_edges: Any,
    base_weights: npt.ArrayLike,
    lifted_edges: Any,
    lifted_weights: npt.ArrayLike,
    n_nodes: int | None,
) -> LiftedGraphs:
    """Both graphs of a lifted problem, from checked pairs."""
    u, v, w = _pairs(base_edges, base_weights, "base")
    far_u, far_v, far_w = _pairs(lifted_edges, lifted_weights, "lifted")
    n_seen = 1 + max(int(ends.max(initial=-1)) for ends in (u, v, far_u, far_v))
    n = whole_number(n_seen if n_nodes is None else n_nodes, "n_nodes", maximum=MAX_NODES)
    if n < n_seen:
        _refuse_beyond(n, u, v, "base")
        _refuse_beyond(n, far_u, far_v, "lifted")
    _warn_of_self_loops(u, v, "base")
    _warn_of_self_loops(far_u, far_v, "lifted")
    is_edge = u != v
    base = _core.Graph.from_edges(n, u[is_edge], v[is_edge], np.ones(int(is_edge.sum())), 0.0, None, True)
    ends = np.concatenate((u, far_u)), np.concatenate((v, far_v))
    return LiftedGraphs(_core.Graph.from_edges(n, *ends, np.concatenate((w, far_w)), 0.0, None, True), base)


def _refuse_beyond(n_nodes: int, u: npt.NDArray[np.int32], v: npt.NDArray[np.int32], name: str) -> None:
    beyond = np.flatnonzero((u >= n_nodes) | (v >= n_nodes))
    if len(beyond):
        at = beyond[0]
        raise ValueError(f"{name}_edges must hold nodes in 0..{n_nodes - 1}, got ({u[at]}, {v[at]}) at row {at}")


def base_from_edges(n_nodes: int, u: npt.NDArray[np.int32], v: npt.NDArray[np.int32]) -> _core.Graph:
    """A base graph of checked edges."""
    return _core.Graph.from_edges(n_nodes, u, v, np.ones(len(u)), 0.0, None, True)


def check_connected(
    labels: npt.NDArray[np.int32], parts: npt.NDArray[np.int32], id_of: Callable[[int], Hashable]
) -> None:
    """ValueError unless every cluster is a single part: unless it is connected in the base graph."""
    if parts.max(initial=-1) == labels.max(initial=-1):
        return
    first_part = np.full(len(labels), -1, np.int32)
    first_part[labels[::-1]] = parts[::-1]  # the last write, of the first node, stays
    other = int(np.argmax(parts != first_part[labels]))
    one = int(np.argmax(labels == labels[other]))
    raise ValueError(
        f"clusters of a lifted problem must be connected in the base graph, but nodes {id_of(one)!r} and "
        f"{id_of(other)!r} share one without a path inside it; Problem.connected_parts splits such clusters"
    )


def same_base(a: _core.Graph | None, b: _core.Graph | None) -> bool:
    """Whether two base graphs have the same edges; None is no base graph."""
    if a is None or b is None:
        return a is b
    return np.array_equal(a.offsets, b.offsets) and np.array_equal(a.neighbors, b.neighbors)


def refuse_lifted(problem: Problem, what: str, instead: str) -> None:
    """ValueError for a lifted problem: ``what`` would ignore the base graph, ``instead`` is what to do."""
    if problem.is_lifted:
        raise ValueError(f"{what} ignores the base graph of a lifted problem; {instead}")


def _pairs(
    edges: Any, weights: npt.ArrayLike, name: str
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.float64]]:
    array = unmasked(edges, f"{name}_edges")
    w = floats(weights, f"{name}_weights")
    if array.size == 0:
        array = np.empty((0, 2), np.int32)
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"{name}_edges must have shape (n, 2), one pair a row, got {array.shape}")
    if len(array) != len(w):
        raise ValueError(f"{name}_edges and {name}_weights must have the same length, got {len(array)} and {len(w)}")
    bad = np.flatnonzero(~np.isfinite(w))
    if len(bad):
        raise ValueError(f"{name}_weights must be finite, got {w[bad[0]]} at row {bad[0]}")
    return node_ids(array[:, 0], f"{name}_edges"), node_ids(array[:, 1], f"{name}_edges"), w


def _warn_of_self_loops(u: npt.NDArray[np.int32], v: npt.NDArray[np.int32], name: str) -> None:
    at = np.flatnonzero(u == v)
    if len(at):
        warnings.warn(
            f"left out {len(at)} pair(s) of a node with itself, the first one node {u[at[0]]} at row {at[0]} of "
            f"{name}_edges",
            stacklevel=stacklevel_of_caller(),
        )

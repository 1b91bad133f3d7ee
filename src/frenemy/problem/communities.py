"""Modularity and the constant Potts model as signed problems, with the null model in ``missing``."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem.checked_arrays import MAX_NODES, finite_number, floats, shown, whole_number
from frenemy.problem.ids import numbered_pairs
from frenemy.problem.sources.directions import Symmetrize
from frenemy.problem.sources.edges import Edges, finite_weights
from frenemy.problem.sources.read_edges import read_edges


def modularity_graph(edges: Edges, resolution: float) -> _core.Graph:
    """Pairs weigh ``a_ij - resolution * k_i * k_j / (2 m)``."""
    weights = edges.w
    resolution = _resolution(resolution)
    negative = np.flatnonzero(weights < 0)
    if len(negative):
        at = negative[0]
        raise ValueError(
            f"modularity is defined for weights of at least 0, got {weights[at]:g} at edge {at}; for signed "
            "weights use Problem.from_edges, or from_cpm, which makes every pair repel as well"
        )
    # A self-pair counts twice in the degree of its node.
    ends = np.concatenate((edges.u, edges.v))
    degrees = np.bincount(ends, np.concatenate((weights, weights)), minlength=edges.n_nodes).astype(np.float64)
    total = float(degrees.sum())
    return _graph(edges, -resolution / total if total > 0 else 0.0, degrees)


def cpm_graph(edges: Edges, resolution: float, sizes: Any) -> _core.Graph:
    """Pairs weigh ``a_ij - resolution * s_i * s_j``."""
    return _graph(edges, -_resolution(resolution), None if sizes is None else floats(sizes, "sizes"))


def community_edges(
    u: Any, v: Any, w: Any, n_nodes: int | None, weight: str | None, symmetrize: Symmetrize | None
) -> Edges:
    """The edges of three columns, of which the third may be left out, or of a graph or matrix in ``u``."""
    if v is None:
        if w is not None or n_nodes is not None:
            raise ValueError("w and n_nodes go with u and v; a graph or matrix has its own")
        return read_edges(u, weight=weight, symmetrize=symmetrize, needs_weight=False)
    u, v, ids = numbered_pairs(u, v)
    weights = np.ones(len(u)) if w is None else finite_weights(floats(w, "w"), "weights", "edge")
    if len(u) != len(weights):
        raise ValueError(f"u, v and w must have the same length, got {len(u)}, {len(v)} and {len(weights)}")
    n_seen = 1 + max(int(u.max(initial=-1)), int(v.max(initial=-1)))
    if n_nodes is None:
        n_nodes = n_seen
    elif whole_number(n_nodes, "n_nodes", maximum=MAX_NODES) < n_seen:
        raise ValueError(f"n_nodes must be at least {n_seen} for these edges, got {n_nodes!r}")
    return Edges(u, v, weights, int(n_nodes), ids)


def _resolution(value: Any) -> float:
    resolution = finite_number(value, "resolution")
    if resolution < 0:
        raise ValueError(f"resolution must be at least 0, got {shown(value)}")
    return resolution


def _graph(edges: Edges, missing: float, sizes: npt.NDArray[np.float64] | None) -> _core.Graph:
    # Self-pairs are never cut: they only count in degrees.
    off = edges.without_self_pairs()
    u, v = (np.ascontiguousarray(ends, np.int32) for ends in (off.u, off.v))
    return _core.Graph.from_edges(off.n_nodes, u, v, off.w, missing, sizes, True)

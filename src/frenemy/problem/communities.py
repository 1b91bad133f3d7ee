"""Modularity and the constant Potts model as signed problems, with the null model in ``missing``."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem.checked_arrays import MAX_NODES, finite_number, floats, node_ids, shown, whole_number

_Edges = tuple[int, npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.float64]]


def modularity_graph(u: Any, v: Any, w: Any, n_nodes: int | None, resolution: float) -> _core.Graph:
    """Pairs weigh ``a_ij - resolution * k_i * k_j / (2 m)``."""
    n, u, v, weights = _checked(u, v, w, n_nodes)
    resolution = _resolution(resolution)
    negative = np.flatnonzero(weights < 0)
    if len(negative):
        at = negative[0]
        raise ValueError(
            f"modularity is defined for weights of at least 0, got {weights[at]:g} at edge {at}; for signed "
            "weights use Problem.from_edges, or from_cpm, which makes every pair repel as well"
        )
    # A self-pair counts twice in the degree of its node.
    degrees = np.bincount(np.concatenate((u, v)), np.concatenate((weights, weights)), minlength=n).astype(np.float64)
    total = float(degrees.sum())
    return _graph(n, u, v, weights, -resolution / total if total > 0 else 0.0, degrees)


def cpm_graph(u: Any, v: Any, w: Any, n_nodes: int | None, resolution: float, sizes: Any) -> _core.Graph:
    """Pairs weigh ``a_ij - resolution * s_i * s_j``."""
    n, u, v, weights = _checked(u, v, w, n_nodes)
    return _graph(n, u, v, weights, -_resolution(resolution), None if sizes is None else floats(sizes, "sizes"))


def _checked(u: Any, v: Any, w: Any, n_nodes: int | None) -> _Edges:
    u, v = node_ids(u, "u"), node_ids(v, "v")
    weights = np.ones(len(u)) if w is None else floats(w, "w")
    if not len(u) == len(v) == len(weights):
        raise ValueError(f"u, v and w must have the same length, got {len(u)}, {len(v)} and {len(weights)}")
    n_seen = 1 + max(int(u.max(initial=-1)), int(v.max(initial=-1)))
    if n_nodes is None:
        n_nodes = n_seen
    elif whole_number(n_nodes, "n_nodes", maximum=MAX_NODES) < n_seen:
        raise ValueError(f"n_nodes must be at least {n_seen} for these edges, got {n_nodes!r}")
    bad = np.flatnonzero(~np.isfinite(weights))
    if len(bad):
        raise ValueError(f"weights must be finite, got {weights[bad[0]]} at edge {bad[0]}")
    return int(n_nodes), u, v, weights


def _resolution(value: Any) -> float:
    resolution = finite_number(value, "resolution")
    if resolution < 0:
        raise ValueError(f"resolution must be at least 0, got {shown(value)}")
    return resolution


def _graph(
    n: int,
    u: npt.NDArray[np.int32],
    v: npt.NDArray[np.int32],
    weights: npt.NDArray[np.float64],
    missing: float,
    sizes: npt.NDArray[np.float64] | None,
) -> _core.Graph:
    # Self-pairs are never cut: they only count in degrees.
    off = u != v
    return _core.Graph.from_edges(n, u[off], v[off], weights[off], missing, sizes, True)

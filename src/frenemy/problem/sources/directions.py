"""Combine the two directions of directed pairs."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from frenemy.problem.sources.edges import Edges

Symmetrize = Literal["sum", "mean", "max", "min"]


def check_symmetrize(symmetrize: str | None) -> None:
    if symmetrize is not None and symmetrize not in get_args(Symmetrize):
        names = ", ".join(map(repr, get_args(Symmetrize)))
        raise ValueError(f"symmetrize must be None, {names}, got {symmetrize!r}")


def combined(edges: Edges, symmetrize: Symmetrize) -> Edges:
    """One weight per pair: the sum of its two directions, half of that, or the larger or smaller of them.

    Weights of the same direction are summed first. "max" and "min" of a pair with one direction are the weight of that.
    """
    if symmetrize in ("sum", "mean"):
        return replace(edges, w=edges.w * (0.5 if symmetrize == "mean" else 1.0))
    low, high = np.minimum(edges.u, edges.v).astype(np.int64), np.maximum(edges.u, edges.v).astype(np.int64)
    directions, place = np.unique(2 * (low * edges.n_nodes + high) + (edges.u > edges.v), return_inverse=True)
    weights = np.bincount(place, edges.w, minlength=len(directions)).astype(np.float64)
    pairs, first = np.unique(directions // 2, return_index=True)
    choose = np.maximum if symmetrize == "max" else np.minimum
    chosen = choose.reduceat(weights, first) if len(first) else weights
    return replace(edges, u=pairs // max(edges.n_nodes, 1), v=pairs % max(edges.n_nodes, 1), w=chosen)

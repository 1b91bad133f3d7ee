"""From a region graph and its weights to a problem."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.affinity.volume.region_graph import RegionGraph
from frenemy.problem import Problem
from frenemy.problem.array_types import Ints32


def volume_problem(
    graph: RegionGraph,
    weights: npt.ArrayLike,
    far: RegionGraph | None = None,
    far_weights: npt.ArrayLike | None = None,
) -> Problem:
    """The problem of joining regions to cells.

    Parameters
    ----------
    graph : RegionGraph
        Regions that touch.
    weights : (graph.n_edges,) float
    far : RegionGraph, optional
        Pairs of regions at the longer offsets of affinities. They are lifted: they count, but only regions that touch
        join, so every cell is connected.
    far_weights : (far.n_edges,) float, optional
    """
    if far is None or far_weights is None:
        return Problem.from_edges(graph.u, graph.v, weights, n_nodes=graph.n_nodes)
    return Problem.lifted(_edges(graph), weights, _edges(far), far_weights, n_nodes=graph.n_nodes)


def _edges(graph: RegionGraph) -> Ints32:
    return np.stack((graph.u, graph.v), axis=1)

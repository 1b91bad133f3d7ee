"""From a region graph and its weights to a problem."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.affinity.volume.region_graph import RegionGraph
from frenemy.problem import Problem


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
        Pairs of regions at the longer offsets of affinities. They are plain edges: a pair may end up in one cell
        although nothing connects it.
    far_weights : (far.n_edges,) float, optional
    """
    u, v, w = graph.u, graph.v, np.asarray(weights, np.float64)
    # The one place where lifted edges would come in: `graph` is the base graph, `far` are the lifted pairs.
    if far is not None and far_weights is not None:
        u, v = np.concatenate((u, far.u)), np.concatenate((v, far.v))
        w = np.concatenate((w, np.asarray(far_weights, np.float64)))
    return Problem.from_edges(u, v, w, n_nodes=graph.n_nodes)

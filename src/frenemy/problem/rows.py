"""Read some rows of a graph's adjacency structure."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy import _core


def rows_of(
    graph: _core.Graph, nodes: npt.NDArray[np.integer]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int32], npt.NDArray[np.float64]]:
    """The pairs of some nodes: the position in ``nodes``, the neighbor and the excess weight of each."""
    first = graph.offsets[nodes]
    lengths = graph.offsets[nodes + 1] - first
    begin = np.cumsum(lengths) - lengths
    at = np.repeat(first - begin, lengths) + np.arange(int(lengths.sum()))
    return np.repeat(np.arange(len(nodes)), lengths), graph.neighbors[at], graph.weights[at]

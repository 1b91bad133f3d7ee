"""Some rows of a graph, without a look at the others."""

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


def attraction_of(graph: _core.Graph, nodes: npt.NDArray[np.integer]) -> npt.NDArray[np.float64]:
    """The total weight of the pairs of each node that attract: no cluster holds it more strongly."""
    row, neighbors, weights = rows_of(graph, nodes)
    if graph.missing == 0.0:
        return _sums(row, np.maximum(weights, 0.0), len(nodes))
    sizes = graph.sizes if graph.has_sizes else np.ones(graph.n_nodes)
    own, others = sizes[nodes], sizes[neighbors]
    total = _sums(row, np.maximum(weights + graph.missing * (own[row] * others), 0.0), len(nodes))
    if graph.missing > 0.0:
        unlisted = sizes.sum() - own - _sums(row, others, len(nodes))
        total += graph.missing * own * np.maximum(unlisted, 0.0)
    return total


def _sums(row: npt.NDArray[np.intp], values: npt.NDArray[np.float64], n_rows: int) -> npt.NDArray[np.float64]:
    return np.bincount(row, values, minlength=n_rows).astype(np.float64, copy=False)  # of nothing it makes integers

"""The node of each cluster with the lowest value."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.problem import Labels
from frenemy.problem.array_types import Floats


def lowest_nodes(values: Floats, labels: npt.NDArray[np.integer], n_clusters: int) -> Labels:
    """(n_clusters,): the first of several that are equally low.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.explain.lowest_nodes import lowest_nodes
    >>> lowest_nodes(np.array([3.0, 1.0, 1.0, 5.0]), np.array([0, 0, 0, 1]), 2)
    array([1, 3], dtype=int32)
    """
    least = np.full(n_clusters, np.inf)
    np.minimum.at(least, labels, values)
    nodes = np.flatnonzero(values == least[labels])[::-1]
    found = np.empty(n_clusters, np.int32)
    found[labels[nodes]] = nodes  # the last one written is the first
    return found

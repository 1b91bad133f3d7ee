"""The most typical faces of each person."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def typical_order(points: npt.NDArray[np.float32], labels: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """All faces with a person, sorted by person, the most typical one first.

    The most typical face is the nearest to the mean of its person's embeddings; of ties, the first.

    Parameters
    ----------
    points : (n, d) float32
        Embeddings.
    labels : (n,) int32
        The person of each; -1 for none.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.faces.people.typical_faces import typical_order
    >>> typical_order(np.array([[0.0], [5.0], [2.0], [1.0]], np.float32), np.array([0, 1, 0, 0]))
    array([3, 0, 2, 1], dtype=int32)
    """
    nodes = np.flatnonzero(labels >= 0)
    order = nodes[np.argsort(labels[nodes], kind="stable")]
    if not len(order):
        return order.astype(np.int32)
    sizes = np.bincount(labels[order])
    begin = np.cumsum(sizes) - sizes
    rows = points[order].astype(np.float64)
    means = np.add.reduceat(rows, begin, axis=0) / sizes[:, None]
    distance = np.square(rows - means[labels[order]]).sum(axis=1)
    # Differences by rounding alone do not count.
    return order[np.lexsort((order, np.round(distance, 9), labels[order]))].astype(np.int32)

"""Three representations of a partition: labels, the indicator matrix U, and the adjacency matrix X = U U^T.

The paper's functional is quadratic in U and linear in X: ``E = -sum_ij W_ij [U U^T]_ij = -<W, X>`` (sections 1 and 3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Labels
from frenemy.problem.checked_arrays import numbers, unmasked
from frenemy.problem.sparse_matrices import checked_csr

if TYPE_CHECKING:
    import scipy.sparse as sp


def to_indicator(labels: npt.ArrayLike) -> sp.csr_array:
    """The indicator matrix U, (n_nodes, n_clusters), with one 1 per row."""
    import scipy.sparse as sp  # imported late: it would double the import time of frenemy

    codes = _codes(labels)
    n = len(codes)
    return sp.csr_array((np.ones(n), codes, np.arange(n + 1)), shape=(n, int(codes.max(initial=-1)) + 1))


def from_indicator(indicator: Any) -> Labels:
    """Labels from an indicator matrix; raises ValueError if a node is not in exactly one cluster."""
    u = _checked(indicator, "an indicator matrix")
    if not np.isin(u.data, (0, 1)).all():
        bad = u.data[~np.isin(u.data, (0, 1))][0]
        raise ValueError(f"an indicator matrix must hold only 0 and 1, got {bad}")
    u.eliminate_zeros()
    counts = np.diff(u.indptr)
    wrong = np.flatnonzero(counts != 1)
    if len(wrong):
        raise ValueError(f"every node must be in exactly one cluster, got {counts[wrong[0]]} at node {wrong[0]}")
    return _codes(u.indices)


def to_adjacency(labels: npt.ArrayLike) -> sp.csr_array:
    """X = U U^T: 1 where two nodes are together, and on the diagonal. Memory grows with the squared cluster sizes."""
    u = to_indicator(labels)
    x: sp.csr_array = (u @ u.T).tocsr()
    return x


def from_adjacency(adjacency: Any, *, threshold: float = 0.5) -> Labels:
    """Labels from X, possibly fractional: the connected components of its entries above ``threshold``."""
    return _codes(_components((_square(adjacency) > threshold).tocsr()))


def is_decomposable(adjacency: Any) -> bool:
    """Whether X is U U^T for some partition: binary, with every connected component a clique."""
    x = _square(adjacency)
    x.eliminate_zeros()
    if not (x.data == 1).all():
        return False
    sizes = np.bincount(_components(x), minlength=1)
    # All components are cliques if the number of entries is the sum of the squared sizes.
    return x.nnz == int((sizes.astype(np.int64) ** 2).sum())


def _components(graph: sp.csr_array) -> Labels:
    from scipy.sparse.csgraph import connected_components

    labels: Labels = connected_components(graph, directed=False)[1]
    return labels


def _square(matrix: Any) -> sp.csr_array:
    x = _checked(matrix, "an adjacency matrix")
    if x.shape[0] != x.shape[1]:
        raise ValueError(f"an adjacency matrix must be square, got shape {x.shape}")
    if not np.isfinite(x.data).all():
        raise ValueError(f"an adjacency matrix must be finite, got {x.data[~np.isfinite(x.data)][0]}")
    return x


def _checked(matrix: Any, name: str) -> sp.csr_array:
    import scipy.sparse as sp

    return checked_csr(matrix if sp.issparse(matrix) else sp.csr_array(numbers(matrix, name)), name)


def _codes(labels: npt.ArrayLike) -> Labels:
    array = unmasked(labels, "labels")
    if array.ndim != 1:
        raise ValueError(f"labels must be one-dimensional, got shape {array.shape}")
    return _core.contiguous(np.unique(array, return_inverse=True)[1].astype(np.int32))

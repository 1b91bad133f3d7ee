"""Clustering by eigenvectors of a normalized matrix: the implementation of both kinds of normalized cuts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from frenemy import _core
from frenemy.comparators.spectral.discretization import discretize
from frenemy.comparators.spectral.leading_vectors import leading_vectors
from frenemy.comparators.spectral.spectral_gap import Rule, check_rule, spectral_gap, widest_gap
from frenemy.problem import Labels
from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import unmasked, whole_number
from frenemy.problem.sparse_matrices import checked_csr

if TYPE_CHECKING:
    import scipy.sparse as sp

_SAME = 1e-9  # relative difference between a_ij and a_ji that counts as rounding


class SpectralClustering(NamedTuple):
    """A clustering by eigenvectors, and its spectrum.

    Attributes
    ----------
    labels : (n_nodes,) int32
        The clusters, ``0..k-1`` by first appearance; fewer than ``n_clusters`` if some are empty.
    eigenvalues : (n_eigenvalues,) float
        The eigenvalues that were computed, largest first.
    n_clusters : int
        The number of clusters by the gap or by the caller, not counting nodes without pairs: each of those is a cluster
        of its own.
    """

    labels: Labels
    eigenvalues: Floats
    n_clusters: int


class Relaxation(NamedTuple):
    """Maximize the sum over clusters of their share inside, relaxed to the eigenvectors of ``D^-1/2 M D^-1/2``.

    Attributes
    ----------
    matrix : (n_nodes, n_nodes) sparse
        ``M``.
    degrees : (n_nodes,) float64
        ``D``.
    components : (n_nodes,) int32, optional
        Connected components, if their indicators are the eigenvectors of the largest eigenvalue, 1.
    keeps_constant : bool
        Whether the constant vector precedes the leading eigenvectors orthogonal to it; its eigenvalue does not count.
    """

    matrix: sp.csr_array
    degrees: Floats
    components: Labels | None = None
    keeps_constant: bool = False


def spectral_clustering(
    weights: sp.csr_array,
    relax: Callable[[sp.csr_array], Relaxation],
    *,
    n_clusters: int | None,
    rule: Rule,
    max_clusters: int,
    rng: np.random.Generator,
    is_stopped: Callable[[], bool] = lambda: False,
) -> SpectralClustering:
    """Cluster the nodes that have a pair; each other node is a cluster of its own."""
    n = weights.shape[0]
    has_pair = np.diff(weights.indptr) > (weights.diagonal() != 0.0)
    nodes = np.flatnonzero(has_pair)
    if not len(nodes) or (n_clusters is not None and n_clusters >= len(nodes)):
        return SpectralClustering(np.arange(n, dtype=np.int32), np.empty(0), len(nodes))
    relaxed = relax(weights[nodes][:, nodes] if len(nodes) < n else weights)
    inner = _cluster(relaxed, n_clusters, rule, max_clusters, rng, is_stopped)
    labels = np.empty(n, np.int32)
    labels[nodes] = inner.labels
    labels[~has_pair] = int(inner.labels.max()) + 1 + np.arange(n - len(nodes))
    return inner._replace(labels=_core.contiguous(labels))


def _cluster(
    relaxed: Relaxation,
    n_clusters: int | None,
    rule: Rule,
    max_clusters: int,
    rng: np.random.Generator,
    is_stopped: Callable[[], bool],
) -> SpectralClustering:
    matrix, degrees, components, keeps_constant = relaxed
    n = len(degrees)
    n_vectors = min(max_clusters + 1, n) if n_clusters is None else n_clusters
    n_known = int(keeps_constant) if components is None else int(components.max()) + 1
    if components is not None and n_vectors <= n_known:
        # All these eigenvalues are 1, and unions of components cut nothing.
        k = n_known if n_clusters is None else n_clusters
        return SpectralClustering(_merge_components(components, k), np.ones(n_vectors), k)
    known = np.zeros((n, n_known))
    if components is not None:
        known[np.arange(n), components] = np.sqrt(degrees)
        known /= np.linalg.norm(known, axis=0)
    elif keeps_constant:
        known[:, 0] = np.sqrt(degrees / degrees.sum())
    values, vectors = leading_vectors(
        _normalized(matrix, degrees), n_vectors - n_known, known, rng=rng, is_stopped=is_stopped
    )
    if components is not None:
        values = np.concatenate((np.ones(n_known), np.minimum(values, 1.0)))
    if n_clusters is not None:
        k = n_clusters
    elif keeps_constant:
        gap = widest_gap(values, 1, len(values) - 1, is_ratio=rule != "difference")
        k = min(1 + gap, max_clusters)  # equal values, or a single one, show no gap
    else:
        k = spectral_gap(values, rule=rule, max_clusters=max_clusters)
    if components is not None and k <= n_known:
        return SpectralClustering(_merge_components(components, k), values, k)
    embedding = np.hstack((known, vectors))[:, :k]
    labels = discretize(embedding, share_inside(matrix, degrees), rng=rng, is_stopped=is_stopped)
    return SpectralClustering(labels, values, k)


def _merge_components(components: Labels, n_clusters: int) -> Labels:
    """The largest components as they are, and all others as the last cluster."""
    sizes = np.bincount(components)
    rank = np.empty(len(sizes), np.int32)
    rank[np.argsort(-sizes, kind="stable")] = np.arange(len(sizes))
    return _core.contiguous(np.minimum(rank[components], max(n_clusters - 1, 0)).astype(np.int32))


def share_inside(matrix: sp.csr_array, degrees: Floats) -> Callable[[Labels], float]:
    """The objective: the sum over clusters of the entries inside, as a share of the degrees."""
    entries = matrix.tocoo()
    rows, columns = entries.coords

    def value(labels: Labels) -> float:
        k = int(labels.max(initial=-1)) + 1
        is_inside = labels[rows] == labels[columns]
        inside = np.bincount(labels[rows[is_inside]], weights=entries.data[is_inside], minlength=k)
        total = np.bincount(labels, weights=degrees, minlength=k)
        return float((inside / np.where(total > 0.0, total, 1.0)).sum())

    return value


def _normalized(matrix: sp.csr_array, degrees: Floats) -> sp.csr_array:
    """``D^-1/2 M D^-1/2``."""
    import scipy.sparse as sp

    roots = 1.0 / np.sqrt(degrees)
    data = matrix.data * np.repeat(roots, np.diff(matrix.indptr)) * roots[matrix.indices]
    return sp.csr_array((data, matrix.indices, matrix.indptr), shape=matrix.shape)


# --------------------------------------------------------------------------------------------------------------- checks


def check_parameters(n_clusters: int | None, rule: str, max_clusters: int) -> None:
    if n_clusters is not None:
        whole_number(n_clusters, "n_clusters", minimum=1)
    check_rule(rule)
    whole_number(max_clusters, "max_clusters", minimum=1)


def check_not_more_than_nodes(n_clusters: int | None, n_nodes: int) -> None:
    if n_clusters is not None and n_clusters > n_nodes:
        raise ValueError(f"n_clusters must be at most the number of nodes, {n_nodes}, got {n_clusters}")


def divide_by_largest(matrix: sp.csr_array) -> sp.csr_array:
    """So that no sum overflows; entries that underflow are dropped."""
    matrix = matrix.copy()
    matrix.data /= max(float(np.abs(matrix.data).max(initial=0.0)), np.finfo(float).tiny)
    matrix.eliminate_zeros()
    return matrix


def symmetric_matrix(matrix: Any, name: str, *, is_positive: bool) -> sp.csr_array:
    """A checked sparse copy without stored zeros; an error shows the value and its place."""
    import scipy.sparse as sp

    if not sp.issparse(matrix):
        matrix = unmasked(matrix, name)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"{name} must be a square matrix, got shape {matrix.shape}")
    if matrix.dtype.kind not in "biuf":
        raise ValueError(f"{name} must be real, got {matrix.dtype}")
    a = checked_csr(matrix if sp.issparse(matrix) else sp.csr_array(matrix), name)
    a.eliminate_zeros()
    entries = a.tocoo()
    _refuse(~np.isfinite(entries.data), entries, f"{name} must be finite")
    if is_positive:
        _refuse(entries.data < 0.0, entries, f"{name} must not be negative")
    difference = (a - a.T).tocoo()
    rows, columns = difference.coords
    wrong = np.flatnonzero(np.abs(difference.data) > _SAME * np.abs(entries.data).max(initial=0.0))
    if len(wrong):
        i, j = int(rows[wrong[0]]), int(columns[wrong[0]])
        raise ValueError(f"{name} must be symmetric, got {a[i, j]} at ({i}, {j}) and {a[j, i]} at ({j}, {i})")
    return a


def _refuse(is_wrong: Any, entries: sp.coo_array, message: str) -> None:
    at = np.flatnonzero(is_wrong)
    if len(at):
        rows, columns = entries.coords
        raise ValueError(f"{message}, got {entries.data[at[0]]} at row {rows[at[0]]}, column {columns[at[0]]}")

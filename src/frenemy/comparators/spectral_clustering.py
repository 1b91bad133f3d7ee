"""What clusterings by eigenvectors share: their result, their parameters, and their way to a solver."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.comparators.leading_vectors import Stopped
from frenemy.comparators.spectral_gap import check_rule
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.checked_parameters import check_at_least

if TYPE_CHECKING:
    import scipy.sparse as sp

_Floats = npt.NDArray[np.float64]


class SpectralClustering(NamedTuple):
    """What a spectrum was taken to show.

    Attributes
    ----------
    labels : (n_nodes,) int32
        The clusters, ``0..k-1`` by first appearance; there may be fewer than asked for, if some stay empty.
    eigenvalues : (n_eigenvalues,) float
        As many as were looked at, largest first.
    n_clusters : int
        How many clusters were asked for, by the gap or by the caller, beside the nodes that no pair ties to another:
        each of those is a cluster of its own.
    """

    labels: Labels
    eigenvalues: _Floats
    n_clusters: int


def check_spectral(n_clusters: int | None, rule: str, most_clusters: int) -> None:
    if n_clusters is not None:
        check_at_least(n_clusters, 1, "n_clusters")
    check_rule(rule)
    check_at_least(most_clusters, 1, "most_clusters")


def check_not_more_than_nodes(n_clusters: int | None, n_nodes: int) -> None:
    if n_clusters is not None and n_clusters > n_nodes:
        raise ValueError(f"n_clusters must be at most the number of nodes, {n_nodes}, got {n_clusters}")


def in_units_of_the_largest(matrix: sp.csr_array) -> sp.csr_array:
    """So that no sum overflows; what is nothing beside the largest entry is not stored."""
    matrix = matrix.copy()
    matrix.data /= max(float(np.abs(matrix.data).max(initial=0.0)), np.finfo(float).tiny)
    matrix.eliminate_zeros()
    return matrix


def beside_loners(
    matrix: sp.csr_array, n_clusters: int | None, cluster: Callable[[sp.csr_array, int | None], SpectralClustering]
) -> SpectralClustering:
    """The clusters of all nodes that have an entry with another one; each of the rest is a cluster of its own."""
    n = matrix.shape[0]
    has_pair = np.diff(matrix.indptr) > (matrix.diagonal() != 0.0)
    nodes = np.flatnonzero(has_pair)
    if not len(nodes) or (n_clusters is not None and n_clusters >= len(nodes)):
        return SpectralClustering(np.arange(n, dtype=np.int32), np.empty(0), len(nodes))
    inner = cluster(matrix[nodes][:, nodes] if len(nodes) < n else matrix, n_clusters)
    labels = np.empty(n, np.int32)
    labels[nodes] = inner.labels
    labels[~has_pair] = int(inner.labels.max()) + 1 + np.arange(n - len(nodes))
    return inner._replace(labels=_core.contiguous(labels))


def share_inside(matrix: sp.csr_array, degrees: _Floats) -> Callable[[Labels], float]:
    """What is maximized: the sum over clusters of what their nodes have inside them, as a share of the degrees."""
    entries = matrix.tocoo()
    rows, columns = entries.coords

    def value(labels: Labels) -> float:
        k = int(labels.max(initial=-1)) + 1
        is_inside = labels[rows] == labels[columns]
        inside = np.bincount(labels[rows[is_inside]], weights=entries.data[is_inside], minlength=k)
        total = np.bincount(labels, weights=degrees, minlength=k)
        return float((inside / np.where(total > 0.0, total, 1.0)).sum())

    return value


def scaled(matrix: sp.csr_array, degrees: _Floats) -> sp.csr_array:
    """``D^-1/2 M D^-1/2``."""
    import scipy.sparse as sp

    roots = 1.0 / np.sqrt(degrees)
    data = matrix.data * np.repeat(roots, np.diff(matrix.indptr)) * roots[matrix.indices]
    return sp.csr_array((data, matrix.indices, matrix.indptr), shape=matrix.shape)


def better_of_start(
    problem: Problem, start: Labels, run: Run, cluster: Callable[[np.random.Generator, Callable[[], bool]], Labels]
) -> Labels:
    """One round: the clustering if it was made in time and has a lower energy than the start, else the start."""
    energy = problem.graph.energy(start)
    try:
        labels = cluster(run.rng(), run.expired)
    except Stopped:
        return start
    found = problem.graph.energy(labels)
    if found < energy:
        start, energy = labels, found
    run.round_done(energy, start)
    return start

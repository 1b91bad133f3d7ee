"""Normalized cuts of a positive affinity, with the number of clusters by the spectral gap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from frenemy.comparators.listed_pairs import weight_matrix
from frenemy.comparators.spectral.spectral_clustering import (
    Relaxation,
    SpectralClustering,
    check_not_more_than_nodes,
    check_parameters,
    divide_by_largest,
    spectral_clustering,
    symmetric_matrix,
)
from frenemy.comparators.spectral.spectral_gap import Rule
from frenemy.comparators.spectral.spectral_solver import SpectralSolver
from frenemy.problem import Problem
from frenemy.problem.renamed_parameters import renamed_parameters

if TYPE_CHECKING:
    import scipy.sparse as sp


@renamed_parameters(most_clusters="max_clusters")
def normalized_cuts(
    affinity: Any, *, n_clusters: int | None = None, rule: Rule = "difference", max_clusters: int = 100, seed: int = 0
) -> SpectralClustering:
    """Clusters with a large share of their nodes' affinity inside.

    The sum of these shares over all clusters is relaxed to the leading eigenvectors of ``D^-1/2 P D^-1/2`` with degrees
    ``D``. The eigenvectors are rotated to the nearest indicators of clusters, starting at ten different nodes; the
    clustering with the largest sum is the result.

    A node without affinity to any other is a cluster of its own. The gap never joins connected components. If
    ``n_clusters`` is below the number of components, the smallest components form one cluster: no cut is below 0.

    Shi & Malik, "Normalized cuts and image segmentation" (2000); Yu & Shi, "Multiclass spectral clustering" (2003).

    Parameters
    ----------
    affinity : (n_nodes, n_nodes) dense or scipy.sparse matrix
        Symmetric, finite, not negative; its diagonal counts.
    n_clusters : int, optional
        Number of clusters; by default by the gap.
    rule : {"paper", "skip_first", "difference"}
        Where the gap is; see :func:`spectral_gap`.
    max_clusters : int
        Largest number of clusters to consider for the gap.
    seed : int
        Seed of the rotations, and of the Lanczos iterations for more than a hundred nodes.

    Returns
    -------
    SpectralClustering

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.comparators import normalized_cuts
    >>> P = np.array([[1, 0.9, 0.1, 0.2], [0.9, 1, 0.2, 0.1], [0.1, 0.2, 1, 0.8], [0.2, 0.1, 0.8, 1]])
    >>> found = normalized_cuts(P)
    >>> found.labels, found.n_clusters
    (array([0, 0, 1, 1], dtype=int32), 2)
    >>> found.eigenvalues.round(2)
    array([1.  , 0.72, 0.12, 0.02])
    """
    check_parameters(n_clusters, rule, max_clusters)
    matrix = divide_by_largest(symmetric_matrix(affinity, "affinity", is_positive=True))
    check_not_more_than_nodes(n_clusters, matrix.shape[0])
    rng = np.random.default_rng(seed)
    return spectral_clustering(matrix, _relax, n_clusters=n_clusters, rule=rule, max_clusters=max_clusters, rng=rng)


@renamed_parameters(most_clusters="max_clusters", most_nodes="max_nodes", most_pairs="max_pairs")
@dataclass(frozen=True)
class NormalizedCuts(SpectralSolver):
    """Normalized cuts of the probabilities that pairs belong together: "spectral gap" in the paper's comparison.

    Weights are log-odds: the affinity of a listed pair is ``1 / (1 + exp(-w))``, of a node with itself 1, and of an
    unlisted pair 0; with ``missing > 0`` all pairs are listed first. Then as :func:`normalized_cuts`. The affinity is
    positive: pairs that repel merely attract less, and the number of clusters must be guessed from the spectrum. The
    method ignores the energy; the start is kept unless the result has a lower one. One round. Choose it as a
    baseline.

    Shi & Malik, "Normalized cuts and image segmentation" (2000); Yu & Shi, "Multiclass spectral clustering" (2003);
    Bagon & Galun, "Optimizing large scale correlation clustering", section 7.2.

    Attributes
    ----------
    n_clusters : int, optional
        Number of clusters, if known; capped at the number of nodes.
    rule : {"paper", "skip_first", "difference"}
        Where the gap is, if the number is unknown; see :func:`spectral_gap`.
    max_clusters : int
        Largest number of clusters to consider for the gap.
    max_nodes : int
        Refuse problems with more nodes.
    max_pairs : int
        Refuse problems with more pairs; with ``missing > 0``, all pairs count.

    Examples
    --------
    >>> import frenemy as fr
    >>> problem, truth = fr.affinity.planted(100, sizes=[1, 1, 1], degree=20)
    >>> fr.solve(problem, fr.comparators.NormalizedCuts()).n_clusters
    3
    """

    n_clusters: int | None = None
    rule: Rule = "difference"
    max_clusters: int = 100
    max_nodes: int = 20_000
    max_pairs: int = 1_000_000

    def _needs_all_pairs(self, problem: Problem) -> bool:
        return problem.missing > 0.0

    def _matrix(self, problem: Problem) -> sp.csr_array:
        return _probabilities(problem)

    def _relax(self, matrix: sp.csr_array) -> Relaxation:
        return _relax(matrix)


def _probabilities(problem: Problem) -> sp.csr_array:
    import scipy.sparse as sp
    from scipy.special import expit

    p = weight_matrix(problem)
    p.data = expit(p.data)
    p.eliminate_zeros()
    return sp.csr_array(p + sp.eye_array(problem.n_nodes))


def _relax(affinity: sp.csr_array) -> Relaxation:
    from scipy.sparse.csgraph import connected_components

    degrees = np.asarray(affinity.sum(axis=1), dtype=np.float64)
    return Relaxation(affinity, degrees, components=connected_components(affinity, directed=False)[1])

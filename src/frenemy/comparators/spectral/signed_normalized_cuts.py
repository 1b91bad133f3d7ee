"""Normalized cuts with pairs that repel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
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
from frenemy.problem.array_types import Floats
from frenemy.problem.renamed_parameters import renamed_parameters

if TYPE_CHECKING:
    import scipy.sparse as sp


@renamed_parameters(most_clusters="max_clusters")
def signed_normalized_cuts(
    weights: Any,
    *,
    n_clusters: int | None = None,
    rule: Rule = "difference",
    max_clusters: int = 100,
    keeps_constant: bool = False,
    seed: int = 0,
) -> SpectralClustering:
    """Clusters with much attraction inside and much repulsion to the others, relative to their nodes' degrees.

    With attraction ``A``, repulsion ``R`` and their degrees, the shares of ``D_A + D_R`` that are attraction inside or
    repulsion outside are summed over the clusters. That is the share inside of ``A - R + D_R``, relaxed to the leading
    eigenvectors of ``(D_A + D_R)^-1/2 (A - R + D_R) (D_A + D_R)^-1/2`` and rotated as by :func:`normalized_cuts`. A
    node without any pair is a cluster of its own.

    The eigenvalues are between -1 and 2. Without repulsion the first eigenvector is constant up to the degrees, and the
    others are contrasts between clusters, one fewer than there are clusters. With repulsion the constant vector ranks
    below the contrasts, and often below vectors that split a cluster. As many eigenvectors as clusters then contain one
    split too many, and a gap after the contrasts shows one cluster too few. ``keeps_constant`` corrects both.

    Yu & Shi, "Understanding popout through repulsion" (2001); the rotation: "Multiclass spectral clustering" (2003).

    Parameters
    ----------
    weights : (n_nodes, n_nodes) dense or scipy.sparse matrix
        Symmetric and finite; positive attracts, negative repels. Its diagonal is ignored.
    n_clusters : int, optional
        Number of clusters; by default by the gap.
    rule : {"paper", "skip_first", "difference"}
        Where the gap is; see :func:`spectral_gap`.
    max_clusters : int
        Largest number of clusters to consider for the gap; with ``keeps_constant``, also the largest result.
    keeps_constant : bool
        Use the constant vector and the leading vectors orthogonal to it, whose eigenvalues are returned. The gap is
        searched from the first of these, and there is one more cluster than it shows.
    seed : int
        Seed of the rotations, and of the Lanczos iterations for more than a hundred nodes.

    Returns
    -------
    SpectralClustering

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.comparators import signed_normalized_cuts
    >>> W = np.array([[0, 3, -1, -2], [3, 0, -2, -1], [-1, -2, 0, 4], [-2, -1, 4, 0]])
    >>> signed_normalized_cuts(W, n_clusters=2).labels
    array([0, 0, 1, 1], dtype=int32)
    """
    check_parameters(n_clusters, rule, max_clusters)
    matrix = symmetric_matrix(weights, "weights", is_positive=False)
    check_not_more_than_nodes(n_clusters, matrix.shape[0])
    matrix.setdiag(0.0)
    relax = partial(_relax, keeps_constant=keeps_constant)
    rng = np.random.default_rng(seed)
    return spectral_clustering(
        divide_by_largest(matrix), relax, n_clusters=n_clusters, rule=rule, max_clusters=max_clusters, rng=rng
    )


@renamed_parameters(most_clusters="max_clusters", most_nodes="max_nodes", most_pairs="max_pairs")
@dataclass(frozen=True)
class SignedNormalizedCuts(SpectralSolver):
    """Normalized cuts with attraction and repulsion.

    Uses the weights as they are, by :func:`signed_normalized_cuts`; with ``missing`` all pairs are listed first. The
    method ignores the energy; the start is kept unless the result has a lower one. Large clusters that are connected
    only from neighbor to neighbor fall apart, even with a given number of clusters, unless it ``keeps_constant``. One
    round. Choose it as a baseline.

    Yu & Shi, "Understanding popout through repulsion" (2001).

    Attributes
    ----------
    n_clusters : int, optional
        Number of clusters, if known; capped at the number of nodes.
    rule : {"paper", "skip_first", "difference"}
        Where the gap is, if the number is unknown; see :func:`spectral_gap`.
    max_clusters : int
        Largest number of clusters to consider for the gap; with ``keeps_constant``, also the largest result.
    keeps_constant : bool
        Whether to correct for the effect of repulsion on the constant vector; see :func:`signed_normalized_cuts`.
    max_nodes : int
        Refuse problems with more nodes.
    max_pairs : int
        Refuse problems with more pairs; with ``missing``, all pairs count.

    Examples
    --------
    >>> import frenemy as fr
    >>> problem, truth = fr.affinity.planted(100, sizes=[1, 1, 1], degree=20)
    >>> result = fr.solve(problem, fr.comparators.SignedNormalizedCuts(n_clusters=3))
    >>> fr.metrics.adjusted_rand_index(result.labels, truth)
    1.0
    """

    n_clusters: int | None = None
    rule: Rule = "difference"
    max_clusters: int = 100
    keeps_constant: bool = False
    max_nodes: int = 20_000
    max_pairs: int = 1_000_000

    def _needs_all_pairs(self, problem: Problem) -> bool:
        return problem.missing != 0.0

    def _matrix(self, problem: Problem) -> sp.csr_array:
        return divide_by_largest(weight_matrix(problem))

    def _relax(self, matrix: sp.csr_array) -> Relaxation:
        return _relax(matrix, keeps_constant=self.keeps_constant)


def popout(weights: sp.csr_array) -> tuple[sp.csr_array, Floats]:
    """``A - R + D_R`` and the degrees ``D_A + D_R``."""
    import scipy.sparse as sp

    repulsion = -weights.minimum(0.0).sum(axis=1)
    return sp.csr_array(weights + sp.diags_array(repulsion)), np.asarray(abs(weights).sum(axis=1))


def _relax(weights: sp.csr_array, *, keeps_constant: bool) -> Relaxation:
    return Relaxation(*popout(weights), keeps_constant=keeps_constant)

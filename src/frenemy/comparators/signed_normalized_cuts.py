"""Normalized cuts with pairs that repel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from frenemy.comparators.checked_matrix import symmetric_matrix
from frenemy.comparators.discretization import discretize
from frenemy.comparators.leading_vectors import leading_vectors
from frenemy.comparators.listed_pairs import weight_matrix, with_listed_pairs
from frenemy.comparators.spectral_clustering import (
    SpectralClustering,
    beside_loners,
    better_of_start,
    check_not_more_than_nodes,
    check_spectral,
    in_units_of_the_largest,
    scaled,
    share_inside,
)
from frenemy.comparators.spectral_gap import Rule, spectral_gap, widest_gap
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.checked_parameters import check_at_least

if TYPE_CHECKING:
    import scipy.sparse as sp


def signed_normalized_cuts(
    weights: Any,
    *,
    n_clusters: int | None = None,
    rule: Rule = "difference",
    most_clusters: int = 100,
    keeps_constant: bool = False,
    seed: int = 0,
) -> SpectralClustering:
    """Clusters of which each has much attraction inside and much repulsion to the others, for its nodes' degrees.

    With attraction ``A``, repulsion ``R`` and their degrees, the shares of ``D_A + D_R`` that are attraction inside or
    repulsion outside are summed over the clusters. That is the share inside of ``A - R + D_R``, relaxed to the leading
    eigenvectors of ``(D_A + D_R)^-1/2 (A - R + D_R) (D_A + D_R)^-1/2`` and rotated as by :func:`normalized_cuts`. A
    node without any pair is a cluster of its own, beside the others.

    The eigenvalues are between -1 and 2. Without repulsion the first eigenvector is constant up to the degrees, and the
    others are contrasts between clusters, of which there is one fewer than clusters. With repulsion the constant one
    drops behind the contrasts, and often behind vectors that split a cluster: as many eigenvectors as clusters then are
    one split too many, and a gap after the contrasts tells one cluster too few. ``keeps_constant`` mends both.

    Yu & Shi, "Understanding popout through repulsion" (2001); the rotation: "Multiclass spectral clustering" (2003).

    Parameters
    ----------
    weights : (n_nodes, n_nodes) dense or scipy.sparse matrix
        Symmetric and finite; positive attracts, negative repels. Its diagonal is ignored.
    n_clusters : int, optional
        How many clusters; by default as many as the gap shows.
    rule : {"paper", "skip_first", "difference"}
        Where the gap is; see :func:`spectral_gap`.
    most_clusters : int
        How far to look for the gap; with ``keeps_constant``, also the most clusters that are taken from it.
    keeps_constant : bool
        Take the constant vector and the leading ones that are orthogonal to it, whose eigenvalues are told, instead of
        the leading ones. The gap is looked for from the first of these, and there is one more cluster than it shows.
    seed : int
        Where rotations begin, and the Lanczos iterations for more than a hundred nodes.

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
    check_spectral(n_clusters, rule, most_clusters)
    matrix = symmetric_matrix(weights, "weights", is_positive=False)
    check_not_more_than_nodes(n_clusters, matrix.shape[0])
    matrix.setdiag(0.0)
    matrix = in_units_of_the_largest(matrix)
    rng = np.random.default_rng(seed)

    def cut(connected: sp.csr_array, k: int | None) -> SpectralClustering:
        return _cut(connected, k, rule, most_clusters, keeps_constant, rng, lambda: False)

    return beside_loners(matrix, n_clusters, cut)


@dataclass(frozen=True)
class SignedNormalizedCuts:
    """Normalized cuts with attraction and repulsion.

    The weights as they are, as :func:`signed_normalized_cuts` takes them; with ``missing`` all pairs are listed first.
    The result counts if its energy is below that of the start; the method itself does not know the energy. Large
    clusters that are tied together only from neighbor to neighbor fall into pieces, even if the number of clusters is
    given, unless it ``keeps_constant``. One round. Choose it to compare with.

    Yu & Shi, "Understanding popout through repulsion" (2001).

    Attributes
    ----------
    n_clusters : int, optional
        How many clusters, if that is known; the number of nodes if there are fewer.
    rule : {"paper", "skip_first", "difference"}
        Where the gap is, if the number is not known; see :func:`spectral_gap`.
    most_clusters : int
        How far to look for the gap; with ``keeps_constant``, also the most clusters that are taken from it.
    keeps_constant : bool
        Whether to mend what repulsion does to the constant vector; see :func:`signed_normalized_cuts`.
    most_nodes : int
        Refuse problems with more nodes.
    most_pairs : int
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
    most_clusters: int = 100
    keeps_constant: bool = False
    most_nodes: int = 20_000
    most_pairs: int = 1_000_000

    def __post_init__(self) -> None:
        check_spectral(self.n_clusters, self.rule, self.most_clusters)
        check_at_least(self.most_nodes, 1, "most_nodes")
        check_at_least(self.most_pairs, 1, "most_pairs")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return better_of_start(problem, start, run, lambda rng, is_stopped: self._cut(problem, rng, is_stopped).labels)

    def clustering(self, problem: Problem, *, seed: int = 0) -> SpectralClustering:
        """What the method itself makes of a problem, whatever its energy, with the spectrum."""
        return self._cut(problem, Run(seed=seed).rng(), lambda: False)

    def _cut(self, problem: Problem, rng: np.random.Generator, is_stopped: Callable[[], bool]) -> SpectralClustering:
        listed = with_listed_pairs(
            problem,
            "SignedNormalizedCuts",
            most_nodes=self.most_nodes,
            most_pairs=self.most_pairs,
            is_complete=problem.missing != 0.0,
        )
        weights = in_units_of_the_largest(weight_matrix(listed))

        def cut(connected: sp.csr_array, k: int | None) -> SpectralClustering:
            return _cut(connected, k, self.rule, self.most_clusters, self.keeps_constant, rng, is_stopped)

        return beside_loners(weights, self.n_clusters, cut)


def popout(weights: sp.csr_array) -> tuple[sp.csr_array, npt.NDArray[np.float64]]:
    """``A - R + D_R`` and the degrees ``D_A + D_R``."""
    import scipy.sparse as sp

    repulsion = -weights.minimum(0.0).sum(axis=1)
    return sp.csr_array(weights + sp.diags_array(repulsion)), np.asarray(abs(weights).sum(axis=1))


def _cut(
    weights: sp.csr_array,
    n_clusters: int | None,
    rule: Rule,
    most_clusters: int,
    keeps_constant: bool,
    rng: np.random.Generator,
    is_stopped: Callable[[], bool],
) -> SpectralClustering:
    """Of nodes that all have a pair."""
    n = weights.shape[0]
    matrix, degrees = popout(weights)
    known = np.sqrt(degrees / degrees.sum())[:, np.newaxis] if keeps_constant else np.empty((n, 0))
    n_known = known.shape[1]
    most = min(most_clusters + 1, n) if n_clusters is None else n_clusters
    values, vectors = leading_vectors(scaled(matrix, degrees), most - n_known, known, rng=rng, is_stopped=is_stopped)
    if n_clusters is not None:
        k = n_clusters
    elif keeps_constant:
        gap = widest_gap(values, 1, len(values) - 1, is_ratio=rule != "difference")
        k = min(1 + gap, most_clusters)  # there is no gap to see among values that are all equal, or a single one
    else:
        k = spectral_gap(values, rule=rule, most_clusters=most_clusters)
    embedding = np.hstack((known, vectors))[:, :k]
    labels = discretize(embedding, share_inside(matrix, degrees), rng=rng, is_stopped=is_stopped)
    return SpectralClustering(labels, values, k)

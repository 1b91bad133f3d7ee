"""Normalized cuts of a positive affinity, as many as the spectrum shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
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
from frenemy.comparators.spectral_gap import Rule, spectral_gap
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.checked_parameters import check_at_least

if TYPE_CHECKING:
    import scipy.sparse as sp


def normalized_cuts(
    affinity: Any, *, n_clusters: int | None = None, rule: Rule = "difference", most_clusters: int = 100, seed: int = 0
) -> SpectralClustering:
    """Clusters of which each has much of its nodes' affinity inside.

    The sum over clusters of the share of their nodes' affinity that stays inside is relaxed to the leading eigenvectors
    of ``D^-1/2 P D^-1/2`` with degrees ``D``; these are rotated to the nearest indicators of clusters, ten times from
    different nodes, of which the clustering with the largest sum is kept.

    A node without affinity to any other is a cluster of its own, beside the others. Parts that nothing ties together
    are never joined by a gap. With fewer clusters asked for than there are parts, the smallest parts are one cluster:
    no cut is lower than 0.

    Shi & Malik, "Normalized cuts and image segmentation" (2000); Yu & Shi, "Multiclass spectral clustering" (2003).

    Parameters
    ----------
    affinity : (n_nodes, n_nodes) dense or scipy.sparse matrix
        Symmetric, finite, not negative; its diagonal counts.
    n_clusters : int, optional
        How many clusters; by default as many as the gap shows.
    rule : {"paper", "skip_first", "difference"}
        Where the gap is; see :func:`spectral_gap`.
    most_clusters : int
        How far to look for the gap.
    seed : int
        Where rotations begin, and the Lanczos iterations for more than a hundred nodes.

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
    check_spectral(n_clusters, rule, most_clusters)
    matrix = in_units_of_the_largest(symmetric_matrix(affinity, "affinity", is_positive=True))
    check_not_more_than_nodes(n_clusters, matrix.shape[0])
    rng = np.random.default_rng(seed)
    return beside_loners(matrix, n_clusters, lambda a, k: _cut(a, k, rule, most_clusters, rng, lambda: False))


@dataclass(frozen=True)
class NormalizedCuts:
    """Normalized cuts of the probabilities that pairs belong together: "spectral gap" in the paper's comparison.

    Weights are read as log-odds: the affinity of a listed pair is ``1 / (1 + exp(-w))``, that of a node with itself 1,
    and that of an unlisted pair 0; with ``missing > 0`` all pairs are listed first. Then as :func:`normalized_cuts`.
    The affinity is positive: what repels only attracts less, and how many clusters there are must be guessed from the
    spectrum. The result counts if its energy is below that of the start; the method itself does not know the energy.
    One round. Choose it to compare with.

    Shi & Malik, "Normalized cuts and image segmentation" (2000); Yu & Shi, "Multiclass spectral clustering" (2003);
    Bagon & Galun, "Optimizing large scale correlation clustering", section 7.2.

    Attributes
    ----------
    n_clusters : int, optional
        How many clusters, if that is known; the number of nodes if there are fewer.
    rule : {"paper", "skip_first", "difference"}
        Where the gap is, if the number is not known; see :func:`spectral_gap`.
    most_clusters : int
        How far to look for the gap.
    most_nodes : int
        Refuse problems with more nodes.
    most_pairs : int
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
    most_clusters: int = 100
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
            "NormalizedCuts",
            most_nodes=self.most_nodes,
            most_pairs=self.most_pairs,
            is_complete=problem.missing > 0.0,
        )
        affinity = _probabilities(listed)
        return beside_loners(
            affinity, self.n_clusters, lambda a, k: _cut(a, k, self.rule, self.most_clusters, rng, is_stopped)
        )


def _probabilities(problem: Problem) -> sp.csr_array:
    import scipy.sparse as sp
    from scipy.special import expit

    p = weight_matrix(problem)
    p.data = expit(p.data)
    p.eliminate_zeros()
    return sp.csr_array(p + sp.eye_array(problem.n_nodes))


def _cut(
    affinity: sp.csr_array,
    n_clusters: int | None,
    rule: Rule,
    most_clusters: int,
    rng: np.random.Generator,
    is_stopped: Callable[[], bool],
) -> SpectralClustering:
    """Of nodes that all have a pair."""
    from scipy.sparse.csgraph import connected_components

    n = affinity.shape[0]
    n_parts, part = connected_components(affinity, directed=False)
    most = min(most_clusters + 1, n) if n_clusters is None else n_clusters
    if most <= n_parts:
        # All eigenvalues that were to be looked at are 1, and any clusters made of whole parts have no cut.
        k = n_parts if n_clusters is None else n_clusters
        return SpectralClustering(_joined_parts(part, k), np.ones(most), k)

    degrees = np.asarray(affinity.sum(axis=1), dtype=np.float64)
    known = np.zeros((n, n_parts))
    known[np.arange(n), part] = np.sqrt(degrees)
    known /= np.linalg.norm(known, axis=0)
    matrix = scaled(affinity, degrees)
    values, vectors = leading_vectors(matrix, most - n_parts, known, rng=rng, is_stopped=is_stopped)
    eigenvalues = np.concatenate((np.ones(n_parts), np.minimum(values, 1.0)))
    k = n_clusters if n_clusters is not None else spectral_gap(eigenvalues, rule=rule, most_clusters=most_clusters)
    if k <= n_parts:
        return SpectralClustering(_joined_parts(part, k), eigenvalues, k)
    embedding = np.hstack((known, vectors))[:, :k]
    labels = discretize(embedding, share_inside(affinity, degrees), rng=rng, is_stopped=is_stopped)
    return SpectralClustering(labels, eigenvalues, k)


def _joined_parts(part: npt.NDArray[np.int32], n_clusters: int) -> Labels:
    """The largest parts as they are, and all the others as one cluster, the last."""
    sizes = np.bincount(part)
    rank = np.empty(len(sizes), np.int32)
    rank[np.argsort(-sizes, kind="stable")] = np.arange(len(sizes))
    return _core.contiguous(np.minimum(rank[part], max(n_clusters - 1, 0)).astype(np.int32))

"""The uniform prior on partitions, and the prior on the number of clusters that it implies."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.affinity.prior.partition_counts import (
    MAX_COUNTED_NODES,
    MAX_ROW_NODES,
    ROW_HINT,
    dobinski_terms,
    log_stirling_row,
)
from frenemy.problem import Labels
from frenemy.problem.array_types import Floats, Ints
from frenemy.problem.checked_arrays import MAX_NODES, whole_number

_TIE = 1e-9  # for n = 2, k = 1 and k = 2 tie; rounding must not decide


@dataclass(frozen=True, eq=False)
class PriorOnK:
    """The probability of each number of clusters k if all partitions are equally probable.

    Made by :func:`prior_on_clusters`.

    Attributes
    ----------
    n_nodes : int
    log_probability : (n_nodes,) float64
        ``log(S(n, k) / B(n))`` for k = 1..n, in this order; empty if there are no nodes.
    """

    n_nodes: int
    log_probability: Floats

    @property
    def n_clusters(self) -> Ints:
        """The k of each entry: 1..n."""
        return np.arange(1, self.n_nodes + 1)

    @property
    def mode(self) -> int:
        """The most probable number of clusters; the smaller of two if they tie, as for two nodes. 0 for no nodes."""
        logs = self.log_probability
        return 1 + int(np.argmax(logs > logs.max() - _TIE)) if len(logs) else 0

    @property
    def mean(self) -> float:
        """The expected number of clusters."""
        return float(self.n_clusters @ np.exp(self.log_probability))

    @property
    def std(self) -> float:
        """The standard deviation of the number of clusters."""
        return math.sqrt(float((self.n_clusters - self.mean) ** 2 @ np.exp(self.log_probability)))

    def __repr__(self) -> str:
        return f"PriorOnK(n_nodes={self.n_nodes}, mode={self.mode}, mean={self.mean:.6g}, std={self.std:.6g})"


def prior_on_clusters(n_nodes: int) -> PriorOnK:
    """The prior on the number of clusters that correlation clustering implies: ``Pr(k) = S(n, k) / B(n)``.

    Minimizing the energy of log-odds weights assumes that all partitions of the n nodes are equally probable a priori.
    There is one partition into one cluster and one into n, and very many in between. This implies a prior on k, which
    is narrow and favors many small clusters.

    Parameters
    ----------
    n_nodes : int
        From 0 to 1,000,000; 10,000 nodes take 0.1 s.

    References
    ----------
    Bagon & Galun, "Optimizing large scale correlation clustering", section 2.1 and figure 1.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity import prior_on_clusters
    >>> prior_on_clusters(1000)
    PriorOnK(n_nodes=1000, mode=189, mean=189.558, std=5.43026)
    >>> prior = prior_on_clusters(4)  # 1, 7, 6 and 1 of 15 partitions
    >>> (15 * np.exp(prior.log_probability)).round(9).tolist()
    [1.0, 7.0, 6.0, 1.0]
    """
    counts = log_stirling_row(whole_number(n_nodes, "n_nodes", maximum=MAX_ROW_NODES, reason=ROW_HINT))[1:]
    if len(counts):
        # Normalize by their sum, not by log_bell, so that common rounding errors cancel.
        top = counts.max()
        counts -= top + math.log(math.fsum(np.exp(counts - top)))
    counts.flags.writeable = False
    return PriorOnK(len(counts), counts)


def approximate_mode(n: int) -> float:
    """Approximate most probable number of clusters of ``n`` nodes: ``exp(W(n)) - 1`` with the Lambert W function.

    Within 1 of the mode of :func:`prior_on_clusters` for all n up to 3,000, and for 10,000, 100,000 and 1,000,000.

    Examples
    --------
    >>> from frenemy.affinity import approximate_mode, paper_mode
    >>> round(approximate_mode(750), 1), round(paper_mode(750), 1)  # the exact mode is 149
    (148.7, 113.3)
    """
    from scipy.special import lambertw

    n = whole_number(n, "n", maximum=MAX_COUNTED_NODES, reason="the formula was not tested beyond")
    return math.expm1(float(lambertw(n).real))


def paper_mode(n: int) -> float:
    """The mode by the paper's rough formula, ``n / log(n)``, for ``n`` of at least 2.

    It is 14 to 25 % too low from 20 to 1,000,000 nodes; see :func:`approximate_mode`.
    """
    n = whole_number(n, "n", maximum=MAX_COUNTED_NODES, reason="the formula was not tested beyond")
    if n < 2:
        raise ValueError(f"n must be at least 2, as log(1) is 0, got {n}; approximate_mode takes 0 and 1, too")
    return n / math.log(n)


def uniform_partition(n_nodes: int, *, seed: int | np.random.Generator = 0) -> Labels:
    """Draw a partition of ``n_nodes`` nodes uniformly from all partitions.

    Draws a number of boxes m with probability ``m**n / (m! * e * B(n))`` and assigns every node to a random box; the
    nonempty boxes are the clusters. The draw is exact up to rounding and to omitted m, whose total probability is
    below 1e-20.

    Parameters
    ----------
    n_nodes : int
    seed : int or numpy Generator

    Returns
    -------
    (n_nodes,) int32
        Labels ``0..k-1`` by first appearance.

    References
    ----------
    Stam, "Generation of a random partition of a finite set by an urn model", Journal of Combinatorial Theory A (1983).

    Examples
    --------
    >>> from frenemy.affinity import uniform_partition
    >>> uniform_partition(8, seed=1)
    array([0, 1, 2, 2, 1, 1, 3, 3], dtype=int32)
    """
    n = whole_number(n_nodes, "n_nodes", maximum=MAX_NODES, reason="labels have no more bits")
    if n == 0:
        return np.empty(0, np.int32)
    rng = np.random.default_rng(seed)
    boxes, logs = dobinski_terms(n)
    probabilities = np.exp(logs)
    m = int(rng.choice(boxes, p=probabilities / probabilities.sum()))
    box_of = rng.integers(m, size=n, dtype=np.int32)
    if m > n:
        box_of = np.unique(box_of, return_inverse=True)[1].astype(np.int32)
    return _core.contiguous(box_of)

"""What sampling partitions says about a problem: a value, without the sampling."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.html_card import bars, card, number_text
from frenemy.run import Status

MIXED = 1.01  # R-hat below which chains agree on energy and number of clusters
PAIRS_MIXED = 1.05  # the same for the worst pair: of many, one is always further off


class PerQuantity(NamedTuple):
    """A diagnostic for each estimated quantity; for pairs, that of the worst pair."""

    energy: float
    n_clusters: float
    pairs: float


def is_mixed(r_hat: PerQuantity) -> bool:
    """Whether chains with these R-hats agree."""
    return max(r_hat.energy, r_hat.n_clusters) < MIXED and r_hat.pairs < PAIRS_MIXED


@dataclass(frozen=True, eq=False)
class Posterior:
    """Estimates from partitions drawn from the posterior.

    Attributes
    ----------
    pairs : (n_pairs, 2) int32
        The pairs estimated.
    probabilities : (n_pairs,) float64
        The probability that the two nodes of each share a cluster.
    standard_errors : (n_pairs,) float64
        Monte Carlo standard error of each probability, from the spread of batches of draws, or of the chains where
        these disagree.
    energies : (n_chains, n_draws) float64
        The energy of every partition drawn, by chain; fewer chains if there was no time to start them all.
    cluster_counts : (n_chains, n_draws) int32
        Its number of clusters.
    r_hat : PerQuantity
        Split R-hat of the ``energy``, ``n_clusters`` and the worst of the ``pairs``: 1 if the chains agree
        (rank-normalised for the first two).
    effective_size : PerQuantity
        Effective sample size of each: how many independent draws would be as precise.
    acceptance : float
        The share of proposed splits and merges that were accepted.
    status : Status
        CONVERGED: all samples were drawn, and the chains agree. ROUND_LIMIT: all were drawn, and the chains do not
        agree. TIME_LIMIT, CANCELLED: the samples so far; :attr:`is_mixed` says whether the chains agree.
    seconds : float
        Wall-clock time.
    temperature : float
    seed : int
    """

    pairs: npt.NDArray[np.int32]
    probabilities: npt.NDArray[np.float64]
    standard_errors: npt.NDArray[np.float64]
    energies: npt.NDArray[np.float64]
    cluster_counts: npt.NDArray[np.int32]
    r_hat: PerQuantity
    effective_size: PerQuantity
    acceptance: float
    status: Status
    seconds: float
    temperature: float
    seed: int

    @property
    def n_samples(self) -> int:
        """Number of partitions that the estimates are based on."""
        return self.energies.size

    @property
    def is_mixed(self) -> bool:
        """Whether the chains, which started far apart, agree."""
        return is_mixed(self.r_hat)

    def n_clusters(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
        """The numbers of clusters that were seen, ascending, and the probability of each."""
        values, counts = np.unique(self.cluster_counts, return_counts=True)
        return values, counts / self.n_samples

    @property
    def mean_n_clusters(self) -> float:
        """The expected number of clusters."""
        return float(self.cluster_counts.mean())

    def n_clusters_interval(self, level: float = 0.95) -> tuple[int, int]:
        """The central credible interval of the number of clusters."""
        if not 0.0 < level <= 1.0:
            raise ValueError(f"level must be above 0 and at most 1, got {level}")
        values, probabilities = self.n_clusters()
        below, tail = np.cumsum(probabilities), (1.0 - level) / 2.0
        last = len(values) - 1
        low = min(int(np.searchsorted(below, tail + 1e-12, "right")), last)
        high = min(int(np.searchsorted(below, 1.0 - tail - 1e-12, "left")), last)
        return int(values[low]), int(values[high])

    def probability_of(self, u: int, v: int) -> float:
        """The probability that two nodes share a cluster, for one of :attr:`pairs`."""
        if u == v:
            return 1.0
        at = self._places.get((min(u, v), max(u, v)))
        if at is None:
            raise ValueError(f"the pair {u}, {v} was not estimated; name it in posterior(..., pairs=[({u}, {v})])")
        return float(self.probabilities[at])

    @cached_property
    def _places(self) -> dict[tuple[int, int], int]:
        return {(min(u, v), max(u, v)): at for at, (u, v) in enumerate(self.pairs.tolist())}

    def _repr_html_(self) -> str:
        """The numbers, and how probable each number of clusters is, for notebooks."""
        low, high = self.n_clusters_interval()
        values, probabilities = self.n_clusters()
        facts = [
            ("clusters, 95 % interval", f"{low:,} to {high:,}"),
            ("clusters, expected", f"{self.mean_n_clusters:,.2f}"),
            ("pairs", number_text(len(self.pairs))),
            ("samples", number_text(self.n_samples)),
            ("chains agree", "yes" if self.is_mixed else "no"),
            ("status", self.status.name),
            ("seconds", f"{self.seconds:.3g}"),
        ]
        seen = (int(values[0]), int(values[-1]))
        picture = bars(probabilities.tolist(), caption="probability of each number of clusters", ends=seen)
        return card("Posterior", facts, picture)

    def __repr__(self) -> str:
        low, high = self.n_clusters_interval()
        return (
            f"Posterior(n_pairs={len(self.pairs)}, n_clusters={low}..{high}, n_samples={self.n_samples}, "
            f"r_hat={max(self.r_hat):.3f}, effective_size={min(self.effective_size):.0f}, status={self.status.name}, "
            f"seconds={self.seconds:.3g})"
        )

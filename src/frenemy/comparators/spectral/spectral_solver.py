"""Spectral clustering as a solver: what both kinds of normalized cuts share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from frenemy.comparators.listed_pairs import with_listed_pairs
from frenemy.comparators.spectral.leading_vectors import Stopped
from frenemy.comparators.spectral.spectral_clustering import (
    Relaxation,
    SpectralClustering,
    check_parameters,
    spectral_clustering,
)
from frenemy.comparators.spectral.spectral_gap import Rule
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import whole_number
from frenemy.run import Run

if TYPE_CHECKING:
    import scipy.sparse as sp


class SpectralSolver(ABC):
    """One round: the clustering if it is done in time and has a lower energy than the start, else the start.

    Subclasses are dataclasses with these fields.
    """

    n_clusters: int | None
    rule: Rule
    max_clusters: int
    max_nodes: int
    max_pairs: int

    def __post_init__(self) -> None:
        check_parameters(self.n_clusters, self.rule, self.max_clusters)
        whole_number(self.max_nodes, "max_nodes", minimum=1)
        whole_number(self.max_pairs, "max_pairs", minimum=1)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        energy = problem.graph.energy(start)
        try:
            labels = self._cluster(problem, run.rng(), run.expired).labels
        except Stopped:
            return start
        found = problem.graph.energy(labels)
        if found < energy:
            start, energy = labels, found
        run.round_done(energy, start)
        return start

    def clustering(self, problem: Problem, *, seed: int = 0) -> SpectralClustering:
        """The method's own clustering of a problem, whatever its energy, with the spectrum."""
        return self._cluster(problem, Run(seed=seed).rng(), lambda: False)

    def _cluster(
        self, problem: Problem, rng: np.random.Generator, is_stopped: Callable[[], bool]
    ) -> SpectralClustering:
        listed = with_listed_pairs(
            problem,
            type(self).__name__,
            max_nodes=self.max_nodes,
            max_pairs=self.max_pairs,
            is_complete=self._needs_all_pairs(problem),
        )
        return spectral_clustering(
            self._matrix(listed),
            self._relax,
            n_clusters=self.n_clusters,
            rule=self.rule,
            max_clusters=self.max_clusters,
            rng=rng,
            is_stopped=is_stopped,
        )

    @abstractmethod
    def _needs_all_pairs(self, problem: Problem) -> bool:
        """Whether unlisted pairs have to be listed first."""

    @abstractmethod
    def _matrix(self, problem: Problem) -> sp.csr_array:
        """The matrix to cluster by, of a problem whose pairs are listed."""

    @abstractmethod
    def _relax(self, matrix: sp.csr_array) -> Relaxation:
        """The relaxation of that matrix, or of a part of it."""

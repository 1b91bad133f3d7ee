"""What all sections draw on: a result, its problem, the names of its nodes, and why it is as it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from frenemy.explain import Explanation, explain
from frenemy.problem import Labels, Problem
from frenemy.report.names import Names, shortened
from frenemy.report.words import PLAIN, Words
from frenemy.solve import Result

_MOST_WEIGHTS = 2_000_000  # more than these are sampled for a median


@dataclass(frozen=True, eq=False)
class Material:
    """One result, looked at once.

    Attributes
    ----------
    result : Result
    names : Names
        Of the nodes.
    title : str
    words : Words
    clusters : Names or None
        Of the clusters; None where their numbers will do.
    doubt : float or None
        The cost of moving below which a node is in doubt; None for that of a typical pair.
    n_pairs : int or None
        How many pairs were given, where the problem lists fewer: those that weigh as unlisted ones do are not listed.
    """

    result: Result
    names: Names
    title: str
    words: Words = PLAIN
    clusters: Names | None = None
    doubt: float | None = None
    n_pairs: int | None = None

    @property
    def problem(self) -> Problem:
        return self.result.problem

    @property
    def labels(self) -> Labels:
        return self.result.labels

    @cached_property
    def explanation(self) -> Explanation:
        return explain(self.problem, self.labels)

    @cached_property
    def sizes(self) -> npt.NDArray[np.int64]:
        """How many nodes each cluster has."""
        return np.bincount(self.labels, minlength=self.result.n_clusters).astype(np.int64)

    @cached_property
    def typical_weight(self) -> float:
        """What half of the listed pairs weigh less than, whatever the sign; 0 if there are none."""
        # Without unlisted weights these are those of the pairs, each of them twice.
        w = self.problem.edges()[2] if self.problem.missing else self.problem.graph.weights
        if len(w) > _MOST_WEIGHTS:
            w = w[np.random.default_rng(0).integers(len(w), size=_MOST_WEIGHTS)]
        return float(np.median(np.abs(w))) if len(w) else 0.0

    @cached_property
    def by_doubt(self) -> Labels:
        """The nodes that have another place, the most doubtful first."""
        return self.explanation.doubtful_nodes(None)

    @cached_property
    def n_doubtful(self) -> int:
        """Nodes whose best other place would cost less than ``doubt``, or than one typical pair weighs."""
        limit = self.typical_weight if self.doubt is None else self.doubt
        return int(np.searchsorted(self.explanation.margins[self.by_doubt], limit))

    def members(self, cluster: int, most: int) -> list[int]:
        """The first nodes of a cluster."""
        begin = int(self._ends[cluster] - self.sizes[cluster])
        nodes = self._nodes[begin : begin + min(most, int(self.sizes[cluster]))]
        return [int(node) for node in nodes]

    def examples(self, cluster: int, most: int = 3) -> str:
        """Some of a cluster's nodes by name, as HTML."""
        shown = ", ".join(self.names.html(node) for node in self.members(cluster, most))
        left = int(self.sizes[cluster]) - most
        return shown if left <= 0 else f'{shown} <span class="faint">and {left:,} more</span>'

    def cluster_name(self, cluster: int) -> str:
        """What a cluster is called, as HTML."""
        return str(cluster) if self.clusters is None else self.clusters.html(cluster)

    def cluster_text(self, cluster: int, longest: int = 32) -> str:
        """What a cluster is called, as text."""
        return str(cluster) if self.clusters is None else shortened(self.clusters.text(cluster), longest)

    def cluster(self, cluster: int) -> str:
        """A cluster by its name and size, as HTML."""
        size = self.words.n_nodes(int(self.sizes[cluster]))
        return f'{self.cluster_name(cluster)} <span class="faint">({size})</span>'

    @cached_property
    def _nodes(self) -> npt.NDArray[np.int64]:
        return np.argsort(self.labels, kind="stable")

    @cached_property
    def _ends(self) -> npt.NDArray[np.int64]:
        return np.cumsum(self.sizes)

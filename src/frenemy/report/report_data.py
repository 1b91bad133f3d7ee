"""What all sections of a report read: a result, its problem, the names of its nodes, and its explanation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from frenemy.explain import Explanation, explain
from frenemy.explain.typical_weight import typical_weight
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Bools, Floats, Ints
from frenemy.report.names import Names, shortened
from frenemy.report.sections.terms import DEFAULT_TERMS, Terms
from frenemy.report.solved import Solved


@dataclass(frozen=True, eq=False)
class ReportData:
    """A result, and what several sections compute from it, computed once.

    Attributes
    ----------
    result : Solved
    names : Names
        Those of the nodes.
    title : str
    terms : Terms
    clusters : Names or None
        Those of the clusters; None to show their numbers.
    doubt : float or None
        A node that costs less than this to move is in doubt; None for the weight of a typical pair.
    margins : (n_nodes,) float64 or None
        What each node costs to move, where others count with it; None for the explanation's, without nodes that no pair
        links to the place they could move to.
    n_pairs : int or None
        How many pairs were given, if the problem lists fewer: it drops pairs that weigh as much as unlisted ones.
    notes : tuple of str
        How the data was read.
    """

    result: Solved
    names: Names
    title: str
    terms: Terms = DEFAULT_TERMS
    clusters: Names | None = None
    doubt: float | None = None
    margins: Floats | None = None
    n_pairs: int | None = None
    notes: tuple[str, ...] = ()

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
    def sizes(self) -> Ints:
        """How many nodes each cluster has."""
        return np.bincount(self.labels, minlength=self.result.n_clusters).astype(np.int64)

    @cached_property
    def typical_weight(self) -> float:
        """The median absolute weight of the listed pairs; 0 if there are none."""
        return typical_weight(self.problem)

    @property
    def doubt_limit(self) -> float:
        """What costs less than this to change is in doubt."""
        return self.typical_weight if self.doubt is None else self.doubt

    @cached_property
    def costs(self) -> Floats:
        """What each node costs to move."""
        return self.explanation.margins if self.margins is None else self.margins

    @cached_property
    def by_doubt(self) -> Labels:
        """The nodes in doubt that a pair links to the place they could move to, the most doubtful first."""
        found = np.flatnonzero(self.is_linked & (self.costs < self.doubt_limit)).astype(np.int32)
        return found[np.argsort(self.costs[found], kind="stable")]

    @cached_property
    def is_linked(self) -> Bools:
        """Whether each node has another place, and a pair that links it to that place."""
        linked = np.zeros(self.problem.n_nodes, bool)
        linked[self.explanation.doubtful_nodes(None)] = True
        return linked

    @cached_property
    def n_doubtful(self) -> int:
        """How many nodes are in doubt."""
        if self.margins is None:
            return len(self.by_doubt)
        return int(np.count_nonzero(self.margins < self.doubt_limit))

    def members(self, cluster: int, max_nodes: int) -> list[int]:
        """The first nodes of a cluster."""
        begin = int(self._ends[cluster] - self.sizes[cluster])
        nodes = self._nodes[begin : begin + min(max_nodes, int(self.sizes[cluster]))]
        return [int(node) for node in nodes]

    def examples(self, cluster: int, max_nodes: int = 3) -> str:
        """Some of a cluster's nodes by name, as HTML."""
        shown = ", ".join(self.names.html(node) for node in self.members(cluster, max_nodes))
        left = int(self.sizes[cluster]) - max_nodes
        return shown if left <= 0 else f'{shown} <span class="faint">and {left:,} more</span>'

    def cluster_name(self, cluster: int) -> str:
        """The name of a cluster, as HTML."""
        return str(cluster) if self.clusters is None else self.clusters.html(cluster)

    def cluster_text(self, cluster: int, max_length: int = 32) -> str:
        """The name of a cluster, as text."""
        return str(cluster) if self.clusters is None else shortened(self.clusters.text(cluster), max_length)

    def cluster(self, cluster: int) -> str:
        """The name and size of a cluster, as HTML."""
        size = self.terms.n_nodes(int(self.sizes[cluster]))
        return f'{self.cluster_name(cluster)} <span class="faint">({size})</span>'

    @cached_property
    def _nodes(self) -> Ints:
        return np.argsort(self.labels, kind="stable")

    @cached_property
    def _ends(self) -> Ints:
        return np.cumsum(self.sizes)

"""What is known about all groups; after a correction, only what may differ is computed again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.explain import Explanation, explain
from frenemy.explain.changed_clusters import ChangedClusters
from frenemy.explain.explain_again import explain_again
from frenemy.explain.lowest_nodes import lowest_nodes
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats


@dataclass(frozen=True, eq=False)
class GroupFacts:
    """What is known about all groups.

    Attributes
    ----------
    explanation : Explanation
    typical : (n_groups,) int32
        The thing of each group that the others attract most.
    mixed : (n_groups,) float64
        The share of the listed pairs inside each group that repel.
    """

    explanation: Explanation
    typical: Labels
    mixed: Floats

    @staticmethod
    def of(problem: Problem, labels: Labels) -> GroupFacts:
        """From all pairs."""
        explanation = explain(problem, labels)
        return GroupFacts(explanation, *_inside(problem.graph, labels, explanation.n_clusters))

    def again(self, problem: Problem, labels: Labels, changed: ChangedClusters) -> GroupFacts:
        """After a change of some groups: the same as :meth:`of`, from the pairs that matter."""
        explanation = explain_again(self.explanation, problem, labels, changed)
        typical, mixed = self.typical[changed.before], self.mixed[changed.before]
        nodes, groups = changed.nodes, np.flatnonzero(changed.is_changed)
        own = np.searchsorted(groups, labels[nodes])
        typical_here, mixed[groups] = _inside(problem.graph.restrict(nodes), own, len(groups))
        typical[groups] = nodes[typical_here]
        return GroupFacts(explanation, typical, mixed)


def _inside(graph: _core.Graph, labels: npt.NDArray[np.integer], n_groups: int) -> tuple[Labels, Floats]:
    """The most typical thing of each group, and the share of its listed pairs that repel."""
    u, v, w = graph.edges(False)
    is_inside = labels[u] == labels[v]
    u, v, w = u[is_inside], v[is_inside], w[is_inside]
    pull: Floats = np.bincount(u, w, len(labels)).astype(np.float64)
    pull += np.bincount(v, w, len(labels))
    group = labels[u]
    n_listed, n_repel = (np.bincount(one, minlength=n_groups) for one in (group, group[w < 0]))
    mixed = np.divide(n_repel, n_listed, out=np.zeros(n_groups), where=n_listed > 0)
    return lowest_nodes(-pull, labels, n_groups), mixed

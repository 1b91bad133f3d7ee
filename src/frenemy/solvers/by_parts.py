"""Each connected component on its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Progress, Run
from frenemy.solvers.multilevel import Multilevel
from frenemy.solvers.protocol import Solver
from frenemy.solvers.solver_labels import solver_labels

_MULTILEVEL = Multilevel()


@dataclass(frozen=True)
class ByParts:
    """Solve each component of attracting pairs on its own, with the same seed.

    No pair between two components attracts, so a best clustering joins none of them. The labels of a component do not
    depend on the rest of the problem: solved on other machines or on another day, it gets the same labels. All of it is
    one round. If unlisted pairs attract, there is only one component. Choose it for the many small components of linked
    records, usually as ``Reduced(ByParts())``.

    Attributes
    ----------
    solver : Solver
        Solves each component.

    Examples
    --------
    >>> import frenemy as fr
    >>> problem = fr.Problem.from_edges([0, 0, 1, 2, 3], [1, 2, 2, 3, 4], [2.0, 1.0, -1.5, -1.0, 1.0])
    >>> fr.solve(problem, fr.ByParts()).labels
    array([0, 0, 1, 2, 2], dtype=int32)
    """

    solver: Solver = _MULTILEVEL

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        component_of = _core.attracting_components(problem.graph, np.zeros(problem.n_nodes, np.int32))
        n_components = int(component_of.max(initial=-1)) + 1
        if n_components <= 1:
            return solver_labels(self.solver, problem, start, run)
        # Labels of components that there is no time for; they cost no more than the start.
        labels = _core.attracting_components(problem.graph, start)
        next_label = int(labels.max(initial=-1)) + 1
        for nodes, component in _components(problem, component_of, n_components):
            if run.expired():
                break
            found = solver_labels(self.solver, component, _contiguous(start[nodes]), run.inner(_silent))
            labels[nodes] = next_label + found
            next_label += len(nodes)
        labels = _contiguous(labels)
        run.round_done(problem.graph.energy(labels), labels)
        return labels


def _silent(progress: Progress) -> bool:  # noqa: ARG001
    return False


def _contiguous(labels: Labels) -> Labels:
    """As ``0..k-1`` by first appearance, for labels that may exceed the number of nodes."""
    return _core.contiguous(np.unique(labels, return_inverse=True)[1].astype(np.int32))


def _components(problem: Problem, component_of: Labels, n_components: int) -> Iterator[tuple[Labels, Problem]]:
    """The nodes and the problem of each component with more than one node, in linear time."""
    u, v, w = problem.graph.edges(True)
    sizes = problem.sizes if problem.graph.has_sizes else None
    order = np.argsort(component_of, kind="stable").astype(np.int32)
    node_begin = np.concatenate(([0], np.cumsum(np.bincount(component_of, minlength=n_components))))
    place = np.empty(problem.n_nodes, np.int32)
    place[order] = np.arange(problem.n_nodes, dtype=np.int32) - node_begin[component_of[order]].astype(np.int32)
    inside = np.flatnonzero(component_of[u] == component_of[v])
    inside = inside[np.argsort(component_of[u[inside]], kind="stable")]
    pair_begin = np.concatenate(([0], np.cumsum(np.bincount(component_of[u[inside]], minlength=n_components))))
    u, v, w = place[u[inside]], place[v[inside]], w[inside]
    for component in np.flatnonzero(np.diff(node_begin) > 1).tolist():
        nodes = order[node_begin[component] : node_begin[component + 1]]
        pairs = slice(pair_begin[component], pair_begin[component + 1])
        own = None if sizes is None else sizes[nodes]
        # Already checked: Problem.from_edges would check every value again.
        graph = _core.Graph.from_edges(len(nodes), u[pairs], v[pairs], w[pairs], problem.missing, own, True)
        yield nodes, Problem(graph)

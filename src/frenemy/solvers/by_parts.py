"""Each part of a problem on its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Progress, Run
from frenemy.solvers.multilevel import Multilevel
from frenemy.solvers.protocol import Solver

_MULTILEVEL = Multilevel()


@dataclass(frozen=True)
class ByParts:
    """Solve each part that attracting pairs hold together as if it were alone, with the same seed.

    No pair between two parts attracts, so a best clustering joins none of them. The answer for a part does not depend
    on what else the problem holds: a problem that is cut into pieces along its parts, for other machines or another
    day, gets the same labels. All of it is one round. If unlisted pairs attract, there is only one part. Choose it for
    the many small parts of linked records, mostly as ``Reduced(ByParts())``.

    Attributes
    ----------
    solver : Solver
        What solves a part.

    Examples
    --------
    >>> import frenemy as fr
    >>> problem = fr.Problem.from_edges([0, 0, 1, 2, 3], [1, 2, 2, 3, 4], [2.0, 1.0, -1.5, -1.0, 1.0])
    >>> fr.solve(problem, fr.ByParts()).labels
    array([0, 0, 1, 2, 2], dtype=int32)
    """

    solver: Solver = _MULTILEVEL

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        part_of = _core.attracted_parts(problem.graph, np.zeros(problem.n_nodes, np.int32))
        n_parts = int(part_of.max(initial=-1)) + 1
        if n_parts <= 1:
            return self.solver(problem, start, run)
        # What a part keeps if there is no time for it, which costs no more than the start did.
        labels = _core.attracted_parts(problem.graph, start)
        next_label = int(labels.max(initial=-1)) + 1
        for nodes, part in _parts(problem, part_of, n_parts):
            if run.expired():
                break
            found = self.solver(part, _contiguous(start[nodes]), run.inner(_silent))
            labels[nodes] = next_label + found
            next_label += len(nodes)
        labels = _contiguous(labels)
        run.round_done(problem.graph.energy(labels), labels)
        return labels


def _silent(progress: Progress) -> bool:  # noqa: ARG001
    return False


def _contiguous(labels: Labels) -> Labels:
    """The same from 0 on by first appearance, of labels that may be beyond the number of nodes."""
    return _core.contiguous(np.unique(labels, return_inverse=True)[1].astype(np.int32))


def _parts(problem: Problem, part_of: Labels, n_parts: int) -> Iterator[tuple[Labels, Problem]]:
    """The nodes and the problem of each part with more than one node, in time that goes with the parts."""
    u, v, w = problem.graph.edges(True)
    sizes = problem.sizes if problem.graph.has_sizes else None
    order = np.argsort(part_of, kind="stable").astype(np.int32)
    node_begin = np.concatenate(([0], np.cumsum(np.bincount(part_of, minlength=n_parts))))
    place = np.empty(problem.n_nodes, np.int32)
    place[order] = np.arange(problem.n_nodes, dtype=np.int32) - node_begin[part_of[order]].astype(np.int32)
    inside = np.flatnonzero(part_of[u] == part_of[v])
    inside = inside[np.argsort(part_of[u[inside]], kind="stable")]
    pair_begin = np.concatenate(([0], np.cumsum(np.bincount(part_of[u[inside]], minlength=n_parts))))
    u, v, w = place[u[inside]], place[v[inside]], w[inside]
    for part in np.flatnonzero(np.diff(node_begin) > 1).tolist():
        nodes = order[node_begin[part] : node_begin[part + 1]]
        pairs = slice(pair_begin[part], pair_begin[part + 1])
        own = None if sizes is None else sizes[nodes]
        # Not the checked way in, which would look at every value again, part after part.
        graph = _core.Graph.from_edges(len(nodes), u[pairs], v[pairs], w[pairs], problem.missing, own, True)
        yield nodes, Problem(graph)

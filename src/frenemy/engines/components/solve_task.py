"""One task: the pairs of some components or blocks, solved in memory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from frenemy import _core, constraints
from frenemy.engines.components.routing import Routed
from frenemy.engines.pairs.repeated_rows import weighed
from frenemy.engines.scratch.stored_arrays import open_array, pair_fields, save_array
from frenemy.problem import Problem
from frenemy.problem.array_types import Ints32
from frenemy.run import raise_if_cancelled
from frenemy.solvers import Solver
from frenemy.solving import solve_problem
from frenemy.tables.weighing.weighing import Weighing


@dataclass(frozen=True)
class SolveOptions:
    """How tasks are solved.

    Attributes
    ----------
    weighing : Weighing
        From scores to weights.
    missing : float
    solver : Solver
    seed : int
    seen : Path
        The first position of each node in the input, which orders the nodes of a task.
    must_link, cannot_link : Path
        Files of (n, 2) nodes.
    """

    weighing: Weighing
    missing: float
    solver: Solver
    seed: int
    seen: Path
    must_link: Path
    cannot_link: Path


@dataclass(frozen=True)
class SolveTask:
    """Solves a task, and writes its nodes and the smallest node of each node's cluster."""

    routed: Routed
    task: int
    options: SolveOptions
    out: Path

    def __call__(self) -> dict[str, Any]:
        rows = self.routed.pairs(self.task)
        u, v, _ = pair_fields(rows)
        nodes, _ = _core.dense_numbering(np.concatenate((u, v)))
        nodes = nodes[np.argsort(open_array(self.options.seen)[nodes])]
        u, v, w, counts = weighed(rows, self.options.weighing)
        del rows
        # Numbers follow first appearance, so listing the nodes first gives them the numbers 0, 1, 2 ...
        places = _core.dense_numbering(np.concatenate((nodes, u, v)))[1][len(nodes) :]
        graph = _core.Graph.from_edges(
            len(nodes), places[: len(u)], places[len(u) :], w, self.options.missing, None, False
        )
        problem = self._constrained(Problem(graph), nodes)
        result = solve_problem(problem, self.options.solver, seed=self.options.seed)
        raise_if_cancelled(result.status)  # a resumed run must find what an uninterrupted one does
        smallest = np.full(result.n_clusters, np.iinfo(np.int32).max, np.int32)
        np.minimum.at(smallest, result.labels, nodes)
        save_array(self.out, np.stack((nodes, smallest[result.labels])))
        all_sizes = problem.sizes
        n_pairs = 0.5 * (float(all_sizes.sum()) ** 2 - float((all_sizes**2).sum()))
        return {
            "energy": result.energy,
            "lower_bound": result.lower_bound,
            "unlisted": n_pairs,
            **counts,
        }

    def _constrained(self, problem: Problem, nodes: Ints32) -> Problem:
        """The problem with the links whose ends are both in the task."""
        order = np.argsort(nodes)
        links_of = (
            (self.options.must_link, constraints.must_link),
            (self.options.cannot_link, constraints.cannot_link),
        )
        for file, add_links in links_of:
            links = open_array(file)
            place = np.searchsorted(nodes, links, sorter=order)
            is_here = np.zeros(links.shape, np.bool_)
            inside = place < len(nodes)
            is_here[inside] = nodes[order[place[inside]]] == links[inside]
            chosen = is_here.all(axis=1)
            if chosen.any():
                problem = add_links(problem, order[place[chosen]])
        return problem


@dataclass(frozen=True)
class GatherLabels:
    """The smallest node of each node's cluster: from the solved tasks, and as before for all other nodes."""

    solutions: tuple[Path, ...]
    n_nodes: int
    before: Path | None
    out: Path

    def __call__(self) -> None:
        labels = np.arange(self.n_nodes, dtype=np.int32) if self.before is None else np.array(open_array(self.before))
        for file in self.solutions:
            nodes, roots = open_array(file)
            labels[nodes] = roots
        save_array(self.out, labels)

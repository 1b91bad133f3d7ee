"""One task: the pairs of some groups, solved as in memory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core, constraints
from frenemy.apps.records.weighing import Weighing
from frenemy.distributed.repeated_rows import weighed
from frenemy.distributed.routing import Routed
from frenemy.distributed.stored_arrays import ends, open_array, save_array
from frenemy.problem import Problem
from frenemy.run import Status
from frenemy.solve import solve
from frenemy.solvers import Solver


@dataclass(frozen=True)
class Instructions:
    """How tasks are solved.

    Attributes
    ----------
    weighing : Weighing
        Makes weights of scores.
    missing : float
    solver : Solver
    seed : int
    seen : Path
        Where each node was seen first, which orders the nodes of a task.
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
    """Solves a task, and writes its nodes and the smallest node of the cluster of each.

    Attributes
    ----------
    is_excess : bool
        Whether pairs have weights, beyond those of unlisted ones, not scores; each is there once; nodes have sizes.
    sizes, start : Path, optional
        The size of each node, and the cluster that it is in.
    """

    routed: Routed
    task: int
    how: Instructions
    out: Path
    is_excess: bool = False
    sizes: Path | None = None
    start: Path | None = None

    def __call__(self) -> dict[str, Any]:
        rows = self.routed.pairs(self.task)
        u, v, w = ends(rows)
        nodes, _ = _core.node_numbers(np.concatenate((u, v)))
        nodes = nodes[np.argsort(open_array(self.how.seen)[nodes])]
        counts: dict[str, int] = {}
        if not self.is_excess:
            u, v, w, counts = weighed(rows, self.how.weighing)
        del rows
        # Numbers in the order of the nodes, as these come first.
        places = _core.node_numbers(np.concatenate((nodes, u, v)))[1][len(nodes) :]
        sizes = None if self.sizes is None else open_array(self.sizes)[nodes].astype(np.float64)
        graph = _core.Graph.from_edges(
            len(nodes), places[: len(u)], places[len(u) :], w, self.how.missing, sizes, self.is_excess
        )
        problem = self._constrained(Problem(graph), nodes)
        start = None if self.start is None else open_array(self.start)[nodes]
        result = solve(problem, self.how.solver, start=start, seed=self.how.seed)
        if result.status is Status.CANCELLED:  # Ctrl-C: the best so far is not what the run that goes on is to find
            raise KeyboardInterrupt
        least = np.full(result.n_clusters, np.iinfo(np.int32).max, np.int32)
        np.minimum.at(least, result.labels, nodes)
        save_array(self.out, np.stack((nodes, least[result.labels])))
        all_sizes = problem.sizes
        n_pairs = 0.5 * (float(all_sizes.sum()) ** 2 - float((all_sizes**2).sum()))
        return {
            "energy": result.energy,
            "lower_bound": result.lower_bound,
            "unlisted": n_pairs,
            "before": None if start is None else problem.energy(start),
            **counts,
        }

    def _constrained(self, problem: Problem, nodes: npt.NDArray[np.int32]) -> Problem:
        """With the links that both ends of are in the task."""
        order = np.argsort(nodes)
        for file, put in ((self.how.must_link, constraints.must_link), (self.how.cannot_link, constraints.cannot_link)):
            links = open_array(file)
            place = np.searchsorted(nodes, links, sorter=order)
            is_here = np.zeros(links.shape, np.bool_)
            inside = place < len(nodes)
            is_here[inside] = nodes[order[place[inside]]] == links[inside]
            chosen = is_here.all(axis=1)
            if chosen.any():
                problem = put(problem, order[place[chosen]])
        return problem


@dataclass(frozen=True)
class GatherLabels:
    """The cluster of every node, by its smallest: of those in a task as found there, and of the others as before."""

    found: tuple[Path, ...]
    n_nodes: int
    before: Path | None
    out: Path

    def __call__(self) -> None:
        labels = np.arange(self.n_nodes, dtype=np.int32) if self.before is None else np.array(open_array(self.before))
        for file in self.found:
            nodes, roots = open_array(file)
            labels[nodes] = roots
        save_array(self.out, labels)

"""One task: the pairs of some components, solved in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from frenemy import _core, constraints
from frenemy.engines.components.routing import Routed
from frenemy.engines.pairs.row_weights import weighed
from frenemy.engines.scratch.stored_arrays import Array, open_array, save_array
from frenemy.problem import Problem
from frenemy.problem.array_types import Floats, Ints, Ints32
from frenemy.run import raise_if_cancelled
from frenemy.solvers import Solver
from frenemy.solving import Result, solve_problem
from frenemy.tables.weighing.weighing import Weighing


@dataclass(frozen=True)
class TaskOptions:
    """How tasks are solved.

    Attributes
    ----------
    weighing : Weighing
        From scores to weights.
    missing : float
    solver : Solver
    seed : int
    """

    weighing: Weighing
    missing: float
    solver: Solver
    seed: int


@dataclass(frozen=True)
class SolveOptions(TaskOptions):
    """How tasks are solved that read and write files.

    Attributes
    ----------
    must_link, cannot_link : Path
        Files of (n, 2) nodes.
    large_solver : Solver
        For components too large for a task, and what they are contracted to.
    """

    must_link: Path
    cannot_link: Path
    large_solver: Solver


@dataclass(frozen=True)
class SolveTask:
    """Solves the rows of whole components, and writes their nodes and the smallest node of each node's cluster."""

    routed: Routed
    task: int
    options: SolveOptions
    out: Path

    def __call__(self) -> dict[str, Any]:
        own, links = self._without_files()
        return self.keep(solve_rows(self.routed.pairs(self.task), own, *links))

    def _without_files(self) -> tuple[TaskOptions, tuple[Ints32, Ints32]]:
        own = TaskOptions(*(getattr(self.options, one.name) for one in fields(TaskOptions)))
        return own, (np.array(open_array(self.options.must_link)), np.array(open_array(self.options.cannot_link)))

    def keep(self, found: tuple[Ints32, Ints32, dict[str, Any]]) -> dict[str, Any]:
        nodes, roots, facts = found
        save_array(self.out, np.stack((nodes, roots)))
        return facts


@dataclass(frozen=True)
class SolveRows(SolveTask):
    """The same for so few rows that they can be sent to a worker."""

    def sent(self) -> SolveSent:
        own, links = self._without_files()
        return SolveSent(self.routed.pairs(self.task), own, *links)


@dataclass(frozen=True, eq=False)
class SolveSent:
    """Solves rows that it holds."""

    rows: Array
    options: TaskOptions
    must_link: Ints32
    cannot_link: Ints32

    def __call__(self) -> tuple[Ints32, Ints32, dict[str, Any]]:
        return solve_rows(self.rows, self.options, self.must_link, self.cannot_link)


def solve_rows(
    rows: Array, options: TaskOptions, must_link: Ints32, cannot_link: Ints32
) -> tuple[Ints32, Ints32, dict[str, Any]]:
    """Solve the rows of whole components: their nodes in order, the smallest node of each node's cluster, and facts.

    Parameters
    ----------
    rows : array of pairs
        ``u < v``, and the score, NaN for pairs that are only linked.
    must_link, cannot_link : (n_links, 2) int32
        Links of any nodes.
    """
    nodes = _distinct_nodes(rows)
    pairs = weighed(rows, options.weighing)
    counts = pairs.counts
    del rows
    links = links_inside(nodes, must_link), links_inside(nodes, cannot_link)
    problem = _problem(nodes, pairs.u, pairs.v, pairs.w, options.missing, links)
    del pairs
    result = _solved(problem, options)
    return nodes, _smallest(result, nodes), _facts(problem, result) | counts


def _distinct_nodes(rows: Array) -> Ints32:
    """The nodes of some rows, sorted, which is the order that they have in memory."""
    nodes: Ints32 = np.sort(_core.dense_numbering(np.concatenate((rows["u"], rows["v"])))[0])
    return nodes


def _problem(
    nodes: Ints32,
    u: Ints32,
    v: Ints32,
    w: Floats,
    missing: float,
    links: Sequence[Ints],
) -> Problem:
    # Numbers follow first appearance, so listing the nodes first gives them the numbers 0, 1, 2 ...
    places = _core.dense_numbering(np.concatenate((nodes, u, v)))[1][len(nodes) :]
    graph = _core.Graph.from_edges(len(nodes), places[: len(u)], places[len(u) :], w, missing, None, False)
    problem = Problem(graph)
    for own, add_links in zip(links, (constraints.must_link, constraints.cannot_link), strict=True):
        if len(own):
            problem = add_links(problem, own)
    return problem


def links_inside(nodes: Ints | Ints32, links: Ints | Ints32) -> Ints:
    """The places of both ends of each link whose ends are both among some sorted nodes."""
    place = np.searchsorted(nodes, links)
    is_here = np.zeros(links.shape, np.bool_)
    inside = place < len(nodes)
    is_here[inside] = nodes[place[inside]] == links[inside]
    found: Ints = place[is_here.all(axis=1)]
    return found


def _solved(problem: Problem, options: TaskOptions) -> Result:
    result = solve_problem(problem, options.solver, seed=options.seed)
    raise_if_cancelled(result.status)  # a resumed run must find what an uninterrupted one does
    return result


def _smallest(result: Result, nodes: Ints32) -> Ints32:
    """The smallest node of each node's cluster."""
    smallest = np.full(result.n_clusters, np.iinfo(np.int32).max, np.int32)
    np.minimum.at(smallest, result.labels, nodes)
    roots: Ints32 = smallest[result.labels]
    return roots


def _facts(problem: Problem, result: Result) -> dict[str, Any]:
    sizes = problem.sizes
    n_pairs = 0.5 * (float(sizes.sum()) ** 2 - float((sizes**2).sum()))
    return {"energy": result.energy, "lower_bound": result.lower_bound, "unlisted": n_pairs}


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

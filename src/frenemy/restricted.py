"""Solve under hard constraints, or with fixed nodes, with any solver: it sees a plain problem and need not know."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.apart import distinct, pairs_of
from frenemy.problem import Labels, Problem
from frenemy.rows import attraction_of
from frenemy.run import Run, Status, Stop
from frenemy.solvers import Solver
from frenemy.task import Task
from frenemy.watch import Watch

_Keys = npt.NDArray[np.int64]

_FEWEST_STORED = 10_000  # pairs of groups that are stored from the start in any case
_MOST_STORED = 20_000_000
_MOST_OF_ONE = 4096  # pairs that one group in one cluster adds at a time
_SHARE = 0.25  # of the time left, for a solve that may meet pairs not stored yet
_SMALL_LOSS = 1e-4
_MOST_STALE = 3


def solve_task(task: Task, solver: Solver, run: Run, watch: Watch) -> tuple[Labels, Status]:
    """Labels that keep what must be apart, whatever the solver returns and whenever it is stopped."""
    watch.follow(task)
    labels, status = _solve(task, solver, run, watch)
    watch.end(labels)
    return labels, watch.status or status


def _solve(task: Task, solver: Solver, run: Run, watch: Watch) -> tuple[Labels, Status]:
    if not task.apart:
        labels = task.start if run.expired() else solver(task.problem, task.start, run)
        return labels, run.status
    stored, is_all = _first_pairs(task)
    if run.expired():
        return task.kept_apart(task.start), run.status
    best = _Best(task)
    if task.has_start:
        best.offer(task.start)
    if is_all:
        best.offer(task.kept_apart(solver(_repelled(task.problem, stored), task.start, run)))
        return best.labels, run.status
    status = _solve_lazily(task, solver, run, watch, stored, best)
    return best.labels, status


class _Best:
    def __init__(self, task: Task) -> None:
        self.task = task
        self.energy = np.inf

    def offer(self, labels: Labels) -> bool:
        energy = self.task.energy(labels)
        is_better = energy < self.energy
        if is_better:
            self.labels, self.energy = labels, energy
        return is_better


def _solve_lazily(task: Task, solver: Solver, run: Run, watch: Watch, stored: _Keys, best: _Best) -> Status:
    """Solve, store the pairs that were joined and must not be, and solve again from there, until there are none.

    Large groups have more pairs than can be stored, and nearly none of them would ever meet.
    """
    labels, share, n_stale = task.start, _SHARE, 0
    while True:
        phase = run.inner(watch, stop=_limits(watch, run, share))
        found = solver(_repelled(task.problem, stored), labels, phase)
        labels = task.kept_apart(found)
        n_stale = 0 if best.offer(labels) else n_stale + 1
        watch.end(labels)
        if phase.is_stopped and phase.status is not Status.TIME_LIMIT:
            return phase.status
        if run.expired():
            return run.status
        # With fewer constraints the solver finds less energy; where that is nearly what the repair leaves, none matter.
        loss = task.energy(labels) - task.energy(found)
        joined = np.setdiff1d(_joined_pairs(task, found), stored, assume_unique=True)
        is_settled = len(joined) == 0 or loss <= _SMALL_LOSS * abs(best.energy) or n_stale >= _MOST_STALE
        if is_settled or len(stored) + len(joined) > _MOST_STORED:
            if not phase.is_stopped:
                return Status.CONVERGED
            share = 1.0  # it could go on
        stored = distinct(np.concatenate((stored, joined)))


def _limits(watch: Watch, run: Run, share: float) -> Stop:
    stop = watch.stop
    seconds = None if stop.seconds is None else share * max(stop.seconds - run.seconds, 0.0)
    return Stop(seconds=seconds, rounds=None if stop.rounds is None else stop.rounds - watch.n_rounds)


def _first_pairs(task: Task) -> tuple[_Keys, bool]:
    """Keys of the pairs to store from the start, and whether those are all that can ever meet.

    Without a chain of attracting pairs between them, two nodes gain nothing from each other; should a solver leave them
    together all the same, splitting them costs nothing.
    """
    components = _core.attracted_parts(task.problem.graph, np.zeros(task.problem.n_nodes, np.int32))
    most = max(_FEWEST_STORED, task.problem.n_edges)
    groups, is_all = task.apart.group_pairs(components, most=most)
    return distinct(np.concatenate((task.apart.joined_pairs(components), groups))), is_all


def _joined_pairs(task: Task, labels: Labels) -> _Keys:
    parts = _core.attracted_parts(task.problem.graph, labels)
    keys, _ = task.apart.group_pairs(parts, most=_MOST_STORED, most_of_one=_MOST_OF_ONE)
    return distinct(np.concatenate((task.apart.joined_pairs(parts), keys)))


def _repelled(problem: Problem, keys: _Keys) -> Problem:
    """The problem with a repulsion on some pairs: just more than all that attracts the weaker end.

    That end is better off alone than with the other one, so where no single node wants to move, no such pair is joined.
    """
    if not len(keys):
        return problem
    graph = problem.graph
    u, v = pairs_of(keys)
    is_involved = np.zeros(graph.n_nodes, bool)
    is_involved[u] = is_involved[v] = True
    involved = np.flatnonzero(is_involved)
    attraction = np.zeros(graph.n_nodes)
    attraction[involved] = attraction_of(graph, involved)
    weaker = np.minimum(attraction[u], attraction[v])
    strongest = float(attraction.max())
    margin = 1e-6 * strongest if strongest > 0 else 1.0
    a, b, excess = graph.edges(True)
    sizes = np.array(graph.sizes) if graph.has_sizes else None
    weights = np.concatenate((excess, -(1.1 * weaker + margin)))
    return Problem(
        _core.Graph.from_edges(
            graph.n_nodes, np.concatenate((a, u)), np.concatenate((b, v)), weights, graph.missing, sizes, True
        )
    )

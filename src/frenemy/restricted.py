"""Solve under hard constraints, or with fixed nodes, with any solver: it sees a plain problem and need not know."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.apart import pairs_of
from frenemy.distinct import distinct
from frenemy.problem import Labels, Problem
from frenemy.run import Run, Status, Stop
from frenemy.solvers import Solver
from frenemy.task import Task, constrained_task
from frenemy.watch import Watch

_Keys = npt.NDArray[np.int64]

_FEWEST_STORED = 10_000  # pairs of groups that are stored from the start in any case
_MOST_STORED = 20_000_000
_STORED_A_SECOND = 2_000_000  # with a time limit
_MOST_OF_ONE = 4096  # pairs that one group in one cluster adds at a time
_SHARE = 0.25  # of the time left, for a solve that may meet pairs not stored yet
_SMALL_LOSS = 1e-4
_MOST_STALE = 3


def solve_task(task: Task, solver: Solver, run: Run, watch: Watch) -> tuple[Labels, float, Status]:
    """Labels that keep what must be apart, whatever the solver returns and whenever it is stopped, and their energy."""
    watch.follow(task)
    best = _Best(task)
    status = _solve(task, solver, run, watch, best)
    watch.end(best.labels, best.energy)
    return best.labels, best.energy, watch.status or status


def _solve(task: Task, solver: Solver, run: Run, watch: Watch, best: _Best) -> Status:
    if not task.apart:
        watch.prove(task.problem, 0.0)
        labels = task.start if run.expired() else solver(task.problem, task.start, run)
        best.offer(labels, task.energy(labels))
        return run.status
    if task.has_start:
        best.offer(task.start, task.energy(task.start))
        if run.expired():
            return run.status
    components = _core.attracted_parts(task.problem.graph, np.zeros(task.problem.n_nodes, np.int32))
    if not run.expired():
        stored, is_all = _first_pairs(task, components, _most_at_first(task, run, watch))
    if not run.expired():
        repelled = _watched(task, _repelled(task.problem, stored), watch)
    if run.expired():
        labels = task.kept_apart(task.start if task.has_start else components, run)
        best.offer(labels, task.energy(labels))
        return run.status
    if not is_all:
        return _solve_lazily(task, solver, run, watch, stored, repelled, best)
    labels = task.kept_apart(solver(repelled, task.start, run), run)
    best.offer(labels, task.energy(labels))
    return run.status


class _Best:
    def __init__(self, task: Task) -> None:
        self.labels = task.start
        self.energy = np.inf

    def offer(self, labels: Labels, energy: float) -> bool:
        is_better = energy < self.energy
        if is_better:
            self.labels, self.energy = labels, energy
        return is_better


def _solve_lazily(
    task: Task, solver: Solver, run: Run, watch: Watch, stored: _Keys, repelled: Problem, best: _Best
) -> Status:
    """Solve, store the pairs that were joined and must not be, and solve again from there, until there are none.

    Large groups have more pairs than can be stored, and nearly none of them would ever meet.
    """
    labels, share, n_stale = task.start, _SHARE, 0
    while True:
        phase = run.inner(watch, stop=_limits(watch, run, share))
        found = solver(repelled, labels, phase)
        labels = task.kept_apart(found, run)
        energy = task.energy(labels)
        n_stale = 0 if best.offer(labels, energy) else n_stale + 1
        watch.end(labels, energy)
        if phase.is_stopped and phase.status is not Status.TIME_LIMIT:
            return phase.status
        if run.expired():
            return run.status
        # With fewer constraints the solver finds less energy; where that is nearly what the repair leaves, none matter.
        loss = energy - task.energy(found)
        joined = np.setdiff1d(_joined_pairs(task, found), stored, assume_unique=True)
        is_settled = len(joined) == 0 or loss <= _SMALL_LOSS * abs(best.energy) or n_stale >= _MOST_STALE
        if is_settled or len(stored) + len(joined) > _MOST_STORED:
            if not phase.is_stopped:
                return Status.CONVERGED
            share = 1.0  # it could go on
        if not run.expired():
            stored = distinct(np.concatenate((stored, joined)))
            repelled = _watched(task, _repelled(task.problem, stored), watch)
        if run.expired():
            return run.status


def repelled_problem(problem: Problem) -> tuple[Problem, Labels, float]:
    """A problem without constraints that has the same best clusterings: who must be apart repels each other enough.

    Also the node of it that each node is in, as those that must be together are one, and the constant by which its
    energies are lower.
    """
    if problem.constraints is None:
        return Problem(problem.graph), np.arange(problem.n_nodes, dtype=np.int32), 0.0
    task = constrained_task(problem, None, Run())  # without limits, which could leave it unfinished
    components = _core.attracted_parts(task.problem.graph, np.zeros(task.problem.n_nodes, np.int32))
    keys, is_all = _first_pairs(task, components, _MOST_STORED)
    if not is_all:
        raise ValueError(
            f"the groups of which one node each may be in a cluster have more than {_MOST_STORED:,} pairs that could "
            "meet; that is too many to prove anything about"
        )
    repelled = _repelled(task.problem, keys)
    return repelled, problem.constraints.joined, task.problem.total_weight - repelled.total_weight


def _limits(watch: Watch, run: Run, share: float) -> Stop:
    stop = watch.stop
    seconds = None if stop.seconds is None else share * max(stop.seconds - run.seconds, 0.0)
    return Stop(seconds=seconds, rounds=None if stop.rounds is None else stop.rounds - watch.n_rounds)


def _most_at_first(task: Task, run: Run, watch: Watch) -> int:
    """How many pairs of groups to store from the start, which must not take up the time for the solver."""
    most: float = task.problem.n_edges
    if watch.stop.seconds is not None:
        most = min(most, _STORED_A_SECOND * (watch.stop.seconds - run.seconds))
    return max(_FEWEST_STORED, int(most))


def _first_pairs(task: Task, components: Labels, most: int) -> tuple[_Keys, bool]:
    """Keys of the pairs to store from the start, and whether those are all that can ever meet.

    Without a chain of attracting pairs between them, two nodes gain nothing from each other; should a solver leave them
    together all the same, splitting them costs nothing.
    """
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
    u, v = pairs_of(keys)
    attraction = problem.graph.attraction()
    weaker = np.minimum(attraction[u], attraction[v])
    strongest = float(max(attraction[u].max(), attraction[v].max()))
    margin = 1e-6 * strongest if strongest > 0 else 1.0
    return Problem(problem.graph.with_added(u, v, -(1.1 * weaker + margin)))


def _watched(task: Task, repelled: Problem, watch: Watch) -> Problem:
    """What keeps the constraints cuts all pairs with a repulsion, so its two energies are a constant apart."""
    watch.prove(repelled, task.problem.total_weight - repelled.total_weight)
    return repelled

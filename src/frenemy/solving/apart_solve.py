"""Solve a transformed problem with any solver, whatever must be apart: the solver sees a plain problem."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.apart import pairs_of
from frenemy.problem.array_types import Ints
from frenemy.problem.distinct import distinct
from frenemy.run import Run, Status, Stop
from frenemy.solvers import Solver
from frenemy.solvers.solver_labels import solver_labels
from frenemy.solving.bound_tracker import BoundTracker
from frenemy.solving.lifted_rounds import LiftedRounds
from frenemy.solving.transform import Transformed, without_links

_MIN_STORED = 10_000  # pairs of groups that are always stored from the start
_MAX_STORED = 20_000_000
_STORED_PER_SECOND = 2_000_000  # with a time limit
_MAX_OF_ONE = 4096  # pairs that one group in one cluster adds at a time
_SHARE = 0.25  # of the time left, for a solve that may meet pairs not stored yet
_SMALL_LOSS = 1e-4
_MAX_STALE = 3


class Found(NamedTuple):
    """Labels that keep what must be apart, their energy, and why the solver ended."""

    labels: Labels
    energy: float
    status: Status


class ApartSolve:
    """One solve of a transformed problem.

    Pairs that must be apart repel each other enough that no solver gains by joining them. Labels that join them all the
    same are repaired, and the best labels seen are kept.

    Parameters
    ----------
    transformed : Transformed
    solver : Solver
    run : Run
        The user's.
    rounds : LiftedRounds
        Reports the solver's rounds to ``run``.
    tracker : BoundTracker
    offset : float
        Added to energies and bounds of the transformed problem.
    """

    def __init__(
        self,
        transformed: Transformed,
        solver: Solver,
        run: Run,
        rounds: LiftedRounds,
        tracker: BoundTracker,
        offset: float,
    ) -> None:
        self._transformed = transformed
        self._solver = solver
        self._run = run
        self._rounds = rounds
        self._tracker = tracker
        self._offset = offset
        self._labels = transformed.start
        self._energy = np.inf

    def __call__(self) -> Found:
        status = self._solve()
        self._rounds.catch_up(self._labels, self._energy)
        return Found(self._labels, self._energy, self._run.status if self._run.is_stopped else status)

    def _solve(self) -> Status:
        given, run = self._transformed, self._run
        if given.has_start:
            self._offer(given.start)
            if run.expired():
                return run.status
        components = _components(given.problem, np.zeros(given.problem.n_nodes, np.int32))
        if not run.expired():
            stored, is_all = _first_pairs(given, components, self._max_at_first())
        if not run.expired():
            repelled = self._tracked(stored)
        if run.expired():
            self._offer(given.kept_apart(given.start if given.has_start else components, run))
            return run.status
        if not is_all:
            return self._solve_lazily(stored, repelled)
        inner = solver_run(run, self._rounds, self._tracker)
        found = solver_labels(self._solver, repelled, given.start, inner)
        self._offer(given.kept_apart(found, run))
        return inner.status

    def _solve_lazily(self, stored: Ints, repelled: Problem) -> Status:
        """Solve, store the pairs that were joined and must not be, and solve again from there, until there are none.

        Large groups have more pairs than can be stored, and nearly none of them would ever meet.
        """
        given, run = self._transformed, self._run
        labels, share, n_stale = given.start, _SHARE, 0
        while True:
            phase = run.inner(self._rounds, stop=self._limits(share))
            found = solver_labels(self._solver, repelled, labels, phase)
            labels = given.kept_apart(found, run)
            energy = given.energy(labels)
            n_stale = 0 if self._offer(labels) else n_stale + 1
            self._rounds.catch_up(labels, energy)
            if phase.is_stopped and phase.status is not Status.TIME_LIMIT:
                return phase.status
            if run.expired():
                return run.status
            # Fewer constraints allow a lower energy; if the repair costs next to nothing, the others do not matter.
            loss = energy - given.energy(found)
            joined = np.setdiff1d(_joined_pairs(given, found), stored, assume_unique=True)
            is_done = len(joined) == 0 or loss <= _SMALL_LOSS * abs(self._energy) or n_stale >= _MAX_STALE
            if is_done or len(stored) + len(joined) > _MAX_STORED:
                if not phase.is_stopped:
                    return Status.CONVERGED
                share = 1.0  # the solver was cut short, so give it all the time left
            if not run.expired():
                stored = distinct(np.concatenate((stored, joined)))
                repelled = self._tracked(stored)
            if run.expired():
                return run.status

    def _offer(self, labels: Labels) -> bool:
        """Keep the labels if they are the best so far; whether they are."""
        energy = self._transformed.energy(labels)
        is_better = energy < self._energy
        if is_better:
            self._labels, self._energy = labels, energy
        return is_better

    def _tracked(self, stored: Ints) -> Problem:
        """The problem that the solver sees. Labels that keep the constraints cut all pairs with an added repulsion, so
        the two energies differ by a constant."""
        problem = self._transformed.problem
        repelled = _repelled(problem, stored)
        self._tracker.follow(repelled, self._run, problem.total_weight - repelled.total_weight + self._offset)
        return repelled

    def _limits(self, share: float) -> Stop:
        stop = self._run.stop
        seconds = None if stop.seconds is None else share * max(stop.seconds - self._run.seconds, 0.0)
        return Stop(seconds=seconds, rounds=None if stop.rounds is None else stop.rounds - self._rounds.n_rounds)

    def _max_at_first(self) -> int:
        """How many pairs of groups to store from the start without using up the solver's time."""
        limit: float = self._transformed.problem.n_edges
        if self._run.stop.seconds is not None:
            limit = min(limit, _STORED_PER_SECOND * (self._run.stop.seconds - self._run.seconds))
        return max(_MIN_STORED, int(limit))


def solver_run(run: Run, rounds: LiftedRounds, tracker: BoundTracker) -> Run:
    """The run of a solver on a transformed problem; the limits on the energy stay with the user's run."""
    stop = Stop(seconds=run.stop.seconds, rounds=run.stop.rounds)
    return run.inner(rounds, stop=stop, on_bound=tracker.bound_found, on_kernel=tracker.kernel_found)


def repelled_problem(problem: Problem) -> tuple[Problem, Labels, float]:
    """A problem without constraints that has the same best clusterings: nodes that must be apart repel each other.

    Also the node of it that each node is in, as nodes that must be together become one, and the constant by which its
    energies are lower.
    """
    if problem.constraints is None:
        return Problem(problem.graph), np.arange(problem.n_nodes, dtype=np.int32), 0.0
    given = without_links(problem, None, Run())  # without limits, which could leave it unfinished
    components = _components(given.problem, np.zeros(given.problem.n_nodes, np.int32))
    keys, is_all = _first_pairs(given, components, _MAX_STORED)
    if not is_all:
        raise ValueError(
            f"the groups of which one node each may be in a cluster have more than {_MAX_STORED:,} pairs that could "
            "meet; that is too many to prove anything about"
        )
    repelled = _repelled(given.problem, keys)
    return repelled, problem.constraints.joined, given.problem.total_weight - repelled.total_weight


def _components(problem: Problem, labels: Labels) -> Labels:
    """Each cluster split into its components of attracting pairs."""
    return _core.attracting_components(problem.graph, labels)


def _first_pairs(given: Transformed, components: Labels, max_pairs: int) -> tuple[Ints, bool]:
    """Keys of the pairs to store from the start, and whether those are all that can ever meet.

    Two nodes in different components gain nothing from each other; splitting them where a solver left them together
    costs nothing.
    """
    groups, is_all = given.apart.group_pairs(components, max_pairs=max_pairs)
    return distinct(np.concatenate((given.apart.joined_pairs(components), groups))), is_all


def _joined_pairs(given: Transformed, labels: Labels) -> Ints:
    components = _components(given.problem, labels)
    keys, _ = given.apart.group_pairs(components, max_pairs=_MAX_STORED, max_of_one=_MAX_OF_ONE)
    return distinct(np.concatenate((given.apart.joined_pairs(components), keys)))


def _repelled(problem: Problem, keys: Ints) -> Problem:
    """The problem with a repulsion on some pairs: slightly more than all that attracts the weaker end.

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

"""From a problem to a result: transform, solve, lift."""

from __future__ import annotations

from functools import partial

import numpy.typing as npt

from frenemy.bounds.gap import is_closed
from frenemy.problem import Labels, Problem
from frenemy.run import OnRound, Progress, Run, Status, Stop, cancel_on_interrupt
from frenemy.solvers import Automatic, Solver, as_solver
from frenemy.solvers.lifted import check_keeps_connected
from frenemy.solvers.solver_labels import solver_labels
from frenemy.solving.apart_solve import ApartSolve, Found, solver_run
from frenemy.solving.bound_tracker import BoundTracker
from frenemy.solving.fixed_nodes import with_fixed_nodes
from frenemy.solving.lifted_rounds import LiftedRounds
from frenemy.solving.result import Costs, Result
from frenemy.solving.transform import Transformed, connected_start, unchanged, without_links


def solve_problem(
    problem: Problem,
    solver: Solver | None = None,
    *,
    start: npt.ArrayLike | None = None,
    free: npt.ArrayLike | None = None,
    stop: Stop | None = None,
    seed: int = 0,
    threads: int = 1,
    on_round: OnRound | None = None,
) -> Result:
    """:func:`frenemy.solve` of a problem and a solver as they are, without warnings: for all callers inside."""
    solver = as_solver(solver)
    if free is not None and start is None:
        raise ValueError("free names the nodes that may leave their cluster in start; give start too")
    stop = stop or Stop()
    tracker = BoundTracker(extra_work=not isinstance(solver, Automatic) or solver.extra_work)
    # Without an observer the core need not copy the labels of every round.
    observer = on_round if stop.seconds is None else _observer(on_round, tracker)
    run = Run(stop, seed=seed, threads=threads, on_round=observer, on_kernel=tracker.kernel_found)
    first = None if start is None else problem.check_labels(start, name="start")
    with cancel_on_interrupt(run), tracker:
        transformed = _transform(problem, first, free, run)
        solver = _planned(solver, transformed.problem, stop)
        # What the lift adds to energies takes all pairs to compute, so a result without observers does that on demand.
        is_whole = transformed.whole is None or on_round is not None or stop.target is not None
        offset = transformed.left_out_energy() if is_whole else 0.0
        found = _solve(transformed, solver, run, tracker, offset, on_round is not None)
        labels = transformed.lift(found.labels)
        energy = found.energy + offset
        tracker.finish(energy)
        if transformed.apart:
            run.bound_found(transformed.lower_bound() + offset)
    whole = None if is_whole else partial(problem.graph.energy, labels)
    return Result(
        labels=labels,
        n_clusters=int(labels.max(initial=-1)) + 1,
        costs=Costs(energy, run.bounds, run.history, whole),
        status=Status.OPTIMAL if is_closed(energy, run.lower_bound) else found.status,
        seconds=run.seconds,
        seed=seed,
        solver=solver,
        problem=problem,
    )


def _observer(on_round: OnRound | None, tracker: BoundTracker) -> OnRound:
    """After every round: the user first, then the bound, which may prove that nothing better is left to find."""

    def observe(progress: Progress) -> bool:
        if on_round is not None and on_round(progress) is True:
            return True
        return tracker.round_done(progress.energy, progress.seconds)

    return observe


def _transform(problem: Problem, start: Labels | None, free: npt.ArrayLike | None, run: Run) -> Transformed:
    """The plain problem that the solver sees."""
    if problem.is_lifted:
        if free is not None:
            raise ValueError(
                "free goes with problems without a base graph; of a lifted one, solve problem.restrict(nodes)"
            )
        return connected_start(problem, start)
    if free is not None:
        assert start is not None
        return with_fixed_nodes(problem, start, free, run)
    if problem.constraints is not None:
        return without_links(problem, start, run)
    return unchanged(problem, start)


def _planned(solver: Solver, problem: Problem, stop: Stop) -> Solver:
    """The solver that runs: the choice of :class:`Automatic` is made here, so that the result can name it."""
    planned = solver.plan(problem, stop) if isinstance(solver, Automatic) else solver
    if problem.is_lifted:
        check_keeps_connected(planned)
    return planned


def _solve(
    transformed: Transformed, solver: Solver, run: Run, tracker: BoundTracker, offset: float, is_observed: bool
) -> Found:
    """Labels of the transformed problem that keep what must be apart, however the solver ends."""
    problem, start = transformed.problem, transformed.start
    rounds = LiftedRounds(transformed, run, offset, is_observed)
    if transformed.apart:
        return ApartSolve(transformed, solver, run, rounds, tracker, offset)()
    tracker.follow(problem, run, offset)
    inner = run if transformed.is_identity else solver_run(run, rounds, tracker)
    labels = start if run.expired() else solver_labels(solver, problem, start, inner)
    if problem.is_lifted:
        labels = problem.connected_parts(labels)  # of a solver that ignores the base graph
    return Found(labels, transformed.energy(labels), run.status if run.is_stopped else inner.status)

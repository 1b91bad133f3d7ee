"""From a problem to a result."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.bounds import LowerBound, lower_bound
from frenemy.certify import certify
from frenemy.convert import as_problem
from frenemy.costs import Costs, is_closed, relative_gap
from frenemy.free import free_task
from frenemy.problem import Labels, Problem
from frenemy.proof import Proof
from frenemy.restricted import solve_task
from frenemy.run import BoundRound, OnRound, Progress, Round, Run, Status, Stop, cancel_on_interrupt
from frenemy.solvers import DEFAULT, Automatic, Solver
from frenemy.task import constrained_task
from frenemy.watch import Watch

_NEAR = 1e-4  # a gap that a closer look may close


@dataclass(frozen=True, eq=False)
class Result:
    """What a solve found.

    Attributes
    ----------
    labels : (n_nodes,) int32
        The cluster of each node, ``0..n_clusters-1`` by first appearance.
    n_clusters : int
    energy : float
        Weight of all pairs in different clusters; lower is better, one big cluster has 0.
    lower_bound : float
        No clustering has an energy below this; with constraints or ``free``, none that keeps them.
    status : Status
        Why it ended.
    history : tuple of Round
        Seconds, energy and number of clusters after each round; with constraints, after those that kept them.
    bounds : tuple of BoundRound
        Seconds and bound whenever it rose.
    seconds : float
        Wall-clock time.
    seed : int
    solver : Solver
        What was run; if none was chosen, what was picked.
    costs : Costs
        Where energy, bound and history come from. After a solve with ``free``, they are summed up over all pairs when
        first asked for.
    problem : Problem
        What was solved.
    """

    labels: Labels
    n_clusters: int
    costs: Costs
    status: Status
    seconds: float
    seed: int
    solver: Solver
    problem: Problem = field(repr=False)

    @property
    def energy(self) -> float:
        return self.costs.energy

    @property
    def lower_bound(self) -> float:
        return self.costs.lower_bound

    @property
    def history(self) -> tuple[Round, ...]:
        return self.costs.history

    @property
    def bounds(self) -> tuple[BoundRound, ...]:
        return self.costs.bounds

    @property
    def gap(self) -> float:
        """How far the energy may be from the best there is, as a share of the larger of the two; 0 is optimal."""
        return relative_gap(self.energy, self.lower_bound)

    def bounded(self, *, stop: Stop | None = None) -> Result:
        """The same result after more work on its bound: :func:`lower_bound`, with its ``stop``.

        Constraints, and nodes that were not free, are not looked at: the bound is one for all clusterings.

        Examples
        --------
        >>> import frenemy as fr
        >>> problem, _ = fr.affinity.planted(100, seed=1)
        >>> result = fr.solve(problem)
        >>> result.bounded(stop=fr.Stop(seconds=0.5)).gap <= result.gap
        True
        """
        target = self.energy if stop is None or stop.target is None else stop.target
        found = lower_bound(self.problem, stop=None if stop is None else replace(stop, target=target))
        bounds = [(b.seconds, b.bound) for b in found.history]
        if _is_near(self.energy, found.value):
            bounds.append(self._settled(found, stop))
        later = [BoundRound(self.seconds + s, bound) for s, bound in bounds if bound > self.lower_bound]
        costs = Costs(self.energy, [*self.bounds, *later], self.history)
        status = Status.OPTIMAL if is_closed(self.energy, costs.lower_bound) else self.status
        return replace(self, costs=costs, status=status)

    def _settled(self, found: LowerBound, stop: Stop | None) -> tuple[float, float]:
        """What remains of a gap that is nearly closed is a matter of few pairs."""
        left = Stop(seconds=None if stop is None or stop.seconds is None else max(0.0, stop.seconds - found.seconds))
        certificate = certify(Problem(self.problem.graph), start=self.labels, stop=left)
        return found.seconds + certificate.seconds, certificate.lower_bound

    def report(self, path: str | os.PathLike[str], *, ids: Any = None, title: str | None = None) -> None:
        """Write an HTML page that shows the clusters and says how sure they are.

        Parameters
        ----------
        path : path
            One file with everything in it; it needs no network and no other files.
        ids : (n_nodes,) sequence, optional
            What each node is called; by default its number.
        title : str, optional
            The heading of the page.

        Examples
        --------
        >>> import os, tempfile, frenemy as fr
        >>> result = fr.solve(fr.Problem.from_edges([0, 1], [1, 2], [2.0, -1.0]))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "report.html")
        ...     result.report(path, ids=["ann", "bob", "carl"], title="Three friends")
        ...     os.listdir(folder)
        ['report.html']
        """
        from frenemy.report import write_report

        write_report(self, path, ids=ids, title=title)

    def __repr__(self) -> str:
        return (
            f"Result(n_clusters={self.n_clusters}, energy={self.energy:.6g}, lower_bound={self.lower_bound:.6g}, "
            f"status={self.status.name}, seconds={self.seconds:.3g})"
        )


def solve(
    problem: Any,
    solver: Solver | None = None,
    *,
    start: npt.ArrayLike | None = None,
    free: npt.ArrayLike | None = None,
    stop: Stop | None = None,
    seed: int = 0,
    threads: int = 1,
    on_round: OnRound | None = None,
) -> Result:
    """Find the groups, and how many there are.

    Parameters
    ----------
    problem : Problem, scipy.sparse or dense matrix, networkx or igraph graph
        Signed weights; anything but a :class:`Problem` goes through :func:`as_problem`. Hard constraints
        (:mod:`frenemy.constraints`) hold in the result, whatever the solver and whatever ends it.
    solver : Solver, optional
        By default :class:`Automatic` picks: one good pass without limits, a search for as long as it pays with them.
    start : (n_nodes,) int, optional
        Labels to improve on; by default one big cluster.
    free : ids or (n_nodes,) bool, optional
        The nodes that may change their cluster; by default all. The others stay together and apart as in ``start``.
        Only the pairs of free nodes are looked at, so a small change takes little time.
    stop : Stop, optional
        Limits. Without any, a chosen solver runs until it finds nothing better.
    seed : int
        Same problem, solver and seed: same labels.
    threads : int
        How many threads may be used; the labels do not depend on it.
    on_round : callable, optional
        Called with a :class:`Progress` after each round; return True to stop.

    Returns
    -------
    Result
        Ctrl-C and limits end the solve early and give back the best so far; ``status`` tells.

    Examples
    --------
    >>> import numpy as np, frenemy as fr
    >>> W = np.array([[0, 3, -1, -2], [3, 0, -2, -1], [-1, -2, 0, 4], [-2, -1, 4, 0]])
    >>> result = fr.solve(W)
    >>> result.labels, result.energy, result.status.name
    (array([0, 0, 1, 1], dtype=int32), -6.0, 'OPTIMAL')
    """
    solver = DEFAULT if solver is None else solver
    if not callable(solver):
        raise ValueError(f"solver must be a Solver such as SwapExplore(), got {solver!r}")
    if free is not None and start is None:
        raise ValueError("free says which nodes of start may move; give start too")
    stop = stop or Stop()
    is_restricted = free is not None or (isinstance(problem, Problem) and problem.constraints is not None)
    watch = Watch(stop, on_round) if is_restricted else None
    rounds = _Rounds(on_round)
    # Where nobody has to be told, labels need not be copied.
    told = on_round if stop.seconds is None else rounds
    run = Run(stop, seed=seed, threads=threads, on_round=told) if watch is None else watch.run(seed, threads)
    problem = as_problem(problem)
    labels = None if start is None else problem.check_labels(start, name="start")
    with cancel_on_interrupt(run):
        if watch is None:
            found = _solve_plain(problem, solver, labels, run, rounds)
        else:
            found = _solve_restricted(problem, solver, labels, free, run, watch)
    labels, costs, status, solver = found
    return Result(
        labels=labels,
        n_clusters=int(labels.max(initial=-1)) + 1,
        costs=costs,
        status=status,
        seconds=run.seconds,
        seed=seed,
        solver=solver,
        problem=problem,
    )


def _is_near(energy: float, bound: float) -> bool:
    return 0.0 < relative_gap(energy, bound) <= _NEAR and not is_closed(energy, bound)


_Found = tuple[Labels, Costs, Status, Solver]


def _picked(solver: Solver, problem: Problem, stop: Stop) -> Solver:
    """What is really run: a solver that picks another is asked for it, so that the result can tell."""
    return solver.plan(problem, stop) if isinstance(solver, Automatic) else solver


class _Rounds:
    """Told of every round: the user first, then the proof that nothing better is to come."""

    def __init__(self, on_round: OnRound | None) -> None:
        self.on_round = on_round
        self.proof: Proof | None = None

    def __call__(self, progress: Progress) -> bool:
        if self.on_round is not None and self.on_round(progress) is True:
            return True
        return self.proof is not None and self.proof.round_done(progress.energy, progress.seconds)


def _solve_plain(problem: Problem, solver: Solver, start: Labels | None, run: Run, rounds: _Rounds) -> _Found:
    solver = _picked(solver, problem, run.stop)
    rounds.proof = proof = Proof(problem, run, run.stop.seconds)
    labels = np.zeros(problem.n_nodes, np.int32) if start is None else start
    if not run.expired():
        labels = solver(problem, labels, run)
    energy = problem.graph.energy(labels) if labels.max(initial=0) > 0 else 0.0
    status = run.status
    proof.finish(energy)
    if is_closed(energy, run.lower_bound):
        status = Status.OPTIMAL
    return labels, Costs(energy, run.bounds, run.history), status, solver


def _solve_restricted(
    problem: Problem, solver: Solver, start: Labels | None, free: npt.ArrayLike | None, run: Run, watch: Watch
) -> _Found:
    """The solver works on a plain problem; what it must keep is seen to around it."""
    if free is None:
        task = constrained_task(problem, start, run)
    else:
        assert start is not None
        task = free_task(problem, start, free, run)
    solver = _picked(solver, task.problem, watch.stop)
    found, energy, status = solve_task(task, solver, run, watch)
    labels = task.lift(found)
    watch.prove_the_end(energy)
    run.bound_offset = 0.0
    run.bound_found(task.lower_bound())
    whole = None if task.whole is None else partial(problem.graph.energy, labels)
    if is_closed(energy, run.lower_bound):
        status = Status.OPTIMAL
    return labels, Costs(energy, run.bounds, watch.history, whole), status, solver

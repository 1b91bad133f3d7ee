"""From a problem to a result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.convert import as_problem
from frenemy.problem import Labels
from frenemy.run import OnRound, Round, Run, Status, Stop, cancel_on_interrupt
from frenemy.solvers import DEFAULT, Automatic, Solver

_CLOSED = 1e-9  # a relative gap below this is rounding


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
        No clustering has an energy below this.
    status : Status
        Why it ended.
    history : tuple of Round
        Seconds, energy and number of clusters after each round.
    seconds : float
        Wall-clock time.
    seed : int
    solver : Solver
        What was run; if none was chosen, what was picked.
    """

    labels: Labels
    n_clusters: int
    energy: float
    lower_bound: float
    status: Status
    history: tuple[Round, ...]
    seconds: float
    seed: int
    solver: Solver

    @property
    def gap(self) -> float:
        """How far the energy may be from the best there is, as a share of the larger of the two; 0 is optimal."""
        return _relative_gap(self.energy, self.lower_bound)

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
    stop: Stop | None = None,
    seed: int = 0,
    threads: int = 1,
    on_round: OnRound | None = None,
) -> Result:
    """Find the groups, and how many there are.

    Parameters
    ----------
    problem : Problem, scipy.sparse or dense matrix, networkx or igraph graph
        Signed weights; anything but a :class:`Problem` goes through :func:`as_problem`.
    solver : Solver, optional
        By default :class:`Automatic` picks: one good pass without limits, a search for as long as it pays with them.
    start : (n_nodes,) int, optional
        Labels to improve on; by default one big cluster.
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
    run = Run(stop, seed=seed, threads=threads, on_round=on_round)
    problem = as_problem(problem)
    if isinstance(solver, Automatic):
        solver = solver.plan(problem, run.stop)
    lower_bound = problem.repelling_weight
    labels = np.zeros(problem.n_nodes, np.int32) if start is None else problem.check_labels(start, name="start")
    with cancel_on_interrupt(run):
        if not run.expired():
            labels = solver(problem, labels, run)
        n_clusters = int(labels.max(initial=-1)) + 1
        energy = problem.graph.energy(labels) if n_clusters > 1 else 0.0
    is_optimal = _relative_gap(energy, lower_bound) <= _CLOSED
    return Result(
        labels=labels,
        n_clusters=n_clusters,
        energy=energy,
        lower_bound=min(lower_bound, energy),
        status=Status.OPTIMAL if is_optimal else run.status,
        history=run.history,
        seconds=run.seconds,
        seed=seed,
        solver=solver,
    )


def _relative_gap(energy: float, bound: float) -> float:
    if energy <= bound:
        return 0.0
    return (energy - bound) / max(abs(energy), abs(bound))

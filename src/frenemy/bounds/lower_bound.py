"""Lower bounds on the energy of all clusterings."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from frenemy import _core
from frenemy.bounds.gap import is_closed
from frenemy.bounds.reductions import expected_seconds, reduce_within
from frenemy.bounds.semidefinite import SemidefiniteBound
from frenemy.problem import Problem
from frenemy.problem.convert import as_problem
from frenemy.run import BoundRound, Progress, Run, Status, Stop, as_stop, cancel_on_interrupt

_REDUCTION_SHARE = 0.25  # of the time limit, at most
_MIN_VISITS, _VISITS_PER_PAIR = 1_000_000, 100  # of pairs by a greedy packing: keeps it linear
_VISITS_PER_PAIR_IN_SEARCH = 2000  # of the packing before a search; on large sparse problems it beats message passing
_MAX_SEMIDEFINITE_NODES = 2000  # a few matrices of all pairs
_SEMIDEFINITE_SHARE = 0.5  # of the time, within which the semidefinite bound must be expected to get near its best
_DENSE = 0.25  # share of pairs that are listed, from which on a few rounds of the semidefinite bound beat conflicts
_FIRST_TURN_SECONDS = 0.05
_NO_LIMIT = 2**62
_NO_LABELS = np.empty(0, np.int32)

OnBound = Callable[[BoundRound], object]


@dataclass(frozen=True, eq=False)
class LowerBound:
    """A lower bound on the energy of all clusterings.

    Attributes
    ----------
    value : float
        The bound; ``float(bound)`` is the same.
    status : Status
        Why it ended: ``CONVERGED`` if more time would not raise it, ``TARGET_REACHED`` if it reached the target.
    history : tuple of BoundRound
        Seconds and bound after each round; the bound never decreases.
    seconds : float
        Wall-clock time.
    """

    value: float
    status: Status
    history: tuple[BoundRound, ...]
    seconds: float

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        return f"LowerBound(value={self.value:.6g}, status={self.status.name}, seconds={self.seconds:.3g})"


class Bounding:
    """A lower bound that can be raised step by step, optionally on a reduced problem.

    ``offset`` is added to every bound of the problem.
    """

    def __init__(self, problem: Problem, *, offset: float = 0.0) -> None:
        self._problem = problem
        self._offset = offset
        self._least = problem.repelling_weight + offset
        self._core: _core.LowerBound | None = None
        self._semidefinite: SemidefiniteBound | None = None
        self._n_dense_rounds = 0
        self._are_cycles_done = False
        self._spent = [0.0, 0.0]  # seconds, or rounds, by the cycles and by the semidefinite bound

    @property
    def value(self) -> float:
        found = -math.inf if self._core is None else self._core.value
        if self._semidefinite is not None:
            found = max(found, self._rounded_up(self._semidefinite.value))
        return max(self._least, found + self._offset)

    def reduce(self, run: Run) -> None:
        """Replace the problem by its kernel, unless the run expires first."""
        assert self._core is None
        reduction = reduce_within(self._problem, run)
        if reduction is not None:
            self._problem = reduction.problem
            self._offset += reduction.offset

    def pack(self, run: Run, *, max_visits: int | None = None) -> None:
        """Pack conflicts greedily, in linear time; within a few percent on problems with a clear clustering."""
        if max_visits is None:
            max_visits = max(_MIN_VISITS, _VISITS_PER_PAIR * self._problem.n_edges)
        self.core.pack(max_visits, run.core)

    def search_cycles(self, run: Run) -> None:
        """Approach the best fractional packing for as long as the run lasts."""
        self.pack(run, max_visits=_VISITS_PER_PAIR_IN_SEARCH * self._problem.n_edges)
        if not run.is_stopped:
            self.core.search(_NO_LIMIT, run.core)

    def refine(self, run: Run, *, max_work: int) -> None:
        """Approach the best fractional packing with a fixed amount of work: visits to pairs of conflicts."""
        self.core.search(max_work, run.core)

    @property
    def is_dense(self) -> bool:
        """Whether a few rounds of the semidefinite bound are affordable, and as a rule better than conflicts."""
        n_nodes = self._problem.n_nodes
        n_pairs = n_nodes * (n_nodes - 1) // 2
        return 2 < n_nodes <= _MAX_SEMIDEFINITE_NODES and self._problem.n_edges >= _DENSE * n_pairs

    def relax_dense(self, run: Run, *, seconds: float) -> None:
        """As many rounds of the semidefinite bound as a core is expected to take in this time, if :attr:`is_dense`.

        The number does not depend on the clock. The rounds that it has had count.
        """
        if not self.is_dense:
            return
        n_left = SemidefiniteBound.rounds_within(seconds, self._problem.n_nodes) - self._n_dense_rounds

        def round_done() -> bool:
            self._n_dense_rounds += 1
            nonlocal n_left
            n_left -= 1
            return self._round_done(run) or n_left <= 0

        if n_left > 0:
            self._semidefinite_bound.search(run, round_done)

    def search(self, run: Run, *, seconds: float | None = None) -> None:
        """Approach the best fractional packing, and take turns with the semidefinite bound where that is affordable.

        ``seconds`` is the time for all searches, by default the limit of the run.
        """
        n_nodes = self._problem.n_nodes
        seconds = run.stop.seconds if seconds is None else seconds
        limit = math.inf if seconds is None else _SEMIDEFINITE_SHARE * seconds
        if seconds is not None:
            self.relax_dense(run, seconds=limit)
        if not 2 < n_nodes <= _MAX_SEMIDEFINITE_NODES or SemidefiniteBound.expected_seconds(n_nodes) > limit:
            self.search_cycles(run if self._semidefinite is None else self._turn(run, is_alone=True))
            return
        semidefinite = self._semidefinite_bound
        while not run.is_stopped and not (self._are_cycles_done and semidefinite.is_converged):
            of_cycles, of_semidefinite = self._spent
            is_cycles = not self._are_cycles_done and (semidefinite.is_converged or of_cycles <= of_semidefinite)
            is_alone = self._are_cycles_done or semidefinite.is_converged
            inner = self._turn(run, is_alone)
            began = run.seconds
            if is_cycles:
                self.search_cycles(inner)
                self._are_cycles_done = not inner.is_stopped
            else:
                semidefinite.search(inner, partial(self._round_done, inner))
            # Without a clock, turns are counted, so that the bound is the same every time.
            self._spent[0 if is_cycles else 1] += 1.0 if run.stop.seconds is None else run.seconds - began

    def _turn(self, run: Run, is_alone: bool) -> Run:
        """A part of the run for one of the two bounds, twice as long each time."""
        if is_alone:
            stop = Stop()
        elif run.stop.seconds is None:
            stop = Stop(rounds=1)
        else:
            stop = Stop(seconds=max(_FIRST_TURN_SECONDS, sum(self._spent)))
        return run.inner(lambda _: self._round_done(run), stop=stop)

    def _round_done(self, run: Run) -> bool:
        return run.core.round_done(-self._inside, 0, _NO_LABELS)

    @property
    def _semidefinite_bound(self) -> SemidefiniteBound:
        if self._semidefinite is None:
            self._semidefinite = SemidefiniteBound(self._problem)
        return self._semidefinite

    @property
    def may_jump(self) -> bool:
        """Whether the semidefinite bound is on its way to its best, which its rounds so far say nothing about."""
        return self._semidefinite is not None and not self._semidefinite.is_near

    @property
    def _inside(self) -> float:
        """The bound of the problem, which may be a kernel, without the offset."""
        return self.value - self._offset

    def _rounded_up(self, bound: float) -> float:
        return math.ceil(bound - 1e-6) if self.core.is_whole and math.isfinite(bound) else bound

    def bound_of(self, progress: Progress) -> BoundRound:
        """The bound after a round of :meth:`search`; the core reports the negative bound as its energy."""
        return BoundRound(progress.seconds, max(self._least, self._offset - progress.energy))

    @property
    def core(self) -> _core.LowerBound:
        """The bound of the reduced problem in the core, without the offset."""
        if self._core is None:
            self._core = _core.LowerBound(self._problem.graph)
        return self._core


def lower_bound(problem: Any, *, stop: Stop | float | str | None = None, on_round: OnBound | None = None) -> LowerBound:
    """A lower bound on the energy of all clusterings.

    A *conflict* is a cycle with exactly one repelling pair: any clustering cuts one of its attracting pairs or joins
    the repelling one, at the cost of its weight. A packing of conflicts, in which no pair is used beyond its weight,
    raises the trivial bound, the weight of all repelling pairs. Without limits, conflicts are packed greedily in linear
    time, short ones first. With limits, exact rules reduce the problem (:func:`frenemy.reduce`), and message passing
    between pairs and conflicts approaches the best fractional packing; on social networks and images the bound is often
    the lowest energy itself. Hard constraints are ignored: they can only raise the energy.

    Parameters
    ----------
    problem : Problem, scipy.sparse or dense matrix, networkx or igraph graph
    stop : Stop, optional
        Limits. ``target`` is the energy of a known clustering: a bound that reaches it proves it optimal.
    on_round : callable, optional
        Called with a :class:`BoundRound` after each round; return True to stop.

    Returns
    -------
    LowerBound
        After Ctrl-C or a limit, the bound so far, which is valid.

    Examples
    --------
    >>> import frenemy as fr
    >>> triangle = fr.Problem.from_edges([0, 1, 0], [1, 2, 2], [2.0, 3.0, -1.0])
    >>> fr.lower_bound(triangle).value, fr.solve(triangle).energy
    (0.0, 0.0)
    """
    stop = as_stop(stop)
    plain = Problem(as_problem(problem).graph)
    bounding = Bounding(plain)
    history: list[BoundRound] = []

    is_reached = False

    def record(progress: Progress) -> bool:
        nonlocal is_reached
        history.append(bounding.bound_of(progress))
        is_reached = stop.target is not None and is_closed(stop.target, history[-1].bound)
        return is_reached or (on_round is not None and on_round(history[-1]) is True)

    run = Run(Stop(stop.seconds, stop.rounds, stop.stall), on_round=record)
    with cancel_on_interrupt(run):
        if stop == Stop():
            bounding.pack(run)
        else:
            if stop.seconds is None or expected_seconds(plain) < _REDUCTION_SHARE * stop.seconds:
                bounding.reduce(run)
            bounding.search(run)
    status = Status.TARGET_REACHED if is_reached else run.status
    return LowerBound(bounding.value, status, tuple(history), run.seconds)

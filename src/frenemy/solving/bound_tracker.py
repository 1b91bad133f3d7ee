"""A lower bound beside a solve: it says how good the result is, and ends a search that has reached it."""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import Self

from frenemy.bounds import Bounding
from frenemy.bounds.gap import is_closed, relative_gap
from frenemy.problem import Problem
from frenemy.run import Progress, Run, Status, Stop
from frenemy.solving.packing_beside import PackingBeside

_SHARE = 0.1  # of the time of a solve, at most
_MAX_SHARE_AT_ONCE = 0.02  # of the time limit, between two rounds
_MIN_SECONDS_AT_ONCE = 0.02  # unless that is more than the maximum
_NEAR, _SHARE_IF_NEAR = 0.03, 0.5  # a gap that may well close; then the share is spent earlier
_HOPELESS = 3.0  # how many times the remaining steps it would take to close the gap at the last step's pace
# Without a time limit the work is a count of visits to pairs, so that the bound is the same each time. It is doubled
# once, and then as long as that closes a share of the gap. Four million visits take a twentieth to a tenth of a second,
# where the solver takes about a fifth.
_MIN_VISITS, _VISITS_PER_PAIR, _MAX_VISITS_PER_PAIR = 2_000_000, 1, 64
_MIN_GAP_CLOSED = 0.1
_VISITS_PER_PAIR_WITHOUT_EXTRA = 8  # on small problems, packed once
_PAIRS_WORTH_A_THREAD = 1_000_000  # then packing takes some tenths of a second
_FEW_PAIRS = 1000  # packed within a millisecond, so always
_MAX_PAIRS_AT_END = 50_000  # packed within some hundredths of a second, so also when a time limit is over
_MAX_PAIRS_TO_REFINE, _REFINING_WORK = 6000, 6_000_000  # message passing: less work gains little on more pairs
_RELAXING_SECONDS = 0.2  # expected of the semidefinite bound of a dense problem, if the gap is large
_SECONDS_PER_PAIR = 1e-7  # to set up a packing and pack a little
_STEPS_BESIDE = 2  # of packing: these do not depend on the energy


def _visits_at_first(n_pairs: int) -> int:
    return max(_MIN_VISITS, _VISITS_PER_PAIR * n_pairs)


class BoundTracker:
    """Raises the lower bound between the rounds of a run with a time limit, and after every run.

    With a time limit, it takes about a tenth of the time. Without one the bound comes after the solve, so that labels
    do not depend on the clock. Nor does the bound itself: its work is counted, up to two fifths of that of a solve in
    one pass, and more only where that closes the gap quickly, or on a few thousand pairs.

    Call :meth:`follow` with the problem that the solver sees before the solver starts, inside a ``with`` block.
    With more than one thread and no time limit, the packing of large problems begins with the solver.

    Parameters
    ----------
    extra_work : bool
        Whether the bound of a small problem without a time limit takes more work than that of a large one.
    """

    def __init__(self, *, extra_work: bool = True) -> None:
        self._extra_work = extra_work
        self._bounding: Bounding | None = None
        self._beside: PackingBeside | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end_beside()

    def follow(self, problem: Problem, run: Run, offset: float = 0.0) -> None:
        """Bound this problem, without constraints, from now on; ``offset`` makes its bounds those of ``run``."""
        self._problem = problem
        self._run = run
        self._offset = offset
        self._bounding = Bounding(problem)
        self._kernel: tuple[Problem, float] | None = None
        self._of_one_pass = problem, 0.0
        self._has_rounds = False
        self._has_begun = False
        self._is_over = self._is_packed = False
        self._spent = 0.0
        self._best = float("inf")
        self.bound_found(self._bounding.value)
        self._pack_beside()

    def bound_found(self, bound: float) -> None:
        """A lower bound of the problem being followed."""
        self._run.bound_found(bound + self._offset)

    def kernel_found(self, problem: Problem, offset: float) -> None:
        """A smaller problem to bound instead; see :meth:`Run.kernel_found`."""
        self._kernel = problem, offset
        self._end_beside()  # what is packed beside is another problem
        if not self._has_rounds:  # of the first solver, so of one pass, too
            self._of_one_pass = self._kernel

    def round_done(self, energy: float, seconds: float) -> bool:
        """After a round that ended at ``seconds``: whether the best energy so far is proven optimal."""
        if self._bounding is None:
            return False
        self._best = min(self._best, energy)
        self._has_rounds = True
        limit = self._run.stop.seconds
        if limit is not None and not self._is_over:
            self._work_within(limit, seconds)
        return self._is_proven()

    def finish(self, energy: float) -> None:
        """Spend what is left of the share; ``energy`` is that of the result."""
        if self._bounding is None:
            return
        self._best = min(self._best, energy)
        self._begin()
        if self._run.is_stopped and self._run.status is Status.CANCELLED and self._problem.n_edges > _FEW_PAIRS:
            return
        if self._run.stop.seconds is None:
            self._pack_while_it_pays(self._bounding, self._problem.n_edges)
            self._end_beside()
            return
        problem, offset = self._of_one_pass
        if problem.n_edges <= _MAX_PAIRS_AT_END and not self._is_proven():
            # At least the bound of one pass: packed again in its order, which the search may not have kept.
            self._pack_while_it_pays(Bounding(problem, offset=offset), problem.n_edges)
        if self._is_over or self._is_proven() or (self._run.is_stopped and self._run.status is Status.TIME_LIMIT):
            return
        seconds = _SHARE * self._run.seconds - self._spent
        if seconds > (0.0 if self._spent > 0.0 else _SECONDS_PER_PAIR * self._problem.n_edges):
            self._bounding.pack(self._last_run(seconds, self._bounding))

    def _pack_while_it_pays(self, bounding: Bounding, n_pairs: int) -> None:
        """Pack a fixed number of visits, double it while that closes a share of the gap, and refine what is small."""
        n_visits = _visits_at_first(n_pairs)
        if not self._extra_work and _VISITS_PER_PAIR_WITHOUT_EXTRA * n_pairs < n_visits:
            n_visits = _VISITS_PER_PAIR_WITHOUT_EXTRA * n_pairs + 1
            bounding.pack(self._last_run(None, bounding), max_visits=n_visits)
            return
        max_visits = max(2 * _MIN_VISITS, _MAX_VISITS_PER_PAIR * n_pairs)
        gap_before = float("inf")
        for step in count():
            run = self._last_run(None, bounding)
            if self._beside is not None and step < _STEPS_BESIDE:
                self._replay(self._beside.step(step, self._run))  # the next step may be under way: leave it alone
            else:
                bounding.pack(run, max_visits=n_visits)
            gap = self._gap()
            if run.is_stopped or self._is_proven():
                return
            if gap > (1.0 - _MIN_GAP_CLOSED) * gap_before or n_visits == max_visits:
                break
            n_visits, gap_before = min(2 * n_visits, max_visits), gap
        if n_pairs <= _MAX_PAIRS_TO_REFINE:
            bounding.refine(run, max_work=_REFINING_WORK)
        if not run.is_stopped and self._run.stop.seconds is None and self._gap() > _NEAR:
            bounding.relax_dense(run, seconds=_RELAXING_SECONDS)

    def _pack_beside(self) -> None:
        """Begin the packing that every result has, if there are threads and no time limit that it might take from."""
        n_pairs = self._problem.n_edges
        if self._run.threads == 1 or self._run.stop.seconds is not None or n_pairs < _PAIRS_WORTH_A_THREAD:
            return
        assert self._bounding is not None
        n_visits = _visits_at_first(n_pairs)
        self._beside = PackingBeside(self._bounding, [n_visits << step for step in range(_STEPS_BESIDE)])

    def _replay(self, bounds: list[float]) -> None:
        """Report bounds until one proves the result, where packing without a second thread would have ended."""
        for bound in bounds:
            self.bound_found(bound)
            if self._is_proven():
                break

    def _end_beside(self) -> None:
        """End what runs beside the solve."""
        if self._beside is not None:
            self._beside.end()
            self._beside = None

    def _work_within(self, limit: float, elapsed: float) -> None:
        """One step of work, if one is due: a solver that ends long before the limit does not wait for a bound."""
        assert self._bounding is not None
        longest = _MAX_SHARE_AT_ONCE * limit
        if self._spent == 0.0:
            self._begin()
            longest = max(longest, _SECONDS_PER_PAIR * self._problem.n_edges)
        if self._spent + longest > _SHARE * limit:
            self._is_over = True
            return
        gap_before = self._gap()
        share = 1.0 if self._spent == 0.0 else _SHARE_IF_NEAR if gap_before < _NEAR else _SHARE
        seconds = min(longest, share * elapsed - self._spent)
        if self._spent == 0.0 and self._problem.n_edges <= _FEW_PAIRS:
            seconds = max(seconds, min(longest, _MIN_SECONDS_AT_ONCE))
        if seconds < min(longest, _MIN_SECONDS_AT_ONCE):
            return
        self._work(seconds, limit)
        gap = self._gap()
        n_left = (_SHARE * limit - self._spent) / seconds
        is_hopeless = gap > _NEAR and gap > _HOPELESS * n_left * (gap_before - gap)
        if seconds == longest and is_hopeless and self._is_packed and not self._bounding.may_jump:
            self._is_over = True

    def _work(self, seconds: float, limit: float) -> None:
        assert self._bounding is not None
        run = self._run.inner(partial(self._is_reached, self._bounding), stop=Stop(seconds=seconds))
        started = run.seconds
        if not self._is_packed:  # at least what one pass may take: its pace says nothing about where it ends
            n_visits = 0 if self._bounding.is_dense else _MAX_VISITS_PER_PAIR * self._problem.n_edges
            self._bounding.pack(run, max_visits=max(2 * _MIN_VISITS, n_visits))
            self._is_packed = not run.is_stopped
        if not run.is_stopped and self._gap() > _NEAR:
            self._bounding.relax_dense(run, seconds=min(_RELAXING_SECONDS, _SHARE * limit))
        if not run.is_stopped:
            self._bounding.search(run, seconds=_SHARE * limit)
            self._is_over = not run.is_stopped
        self._spent += run.seconds - started

    def _begin(self) -> None:
        """Change to the kernel, if the solver has found one."""
        if not self._has_begun and self._kernel is not None:
            self._problem, offset = self._kernel
            self._bounding = Bounding(self._problem, offset=offset)
        self._has_begun = True

    def _last_run(self, seconds: float | None, bounding: Bounding) -> Run:
        stop = Stop(seconds=seconds)
        if self._run.is_stopped:  # an inner run would be stopped, too
            return Run(stop, on_round=partial(self._is_reached, bounding))
        return self._run.inner(partial(self._is_reached, bounding), stop=stop)

    def _is_reached(self, bounding: Bounding, progress: Progress) -> bool:
        self.bound_found(bounding.bound_of(progress).bound)
        return self._is_proven()

    def _is_proven(self) -> bool:
        return is_closed(self._best, self._run.lower_bound)

    def _gap(self) -> float:
        return relative_gap(self._best, self._run.lower_bound)

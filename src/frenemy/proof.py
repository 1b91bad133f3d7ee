"""A lower bound beside a solve: it tells how good the result is, and ends a search that has found the best."""

from __future__ import annotations

from frenemy.bounds import Bounding
from frenemy.costs import is_closed, relative_gap
from frenemy.problem import Problem
from frenemy.run import Progress, Run, Status, Stop

_SHARE = 0.1  # of the time of a solve, at most
_LONGEST = 0.02  # of the time there is, for one go between two rounds
_SHORTEST = 0.02  # seconds of one go, unless that is more than the longest
_NEAR, _SHARE_IF_NEAR = 0.03, 0.5  # a gap that may well close; then the share is taken earlier
_HOPELESS = 3.0  # times as many goes as are left would be needed at the last one's pace
_FEW_PAIRS, _FEW_LOOKS = 1000, 20_000  # packed in no time, so in any case, and with the same result every time
_SECONDS_PER_PAIR = 1e-7  # of getting ready to pack, and packing a little


class Proof:
    """Works on the bound between the rounds of a run that has limited time, and after every run.

    It takes at most a tenth of the time in all; but problems of at most 1000 pairs are always packed at the end, which
    takes a millisecond at most, however short the solve was. Where the clock is a limit, labels depend on it anyway;
    elsewhere the bound comes after the solve, so that they do not.

    Parameters
    ----------
    problem : Problem
        Without constraints.
    run : Run
        It is told of every bound.
    seconds : float, optional
        The time there is.
    """

    def __init__(self, problem: Problem, run: Run, seconds: float | None) -> None:
        self._problem = problem
        self._run = run
        self._seconds = seconds
        self._bounding = Bounding(problem)
        self._run.bound_found(self._bounding.value)
        self._is_begun = False
        self._is_over = False
        self._spent = 0.0
        self._best = float("inf")

    def round_done(self, energy: float, seconds: float) -> bool:
        """After a round that ended at so many seconds: whether nothing is better than what has been found."""
        self._best = min(self._best, energy)
        if self._seconds is not None and not self._is_over:
            self._work_within(self._seconds, seconds)
        return self._is_proven()

    def finish(self, energy: float) -> None:
        """Use what time is left for it; ``energy`` is what the solve has come to."""
        self._best = min(self._best, energy)
        self._begin()
        if self._problem.n_edges <= _FEW_PAIRS:
            self._bounding.pack(self._last_run(None), most_looks=_FEW_LOOKS)
        if self._is_over or self._is_proven():
            return
        if self._run.is_stopped and self._run.status in (Status.TIME_LIMIT, Status.CANCELLED):
            return
        seconds = _SHARE * self._run.seconds - self._spent
        if seconds > (0.0 if self._spent > 0.0 else _SECONDS_PER_PAIR * self._problem.n_edges):
            self._bounding.pack(self._last_run(seconds))

    def _work_within(self, limit: float, elapsed: float) -> None:
        """One go, if it is time for one: solvers that end long before the limit do not wait for a bound."""
        longest = _LONGEST * limit
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
            seconds = max(seconds, min(longest, _SHORTEST))
        if seconds < min(longest, _SHORTEST):
            return
        self._work(seconds)
        gap = self._gap()
        n_left = (_SHARE * limit - self._spent) / seconds
        if seconds == longest and gap > _NEAR and gap > _HOPELESS * n_left * (gap_before - gap):
            self._is_over = True

    def _work(self, seconds: float) -> None:
        run = self._run.inner(self._is_reached, stop=Stop(seconds=seconds))
        started = run.seconds
        self._bounding.search(run)
        self._is_over = not run.is_stopped
        self._spent += run.seconds - started

    def _begin(self) -> None:
        """On the kernel, if the solver has found one."""
        if not self._is_begun and self._run.kernel is not None:
            self._problem, offset = self._run.kernel
            self._bounding = Bounding(self._problem, offset=offset)
        self._is_begun = True

    def _last_run(self, seconds: float | None) -> Run:
        stop = Stop(seconds=seconds)
        if self._run.is_stopped:  # which would stop an inner run, too
            return Run(stop, on_round=self._is_reached)
        return self._run.inner(self._is_reached, stop=stop)

    def _is_reached(self, progress: Progress) -> bool:
        self._run.bound_found(self._bounding.told(progress).bound)
        return self._is_proven()

    def _is_proven(self) -> bool:
        return is_closed(self._best, self._run.lower_bound)

    def _gap(self) -> float:
        return relative_gap(self._best, self._run.lower_bound)

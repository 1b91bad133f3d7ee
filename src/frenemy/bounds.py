"""How low can the energy be? Bounds that hold for every clustering."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from frenemy import _core
from frenemy.convert import as_problem
from frenemy.costs import is_closed
from frenemy.problem import Problem
from frenemy.reductions import expected_seconds, reduce_within
from frenemy.run import BoundRound, Progress, Run, Status, Stop, cancel_on_interrupt

_SHARE_REDUCING = 0.25  # of the time, at most
_FEWEST_LOOKS, _LOOKS_PER_PAIR = 1_000_000, 100  # at pairs, for a packing: linear
_LOOKS_PER_PAIR_IN_SEARCH = 2000  # with little left to be had; in large sparse problems it comes farther than prices


OnBound = Callable[[BoundRound], object]


@dataclass(frozen=True, eq=False)
class LowerBound:
    """An energy that no clustering goes below.

    Attributes
    ----------
    value : float
        The bound; ``float(bound)`` is the same.
    status : Status
        Why it ended: ``CONVERGED`` if more time would bring nothing, ``TARGET_REACHED`` if it came up to the target.
    history : tuple of BoundRound
        Seconds and bound after each round; it never falls.
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
    """A bound that rises with the work that is put into it, on what exact rules leave of a problem.

    ``offset`` is added to every bound of the problem.
    """

    def __init__(self, problem: Problem, *, offset: float = 0.0) -> None:
        self._problem = problem
        self._offset = offset
        self._least = problem.repelling_weight + offset
        self._core: _core.LowerBound | None = None

    @property
    def value(self) -> float:
        if self._core is None:
            return self._least
        return max(self._least, self._core.value + self._offset)

    def reduce(self, run: Run) -> None:
        """Work on the kernel from now on, unless the run expires before it is found."""
        assert self._core is None
        reduction = reduce_within(self._problem, run)
        if reduction is not None:
            self._problem = reduction.problem
            self._offset += reduction.offset

    def pack(self, run: Run, *, most_looks: int | None = None) -> None:
        """Conflicts packed greedily, in linear time: within some percent where the truth is clear."""
        if most_looks is None:
            most_looks = max(_FEWEST_LOOKS, _LOOKS_PER_PAIR * self._problem.n_edges)
        self.core.pack(most_looks, run.core)

    def search(self, run: Run) -> None:
        """The best packing there is, nearer for as long as the run lasts."""
        self.pack(run, most_looks=_LOOKS_PER_PAIR_IN_SEARCH * self._problem.n_edges)
        if not run.is_stopped:
            self.core.search(run.core)

    def told(self, progress: Progress) -> BoundRound:
        """A round of such a run; the core tells bounds as energies, with the sign turned round."""
        return BoundRound(progress.seconds, max(self._least, self._offset - progress.energy))

    @property
    def core(self) -> _core.LowerBound:
        """The bound in the core, of what is left of the problem, without the offset."""
        if self._core is None:
            self._core = _core.LowerBound(self._problem.graph)
        return self._core


def lower_bound(problem: Any, *, stop: Stop | None = None, on_round: OnBound | None = None) -> LowerBound:
    """How low the energy can be at all.

    A *conflict* is a cycle with exactly one repelling pair: any clustering cuts one of its attracting pairs or keeps
    the repelling one together, and pays for that. Conflicts are packed so that no pair pays more than it weighs; what
    they pay comes on top of the weight of all that repels. Without limits they are packed greedily, the short ones
    first, in linear time. With limits, exact rules make the problem smaller (:func:`frenemy.reduce`), and the best
    fractional packing is approached by passing messages between pairs and conflicts for as long as it pays; that is
    often the lowest energy itself on social networks and images. Hard constraints are not looked at: they can only
    raise the energy.

    Parameters
    ----------
    problem : Problem, scipy.sparse or dense matrix, networkx or igraph graph
    stop : Stop, optional
        Limits. ``target`` is an energy that is known to be reached: a bound that comes up to it proves it the lowest.
    on_round : callable, optional
        Called with a :class:`BoundRound` after each round; return True to stop.

    Returns
    -------
    LowerBound
        Ctrl-C and limits end the search early and give back the bound so far, which holds all the same.

    Examples
    --------
    >>> import frenemy as fr
    >>> triangle = fr.Problem.from_edges([0, 1, 0], [1, 2, 2], [2.0, 3.0, -1.0])
    >>> fr.lower_bound(triangle).value, fr.solve(triangle).energy
    (0.0, 0.0)
    """
    stop = stop or Stop()
    plain = Problem(as_problem(problem).graph)
    bounding = Bounding(plain)
    history: list[BoundRound] = []

    is_reached = False

    def tell(progress: Progress) -> bool:
        nonlocal is_reached
        history.append(bounding.told(progress))
        is_reached = stop.target is not None and is_closed(stop.target, history[-1].bound)
        return is_reached or (on_round is not None and on_round(history[-1]) is True)

    run = Run(Stop(stop.seconds, stop.rounds, stop.stall), on_round=tell)
    with cancel_on_interrupt(run):
        if stop == Stop():
            bounding.pack(run)
        else:
            if stop.seconds is None or expected_seconds(plain) < _SHARE_REDUCING * stop.seconds:
                bounding.reduce(run)
            bounding.search(run)
    status = Status.TARGET_REACHED if is_reached else run.status
    return LowerBound(bounding.value, status, tuple(history), run.seconds)

"""The default: picks a solver by problem and time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from frenemy.bounds.reductions import CLOSED_ENOUGH, closed_share, expected_seconds, expected_share, has_hubs
from frenemy.problem import Labels, Problem
from frenemy.run import Run, Stop
from frenemy.solvers.anneal import Anneal
from frenemy.solvers.by_parts import ByParts
from frenemy.solvers.compose import Chain, Reduced
from frenemy.solvers.dense_trial import DenseTrial
from frenemy.solvers.evolve import Evolve
from frenemy.solvers.gpu import GpuEvolve, GpuMultilevel
from frenemy.solvers.lifted import LiftedEvolve
from frenemy.solvers.multilevel import Multilevel
from frenemy.solvers.protocol import Solver

_MANY_PAIRS = 3_000_000  # beyond, one pass makes only one clustering, in the quickest way
_PATIENCE = 12  # epochs in vain; each anneals twice as long as the one before, so that the time is used
_SHARE_FOR_ONE_PASS = 0.2  # of the pairs must be expected to go, if reducing is to pay for itself in one pass
_SHARE_IF_CLOSED = 0.04  # likewise, where those that attract a node know each other: then more goes than expected
_SHARE_FOR_SEARCH = 0.01
_MAX_LIFTED, _LIFTED_PATIENCE = 1_000_000, 50  # members of a lifted search, and those in vain
_LOOSE = 0.02  # share of closed triples below which there is so little to go by that two members see more than one
_PAIRS_OF_SMALL_GROUPS = (
    10.0  # that attract a node on average; with no more, and strangers that repel, rules decide most
)
_DENSE_SHARE = 0.04  # of all pairs are listed: below, DenseEvolve finds less than Evolve also on random weights
_DENSE_PAIRS = 500  # below, one pass of Multilevel takes no time
_DENSE_NODES = 4096  # a matrix of 64 MB, whose first members take about half a second
_PAIRS_REDUCED_FOR_CARD = 300_000  # the rules take some hundredths of a second; beyond, the card is quicker
_LITTLE_TIME, _MUCH_TIME = 0.05, 0.25  # share of the time there is, for reducing what shrinks a little, or much

_WORK = 30_000_000  # ends of pairs that the sweeps of one pass visit: about an eighth of a second
_SWEEPS, _SWEEPS_OF_MEMBER, _MAX_MEMBERS = 60, 500, 8  # at least; of each of several members, at most; of them
_SWEEPS_TO_RECOMBINE = 200  # in all: then two members of half of them, recombined, find more than one of all

#: One pass where groups are small and unlisted pairs repel, as among records; so each part is solved as if alone.
SMALL_GROUPS = Reduced(ByParts(Multilevel(sweeps=24, members=3, passes=1)))


@dataclass(frozen=True)
class Automatic:
    """Pick a solver by the size and kind of the problem and the time available.

    Without limits it makes one good pass of :class:`Multilevel`. The annealing is as long as about an eighth of a
    second allows, counted in sweeps, but very short where neighbours of a node tend to be neighbours of each other,
    as in images. Problems so small that there is time for several such clusterings recombine them by a single epoch
    of :class:`Evolve`; with hubs or random pairs, they anneal twice as long instead. Beyond 3 million pairs one
    member is made if neighbours know each other, otherwise a short :class:`Anneal`. With a limit it begins with the
    same pass, and goes on from its labels with :class:`Evolve` until the limit is reached or no improvement is found:
    so the result is at most that of the pass, if there is time for it. The problem is :class:`Reduced` first if many
    nodes depend on a single other one, as in social networks and region graphs, or if groups are small and unlisted
    pairs repel, as in linked records; the latter are solved :class:`ByParts`. Problems of at most 4,096 nodes that
    list 4 % of all pairs, and at least 500, are also tried with :class:`DenseEvolve`; the one that finds more
    searches on (:class:`DenseTrial`). Lifted problems are solved by :class:`LiftedEvolve`, with limits for as long as
    it finds something. :meth:`plan` returns the choice, and ``solver`` of the result names it. Choose it first: it is
    the default.

    Attributes
    ----------
    device : {"cpu", "gpu"}
        With ``"gpu"`` it chooses :class:`GpuMultilevel` without limits and :class:`GpuEvolve` with them, and reduces
        region graphs and the like first.
    extra_work : bool
        Whether the pass of a small problem and its bound take more work than those of a large one, up to about a
        quarter of a second. Without it, a problem of a thousand pairs takes some milliseconds, its energy is a little
        higher, and its bound lower: for thousands of small problems, one after the other.

    Examples
    --------
    >>> import frenemy as fr
    >>> problem = fr.Problem.from_edges([0, 1, 2, 0], [1, 2, 3, 3], [1.0, 1.0, 1.0, -1.0])
    >>> fr.solve(problem).solver
    Reduced(solver=Evolve(population=8, sweeps=500, patience=0))
    """

    device: Literal["cpu", "gpu"] = "cpu"
    extra_work: bool = True

    def __post_init__(self) -> None:
        if self.device not in ("cpu", "gpu"):
            raise ValueError(f"device must be 'cpu' or 'gpu', got {self.device!r}")

    def plan(self, problem: Problem, stop: Stop) -> Solver:
        """The solver for this problem and these limits."""
        is_search = stop != Stop()
        if self.device == "gpu":
            return self._on_card(problem, stop, GpuEvolve() if is_search else GpuMultilevel())
        if problem.is_lifted:
            return LiftedEvolve(members=_MAX_LIFTED, patience=_LIFTED_PATIENCE) if is_search else LiftedEvolve()
        if _is_dense(problem) and (is_search or self.extra_work):
            return DenseTrial(self._one_pass_of(problem), Evolve(patience=_PATIENCE) if is_search else None)
        has_small_groups = _has_small_groups(problem)
        reduces = self._reduces(problem, stop, is_search, has_small_groups)
        first = SMALL_GROUPS if has_small_groups and reduces else self._one_pass(problem, stop)
        if not is_search:
            return first
        search: Solver = Evolve(patience=_PATIENCE)
        if not reduces:
            return Chain((first, search))
        # The kernel is the same for both, so it is found once.
        return Reduced(Chain((first.solver, search))) if isinstance(first, Reduced) else Chain((first, Reduced(search)))

    def _on_card(self, problem: Problem, stop: Stop, solver: Solver) -> Solver:
        is_small = problem.n_edges <= _PAIRS_REDUCED_FOR_CARD and not problem.is_lifted
        return Reduced(solver) if is_small and self._reduces(problem, stop, False, False) else solver

    def _one_pass(self, problem: Problem, stop: Stop) -> Solver:
        reduces = self._reduces(problem, stop, False, False)
        solver = self._one_pass_of(problem, reduces)
        return Reduced(solver) if reduces else solver

    def _one_pass_of(self, problem: Problem, reduces: bool = False) -> Solver:
        closed = closed_share(problem)
        is_closed = closed >= CLOSED_ENOUGH
        if problem.n_edges > _MANY_PAIRS:
            return Multilevel(sweeps=16, members=1, passes=1) if is_closed else Anneal(sweeps=32)
        sweeps = _WORK // (2 * problem.n_edges + problem.n_nodes + 1) if self.extra_work else 0
        if sweeps >= _SWEEPS_TO_RECOMBINE and not is_closed and _differs_everywhere(problem, closed, reduces):
            return Multilevel(sweeps=min(2 * sweeps, _MAX_MEMBERS * _SWEEPS_OF_MEMBER), members=2, passes=1)
        if sweeps >= _SWEEPS_TO_RECOMBINE:
            members = min(_MAX_MEMBERS, max(2, sweeps // (_SWEEPS if is_closed else _SWEEPS_OF_MEMBER)))
            return Evolve(population=members, sweeps=min(_SWEEPS_OF_MEMBER, sweeps // members), patience=0)
        if is_closed:
            return Multilevel(sweeps=max(24, sweeps), members=3, passes=1)
        is_loose = closed < _LOOSE or sweeps > _SWEEPS
        return Multilevel(sweeps=max(_SWEEPS, sweeps), members=2 if is_loose else 1, passes=1)

    def _reduces(self, problem: Problem, stop: Stop, is_search: bool, has_small_groups: bool) -> bool:
        seconds = expected_seconds(problem)
        left = float("inf") if stop.seconds is None else stop.seconds
        if problem.missing != 0.0:  # what unlisted pairs allow takes longer to guess than to try
            if has_small_groups:
                return seconds <= _MUCH_TIME * left
            return is_search and seconds <= _LITTLE_TIME * left
        share = expected_share(problem)
        if share >= _SHARE_FOR_ONE_PASS or (share >= _SHARE_IF_CLOSED and closed_share(problem) >= CLOSED_ENOUGH):
            return seconds <= _MUCH_TIME * left
        return is_search and share >= _SHARE_FOR_SEARCH and seconds <= _LITTLE_TIME * left

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return self.plan(problem, run.stop)(problem, start, run)


def _is_dense(problem: Problem) -> bool:
    """Whether a matrix is small and mostly listed pairs."""
    n = problem.n_nodes
    return n <= _DENSE_NODES and problem.n_edges >= max(_DENSE_PAIRS, 0.5 * _DENSE_SHARE * n * (n - 1))


def _differs_everywhere(problem: Problem, closed: float, reduces: bool) -> bool:
    """Whether good clusterings have little in common, so that to anneal twice as long beats recombining them.

    So it is with hubs, and where neighbours know each other hardly more often than chance has it and rules find nothing
    to go by.
    """
    if problem.missing != 0.0:
        return False
    n = problem.n_nodes
    by_chance = min(2.0 * problem.n_edges / max(1, n * (n - 1)), _DENSE_SHARE)
    return (not reduces and closed < _LOOSE + by_chance) or has_hubs(problem)


def _has_small_groups(problem: Problem) -> bool:
    """Whether unlisted pairs repel and nodes have few attracting pairs on average."""
    if problem.missing >= 0.0:
        return False
    return bool(2 * np.count_nonzero(problem.edges()[2] > 0.0) <= _PAIRS_OF_SMALL_GROUPS * problem.n_nodes)

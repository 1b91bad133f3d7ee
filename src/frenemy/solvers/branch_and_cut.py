"""Branch and cut over the prices of pairs, for one problem that lists all its pairs."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from frenemy.problem import Labels, Problem
from frenemy.run import Run, Stop
from frenemy.solvers.cutting_planes import CuttingPlanes
from frenemy.solvers.kernighan_lin import KernighanLin

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int64]

_TOLERANCE = 1e-10  # of all weights: less between energy and bound is rounding
_UNITS = (1, 2, 4, 8, 10, 100, 1000)
_ROOT_PATIENCE, _PATIENCE = 4, 1
_ROOT_AGE, _AGE = 2, 10
_THRESHOLDS = (0.3, 0.5, 0.7)
_FEW_PAIRS = 20_000  # for which it pays to improve every rounded point


def weight_step(weights: _Floats) -> float:
    """The largest number of which all weights are whole multiples, if there is an obvious one; else 0.

    All energies are multiples of it too, so that a bound just above one of them can be lifted to the next.
    """
    if not len(weights):
        return 0.0
    for per_unit in _UNITS:
        scaled = weights * per_unit
        whole = np.rint(scaled)
        if np.abs(whole).sum() < 2**40 and np.all(np.abs(scaled - whole) <= 1e-9):
            return float(np.gcd.reduce(np.abs(whole).astype(np.int64))) / per_unit
    return 0.0


@dataclass(order=True)
class _Open:
    """A part of the search space that is still to be looked at: its bound, and the prices that are fixed in it."""

    bound: float
    number: int
    fixed: dict[int, float] = field(compare=False)


class BranchAndCut:
    """The search for a best clustering of one problem, and what is known so far.

    ``labels`` and ``energy`` are the best clustering, ``bound`` is an energy that none goes below. The search is over
    (``is_proven``) when nothing but rounding is between the two.
    """

    def __init__(self, problem: Problem, labels: Labels, run: Run) -> None:
        self._problem, self._run = problem, run
        w = problem.edges()[2]
        self._tolerance = _TOLERANCE * float(np.abs(w).sum())
        self._step = weight_step(w)
        self.labels, self.energy = labels, problem.graph.energy(labels)
        self.bound = float(w[w < 0].sum())
        self._planes = CuttingPlanes(problem, run)
        self._costs = self._planes.program.costs
        self._open: list[_Open] = []
        self._always: tuple[_Ints, _Floats] = np.empty(0, np.int64), np.empty(0)  # fixed by their cost
        self.n_looked_at = 0

    @property
    def cutoff(self) -> float:
        """An energy above which nothing is better than the best clustering known."""
        return self.energy - (self._step * (1.0 - 1e-6) if self._step > 0.0 else self._tolerance)

    @property
    def is_proven(self) -> bool:
        return self.bound > self.cutoff

    def solve(self) -> None:
        """Until it is proven, or the run expires."""
        if self.is_proven:
            return
        self._open = [_Open(self.bound, 0, {})]
        number = 0
        has_child = False
        while self._open and not self._run.expired():
            # The child of the last one, which keeps the program warm, else the one with the lowest bound.
            node = self._open.pop() if has_child else self._open.pop(self._lowest())
            has_child = False
            if node.bound > self.cutoff:
                continue
            children = self._look_at(node)
            if children is None:
                self._open.append(node)
                break
            for fixed, bound in children:
                number += 1
                self._open.append(_Open(bound, number, fixed))
            has_child = bool(children)
            self._update_bound()
        self._update_bound()

    def _lowest(self) -> int:
        return min(range(len(self._open)), key=lambda k: self._open[k])

    def _update_bound(self) -> None:
        of_open = min((node.bound for node in self._open), default=math.inf)
        self.bound = max(self.bound, min(self.energy, of_open))

    def _look_at(self, node: _Open) -> list[tuple[dict[int, float], float]] | None:
        """Cut, then branch: the children, the one to look at first last. None if the run expired."""
        self.n_looked_at += 1
        is_root = not node.fixed
        self._enter(node)
        ended = self._planes.cut(
            most=self.cutoff,
            patience=_ROOT_PATIENCE if is_root else _PATIENCE,
            age=_ROOT_AGE if is_root else _AGE,
            on_point=self._round_at_root if is_root else lambda: None,
        )
        if ended in ("infeasible", "above"):
            return []
        bound = max(node.bound, self._planes.bound)
        if ended == "stopped":
            if is_root:
                node.bound = bound
            return None
        if bound > self.cutoff:
            return []
        fractional = self._planes.program.fractional()
        if not len(fractional):
            # The point is a clustering: nothing in this part is better, whatever rounding says about the bound.
            self._round(0.5)
            return []
        if is_root:
            self._fix_by_cost(bound)
        pair = self._branching_pair(fractional)
        first = round(float(self._planes.program.prices[pair]))
        return [(node.fixed | {pair: float(value)}, bound) for value in (1 - first, first)]

    def _enter(self, node: _Open) -> None:
        """Fix in the program what is fixed in this part of the search space, and nothing else."""
        program = self._planes.program
        changed = np.flatnonzero((program.lower > 0.0) | (program.upper < 1.0))
        lower, upper = program.lower.copy(), program.upper.copy()
        lower[changed], upper[changed] = 0.0, 1.0
        always, values = self._always
        lower[always] = upper[always] = values
        pairs = np.fromiter(node.fixed.keys(), np.int64, len(node.fixed))
        lower[pairs] = upper[pairs] = np.fromiter(node.fixed.values(), np.float64, len(node.fixed))
        pairs = np.flatnonzero((lower != program.lower) | (upper != program.upper))
        program.fix(pairs, lower[pairs], upper[pairs])

    def _branching_pair(self, fractional: _Ints) -> int:
        """One that is undecided and weighs much."""
        prices = self._planes.program.prices[fractional]
        return int(fractional[np.argmax(np.minimum(prices, 1.0 - prices) * self._costs[fractional])])

    def _fix_by_cost(self, bound: float) -> None:
        """Prices that no better clustering has otherwise, by what it would cost to change them."""
        gap = self._planes.total(self.cutoff) - self._planes.total(bound) + 1e-9
        program = self._planes.program
        at_zero = (program.reduced > gap) & (program.prices < 1e-9)
        at_one = (-program.reduced > gap) & (program.prices > 1.0 - 1e-9)
        pairs = np.flatnonzero(at_zero | at_one)
        self._always = pairs, at_one[pairs].astype(np.float64)

    def _round_at_root(self) -> None:
        self.bound = max(self.bound, min(self.energy, self._planes.bound))
        for threshold in _THRESHOLDS:
            self._round(threshold)

    def _round(self, threshold: float) -> None:
        """A clustering from the point: what cheap attracting pairs connect, and what that can be improved to."""
        labels = self._planes.search.components(self._planes.program.prices, threshold)
        self._offer(labels)
        if self._problem.n_edges <= _FEW_PAIRS:
            improving = self._run.inner(lambda _: False, stop=Stop(rounds=20))
            self._offer(KernighanLin()(self._problem, labels, improving))

    def _offer(self, labels: Labels) -> None:
        energy = self._problem.graph.energy(labels)
        if energy < self.energy:
            self.labels, self.energy = labels, energy

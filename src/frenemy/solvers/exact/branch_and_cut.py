"""Branch and cut for one problem that lists all its pairs."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from frenemy.problem import Labels, Problem
from frenemy.run import Run, Stop
from frenemy.solvers.exact.cutting_planes import CuttingPlanes
from frenemy.solvers.kernighan_lin import KernighanLin

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int64]

_TOLERANCE = 1e-10  # relative to the total absolute weight: a smaller gap is rounding
_DENOMINATORS = (1, 2, 4, 8, 10, 100, 1000)
_ROOT_PATIENCE, _PATIENCE = 4, 1  # rounds of cuts with little progress
_ROOT_AGE, _AGE = 2, 10  # solves after which slack rows are dropped
_THRESHOLDS = (0.3, 0.5, 0.7)  # of rounding at the root
_MAX_PAIRS_TO_IMPROVE = 20_000  # up to which every rounded point is improved


def weight_step(weights: _Floats) -> float:
    """The largest number of which all weights are integer multiples, if a simple one exists; else 0.

    All energies are multiples of it, so a bound just above one multiple can be raised to the next.
    """
    if not len(weights):
        return 0.0
    for denominator in _DENOMINATORS:
        scaled = weights * denominator
        whole = np.rint(scaled)
        if np.abs(whole).sum() < 2**40 and np.all(np.abs(scaled - whole) <= 1e-9):
            return float(np.gcd.reduce(np.abs(whole).astype(np.int64))) / denominator
    return 0.0


@dataclass(order=True)
class _Node:
    """An open node of the search tree: its lower bound, and the variables that are fixed in it."""

    bound: float
    number: int
    fixed: dict[int, float] = field(compare=False)


class BranchAndCut:
    """Branch and cut for one problem: the best clustering and the lower bound so far.

    ``labels`` and ``energy`` are the incumbent, ``bound`` is the global lower bound. The search ends (``is_proven``)
    when only rounding separates the two.
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
        self._open: list[_Node] = []
        # Pairs that reduced costs fix at the root, and their values.
        self._fixed: tuple[_Ints, _Floats] = np.empty(0, np.int64), np.empty(0)
        self.n_processed = 0

    @property
    def cutoff(self) -> float:
        """A node with a lower bound above this energy cannot improve the incumbent."""
        return self.energy - (self._step * (1.0 - 1e-6) if self._step > 0.0 else self._tolerance)

    @property
    def is_proven(self) -> bool:
        return self.bound > self.cutoff

    def solve(self) -> None:
        """Search until optimality is proven or the run expires."""
        if self.is_proven:
            return
        self._open = [_Node(self.bound, 0, {})]
        number = 0
        has_child = False
        while self._open and not self._run.expired():
            # Dive into a child of the last node, for a warm start of the linear program; else take the lowest bound.
            node = self._open.pop() if has_child else self._open.pop(self._lowest())
            has_child = False
            if node.bound > self.cutoff:
                continue
            children = self._process(node)
            if children is None:
                self._open.append(node)
                break
            for fixed, bound in children:
                number += 1
                self._open.append(_Node(bound, number, fixed))
            has_child = bool(children)
            self._update_bound()
        self._update_bound()

    def _lowest(self) -> int:
        return min(range(len(self._open)), key=lambda k: self._open[k])

    def _update_bound(self) -> None:
        of_open = min((node.bound for node in self._open), default=math.inf)
        self.bound = max(self.bound, min(self.energy, of_open))

    def _process(self, node: _Node) -> list[tuple[dict[int, float], float]] | None:
        """Cut, then branch. Returns the children, the preferred one last; None if the run expired."""
        self.n_processed += 1
        is_root = not node.fixed
        self._enter(node)
        ended = self._planes.cut(
            cutoff=self.cutoff,
            patience=_ROOT_PATIENCE if is_root else _PATIENCE,
            age=_ROOT_AGE if is_root else _AGE,
            on_solution=self._round_at_root if is_root else lambda: None,
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
            # The solution is a clustering: no better one exists in this subtree, even if rounding weakens the bound.
            self._round(0.5)
            return []
        if is_root:
            self._fix_by_reduced_costs(bound)
        pair = self._branching_pair(fractional)
        first = round(float(self._planes.program.values[pair]))
        return [(node.fixed | {pair: float(value)}, bound) for value in (1 - first, first)]

    def _enter(self, node: _Node) -> None:
        """Set the bounds of the variables to those of this node."""
        program = self._planes.program
        changed = np.flatnonzero((program.lower > 0.0) | (program.upper < 1.0))
        lower, upper = program.lower.copy(), program.upper.copy()
        lower[changed], upper[changed] = 0.0, 1.0
        fixed, fixed_values = self._fixed
        lower[fixed] = upper[fixed] = fixed_values
        pairs = np.fromiter(node.fixed.keys(), np.int64, len(node.fixed))
        lower[pairs] = upper[pairs] = np.fromiter(node.fixed.values(), np.float64, len(node.fixed))
        pairs = np.flatnonzero((lower != program.lower) | (upper != program.upper))
        program.fix(pairs, lower[pairs], upper[pairs])

    def _branching_pair(self, fractional: _Ints) -> int:
        """The pair with the largest product of fractionality and weight."""
        values = self._planes.program.values[fractional]
        return int(fractional[np.argmax(np.minimum(values, 1.0 - values) * self._costs[fractional])])

    def _fix_by_reduced_costs(self, bound: float) -> None:
        """Reduced cost fixing: fix variables that have the same value in every better clustering."""
        gap = self._planes.objective(self.cutoff) - self._planes.objective(bound) + 1e-9
        program = self._planes.program
        at_zero = (program.reduced > gap) & (program.values < 1e-9)
        at_one = (-program.reduced > gap) & (program.values > 1.0 - 1e-9)
        pairs = np.flatnonzero(at_zero | at_one)
        self._fixed = pairs, at_one[pairs].astype(np.float64)

    def _round_at_root(self) -> None:
        self.bound = max(self.bound, min(self.energy, self._planes.bound))
        for threshold in _THRESHOLDS:
            self._round(threshold)

    def _round(self, threshold: float) -> None:
        """Round the solution to components of attracting pairs below the threshold; improve it by local search."""
        labels = self._planes.separation.components(self._planes.program.values, threshold)
        self._keep_if_better(labels)
        if self._problem.n_edges <= _MAX_PAIRS_TO_IMPROVE:
            run = self._run.inner(lambda _: False, stop=Stop(rounds=20))
            self._keep_if_better(KernighanLin()(self._problem, labels, run))

    def _keep_if_better(self, labels: Labels) -> None:
        energy = self._problem.graph.energy(labels)
        if energy < self.energy:
            self.labels, self.energy = labels, energy

"""Branch and cut for one problem that lists all its pairs."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.apart import pair_keys
from frenemy.run import Run, Stop
from frenemy.solvers.exact.base_cuts import BaseCuts
from frenemy.solvers.exact.cutting_planes import CuttingPlanes
from frenemy.solvers.exact.dense_planes import DensePlanes
from frenemy.solvers.exact.fixed_pairs import FixedPairs
from frenemy.solvers.exact.priced_pairs import PricedPairs
from frenemy.solvers.kernighan_lin import KernighanLin
from frenemy.solvers.lifted.kernighan_lin import LiftedKernighanLin

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int64]

_TOLERANCE = 1e-10  # relative to the total absolute weight: a smaller gap is rounding
_DENOMINATORS = (1, 2, 4, 8, 10, 100, 1000)
_THRESHOLDS = (0.3, 0.5, 0.7)  # of rounding at the root
_SMALL_GAP = 1e-3  # of the objective, left by an approximate solution: an exact one may close it
_MAX_FREE_PAIRS = 300  # up to which the simplex method is quick on dense problems
_MAX_STATES = 2000  # open nodes up to which each pair of children begins where its parent ended
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
    """An open node of the search tree: its lower bound, the variables that are fixed in it, and where it begins."""

    bound: float
    number: int
    fixed: FixedPairs = field(compare=False)
    state: _core.FirstOrderState | None = field(compare=False, default=None)  # of the dense relaxation of its parent


class BranchAndCut:
    """Branch and cut for one problem, plain or lifted: the best clustering and the lower bound so far.

    ``labels`` and ``energy`` are the incumbent, ``bound`` is the global lower bound. The search ends (``is_proven``)
    when only rounding separates the two. Dense problems are relaxed by a first-order method; only what it leaves nearly
    closed goes to the simplex method.
    """

    def __init__(self, problem: Problem, labels: Labels, run: Run) -> None:
        self._problem, self._run = problem, run
        w = problem.edges()[2]
        self._tolerance = _TOLERANCE * float(np.abs(w).sum())
        self._step = weight_step(w)
        self.labels, self.energy = labels, problem.graph.energy(labels)
        self.bound = float(w[w < 0].sum())
        self._pairs = PricedPairs(problem)
        self._base = BaseCuts(self._pairs, run) if problem.is_lifted else None
        self._dense = DensePlanes(self._pairs, run) if self._pairs.is_dense and self._base is None else None
        self._exact: CuttingPlanes | None = None  # made when it is needed
        self._open: list[_Node] = []
        self._fixed = FixedPairs.none()  # by reduced costs at the root
        self._state: _core.FirstOrderState | None = None  # of the dense relaxation, for the children
        self.n_processed = 0

    @property
    def cutoff(self) -> float:
        """A node with a lower bound above this energy cannot improve the incumbent."""
        return float(self.energy - (self._step * (1.0 - 1e-6) if self._step > 0.0 else self._tolerance))

    @property
    def is_proven(self) -> bool:
        return self.bound > self.cutoff

    def solve(self) -> None:
        """Search until optimality is proven or the run expires."""
        if self.is_proven:
            return
        self._open = [_Node(self.bound, 0, FixedPairs.none())]
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
                self._open.append(_Node(bound, number, fixed, self._state))
            has_child = bool(children)
            self._update_bound()
        self._update_bound()

    def _lowest(self) -> int:
        return min(range(len(self._open)), key=lambda k: self._open[k])

    def _update_bound(self) -> None:
        of_open = min((node.bound for node in self._open), default=math.inf)
        self.bound = max(self.bound, min(self.energy, of_open))

    def _process(self, node: _Node) -> list[tuple[FixedPairs, float]] | None:
        """Cut, then branch. Returns the children, the preferred one last; None if the run expired."""
        self.n_processed += 1
        is_root = self.n_processed == 1
        fixed = node.fixed.and_also(self._fixed.pairs, self._fixed.values).implied(self._pairs)
        if fixed is None:
            return []
        planes: DensePlanes | CuttingPlanes = self._dense or self._exact_planes()
        if self._dense is not None and node.state is not None:
            self._dense.program.restore(node.state)
        ended = self._relax(planes, fixed, is_root)
        if ended == "solved" and planes is self._dense:
            if is_root or len(self._open) < _MAX_STATES:
                self._state = planes.program.saved()
            node.bound = max(node.bound, planes.bound)
            decided = self._decided_by_reduced_costs(planes)
            fixed = fixed.and_also(decided.pairs, decided.values).implied(self._pairs)
            if fixed is None:
                return []
            if is_root:
                self._fixed = fixed
            if self._is_nearly_closed(planes):
                planes = self._exact_planes()
                ended = self._relax(planes, fixed, False)
        if ended in ("infeasible", "above"):
            return []
        bound = max(node.bound, planes.bound)
        if ended == "stopped":
            node.bound = bound if is_root else node.bound
            return None
        if bound > self.cutoff:
            return []
        fractional = self._fractional(planes)
        if not len(fractional):
            # The solution is a clustering: no better one exists in this subtree, even if rounding weakens the bound.
            self._round(planes, 0.5)
            return []
        if is_root and planes is not self._dense:
            self._fixed = self._decided_by_reduced_costs(planes)
        pair = self._branching_pair(planes, fixed, fractional)
        first = round(float(planes.program.values[pair]))
        return [(fixed.and_also(np.array([pair]), np.array([float(value)])), bound) for value in (1 - first, first)]

    def _exact_planes(self) -> CuttingPlanes:
        if self._exact is None:
            self._exact = CuttingPlanes(self._pairs, self._run, self._base)
        return self._exact

    def _relax(self, planes: DensePlanes | CuttingPlanes, fixed: FixedPairs, is_root: bool) -> str:
        """Set the bounds of the variables to those of a node, and cut."""
        program = planes.program
        lower, upper = np.zeros(len(program.lower)), np.ones(len(program.upper))
        lower[fixed.pairs] = upper[fixed.pairs] = fixed.values
        pairs = np.flatnonzero((lower != program.lower) | (upper != program.upper))
        program.fix(pairs, lower[pairs], upper[pairs])
        on_solution = (lambda: self._round_at_root(planes)) if is_root else (lambda: None)
        return planes.cut(cutoff=self.cutoff, is_root=is_root, on_solution=on_solution)

    def _is_nearly_closed(self, planes: DensePlanes) -> bool:
        """Whether only the error of an approximate solution may keep the node open, or nothing is left to branch on."""
        program, objective = planes.program, self._pairs.objective(self.cutoff)
        is_small = int((program.lower < program.upper).sum()) <= _MAX_FREE_PAIRS
        return (is_small and objective - program.bound < _SMALL_GAP * objective) or not len(program.fractional())

    def _fractional(self, planes: DensePlanes | CuttingPlanes) -> _Ints:
        return planes.program.fractional() if self._base is None else self._base.fractional(planes.program.values)

    def _branching_pair(self, planes: DensePlanes | CuttingPlanes, fixed: FixedPairs, fractional: _Ints) -> int:
        """The pair with the largest product of fractionality and weight, summed over the pairs that it decides at once.

        These are the pairs between the same two groups of nodes that are together. So groups grow, and a branch fixes
        more pairs than one between single nodes.
        """
        values, pairs = planes.program.values[fractional], self._pairs
        products = np.minimum(values, 1.0 - values) * pairs.costs[fractional]
        group = fixed.groups(pairs)
        i, j = group[pairs.u[fractional]], group[pairs.v[fractional]]
        between = np.unique(pair_keys(np.minimum(i, j), np.maximum(i, j)), return_inverse=True)[1]
        return int(fractional[np.argmax(np.bincount(between, products)[between])])

    def _decided_by_reduced_costs(self, planes: DensePlanes | CuttingPlanes) -> FixedPairs:
        """Reduced cost fixing: pairs that have the same value in every better clustering that agrees with the node."""
        program = planes.program
        gap = self._pairs.objective(self.cutoff) - program.bound + 1e-9
        is_free = program.lower < program.upper
        at_zero = is_free & (program.reduced > gap)
        at_one = is_free & (-program.reduced > gap)
        pairs = np.flatnonzero(at_zero | at_one)
        return FixedPairs(pairs, at_one[pairs].astype(np.float64))

    def _round_at_root(self, planes: DensePlanes | CuttingPlanes) -> None:
        self.bound = max(self.bound, min(self.energy, planes.bound))
        for threshold in _THRESHOLDS:
            self._round(planes, threshold)

    def _round(self, planes: DensePlanes | CuttingPlanes, threshold: float) -> None:
        """Round the solution to components of attracting pairs below the threshold; improve it by local search."""
        values, base = planes.program.values, self._base
        labels = (
            self._pairs.separation.components(values, threshold) if base is None else base.clusters(values, threshold)
        )
        self._keep_if_better(labels)
        if self._problem.n_edges <= _MAX_PAIRS_TO_IMPROVE:
            run = self._run.inner(lambda _: False, stop=Stop(rounds=20))
            improve = KernighanLin() if base is None else LiftedKernighanLin()
            self._keep_if_better(improve(self._problem, labels, run))

    def _keep_if_better(self, labels: Labels) -> None:
        energy = self._problem.graph.energy(labels)
        if energy < self.energy:
            self.labels, self.energy = labels, energy

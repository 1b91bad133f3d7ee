"""Solvers composed of other solvers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy.bounds.reductions import reduce_within
from frenemy.problem import Labels, Problem
from frenemy.run import Progress, Run
from frenemy.solvers.adaptive_icm import AdaptiveICM
from frenemy.solvers.evolve import Evolve
from frenemy.solvers.local_moves import LocalMoves
from frenemy.solvers.protocol import Solver
from frenemy.solvers.solver_labels import reported_labels, solver_labels
from frenemy.solvers.swap_explore import SwapExplore


@dataclass(frozen=True)
class Chain:
    """One solver after another, each starting from the labels of the previous one.

    Examples
    --------
    >>> import frenemy as fr
    >>> warm = fr.Chain((fr.AdaptiveICM(), fr.SwapExplore()))
    >>> fr.solve(fr.Problem.from_edges([0, 1], [1, 2], [1.0, -1.0]), warm).n_clusters
    2
    """

    solvers: tuple[Solver, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "solvers", tuple(self.solvers))
        if not self.solvers:
            raise ValueError("a Chain needs at least one solver, got none")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        labels = start
        for solver in self.solvers:
            labels = solver_labels(solver, problem, labels, run)
            if run.is_stopped:
                break
        return labels


@dataclass(frozen=True)
class WarmSwap:
    """AdaptiveICM first, then SwapExplore from its result.

    On large problems SwapExplore alone takes long to find a first good clustering. If ``missing`` requires more pairs
    than SwapExplore can store, the result is that of AdaptiveICM. Choose it for the paper's methods on large problems.

    Examples
    --------
    >>> import frenemy as fr
    >>> fr.solve(fr.Problem.from_edges([0, 1], [1, 2], [1.0, -1.0]), fr.WarmSwap()).labels
    array([0, 0, 1], dtype=int32)
    """

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        swap = SwapExplore()
        n_pairs = problem.n_nodes * (problem.n_nodes - 1) // 2
        can_swap = problem.missing == 0.0 or n_pairs <= swap.max_stored_pairs
        solvers: tuple[Solver, ...] = (AdaptiveICM(), swap) if can_swap else (AdaptiveICM(),)
        return Chain(solvers)(problem, start, run)


_EVOLVE = Evolve()
_HARDLY_SMALLER = 0.9  # share of the nodes that are left


@dataclass(frozen=True)
class Reduced:
    """Reduce the problem by exact rules, then solve the kernel with another solver.

    The rules (:func:`frenemy.reduce`) keep a best clustering and take about as long as a few passes over the pairs.
    They shrink sparse graphs with widely varying weights a lot, and dense graphs or equal weights hardly at all. Rounds
    report the best clustering of the whole problem so far. At the end single nodes of the whole problem may move.
    Merged nodes are heavy, and annealing moves them less freely. So where unlisted pairs weigh something and more than
    nine tenths of the nodes are left, the problem itself is solved, and the kernel is for bounds.
    Choose it for sparse graphs with widely varying weights, and to see what the rules alone decide.

    Attributes
    ----------
    solver : Solver
        Solves the kernel.

    Examples
    --------
    >>> import frenemy as fr
    >>> chain = fr.Problem.from_edges([0, 1, 2, 3], [1, 2, 3, 0], [2.0, 1.0, 2.0, -1.5])
    >>> fr.solve(chain, fr.Reduced(fr.SwapExplore())).energy
    -0.5
    """

    solver: Solver = _EVOLVE

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        reduction = reduce_within(problem, run)
        if reduction is None:
            return start
        run.kernel_found(reduction.problem, reduction.offset)
        is_hardly_smaller = reduction.problem.n_nodes > _HARDLY_SMALLER * problem.n_nodes
        if reduction.problem is problem or (problem.missing != 0.0 and is_hardly_smaller):
            return solver_labels(self.solver, problem, start, run)
        best = start
        best_energy = problem.graph.energy(start)
        best_lifted = float("inf")

        def report(progress: Progress) -> bool:
            nonlocal best, best_energy, best_lifted
            if progress.energy < best_lifted:  # lifting is most of the work of a quick round
                best_lifted = progress.energy
                inside = reported_labels(reduction.problem, progress.labels)
                labels, energy = reduction.lift_with_energy(inside, progress.energy)
                if energy < best_energy:
                    best, best_energy = labels, energy
            return run.round_done(best_energy, best)

        # One cluster means no start at all; projected, it would be a cluster for each part, from which solvers go on.
        is_one = start.max(initial=0) == 0
        inside = np.zeros(reduction.problem.n_nodes, np.int32) if is_one else reduction.project(start)
        inner = solver_labels(self.solver, reduction.problem, inside, run.inner(report))
        found = reduction.lift(inner)
        if problem.graph.energy(found) <= best_energy:
            best = found
        return best if run.is_stopped else LocalMoves()(problem, best, run)

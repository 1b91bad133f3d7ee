"""Exact solving by branch and cut, with a proof of optimality."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.bounds.reductions import Reduction, reduce_within
from frenemy.bounds.shrinking import Shrinking
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import whole_number
from frenemy.problem.renamed_parameters import renamed_parameters
from frenemy.run import Progress, Run, Stop
from frenemy.solvers.evolve import Evolve
from frenemy.solvers.exact.branch_and_cut import BranchAndCut
from frenemy.solvers.exact.lifted_proof import LiftedProof
from frenemy.solvers.exact.linear_program import load_highspy

_START_ROUNDS, _START_PAIR_VISITS = 40, 2_000_000  # of the initial search: at least, and in total
_START_PATIENCE, _START_SHARE = 4, 0.1  # the share is of the time limit, if there is one
_MIN_PAIRS_TO_SHRINK = 2000  # of a part: smaller linear programs are solved directly
_SPARSE = 0.05  # listed pairs per squared number of nodes: for denser parts, triangle cuts suffice
_EVOLVE = Evolve(patience=1)
_SEARCH_STOP, _BOUND_STOP = Stop(rounds=20), Stop(rounds=60)  # of each turn of shrinking
_ROUNDING = 1e-9  # relative to the total absolute weight: a smaller gap is rounding


@renamed_parameters(most_pairs="max_pairs")
@dataclass(frozen=True)
class Exact:
    """An optimal clustering, with a proof of optimality.

    Exact rules reduce the problem, and a short search finds good clusterings. Then each component is solved on its own,
    small ones first, as a linear program with cutting planes. A variable of 1 means that an attracting pair is cut or a
    repelling pair is kept together; every cycle with exactly one repelling pair needs a total of at least 1. Odd
    wheels, stars around a hub and general 2-partitions are stronger cuts. Branching decides what is still fractional.
    The program of a sparse component is solved by the simplex method, that of a dense one by a first-order method,
    whose error costs time but no proof. Its value is a lower bound at any time (:attr:`frenemy.Result.lower_bound`): at
    a limit you get the best clustering and bound so far.

    The problem is NP-hard, so without a limit it may take arbitrarily long. Social networks of about ten thousand pairs
    and image segmentations take seconds, dense random problems of sixty nodes seconds to minutes, of a hundred hours. A
    proof holds up to rounding, a billionth of the total weight. Needs the extra ``exact`` (HiGHS). Choose it for
    proofs, and for small problems.

    Of a lifted problem, each component of the base graph is solved, without rules. There are more cuts: of all base
    edges that separate two nodes, one is not cut if the nodes are together.

    Horňáková, Lange & Andres, "Analysis and optimization of graph decompositions by lifted multicuts" (2017).
    Grötschel & Wakabayashi, "A cutting plane algorithm for a clustering problem" (1989) and "Facets of the clique
    partitioning polytope" (1990), and Chopra & Rao, "The partition problem" (1993).

    Attributes
    ----------
    max_pairs : int
        Raise an error if a component has more pairs than this after the reductions; with ``missing``, all pairs
        count.

    Examples
    --------
    >>> import frenemy as fr
    >>> square = fr.Problem.from_edges([0, 1, 2, 0, 0], [1, 2, 3, 3, 2], [2.0, 1.0, 2.0, -1.5, -0.5])
    >>> result = fr.solve(square, fr.Exact())
    >>> result.labels, result.energy
    (array([0, 0, 1, 1], dtype=int32), -1.0)
    """

    max_pairs: int = 2_000_000

    def __post_init__(self) -> None:
        whole_number(self.max_pairs, "max_pairs", minimum=1)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        load_highspy()
        if problem.is_lifted:
            self._check_pairs(problem, problem.n_nodes)
            return LiftedProof(problem, start, run).solve()
        reduction = reduce_within(problem, run)
        if reduction is None:
            return start
        kernel = self._listed(reduction.problem)
        parts = self._checked_parts(kernel)
        proof = _Proof(kernel, reduction, start, run, len(parts))
        proof.search_first()
        for nodes in parts:
            if run.is_stopped or run.expired():
                break
            proof.solve_part(nodes)
        return proof.end()

    def _listed(self, kernel: Problem) -> Problem:
        """List all pairs if unlisted ones attract: then there is one component."""
        if kernel.missing <= 0.0:
            return kernel
        self._check_pairs(kernel, kernel.n_nodes)
        return Problem(kernel.graph.completed())

    def _check_pairs(self, problem: Problem, n_nodes: int) -> None:
        n_pairs = problem.n_edges if problem.missing == 0.0 else n_nodes * (n_nodes - 1) // 2
        if n_pairs > self.max_pairs:
            raise ValueError(
                f"too large for Exact: after the reductions a component has {n_nodes} nodes and {n_pairs} pairs; "
                f"Exact takes at most {self.max_pairs} (max_pairs)"
            )

    def _checked_parts(self, kernel: Problem) -> list[npt.NDArray[np.int32]]:
        """The components of attracting pairs, without single nodes, the small ones first."""
        part = _core.attracting_components(kernel.graph, np.zeros(kernel.n_nodes, np.int32))
        order = np.argsort(part, kind="stable").astype(np.int32)
        parts = np.split(order, np.flatnonzero(np.diff(part[order])) + 1) if len(order) else []
        parts = sorted((nodes for nodes in parts if len(nodes) > 1), key=len)
        if len(parts):
            largest = parts[-1]
            self._check_pairs(kernel.restrict(largest).problem, len(largest))
        return parts


class _Proof:
    """The best clusterings of the problem and of its kernel, and a lower bound summed over the parts."""

    def __init__(self, kernel: Problem, reduction: Reduction, start: Labels, run: Run, n_parts: int) -> None:
        self.kernel, self.reduction, self.run = kernel, reduction, run
        problem = reduction.original
        self.labels, self.energy = start, problem.graph.energy(start)
        self.inside = reduction.project(start) if reduction.problem is not problem else start
        self.inside_energy = np.inf  # no labels lifted yet
        self.bound = kernel.repelling_weight
        self.rounding = _ROUNDING * _total(problem)
        self.is_proven, self.n_remaining = True, n_parts

    def report(self, labels: Labels, energy: float) -> bool:
        """Keep a clustering of the kernel if it is better, and end a round."""
        if energy < self.inside_energy:
            self.inside, self.inside_energy = labels, energy
            lifted, lifted_energy = self.reduction.lift_with_energy(labels, energy)
            if lifted_energy < self.energy:
                self.labels, self.energy = lifted, lifted_energy
        self.run.bound_found(min(self.reduction.offset + self.bound, self.energy))
        return self.run.round_done(self.energy, self.labels)

    def search_first(self) -> None:
        """Search for good clusterings of the kernel before any proof."""
        run = self.run

        def on_round(progress: Progress) -> bool:
            return self.report(progress.labels, progress.energy)

        self.report(self.inside, self.kernel.graph.energy(self.inside))
        if not run.is_stopped and self.kernel.n_nodes:
            rounds = max(_START_ROUNDS, _START_PAIR_VISITS // max(1, self.kernel.n_edges))
            limit = run.stop.seconds
            seconds = None if limit is None else _START_SHARE * max(0.0, limit - run.seconds)
            search = run.inner(on_round, stop=Stop(seconds=seconds, rounds=rounds))
            found = Evolve(patience=_START_PATIENCE)(self.kernel, self.inside, search)
            self.report(found, self.kernel.graph.energy(found))

    def solve_part(self, nodes: npt.NDArray[np.int32]) -> None:
        part = self.kernel.restrict(nodes).problem
        if part.missing != 0.0:
            part = Problem(part.graph.completed())
        before = part.repelling_weight
        inside = _core.contiguous(np.unique(self.inside[nodes], return_inverse=True)[1].astype(np.int32))
        # Pairs fixed by lower bounds need no linear program; often these are all.
        shrinking = Shrinking(part, inside, self.run)
        shrinks = part.n_edges >= _MIN_PAIRS_TO_SHRINK and part.n_edges <= _SPARSE * len(nodes) ** 2
        while shrinks:
            shrinks = shrinking.turn(_EVOLVE, search_stop=_SEARCH_STOP, bound_stop=_BOUND_STOP)
        if shrinking.is_proven or self.run.expired():
            labels_inside, is_proven, bound = shrinking.labels, shrinking.is_proven, shrinking.bound
            bound = shrinking.energy if is_proven else bound
        else:
            search = BranchAndCut(shrinking.problem, _core.contiguous(shrinking.labels), self.run)
            search.solve()
            labels_inside, is_proven = search.labels, search.is_proven
            bound = search.energy if is_proven else max(shrinking.bound, search.bound)
        self.is_proven &= is_proven
        self.bound += bound - before
        labels = self.inside.astype(np.int64)
        labels[nodes] = len(labels) + labels_inside[shrinking.node]
        whole = np.unique(labels, return_inverse=True)[1].astype(np.int32)
        self.report(_core.contiguous(whole), self.kernel.graph.energy(whole))
        self.n_remaining -= 1

    def end(self) -> Labels:
        """Report the bound to the run; returns the labels."""
        bound = self.reduction.offset + self.bound
        if self.is_proven and self.n_remaining == 0 and abs(self.energy - bound) <= self.rounding:
            bound = self.energy
        self.run.bound_found(min(bound, self.energy))
        return self.labels


def _total(problem: Problem) -> float:
    return problem.total_weight - 2.0 * problem.repelling_weight

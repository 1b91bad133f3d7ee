"""Best clusterings, with a proof."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.reductions import Reduction, reduce_within
from frenemy.run import Progress, Run, Stop
from frenemy.settling import Settling
from frenemy.solvers.branch_and_cut import BranchAndCut
from frenemy.solvers.checked_parameters import check_at_least
from frenemy.solvers.evolve import Evolve
from frenemy.solvers.price_program import load_highspy

_FIRST_ROUNDS, _FIRST_LOOKS = 40, 2_000_000  # of the search for clusterings to start from: at least, and at pairs
_FIRST_PATIENCE, _FIRST_SHARE = 4, 0.1  # and a share of the time, if that is limited
_MANY_PAIRS = 2000  # of a part: the program takes long enough that it pays to make it smaller first
_SPARSE = 0.05  # pairs for each two nodes: in denser parts triangles cut deep at once
_EVOLVE = Evolve(patience=1)
_SEARCH_STOP, _BOUND_STOP = Stop(rounds=20), Stop(rounds=60)  # of each turn of that; the same every time
_ROUNDING = 1e-9  # of all weights: less between energy and bound is nothing


@dataclass(frozen=True)
class Exact:
    """The best clustering there is, and the proof that no other is better.

    Exact rules make the problem smaller, and a short search finds good clusterings. Then a linear program over the
    prices of pairs is solved by cutting planes, for each part of the rest on its own, the small ones first: a price of
    1 means that a pair is cut though it attracts, or kept together though it repels, and every cycle with one repelling
    pair asks for a price of at least 1 in all. Odd wheels and stars around a hub cut deeper; what is left open is
    settled by branching. The value of the program is a lower bound at every moment, which
    :attr:`frenemy.Result.lower_bound` shows: with a limit, the best clustering and the best bound so far come back.

    Without a limit it may take as long as it likes: the problem is NP-hard. Social networks of some ten thousand pairs
    and image segmentations take seconds, dense random problems of a hundred nodes hours. Proven means up to rounding, a
    billionth of the total weight. Needs the extra ``exact`` (HiGHS). Choose it to know, and for small problems.

    Grötschel & Wakabayashi, "A cutting plane algorithm for a clustering problem" (1989), and Chopra & Rao, "The
    partition problem" (1993).

    Attributes
    ----------
    most_pairs : int
        Refuse problems of which a part has more pairs than that after the reductions; with ``missing``, all pairs
        count.

    Examples
    --------
    >>> import frenemy as fr
    >>> square = fr.Problem.from_edges([0, 1, 2, 0, 0], [1, 2, 3, 3, 2], [2.0, 1.0, 2.0, -1.5, -0.5])
    >>> result = fr.solve(square, fr.Exact())
    >>> result.labels, result.energy
    (array([0, 0, 1, 1], dtype=int32), -1.0)
    """

    most_pairs: int = 2_000_000

    def __post_init__(self) -> None:
        check_at_least(self.most_pairs, 1, "most_pairs")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        load_highspy()
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
        """With pairs that are unlisted and attract, everything hangs together."""
        if kernel.missing <= 0.0:
            return kernel
        self._check_pairs(kernel, kernel.n_nodes)
        return Problem(kernel.graph.completed())

    def _check_pairs(self, problem: Problem, n_nodes: int) -> None:
        n_pairs = problem.n_edges if problem.missing == 0.0 else n_nodes * (n_nodes - 1) // 2
        if n_pairs > self.most_pairs:
            raise ValueError(
                f"too large for Exact: after the reductions {n_nodes} nodes hang together, with {n_pairs} pairs, and "
                f"it takes at most {self.most_pairs} (most_pairs)"
            )

    def _checked_parts(self, kernel: Problem) -> list[npt.NDArray[np.int32]]:
        """The parts that attracting pairs connect, without single nodes, the small ones first."""
        part = _core.attracted_parts(kernel.graph, np.zeros(kernel.n_nodes, np.int32))
        order = np.argsort(part, kind="stable").astype(np.int32)
        parts = np.split(order, np.flatnonzero(np.diff(part[order])) + 1) if len(order) else []
        parts = sorted((nodes for nodes in parts if len(nodes) > 1), key=len)
        if len(parts):
            largest = parts[-1]
            self._check_pairs(kernel.restrict(largest).problem, len(largest))
        return parts


class _Proof:
    """The best clustering of the whole problem and of its kernel, and a bound made of those of the parts."""

    def __init__(self, kernel: Problem, reduction: Reduction, start: Labels, run: Run, n_parts: int) -> None:
        self.kernel, self.reduction, self.run = kernel, reduction, run
        problem = reduction.original
        self.labels, self.energy = start, problem.graph.energy(start)
        self.inside = reduction.project(start) if reduction.problem is not problem else start
        self.inside_energy = np.inf  # nothing lifted yet
        self.bound = kernel.repelling_weight
        self.rounding = _ROUNDING * _total(problem)
        self.is_proven, self.n_left = True, n_parts

    def tell(self, labels: Labels, energy: float) -> bool:
        """A clustering of the kernel; ends a round."""
        if energy < self.inside_energy:
            self.inside, self.inside_energy = labels, energy
            lifted, lifted_energy = self.reduction.lift_with_energy(labels, energy)
            if lifted_energy < self.energy:
                self.labels, self.energy = lifted, lifted_energy
        self.run.bound_found(min(self.reduction.offset + self.bound, self.energy))
        return self.run.round_done(self.energy, self.labels)

    def search_first(self) -> None:
        """Good clusterings of the kernel before any proof."""
        run = self.run

        def on_round(progress: Progress) -> bool:
            return self.tell(progress.labels, progress.energy)

        self.tell(self.inside, self.kernel.graph.energy(self.inside))
        if not run.is_stopped and self.kernel.n_nodes:
            rounds = max(_FIRST_ROUNDS, _FIRST_LOOKS // max(1, self.kernel.n_edges))
            limit = run.stop.seconds
            seconds = None if limit is None else _FIRST_SHARE * max(0.0, limit - run.seconds)
            search = run.inner(on_round, stop=Stop(seconds=seconds, rounds=rounds))
            found = Evolve(patience=_FIRST_PATIENCE)(self.kernel, self.inside, search)
            self.tell(found, self.kernel.graph.energy(found))

    def solve_part(self, nodes: npt.NDArray[np.int32]) -> None:
        part = self.kernel.restrict(nodes).problem
        if part.missing != 0.0:
            part = Problem(part.graph.completed())
        before = part.repelling_weight
        inside = _core.contiguous(np.unique(self.inside[nodes], return_inverse=True)[1].astype(np.int32))
        # What prices decide needs no program; often that is all.
        settled = Settling(part, inside, self.run)
        goes_on = part.n_edges >= _MANY_PAIRS and part.n_edges <= _SPARSE * len(nodes) ** 2
        while goes_on:
            goes_on = settled.turn(_EVOLVE, search_stop=_SEARCH_STOP, bound_stop=_BOUND_STOP)
        if settled.is_proven or self.run.expired():
            labels_inside, is_proven, bound = settled.labels, settled.is_proven, settled.bound
            bound = settled.energy if is_proven else bound
        else:
            search = BranchAndCut(settled.problem, _core.contiguous(settled.labels), self.run)
            search.solve()
            labels_inside, is_proven = search.labels, search.is_proven
            bound = search.energy if is_proven else max(settled.bound, search.bound)
        self.is_proven &= is_proven
        self.bound += bound - before
        labels = self.inside.astype(np.int64)
        labels[nodes] = len(labels) + labels_inside[settled.node]
        whole = np.unique(labels, return_inverse=True)[1].astype(np.int32)
        self.tell(_core.contiguous(whole), self.kernel.graph.energy(whole))
        self.n_left -= 1

    def end(self) -> Labels:
        """The labels, with the bound told to the run."""
        bound = self.reduction.offset + self.bound
        if self.is_proven and self.n_left == 0 and abs(self.energy - bound) <= self.rounding:
            bound = self.energy
        self.run.bound_found(min(bound, self.energy))
        return self.labels


def _total(problem: Problem) -> float:
    return problem.total_weight - 2.0 * problem.repelling_weight

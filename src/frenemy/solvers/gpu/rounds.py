"""What solvers on the card have in common: where they begin, and what they report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.gpu.card import check_memory
from frenemy.solvers.gpu.card_kernels import CardKernels
from frenemy.solvers.gpu.dominated_nodes import without_dominated
from frenemy.solvers.gpu.problem_on_card import problem_on_card
from frenemy.solvers.gpu.search import Found, Pace, Search
from frenemy.solvers.local_moves import LocalMoves
from frenemy.solvers.multilevel import Multilevel


class CardSolver(Protocol):
    """What a solver on the card says about itself."""

    @property
    def pace(self) -> Pace: ...

    def rounds(self, search: Search, begin: Found | None) -> Iterator[Found]:
        """From the clustering to begin with, if there is one, to better and better ones."""


_FEW_PAIRS = 200_000  # that the core looks over at the end, in no time


def solved_on_card(problem: Problem, start: Labels, run: Run, solver: CardSolver) -> Labels:
    """Labels from the rounds of a solver; the start, if none is better."""
    if problem.n_edges == 0:  # nothing for the card to do
        return Multilevel()(problem, start, run)
    check_memory(problem.n_nodes, 2 * problem.n_edges)
    kernels = CardKernels()
    contracted = without_dominated(problem_on_card(problem, kernels))
    search = Search(contracted.card, run, solver.pace)
    best, lowest = start, problem.graph.energy(start)
    begin = None
    if start.max(initial=0) > 0:
        projected = contracted.projected(kernels.to_card(start))
        begin = search.found(*kernels.overlay(projected, projected))
    for found in solver.rounds(search, begin):
        if found.energy < lowest:
            best, lowest = kernels.to_host(contracted.lifted(found.labels)), found.energy
        if run.round_done(lowest, best):
            break
    # Weights were rounded on the card, and with unlisted pairs some nodes wait for others.
    return LocalMoves()(problem, best, run) if problem.n_edges <= _FEW_PAIRS and not run.is_stopped else best

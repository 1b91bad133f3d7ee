"""The default of lifted problems: multilevel passes over what is dissolved, fused with the best."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import whole_number
from frenemy.run import Run
from frenemy.solvers.lifted.base_graph import base_of


@dataclass(frozen=True)
class LiftedEvolve:
    """Dissolve a random share of the clusters into single nodes, cluster these again, and fuse the result and the best.

    The first member is a multilevel pass (:class:`LiftedMultilevel`) from single nodes, the second one
    :class:`LiftedGreedyAdditive`; all others are passes over the best clustering after a tenth to all of its clusters
    have been dissolved. To fuse a member with the best, the connected parts of the overlay of both become the nodes of
    a small lifted problem, on which a pass and Kernighan-Lin moves start from the better one; so the best never gets
    worse. When members bring nothing, a sweep of Kernighan-Lin moves runs over all nodes. A round is one member and
    costs about as much as a pass. Choose it for lifted problems: it is their default, and with a time limit it goes on
    for as long as it finds something.

    After Beier, Andres, Köthe & Hamprecht, "An efficient fusion move algorithm for the minimum cost lifted multicut
    problem" (ECCV 2016), and Ruiz & Stützle, "A simple and effective iterated greedy algorithm" (2007), for what is
    dissolved.

    Attributes
    ----------
    members : int
        Maximum number of members.
    patience : int
        After this many members in a row that bring nothing comes a sweep; if that brings nothing either, the search
        ends.

    Examples
    --------
    >>> import frenemy as fr
    >>> problem = fr.Problem.lifted([[0, 1], [1, 2], [2, 3]], [1.0, 1.0, 1.0], [[0, 3]], [-4.0])
    >>> fr.solve(problem, fr.LiftedEvolve()).energy
    -3.0
    """

    members: int = 8
    patience: int = 4

    def __post_init__(self) -> None:
        whole_number(self.members, "members", minimum=1, maximum=2**62)
        whole_number(self.patience, "patience", minimum=1, maximum=2**62)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        base = base_of(problem, self)
        return _core.lifted_evolve(problem.graph, base, start, run.core, self.members, self.patience)

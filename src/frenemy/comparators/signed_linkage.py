"""Agglomerative clustering of signed graphs by average or sum linkage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from frenemy import _core
from frenemy.comparators.listed_pairs import better_of, with_listed_pairs
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import whole_number
from frenemy.run import Run

Linkage = Literal["average", "sum"]


@dataclass(frozen=True)
class SignedLinkage:
    """Join the two clusters with the highest average weight between them, until no average is above 0.

    The average of signed weights ends by itself, without a threshold: this is GASP with average linkage and without
    constraints. With ``"sum"`` it is greedy additive contraction. In a lifted problem, only clusters that share a base
    edge join, and lifted pairs count. :func:`signed_linkage` gives the labels whatever their energy. The cost is
    O(m log^2 n) for m pairs of n nodes. If ``missing`` is not 0, all pairs are listed first. Choose it as a baseline.

    Bailoni, Pape, Hütsch, Wolf, Beier, Kreshuk & Hamprecht, "GASP, a generalized framework for agglomerative clustering
    of signed graphs and its application to instance segmentation" (CVPR 2022).

    Attributes
    ----------
    linkage : {"average", "sum"}
    max_pairs : int
        Refuse problems with more pairs.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2, 0], [1, 2, 3, 3], [3.0, 0.5, 2.0, -1.0])
    >>> fr.solve(path, fr.comparators.SignedLinkage()).labels
    array([0, 0, 1, 1], dtype=int32)
    """

    linkage: Linkage = "average"
    max_pairs: int = 100_000_000

    def __post_init__(self) -> None:
        if self.linkage not in ("average", "sum"):
            raise ValueError(f"linkage must be 'average' or 'sum', got {self.linkage!r}")
        whole_number(self.max_pairs, "max_pairs", minimum=1)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return better_of(problem, start, _clustered(problem, self, run), run)


def signed_linkage(problem: Problem, linkage: Linkage = "average") -> Labels:
    """The labels of :class:`SignedLinkage`, (n_nodes,) int32, also where their energy is above 0.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2, 0], [1, 2, 3, 3], [3.0, 1.5, 2.0, -2.0])
    >>> fr.comparators.signed_linkage(path)
    array([0, 0, 1, 1], dtype=int32)
    """
    return _clustered(problem, SignedLinkage(linkage), Run())


def _clustered(problem: Problem, solver: SignedLinkage, run: Run) -> Labels:
    is_complete = problem.missing != 0.0
    listed = with_listed_pairs(problem, "SignedLinkage", max_pairs=solver.max_pairs, is_complete=is_complete)
    base = problem.base or listed.graph
    labels: Labels = _core.signed_linkage(listed.graph, base, solver.linkage == "average", run.core)
    return labels

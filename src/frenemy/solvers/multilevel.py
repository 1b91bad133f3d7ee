"""Nodes, parts of clusters, and parts of parts."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.checked_parameters import check_at_least


@dataclass(frozen=True)
class Multilevel:
    """A short annealing, then local moves of nodes, of parts of clusters, and of parts of parts.

    A pass settles single nodes, splits every cluster into parts that hold together, contracts these, goes on with the
    smaller problem, and settles again on the way back. It costs some 50 passes over the pairs and needs memory for one
    to three copies of them. Passes over what the annealing leaves, contracted once, cost a quarter of that, so several
    of these come first: the members, of which the best is kept by recombining them. Starts from ``start`` if that has
    more than one cluster, with passes alone, and from single nodes otherwise. Honours ``missing`` and node sizes
    without storing pairs. The fastest way to a good clustering. Choose it for huge problems, and where the answer must
    come at once.

    Blondel et al., "Fast unfolding of communities in large networks" (2008); Traag, Waltman & van Eck, "From Louvain to
    Leiden" (2019); Noack & Rotta, "Multi-level algorithms for modularity clustering" (2009); Ovelgönne & Geyer-Schulz,
    "An ensemble learning strategy for graph clustering" (2012).

    Attributes
    ----------
    sweeps : int
        Of the annealing before the first pass; 0 leaves it out.
    members : int
        So many passes over the contracted problem are recombined; with 0 the clusters of the annealing only join where
        they belong together.
    passes : int
        At most so many; fewer if one finds nothing better.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(path, fr.Multilevel()).energy
    -1.0
    """

    sweeps: int = 32
    members: int = 2
    passes: int = 10

    def __post_init__(self) -> None:
        check_at_least(self.sweeps, 0, "sweeps")
        check_at_least(self.members, 0, "members")
        check_at_least(self.passes, 1, "passes")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.multilevel(problem.graph, start, run.core, self.sweeps, self.members, self.passes)

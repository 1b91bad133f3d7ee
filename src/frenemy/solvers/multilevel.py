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

    The clusters that the annealing leaves join where they belong together. A pass settles single nodes, splits every
    cluster into parts that hold together, contracts these, goes on with the smaller problem, and settles again on the
    way back. The fastest way to a good clustering of a large problem: a pass costs some 50 passes over the pairs and
    needs memory for one to three copies of them. Starts from ``start`` if that has more than one cluster, and from
    single nodes otherwise. Honours ``missing`` and node sizes without storing pairs. Choose it for huge problems, and
    where the answer must come at once.

    Blondel et al., "Fast unfolding of communities in large networks" (2008); Traag, Waltman & van Eck, "From Louvain to
    Leiden" (2019); Noack & Rotta, "Multi-level algorithms for modularity clustering" (2009).

    Attributes
    ----------
    sweeps : int
        Of the annealing before the first pass; 0 leaves it out.
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
    passes: int = 10

    def __post_init__(self) -> None:
        check_at_least(self.sweeps, 0, "sweeps")
        check_at_least(self.passes, 1, "passes")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.multilevel(problem.graph, start, run.core, self.sweeps, self.passes)

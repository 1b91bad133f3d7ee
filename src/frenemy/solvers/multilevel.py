"""Multilevel local moving in the style of Louvain and Leiden, after a short annealing."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import whole_number
from frenemy.run import Run


@dataclass(frozen=True)
class Multilevel:
    """A short annealing, then local moves of nodes, of parts of clusters, and of parts of these parts.

    A pass moves single nodes until none gains, splits each cluster into well-connected parts, contracts these,
    continues on the smaller problem, and refines on the way back. It costs about 50 passes over the pairs, and memory
    for one to three copies of them. Passes on the result of the annealing, contracted once, cost a quarter of that, so
    several of them are made first (the members) and recombined. Starts from ``start`` if it has more than one cluster,
    with passes alone; otherwise from single nodes. ``missing`` and node sizes are handled without storing pairs. The
    fastest way to a good clustering. Choose it for huge problems, and when the answer must come at once.

    Blondel et al., "Fast unfolding of communities in large networks" (2008); Traag, Waltman & van Eck, "From Louvain to
    Leiden" (2019); Noack & Rotta, "Multi-level algorithms for modularity clustering" (2009); Ovelgönne & Geyer-Schulz,
    "An ensemble learning strategy for graph clustering" (2012).

    Attributes
    ----------
    sweeps : int
        Sweeps of the annealing before the first pass; 0 skips it.
    members : int
        Number of passes over the contracted problem that are recombined; with 0 the clusters of the annealing only join
        where they attract each other.
    passes : int
        Maximum number of passes; fewer if one brings no improvement.

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
        whole_number(self.sweeps, "sweeps")
        whole_number(self.members, "members")
        whole_number(self.passes, "passes", minimum=1)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.multilevel(problem.graph, start, run.core, self.sweeps, self.members, self.passes)

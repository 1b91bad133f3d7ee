"""Memetic search for dense problems, with the matrix in memory."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import whole_number
from frenemy.run import Run, Stop

ONE_PASS, _NO_LIMIT = 1_200_000_000, 2**62  # comparisons; the first take .15 to .5 s, by the width of registers


@dataclass(frozen=True)
class DenseEvolve:
    """Memetic search for dense problems: annealed members, and children that take whole clusters of both parents.

    The matrix is in memory, and so is a table of the attraction of every cluster to every node: a proposed move takes a
    comparison, many at once, and only an accepted one takes a pass over the row of the node. A sweep proposes every
    cluster to every node, and so costs ``n_nodes * n_clusters`` comparisons. Members begin with random labels and are
    annealed. A child takes the largest cluster of each parent in turn and is annealed from a lower temperature; if it
    is better than the worst member, it replaces it. An epoch ends when children are in vain; the next one has more
    members and anneals them twice as long. Each member and child is a round. The search does not depend on the time
    there is, so more time is never worse. ``missing`` and node sizes are part of the matrix, which takes 4 bytes per
    pair of nodes: at most 16,384 nodes. Choose it where most pairs weigh something, above all where weights look
    random.

    After Lu, Zhou & Hao, "A hybrid evolutionary algorithm for the clique partitioning problem" (2022), with the
    crossover of Galinier & Hao, "Hybrid evolutionary algorithms for graph coloring" (1999).

    Attributes
    ----------
    sweeps : int
        Sweeps of the members of the first epoch.
    population : int
        Members of the first epoch.
    patience : int
        End once the search has lasted this many times as long as until the last improvement, counted in comparisons.
    max_work : int, optional
        End after about this many comparisons: a limit that does not depend on the machine. By default 1.2 billion,
        about a quarter of a second, if no limit is given to ``solve``.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(path, fr.DenseEvolve()).energy
    -1.0
    """

    sweeps: int = 100
    population: int = 32
    patience: int = 2
    max_work: int | None = None

    def __post_init__(self) -> None:
        whole_number(self.sweeps, "sweeps", minimum=1)
        whole_number(self.population, "population", minimum=2)
        whole_number(self.patience, "patience", minimum=2)
        if self.max_work is not None:
            whole_number(self.max_work, "max_work", minimum=1)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        max_work = self.max_work or (ONE_PASS if run.stop == Stop() else _NO_LIMIT)
        return _core.dense_evolve(problem.graph, start, run.core, self.sweeps, self.population, self.patience, max_work)

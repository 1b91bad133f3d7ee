"""Simulated annealing with single-node moves."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import whole_number
from frenemy.run import Run


@dataclass(frozen=True)
class Anneal:
    """Simulated annealing with single-node moves, followed by joins of clusters and local moves.

    In a sweep each node may move to the cluster of a random attracting neighbour or to a new one; a move that raises
    the energy by ``d`` is accepted with probability ``exp(-d / temperature)``. After cooling, clusters that attract
    each other join, and a quarter as many sweeps follow at a lower temperature. Long annealing is the best known method
    on hard sparse problems without structure, and short annealing the fastest one on huge sparse problems; it does
    little on image grids. A sweep costs about one pass over the pairs. The start is returned if annealing finds nothing
    better. A time limit shortens the cooling schedule. ``missing`` and node sizes are handled without storing pairs.
    Choose it for sparse problems without structure: many sweeps for hard ones, few for huge ones.

    Kirkpatrick, Gelatt & Vecchi, "Optimization by simulated annealing" (1983).

    Attributes
    ----------
    sweeps : int
        How often each node may move.
    hot, cold : float
        First and last temperature. The unit scales with the weights: it is the attraction that random signs exert on a
        typical node with 20 pairs of weight 1.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(path, fr.Anneal(sweeps=50)).energy
    -1.0
    """

    sweeps: int = 1000
    hot: float = 1.0
    cold: float = 0.2

    def __post_init__(self) -> None:
        whole_number(self.sweeps, "sweeps", minimum=1)
        if not 0 < self.cold <= self.hot < float("inf"):
            raise ValueError(f"temperatures must be 0 < cold <= hot, got cold {self.cold!r} and hot {self.hot!r}")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.anneal(problem.graph, start, run.core, self.sweeps, self.hot, self.cold)

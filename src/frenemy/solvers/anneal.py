"""Single nodes, from hot to cold."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.checked_parameters import check_at_least


@dataclass(frozen=True)
class Anneal:
    """Simulated annealing by single nodes; whole clusters then join, and single nodes settle.

    In every sweep each node may join the cluster of a random attracting neighbour, or stand alone; what costs ``d`` is
    done with probability ``exp(-d / temperature)``. Clusters of the cooled problem that belong together join, and a
    quarter as many sweeps follow that begin lukewarm. Long annealings are the best there is on hard sparse problems
    with no structure but the hidden one, and short ones the quickest way through huge sparse ones; on image grids they
    do little. A sweep costs about one pass over the pairs. The start is kept if the annealing does not better it. A
    time limit shortens the cooling instead of breaking it off. Honours ``missing`` and node sizes without storing
    pairs. Choose it for sparse problems without structure: hard ones with many sweeps, huge ones with few.

    Kirkpatrick, Gelatt & Vecchi, "Optimization by simulated annealing" (1983).

    Attributes
    ----------
    sweeps : int
        How many times each node is looked at.
    hot, cold : float
        First and last temperature, in units of the problem's own: the pull of random signs on a typical node with 20
        pairs of weight 1.

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
        check_at_least(self.sweeps, 1, "sweeps")
        if not 0 < self.cold <= self.hot < float("inf"):
            raise ValueError(f"temperatures must be 0 < cold <= hot, got cold {self.cold!r} and hot {self.hot!r}")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.anneal(problem.graph, start, run.core, self.sweeps, self.hot, self.cold)

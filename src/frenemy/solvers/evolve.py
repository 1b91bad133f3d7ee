"""Memetic search: a population of clusterings, recombined by overlay."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import whole_number
from frenemy.run import Run


@dataclass(frozen=True)
class Evolve:
    """Memetic search: recombine a population of clusterings. The lowest energies, given time.

    New members come from annealing and a multilevel pass, or from :class:`Multilevel` where neighbours of a node tend
    to be neighbours of each other, as in images and social networks, until annealing does better. To recombine two
    members, the clusters of their overlay are contracted and the small problem is annealed; the child is never worse
    than the better parent. An epoch ends when all members are alike; the next one starts with members annealed twice as
    long. With a time limit, the length of the annealing and the size of the population are planned for the time
    available; without one, the search ends when epochs bring no improvement. Where unlisted pairs repel, as in cluster
    editing, a search with a time limit first anneals longer and longer, to a lower temperature, as long as that pays;
    the last time for as long as the limit allows. Each new member and each recombination is a round. ``missing`` and
    node sizes are handled without storing pairs. Choose it whenever there is time.

    After Ovelgönne & Geyer-Schulz, "An ensemble learning strategy for graph clustering" (2012), and Hausberger, Faraj &
    Schulz, "A distributed multilevel memetic algorithm for signed graph clustering" (2022).

    Attributes
    ----------
    population : int
        Members per epoch; fewer if time is short.
    sweeps : int
        Sweeps of the shortest annealing.
    patience : int
        End after this many epochs in a row without improvement; with 0, after one epoch.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(path, fr.Evolve(), stop=fr.Stop(seconds=5)).energy
    -1.0
    """

    population: int = 16
    sweeps: int = 48
    patience: int = 3

    def __post_init__(self) -> None:
        whole_number(self.population, "population", minimum=2)
        whole_number(self.sweeps, "sweeps", minimum=1)
        whole_number(self.patience, "patience")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.evolve(problem.graph, start, run.core, self.sweeps, self.population, self.patience)

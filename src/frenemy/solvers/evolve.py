"""A population of clusterings."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.checked_parameters import check_at_least


@dataclass(frozen=True)
class Evolve:
    """A population of clusterings that are recombined: the best there is if there is time.

    Members are made by annealing and a multilevel pass, or, as long as these are no better, as :class:`Multilevel` does
    where those that attract a node know each other, as in images and social networks. Two are recombined by
    contracting what they agree on, which leaves a small problem that holds both and all their mixtures, and by
    annealing that; the child is never worse than the better parent. When all members have become alike an epoch ends,
    and the next begins with new ones that were annealed twice as long. With a time limit it tries out how long to
    anneal, and plans members and recombinations for the time there is; without one it ends when epochs bring nothing
    new. A new member and a recombination are a round each. Honours ``missing`` and node sizes without storing pairs.
    Choose it whenever there is time.

    After Ovelgönne & Geyer-Schulz, "An ensemble learning strategy for graph clustering" (2012), and Hausberger, Faraj &
    Schulz, "A distributed multilevel memetic algorithm for signed graph clustering" (2022).

    Attributes
    ----------
    population : int
        Members of an epoch; fewer if time is short.
    sweeps : int
        Of the shortest annealing.
    patience : int
        Ends after so many epochs in a row that brought nothing.

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
        check_at_least(self.population, 2, "population")
        check_at_least(self.sweeps, 1, "sweeps")
        check_at_least(self.patience, 1, "patience")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.evolve(problem.graph, start, run.core, self.sweeps, self.population, self.patience)

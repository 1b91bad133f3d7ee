"""Mutex watershed."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.comparators.listed_pairs import better_of, with_listed_pairs
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import whole_number
from frenemy.run import Run


@dataclass(frozen=True)
class MutexWatershed:
    """Take pairs from the strongest to the weakest: those that attract join, unless a stronger one keeps them apart.

    A pair that repels makes its two clusters exclude each other from then on. Only the order of the weights matters, so
    the result says little about their sum, the energy; :func:`mutex_watershed` gives it whatever its energy. In a
    lifted problem only base edges join. Sorting dominates the cost. If ``missing`` is not 0, all pairs are listed
    first. Choose it as a baseline for images with long-range affinities.

    Wolf, Pape, Bailoni, Rahaman, Kreshuk, Köthe & Hamprecht, "The Mutex Watershed: efficient, parameter-free image
    partitioning" (ECCV 2018), Algorithm 1.

    Attributes
    ----------
    max_pairs : int
        Refuse problems with more pairs.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2, 0], [1, 2, 3, 3], [3.0, 0.5, 2.0, -1.0])
    >>> fr.solve(path, fr.comparators.MutexWatershed()).labels
    array([0, 0, 1, 1], dtype=int32)
    """

    max_pairs: int = 100_000_000

    def __post_init__(self) -> None:
        whole_number(self.max_pairs, "max_pairs", minimum=1)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return better_of(problem, start, _clustered(problem, self.max_pairs, run), run)


def mutex_watershed(problem: Problem) -> Labels:
    """The labels of :class:`MutexWatershed`, (n_nodes,) int32, also where their energy is above 0.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2, 0], [1, 2, 3, 3], [3.0, 1.5, 2.0, -2.5])
    >>> fr.comparators.mutex_watershed(path)
    array([0, 0, 1, 1], dtype=int32)
    """
    return _clustered(problem, MutexWatershed().max_pairs, Run())


def _clustered(problem: Problem, max_pairs: int, run: Run) -> Labels:
    listed = with_listed_pairs(problem, "MutexWatershed", max_pairs=max_pairs, is_complete=problem.missing != 0.0)
    labels: Labels = _core.mutex_watershed(listed.graph, problem.base or listed.graph, run.core)
    return labels

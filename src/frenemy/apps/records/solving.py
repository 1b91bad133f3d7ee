"""Solve a problem of records, with at most one of a source in an entity and scores that are asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from frenemy.apps.records.asking import Asked, Score, ask_for_scores
from frenemy.apps.records.one_per_source import solve_one_per_source
from frenemy.apps.records.sources import Sources
from frenemy.problem import Labels, Problem
from frenemy.run import Stop
from frenemy.solve import Result, solve
from frenemy.solvers import Solver


@dataclass
class RecordSolver:
    """Solves problems, and remembers the last one as it was in the end.

    Attributes
    ----------
    sources : Sources, optional
        What no entity has two records of.
    solver, stop, seed, threads
        As in :func:`frenemy.solve`.
    problem : Problem
        The last one, with what repels for the sources' sake.
    result : Result
        What was found for it.
    """

    sources: Sources | None = None
    solver: Solver | None = None
    stop: Stop | None = None
    seed: int = 0
    threads: int = 1

    def __post_init__(self) -> None:
        self.problem: Problem
        self.result: Result

    def __call__(self, problem: Problem) -> Labels:
        """Labels of a problem, which holds what is certain of sources already."""
        if self.sources is None or self.sources.weight is None:
            return self._solved(problem)
        kept = solve_one_per_source(problem, self.sources.codes, weight=self.sources.weight, solve=self._solved)
        # Where nothing is said about strangers, a solver may leave some joined that sources then part, at no cost.
        self.problem = kept.problem
        self.result = replace(self.result, labels=kept.labels, n_clusters=int(kept.labels.max(initial=-1)) + 1)
        return kept.labels

    def asking(self, problem: Problem, score: Score, *, most: int) -> Asked:
        """After :meth:`__call__`: ask for scores that matter, and solve again."""
        return ask_for_scores(problem, self.result.labels, score, solve=self, most=most)

    def _solved(self, problem: Problem) -> Labels:
        self.problem = problem
        self.result = solve(problem, self.solver, stop=self.stop, seed=self.seed, threads=self.threads)
        return self.result.labels

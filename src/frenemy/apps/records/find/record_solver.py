"""Solve a problem of records: at most one record of a source per entity, and scores on demand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from frenemy.apps.records.knowledge.one_per_source import solve_one_per_source
from frenemy.apps.records.knowledge.sources import Sources
from frenemy.apps.records.options import Score
from frenemy.apps.records.review.ask_for_scores import Asked, ask_for_scores
from frenemy.problem import Labels, Problem
from frenemy.run import Stop
from frenemy.solvers import Solver
from frenemy.solving import Result, solve_problem


@dataclass
class RecordSolver:
    """Solves problems, and keeps the last one with its result.

    Attributes
    ----------
    sources : Sources, optional
        The source of each record; an entity has at most one record per source.
    solver, stop, seed, threads
        As in :func:`frenemy.solve`.
    problem : Problem
        The last problem, with the repulsion between records of one source.
    result : Result
        Its result.
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
        """The labels of a problem, which already has the hard constraints on sources."""
        if self.sources is None or self.sources.weight is None:
            return self._solved(problem)
        kept = solve_one_per_source(problem, self.sources.codes, weight=self.sources.weight, solve=self._solved)
        # A solver may join records that no pair connects, at no cost; sources then separate them.
        self.problem = kept.problem
        self.result = replace(self.result, labels=kept.labels, n_clusters=int(kept.labels.max(initial=-1)) + 1)
        return kept.labels

    def with_scores(self, problem: Problem, score: Score, *, max_scores: int) -> Asked:
        """After :meth:`__call__`: score the pairs that matter, and solve again."""
        return ask_for_scores(problem, self.result.labels, score, solve=self, max_scores=max_scores)

    def _solved(self, problem: Problem) -> Labels:
        self.problem = problem
        self.result = solve_problem(problem, self.solver, stop=self.stop, seed=self.seed, threads=self.threads)
        return self.result.labels

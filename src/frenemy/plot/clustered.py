"""The problem and the clusters to draw, from a result or from the two."""

from __future__ import annotations

from typing import Any

from frenemy.problem import Labels, Problem
from frenemy.problem.convert import as_problem


def clustered(given: Any, labels: Any) -> tuple[Problem, Labels | None]:
    """A problem and its labels; those of a Result are its own, unless others are given, as labels or as a Result."""
    problem = given.problem if _is_result(given) else as_problem(given)
    by = given if labels is None else labels
    if _is_result(by):
        return problem, problem.check_labels(by.labels)
    return problem, None if labels is None else problem.check_labels(labels)


def _is_result(given: Any) -> bool:
    return isinstance(getattr(given, "problem", None), Problem)

"""The problem and the clusters to draw, from a result or from the two."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from frenemy.problem import Labels, Problem
from frenemy.problem.convert import as_problem


def clustered(given: Any, labels: npt.ArrayLike | None) -> tuple[Problem, Labels | None]:
    """A problem and its labels; those of a Result are its own, unless others are given."""
    is_result = isinstance(getattr(given, "problem", None), Problem)
    problem = given.problem if is_result else as_problem(given)
    if labels is None and is_result:
        labels = given.labels
    return problem, None if labels is None else problem.check_labels(labels)

"""Of several problems over the same nodes, the one whose clustering agrees best with known classes."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from frenemy.metrics import adjusted_rand_index
from frenemy.problem import Problem
from frenemy.problem.array_types import Ints
from frenemy.run import raise_if_cancelled
from frenemy.solving.solve_problem import solve_problem

_CLEARLY = 0.02  # in adjusted Rand index, by which a later problem must agree better; less may be by chance


def best_for_classes(problems: Iterable[Problem], classes: Ints, *, seed: int = 0, threads: int = 1) -> int:
    """The number of the problem to use; the first unless another one is clearly better.

    Parameters
    ----------
    problems : iterable of Problem
        Over the same nodes, the most trusted one first.
    classes : (n_nodes,) int
        Known classes; -1 where a class is not known.
    """
    known = np.flatnonzero(classes >= 0)
    best, highest = 0, -np.inf
    for number, problem in enumerate(problems):
        result = solve_problem(problem, seed=seed, threads=threads)
        raise_if_cancelled(result.status)
        agreement = adjusted_rand_index(result.labels[known], classes[known])
        if agreement > highest + _CLEARLY:
            best, highest = number, agreement
    return best

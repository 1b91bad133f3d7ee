"""Of several problems over the same nodes, the one whose clustering agrees best with known classes."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from frenemy.metrics import adjusted_rand_index
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Ints
from frenemy.run import raise_if_cancelled
from frenemy.solving.solve_problem import solve_problem

_MAX_SHARES = 20  # of the nodes; the standard error comes from leaving out one after the other


def best_for_classes(problems: Iterable[Problem], classes: Ints, *, seed: int = 0, threads: int = 1) -> int:
    """The number of the problem to use; the first unless another one agrees better by more than a standard error.

    Parameters
    ----------
    problems : iterable of Problem
        Over the same nodes, the most trusted one first.
    classes : (n_nodes,) int
        Known classes; -1 where a class is not known.
    """
    known = np.flatnonzero(classes >= 0)
    found = []
    for problem in problems:
        result = solve_problem(problem, seed=seed, threads=threads)
        raise_if_cancelled(result.status)
        found.append(result.labels[known])
    best = 0
    for number in range(1, len(found)):
        gain, error = _gain(found[best], found[number], classes[known])
        if gain > error:
            best = number
    return best


def _gain(labels: Labels, other: Labels, classes: Ints) -> tuple[float, float]:
    """How much better other labels agree with classes, and the standard error of that by the jackknife."""

    def gain(chosen: Ints) -> float:
        truth = classes[chosen]
        return adjusted_rand_index(other[chosen], truth) - adjusted_rand_index(labels[chosen], truth)

    nodes = np.arange(len(classes))
    n_shares = min(len(nodes), _MAX_SHARES)
    without = np.array([gain(nodes[nodes % n_shares != share]) for share in range(n_shares)])
    variance = (n_shares - 1) / n_shares * float(np.square(without - without.mean()).sum())
    return gain(nodes), float(np.sqrt(variance))

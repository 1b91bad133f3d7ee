"""The weight of a typical pair: what costs less than it to change is in doubt."""

from __future__ import annotations

import numpy as np

from frenemy.problem import Problem

_MAX_WEIGHTS = 2_000_000  # the median of more than these is that of a sample


def typical_weight(problem: Problem) -> float:
    """The median absolute weight of the listed pairs; 0 if there are none."""
    # The graph holds each pair twice, which does not change the median; it is quicker to read.
    w = problem.edges()[2] if problem.missing else problem.graph.weights
    if len(w) > _MAX_WEIGHTS:
        w = w[np.random.default_rng(0).integers(len(w), size=_MAX_WEIGHTS)]
    return float(np.median(np.abs(w))) if len(w) else 0.0

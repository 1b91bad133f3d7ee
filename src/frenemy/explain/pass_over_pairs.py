"""One pass over the pairs of a clustering: margins of its nodes and clusters, and the pairs it violates."""

from __future__ import annotations

from typing import Any

import numpy as np

from frenemy import _core
from frenemy.problem import Labels, Problem

_NONE = np.empty(0, np.int32)


def look_at(problem: Problem, labels: Labels, n_clusters: int) -> dict[str, Any]:
    """One pass over all listed pairs; labels are below ``n_clusters``."""
    constraints = problem.constraints
    apart = (_NONE, _NONE, _NONE, _NONE, 0)
    if constraints is not None:
        kept = constraints.apart
        apart = (kept.u, kept.v, kept.nodes, kept.tokens, kept.n_tokens)
    return _core.explain(problem.graph, labels, n_clusters, must_link_groups(problem), *apart, problem.base)


def must_link_groups(problem: Problem) -> Labels:
    """The group of each node that must-links make; empty if there are none."""
    constraints = problem.constraints
    return _NONE if constraints is None or not len(constraints.links) else constraints.joined

"""Reasons for a clustering: which pairs it violates, and which nodes and clusters are in doubt."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.explain.explained_clusters import ClusterTable
from frenemy.explain.explanation import Explanation
from frenemy.explain.pass_over_pairs import look_at
from frenemy.problem.convert import as_problem


def explain(problem: Any, labels: npt.ArrayLike) -> Explanation:
    """Explain a clustering: which pairs it violates, and which nodes and clusters are in doubt.

    Takes one pass over the listed pairs, also with a nonzero ``missing``. Minimum cuts are computed on demand
    (:meth:`Explanation.split`, :meth:`Explanation.why`).

    Parameters
    ----------
    problem : Problem, scipy.sparse or dense matrix, networkx or igraph graph
        Signed weights; anything but a :class:`Problem` goes through :func:`as_problem`. Changes that break
        its constraints, or leave a cluster of a lifted problem unconnected, are not considered.
    labels : (n_nodes,) int
        The clustering, from any source.

    Examples
    --------
    >>> import frenemy as fr
    >>> problem = fr.Problem.from_edges([0, 1, 0, 2, 3, 4], [1, 2, 2, 3, 4, 5], [3.0, 2.0, -1.0, 0.5, 2.0, 2.0])
    >>> explanation = fr.explain(problem, [0, 0, 0, 1, 1, 1])
    >>> explanation.margins
    array([2. , 5. , 0.5, 1.5, 4. , 2. ])
    >>> explanation.doubtful_nodes(1), int(explanation.runner_up[2])
    (array([2], dtype=int32), 1)
    >>> explanation.n_apart, explanation.weight_apart, explanation.n_together, explanation.weight_together
    (1, 0.5, 1, -1.0)
    >>> explanation.clusters.merge_cost, explanation.split(0).cost
    (array([-0.5, -0.5]), 1.0)
    >>> print(explanation.why(0, 2))
    Node 0 and node 2 are together, in cluster 0 (3 nodes).
    The pair itself repels by 1.
    The strongest chain between them: node 0 -(3)- node 1 -(2)- node 2; its weakest pair attracts by 2.
    Separating them would raise the energy by 1.
    """
    problem = as_problem(problem)
    checked = problem.check_labels(labels)
    found = look_at(problem, checked, int(checked.max(initial=-1)) + 1)
    return Explanation(
        problem=problem,
        labels=checked,
        margins=found["margins"],
        runner_up=found["runner_up"],
        clusters=cluster_table(np.diff(found["begin"]), found["clusters"]),
        _members=found["members"],
        _begin=found["begin"],
        _known_violations=found["violations"],
    )


def cluster_table(sizes: npt.NDArray[np.int64], columns: dict[str, Any]) -> ClusterTable:
    """The table with the columns that follow from others."""
    attraction, repulsion = columns["inside_attraction"], columns["inside_repulsion"]
    inside = attraction - repulsion
    cohesion = np.divide(attraction, inside, out=np.ones(len(sizes)), where=inside > 0)
    return ClusterTable(size=sizes, cohesion=cohesion, **columns)

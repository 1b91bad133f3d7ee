"""Convert all that users have to a Problem."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from frenemy.problem import Problem
from frenemy.problem.sources.directions import Symmetrize, check_symmetrize
from frenemy.problem.sources.graphs import is_graph
from frenemy.problem.sources.read_edges import read_edges


def as_problem(
    data: Any,
    *,
    missing: float | None = None,
    sizes: npt.ArrayLike | None = None,
    symmetrize: Symmetrize | None = None,
    weight: str | None = "weight",
) -> Problem:
    """Convert pairs, a matrix or a graph with signed weights to a Problem.

    Parameters
    ----------
    data : Problem, matrix, graph, table, list or dict of pairs, file
        One of these:

        - a scipy.sparse or dense matrix, symmetric or triangular; its diagonal is ignored. Entries that a sparse matrix
          does not store are unlisted pairs; a dense matrix lists every pair;
        - a networkx or igraph graph; its nodes are numbered in its own order;
        - a table of pairs (pandas, polars, pyarrow, or a dict of columns): the two ids and the weight by their names
          (``u``, ``v``, ``weight``; ``id_l``, ``id_r``, ``match_weight`` and the like), else the first three columns.
          To choose others, select them: ``table[["from_city", "to_city", "trust"]]``;
        - ``(u, v, w)``, a list of triples ``(a, b, weight)``, or a dict ``{(a, b): weight}``;
        - a file, as :func:`frenemy.io.read` reads it, or anything else that has a Problem as its ``problem``.

        Ids are numbers, strings, tuples, or anything hashable; whole numbers other than ``0..n-1`` are ids too.
        Repeated pairs are summed; a pair of a node with itself is left out with a warning.
    missing, sizes
        As in :meth:`Problem.from_edges`.
    symmetrize : {"mean", "sum", "max", "min"}, optional
        How to combine ``W_ij`` and ``W_ji``, or the two directions of a directed graph. By default, asymmetric
        matrices and directed graphs are errors.
    weight : str, optional
        Edge attribute of a graph that holds the weights; None gives every edge weight 1.

    Examples
    --------
    >>> import numpy as np, frenemy as fr
    >>> fr.as_problem(np.array([[0, 1, -2], [1, 0, 3], [-2, 3, 0]]))
    Problem(n_nodes=3, n_edges=3)
    >>> fr.as_problem({("ann", "bob"): 2.0, ("bob", "cid"): -1.0}).ids
    ('ann', 'bob', 'cid')
    """
    check_symmetrize(symmetrize)
    held = data if isinstance(data, Problem) else getattr(data, "problem", None)
    if isinstance(held, Problem):
        if missing is not None or sizes is not None:
            raise ValueError("missing and sizes cannot be set for an existing Problem")
        return held
    edges = read_edges(data, weight=weight, symmetrize=symmetrize)
    if is_graph(data):
        edges = edges.without_self_pairs()
    absent = 0.0 if missing is None else missing
    return Problem.from_edges(
        edges.u, edges.v, edges.w, n_nodes=edges.n_nodes, missing=absent, sizes=sizes, ids=edges.ids
    )

"""Pairs from all that users have."""

from __future__ import annotations

from typing import Any

from frenemy.problem.sources.directions import Symmetrize, check_symmetrize, combined
from frenemy.problem.sources.edges import Edges
from frenemy.problem.sources.graphs import graph_edges, is_graph
from frenemy.problem.sources.matrices import dense_edges, is_sparse, sparse_edges
from frenemy.problem.sources.pair_lists import (
    column_edges,
    dict_edges,
    is_pair_weights,
    is_three_columns,
    is_triples,
    triple_edges,
)
from frenemy.problem.sources.tables import is_matrix_table, is_table, matrix_ids, table_edges


def read_edges(
    data: Any, *, weight: str | None = "weight", symmetrize: Symmetrize | None = None, needs_weight: bool = True
) -> Edges:
    """The pairs of a matrix, graph, table, list or dict; see :func:`frenemy.as_problem`.

    Self-pairs of graphs are kept. ``needs_weight``: whether an edge of a graph without the attribute is an error.
    """
    check_symmetrize(symmetrize)
    if is_sparse(data):
        return sparse_edges(data, symmetrize)
    if is_graph(data):
        return graph_edges(data, weight=weight, symmetrize=symmetrize, needs_weight=needs_weight)
    listed = _listed(data)
    if listed is not None:
        return listed if symmetrize is None else combined(listed, symmetrize)
    return dense_edges(data, symmetrize, matrix_ids(data))


def _listed(data: Any) -> Edges | None:
    """The pairs of what lists them; None if this may be a matrix."""
    if is_pair_weights(data):
        return dict_edges(data)
    if is_three_columns(data):
        return column_edges(*data)
    if is_triples(data):
        return triple_edges(data)
    if is_table(data) and not is_matrix_table(data):
        return table_edges(data)
    return None

"""Pairs of networkx and igraph graphs, which are never imported."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from frenemy.problem.checked_arrays import numbers
from frenemy.problem.sources.directions import Symmetrize, combined
from frenemy.problem.sources.edges import Edges


def is_graph(data: Any) -> bool:
    return is_igraph(data) or is_networkx(data)


def is_igraph(data: Any) -> bool:
    return hasattr(data, "vcount") and hasattr(data, "get_edgelist")


def is_networkx(data: Any) -> bool:
    return hasattr(data, "is_directed") and hasattr(data, "nodes") and hasattr(data, "edges")


def graph_edges(graph: Any, *, weight: str | None, symmetrize: Symmetrize | None, needs_weight: bool = True) -> Edges:
    """The edges of a graph, self-pairs too, with its nodes in their own order.

    Parameters
    ----------
    graph : networkx or igraph graph
    weight : str or None
        The attribute of the weights; None gives every edge weight 1.
    symmetrize : str or None
        How to combine the directions of a directed graph.
    needs_weight : bool
        Whether an edge without the attribute is an error; otherwise its weight is 1, as in networkx.
    """
    edges = (_igraph_edges if is_igraph(graph) else _networkx_edges)(graph, weight, needs_weight)
    if not graph.is_directed():
        return edges
    if symmetrize is None:
        raise ValueError(
            "the graph is directed; say how to combine its two directions: symmetrize='sum', 'mean', 'max' or 'min'"
        )
    return combined(edges, symmetrize)


def _networkx_edges(graph: Any, weight: str | None, needs_weight: bool) -> Edges:
    number = {node: i for i, node in enumerate(graph.nodes)}
    u, v, w = [], [], []
    for a, b, attributes in graph.edges(data=True):
        if weight is not None and weight not in attributes and needs_weight:
            raise ValueError(f"edge {a!r} - {b!r} has no attribute {weight!r}; {_way_out(attributes)}")
        u.append(number[a])
        v.append(number[b])
        w.append(1.0 if weight is None else attributes.get(weight, 1.0))
    ids = None if list(number) == list(range(len(number))) else tuple(number)
    weights = numbers(w, "the weights of edges")
    return Edges(np.array(u, np.int64), np.array(v, np.int64), weights, len(number), ids)


def _way_out(attributes: Iterable[Any]) -> str:
    """What to do about edges without weights, by the attributes that they have."""
    names = sorted(map(str, attributes))
    if names:
        return f"set weight= to the right one of {names}"
    return (
        "without weights nothing repels; for the communities of such a graph, use "
        "frenemy.solve(frenemy.Problem.from_modularity(graph))"
    )


def _igraph_edges(graph: Any, weight: str | None, needs_weight: bool) -> Edges:
    if weight is not None and weight not in graph.es.attributes():
        if needs_weight:
            raise ValueError(f"the edges have no attribute {weight!r}; {_way_out(graph.es.attributes())}")
        weight = None
    edges = np.asarray(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    w = np.ones(len(edges)) if weight is None else numbers(graph.es[weight], f"the attribute {weight!r}")
    return Edges(edges[:, 0], edges[:, 1], w, graph.vcount())

"""Clusters as those who have a graph know them: attributes or communities of networkx, a clustering of igraph.

The way in is :func:`frenemy.as_problem` and :func:`frenemy.solve`, which number the nodes of a graph in its own order.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Labels
from frenemy.problem.checked_arrays import whole_numbers
from frenemy.solving.result import Result


def communities(labels: Result | npt.ArrayLike, *, graph: Any) -> list[set[Hashable]]:
    """The clusters as sets of nodes, as the functions of ``networkx.community`` take and return them.

    Parameters
    ----------
    labels : Result or (n_nodes,) int
        The cluster of each node, in the graph's own order; what :func:`frenemy.solve` finds for the graph.
    graph : networkx graph

    Returns
    -------
    list of sets
        By first appearance of their nodes in the graph.

    Examples
    --------
    >>> import frenemy as fr, networkx as nx
    >>> graph = nx.Graph()
    >>> graph.add_weighted_edges_from([("ann", "bob", 2.0), ("bob", "cid", -1.0), ("cid", "dee", 3.0)])
    >>> [sorted(community) for community in fr.communities(fr.solve(graph), graph=graph)]
    [['ann', 'bob'], ['cid', 'dee']]
    """
    nodes = _nodes_of(graph)
    found = _checked(labels, len(nodes))
    sets: list[set[Hashable]] = [set() for _ in range(int(found.max(initial=-1)) + 1)]
    for node, label in zip(nodes, found.tolist(), strict=True):
        sets[label].add(node)
    return sets


def to_networkx(labels: Result | npt.ArrayLike, *, graph: Any = None) -> Any:
    """A networkx graph whose nodes have their cluster in the attribute ``cluster``.

    Parameters
    ----------
    labels : Result or (n_nodes,) int
        The cluster of each node, in the graph's own order.
    graph : networkx graph, optional
        A copy of it is returned; by default a graph of the result's ids and listed pairs, with their weights in the
        attribute ``weight``.

    Examples
    --------
    >>> import frenemy as fr
    >>> graph = fr.to_networkx(fr.solve([("ann", "bob", 2.0), ("bob", "cid", -1.0)]))
    >>> graph.nodes(data="cluster")
    NodeDataView({'ann': 0, 'bob': 0, 'cid': 1}, data='cluster')
    """
    if graph is None:
        if not isinstance(labels, Result):
            raise ValueError("to_networkx needs a Result, or labels and their graph=")
        return _graph_of(labels)
    found = node_labels(labels, graph=graph)
    copy = graph.copy()
    for node, label in found.items():
        copy.nodes[node]["cluster"] = label
    return copy


def _graph_of(result: Result) -> Any:
    try:
        import networkx
    except ImportError as error:
        raise ImportError("to_networkx without graph= needs networkx: pip install networkx") from error
    graph = networkx.Graph()
    for one, label in result.labels_by_id.items():
        graph.add_node(one, cluster=label)
    u, v, w = result.problem.edges()
    id_of = result.problem.id_of
    graph.add_weighted_edges_from(
        (id_of(a), id_of(b), weight) for a, b, weight in zip(u.tolist(), v.tolist(), w.tolist(), strict=True)
    )
    return graph


def node_labels(labels: Result | npt.ArrayLike, *, graph: Any) -> dict[Hashable, int]:
    """The cluster of each node, by the node; for ``networkx.set_node_attributes``.

    Parameters
    ----------
    labels : Result or (n_nodes,) int
        The cluster of each node, in the graph's own order.
    graph : networkx graph

    Examples
    --------
    >>> import frenemy as fr, networkx as nx
    >>> graph = nx.Graph()
    >>> graph.add_weighted_edges_from([("ann", "bob", 2.0), ("bob", "cid", -1.0)])
    >>> nx.set_node_attributes(graph, fr.node_labels(fr.solve(graph), graph=graph), "cluster")
    >>> graph.nodes(data="cluster")
    NodeDataView({'ann': 0, 'bob': 0, 'cid': 1}, data='cluster')
    """
    nodes = _nodes_of(graph)
    return dict(zip(nodes, _checked(labels, len(nodes)).tolist(), strict=True))


def to_igraph(labels: Result | npt.ArrayLike, *, graph: Any) -> Any:
    """The clusters as igraph's ``VertexClustering`` of the graph.

    igraph is taken from the graph: frenemy never imports it.

    Parameters
    ----------
    labels : Result or (n_nodes,) int
        The cluster of each vertex, in the graph's own order.
    graph : igraph.Graph

    Returns
    -------
    igraph.VertexClustering

    Examples
    --------
    With igraph installed::

        clustering = fr.to_igraph(fr.solve(graph), graph=graph)
        clustering.sizes(), clustering.crossing()
    """
    if not (hasattr(graph, "vcount") and hasattr(graph, "get_edgelist")):
        raise ValueError(f"graph must be an igraph graph, got {type(graph).__name__}")
    found = _checked(labels, graph.vcount())
    # The graph's own class may be one that somebody derived from igraph's.
    packages = [sys.modules.get(one.__module__.partition(".")[0]) for one in type(graph).__mro__]
    for package in packages:
        if package is not None and hasattr(package, "VertexClustering"):
            return package.VertexClustering(graph, membership=found.tolist())
    raise ValueError(f"{type(graph).__name__} is from a package without a VertexClustering")


def _nodes_of(graph: Any) -> list[Hashable]:
    if not (hasattr(graph, "nodes") and hasattr(graph, "edges") and hasattr(graph, "is_directed")):
        raise ValueError(f"graph must be a networkx graph, got {type(graph).__name__}")
    return list(graph.nodes)


def _checked(labels: Result | npt.ArrayLike, n_nodes: int) -> Labels:
    """``0..k-1`` by first appearance."""
    if isinstance(labels, Result):
        array: npt.NDArray[Any] = labels.labels
    else:
        array = np.asarray(labels)
    if array.shape != (n_nodes,):
        raise ValueError(f"labels must have shape ({n_nodes},), one per node of the graph, got {array.shape}")
    if n_nodes == 0:
        return np.empty(0, np.int32)
    codes = np.unique(whole_numbers(array, "labels", "node"), return_inverse=True)[1]
    return _core.contiguous(codes.astype(np.int32))

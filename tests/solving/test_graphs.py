"""Clusters given back to those who have a graph."""

import sys
import types

import networkx as nx
import numpy as np
import pytest

import frenemy as fr


@pytest.fixture
def graph():
    graph = nx.Graph()
    graph.add_nodes_from(["dee", "alone"])  # not in the order of the edges
    graph.add_weighted_edges_from([("ann", "bob", 2.0), ("bob", "cid", -1.0), ("cid", "dee", 3.0)])
    return graph


def test_communities_are_sets_in_the_order_of_the_graph(graph):
    found = fr.communities(fr.solve(graph, fr.LocalMoves(), start=np.arange(5)), graph=graph)
    assert nx.community.is_partition(graph, found)
    assert found == [{"dee", "cid"}, {"alone"}, {"ann", "bob"}]
    assert nx.community.modularity(nx.karate_club_graph(), fr.communities([0] * 34, graph=nx.karate_club_graph())) == 0


def test_labels_are_any_whole_numbers(graph):
    assert fr.communities([7, -2, 7, 9, 9], graph=graph) == [{"dee", "ann"}, {"alone"}, {"bob", "cid"}]
    assert fr.node_labels([7, -2, 7, 9, 9], graph=graph) == {"dee": 0, "alone": 1, "ann": 0, "bob": 2, "cid": 2}


def test_labels_as_an_attribute(graph):
    nx.set_node_attributes(graph, fr.node_labels(fr.solve(graph), graph=graph), "cluster")
    assert graph.nodes["ann"]["cluster"] == graph.nodes["bob"]["cluster"] != graph.nodes["cid"]["cluster"]


def test_no_nodes():
    assert fr.communities([], graph=nx.Graph()) == []
    assert fr.node_labels(np.empty(0), graph=nx.DiGraph()) == {}


@pytest.mark.parametrize("give", [fr.communities, fr.to_networkx, fr.node_labels])
def test_what_does_not_fit_is_shown(give, graph):
    with pytest.raises(ValueError, match=r"shape \(5,\), one per node of the graph, got \(4,\)"):
        give([0, 1, 2, 3], graph=graph)
    with pytest.raises(ValueError, match="got 0.5 at node 1"):
        give([0, 0.5, 2, 3, 4], graph=graph)
    with pytest.raises(ValueError, match="must be a networkx graph, got list"):
        give([0], graph=[0])


def test_igraph():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph([(0, 1), (1, 2), (2, 3)], edge_attrs={"weight": [2.0, -1.0, 3.0]})
    clustering = fr.to_igraph(fr.solve(graph), graph=graph)
    assert isinstance(clustering, igraph.VertexClustering)
    assert list(clustering) == [[0, 1], [2, 3]]
    assert clustering.crossing() == [False, True, False]
    assert clustering.graph is graph


class FakeGraph:
    """The part of igraph's interface that is used; igraph is GPL, so most tests run without it."""

    def vcount(self):
        return 3

    def get_edgelist(self):
        return [(0, 1)]


def test_the_package_is_that_of_the_graph(monkeypatch):
    package = types.ModuleType("fakegraph")
    package.VertexClustering = lambda graph, membership: (graph, membership)
    monkeypatch.setitem(sys.modules, "fakegraph", package)
    base = type("Graph", (FakeGraph,), {"__module__": "fakegraph.inner"})
    graph = type("Derived", (base,), {})()
    assert fr.to_igraph([5, 5, 1], graph=graph) == (graph, [0, 0, 1])
    with pytest.raises(ValueError, match="one per node of the graph, got"):
        fr.to_igraph([5, 5], graph=graph)


def test_what_is_no_igraph_graph_is_refused(graph):
    with pytest.raises(ValueError, match="must be an igraph graph, got Graph"):
        fr.to_igraph([0] * 5, graph=graph)
    with pytest.raises(ValueError, match="FakeGraph is from a package without a VertexClustering"):
        fr.to_igraph([0, 0, 0], graph=FakeGraph())


@pytest.mark.not_sanitized
def test_igraph_is_never_imported():
    import subprocess

    script = (
        "import sys, networkx as nx, frenemy as fr\n"
        "graph = nx.path_graph(3)\n"
        "fr.communities(fr.solve(fr.as_problem(graph, weight=None)), graph=graph)\n"
        "print('igraph' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "False\n"

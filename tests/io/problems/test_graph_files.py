"""GraphML and GEXF: the same problem as the graph in memory, and damaged files are told."""

import gzip
import io

import pytest

import frenemy as fr
from frenemy.io import read

nx = pytest.importorskip("networkx", reason="networkx is not installed")

WRITE = {"graphml": nx.write_graphml, "gexf": nx.write_gexf}


def written(path, graph):
    WRITE[path.suffix[1:]](graph, path)
    return path


def friends(kind=nx.Graph):
    graph = kind()
    graph.add_weighted_edges_from([("ann", "bob", 2.0), ("bob", "cid", -1.5), ("cid", "dee", 1.0)])
    return graph


@pytest.mark.parametrize("format", WRITE)
def test_a_file_gives_what_the_graph_gives(tmp_path, format):
    path = written(tmp_path / f"friends.{format}", friends())
    file = read(path)
    assert file.format == format
    assert list(file.ids) == ["ann", "bob", "cid", "dee"]
    assert fr.solve(file).clusters() == fr.solve(friends()).clusters() == [["ann", "bob"], ["cid", "dee"]]
    packed = tmp_path / f"friends.{format}.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert read(packed).problem.n_edges == 3
    assert read(io.BytesIO(path.read_bytes())).format == format


def test_both_directions_are_combined(tmp_path):
    graph = friends(nx.DiGraph)
    graph.add_edge("bob", "ann", weight=4.0)
    path = written(tmp_path / "friends.graphml", graph)
    assert read(path, symmetrize="max").problem.edges()[2].tolist() == [4.0, -1.5, 1.0]
    assert read(path, symmetrize="mean", missing=-0.5).problem.missing == -0.5


@pytest.mark.parametrize(
    "content", [b"<", b"<graphml", b"<graphml></graphml>", b"<gexf><graph/></gexf>", b"<html></html>"]
)
def test_damaged_files_are_told(tmp_path, content):
    path = tmp_path / "graph.graphml"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"graph\.graphml: (cannot be read as GraphML|holds no nodes)"):
        read(path)


def test_a_weight_that_is_no_number_is_told(tmp_path):
    graph = friends()
    graph["ann"]["bob"]["weight"] = "much"
    with pytest.raises(ValueError, match=r"friends\.graphml: .*much"):
        read(written(tmp_path / "friends.graphml", nx.Graph(graph)))

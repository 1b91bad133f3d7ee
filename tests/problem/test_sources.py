"""All that one may give to ``as_problem`` and ``solve``: tables, lists, dicts, graphs."""

import subprocess
import sys

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import frenemy as fr

TRIPLES = [("ann", "bob", 3.0), ("bob", "cid", -2.0), ("cid", "dee", 4.0), ("dee", "ann", -1.0)]
U, V, W = (list(column) for column in zip(*TRIPLES, strict=True))
EXPECTED = fr.Problem.from_edges(U, V, W)


def pandas_table():
    return pytest.importorskip("pandas").DataFrame({"x": U, "y": V, "trust": W})


@pytest.mark.parametrize(
    "data",
    [
        TRIPLES,
        tuple(TRIPLES),
        [list(row) for row in TRIPLES],
        (U, V, W),
        (np.array(U), np.array(V), np.array(W)),
        {(a, b): w for a, b, w in TRIPLES},
        {"u": U, "v": V, "w": W},
    ],
    ids=["triples", "tuple of triples", "lists of three", "columns", "arrays", "dict", "dict of columns"],
)
def test_lists_and_dicts(data):
    assert fr.as_problem(data) == EXPECTED


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t,
        lambda t: t.rename(columns={"x": "source", "y": "target", "trust": "weight"})[["weight", "source", "target"]],
        lambda t: t.rename(columns={"x": "id_l", "y": "id_r", "trust": "match_weight"}).assign(note="n", score=0.5),
        lambda t: t.rename(columns={"x": "u", "y": "v"})[["trust", "u", "v"]],
        lambda t: t.rename(columns={"trust": "weight"})[["weight", "x", "y"]],
        lambda t: t.set_index(["x", "y"]),
        lambda t: t.set_index(["x", "y"]).trust,
        lambda t: t.assign(x=t.x.astype("category"), y=t.y.astype("string")),
        lambda t: t.iloc[[0, 1, 2, 3]].set_index(np.array([9, 9, 8, 1])),
    ],
)
def test_pandas_tables_by_names_or_the_first_three_columns(change):
    assert fr.as_problem(change(pandas_table())) == EXPECTED


def test_tables_of_others():
    pandas = pandas_table()
    polars = pytest.importorskip("polars").from_pandas(pandas)
    arrow = pytest.importorskip("pyarrow").Table.from_pandas(pandas)
    for table in (polars, polars.lazy(), arrow, arrow.to_reader()):
        assert fr.as_problem(table) == EXPECTED
    duckdb = pytest.importorskip("duckdb")
    assert fr.as_problem(duckdb.sql("select * from pandas")) == EXPECTED


def test_pandas_matrices_have_the_ids_of_their_columns():
    pandas = pytest.importorskip("pandas")
    matrix = np.array([[0, 3, 0, -1], [3, 0, -2, 0], [0, -2, 0, 4], [-1, 0, 4, 0]])
    names = ["ann", "bob", "cid", "dee"]
    assert fr.as_problem(pandas.DataFrame(matrix, names, names)).ids == tuple(names)
    assert fr.as_problem(pandas.DataFrame(matrix)) == fr.as_problem(matrix)
    assert fr.as_problem(pandas.DataFrame(matrix, columns=names)) == fr.as_problem(matrix)
    three = matrix[:3, :3]
    assert fr.as_problem(pandas.DataFrame(three)) == fr.as_problem(three)


def test_three_pairs_are_no_matrix_where_it_is_plain():
    pandas = pytest.importorskip("pandas")
    rows = [(1, 2, 1.0), (2, 3, -1.0), (3, 1, 2.0)]
    expected = fr.as_problem(tuple(zip(*rows, strict=True)))
    assert expected.ids == (1, 2, 3)
    assert fr.as_problem(rows) == expected
    assert fr.as_problem(pandas.DataFrame(rows, columns=["a", "b", "c"])) == expected
    assert fr.as_problem([list(row) for row in TRIPLES[:3]]).ids == ("ann", "bob", "cid", "dee")
    symmetric = [[0, 1, -2], [1, 0, 3], [-2, 3, 0]]
    assert fr.as_problem(symmetric) == fr.as_problem(np.array(symmetric))


def test_repeated_pairs_are_summed_in_either_direction():
    assert fr.as_problem([("a", "b", 1.0), ("b", "a", 2.0), ("a", "b", 4.0)]).edges()[2].tolist() == [7.0]
    assert fr.as_problem({("a", "b"): 1.0, ("b", "a"): 2.0}, symmetrize="max").edges()[2].tolist() == [2.0]


@pytest.mark.parametrize("empty", [[], {}, ([], [], [])])
def test_no_pairs_are_no_nodes(empty):
    result = fr.solve(empty)
    assert (result.problem.n_nodes, result.clusters(), result.labels_by_id, result.warnings) == (0, [], {}, ())


def test_an_empty_table():
    assert fr.solve(pandas_table().iloc[:0]).clusters() == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([("a", "b", 1.0), ("b", "c", float("nan"))], "the weight must be finite, got nan at row 1"),
        ([("a", "b", 1.0), ("b", "c", "much")], "the weight must be numbers, got 'much' at row 1"),
        ([("a", "b", 1.0), ("b", None, 1.0)], "the second id must not have missing ids, got None at row 1"),
        ([("a", "b", 1.0), (["b"], "c", 1.0)], r"the first id must be hashable ids, got \['b'\] at row 1"),
        ({("a", "b", "c"): 1.0}, r"keys must be pairs \(a, b\), got \('a', 'b', 'c'\) at entry 0"),
        ({("a", "b"): float("inf")}, "the weight must be finite, got inf at entry 0"),
        ((["a"], ["b"], [1.0, 2.0]), r"w must have one weight per pair, 1, got shape \(2,\)"),
        ({"u": ["a"], "v": ["b"]}, "a table of pairs needs three columns, two ids and a weight, got 'u', 'v'"),
    ],
)
def test_bad_lists_show_the_value_and_the_row(data, message):
    with pytest.raises(ValueError, match=message):
        fr.as_problem(data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t[["x", "y"]], "a table of pairs needs three columns, two ids and a weight, got 'x', 'y'"),
        (
            lambda t: t[["x", "trust", "y"]],
            r"column 'y' must be numbers, got 'bob' at row 0.*select the two ids and the weight, .*table\[\[",
        ),
        (
            lambda t: t.assign(trust=[1, None, 2, 3]),
            "column 'trust' must be finite, got nan at row 1; if these are not",
        ),
        (lambda t: t.assign(y=["a", "b", None, "c"]), "column 'y' must not have missing ids, got None at row 2"),
        (
            lambda t: t.rename(columns={"x": "u", "y": "v"}).assign(more=1),
            "no name says weights among the columns 'u', 'v', 'trust', 'more'; select the two ids",
        ),
        (
            lambda t: t.rename(columns={"x": "u", "y": "v"}).assign(i=1, j=2, w=1),
            "several columns could hold the ids among the columns 'u'",
        ),
    ],
)
def test_bad_tables_show_the_value_and_say_how_to_name_columns(change, message):
    with pytest.raises(ValueError, match=message):
        fr.as_problem(change(pandas_table()))


@pytest.mark.parametrize(("how", "weight"), [("sum", 1.0), ("mean", 0.5), ("max", 3.0), ("min", -2.0)])
def test_directed_graphs_say_how_directions_combine(how, weight):
    graph = nx.DiGraph()
    graph.add_weighted_edges_from([("a", "b", 3.0), ("b", "a", -2.0), ("c", "b", 4.0)])
    with pytest.raises(ValueError, match="the graph is directed; .*symmetrize='sum', 'mean', 'max' or 'min'"):
        fr.solve(graph)
    u, v, w = fr.as_problem(graph, symmetrize=how).edges()
    assert (u.tolist(), v.tolist()) == ([0, 1], [1, 2])
    assert w.tolist() == [weight, 2.0 if how == "mean" else 4.0]
    assert fr.solve(graph, symmetrize=how).labels_by_id.keys() == {"a", "b", "c"}


def test_graphs_carry_their_nodes_as_ids():
    graph = nx.Graph()
    graph.add_weighted_edges_from([("ann", "bob", 2.0), ("bob", 3, -1.0)])
    assert fr.solve(graph).clusters() == [["ann", "bob"], [3]]
    assert fr.as_problem(nx.path_graph(3), weight=None).ids is None


def test_modularity_and_cpm_of_graphs():
    graph = nx.karate_club_graph()
    result = fr.solve(fr.Problem.from_modularity(graph, weight=None))
    assert nx.community.modularity(graph, fr.communities(result, graph=graph), weight=None) == pytest.approx(
        0.4198, abs=1e-4
    )
    u, v, w = fr.as_problem(graph).edges()
    assert fr.Problem.from_modularity(graph) == fr.Problem.from_modularity(u, v, w)
    assert fr.Problem.from_modularity(nx.to_scipy_sparse_array(graph)) == fr.Problem.from_modularity(graph)
    named = nx.relabel_nodes(nx.barbell_graph(4, 0), str)
    assert fr.solve(fr.Problem.from_modularity(named)).clusters() == [list("0123"), list("4567")]
    assert fr.solve(fr.Problem.from_cpm(named, resolution=0.5)).clusters() == [list("0123"), list("4567")]
    assert fr.Problem.from_modularity(["a", "b"], ["b", "c"]).ids == ("a", "b", "c")
    with pytest.raises(ValueError, match="w and n_nodes go with u and v"):
        fr.Problem.from_modularity(graph, n_nodes=3)


def test_self_loops_of_a_graph_count_in_degrees():
    graph = nx.Graph([(0, 1), (1, 2), (0, 0)])
    assert fr.Problem.from_modularity(graph).sizes.tolist() == [3.0, 2.0, 1.0]


@pytest.mark.not_sanitized
def test_tables_are_not_imported_unless_given():
    script = """
import sys, frenemy as fr
fr.solve([("a", "b", 1.0), ("b", "c", -1.0)]).clusters()
print([name for name in ("pandas", "polars", "pyarrow", "networkx") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


PAIRS = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(-5, 5)).filter(lambda p: p[0] != p[1]),
    min_size=1,
    max_size=25,
)


@given(PAIRS, st.permutations([f"name {i}" for i in range(10)]))
def test_solving_with_ids_equals_solving_with_numbers(pairs, names):
    """Ids numbered by first appearance are the same problem, up to the order of nodes."""
    number: dict[int, int] = {}
    for a, b, _ in pairs:
        number.setdefault(a, len(number))
        number.setdefault(b, len(number))
    plain = fr.Problem.from_edges(
        [number[a] for a, _, _ in pairs], [number[b] for _, b, _ in pairs], [w for *_, w in pairs]
    )
    expected = fr.solve(plain, warn=False)
    named = [(names[a], names[b], w) for a, b, w in pairs]
    as_dict: dict[tuple[str, str], int] = {}
    for a, b, w in named:
        as_dict[a, b] = as_dict.get((a, b), 0) + w
    for data in (named, tuple(zip(*named, strict=True)), as_dict):
        result = fr.solve(data, warn=False)
        assert result.energy == expected.energy
        assert np.array_equal(result.labels, expected.labels)
        assert result.labels_by_id == {names[node]: expected.labels[place] for node, place in number.items()}
        clusters = result.clusters()
        assert sorted(one for cluster in clusters for one in cluster) == sorted(names[node] for node in number)
        assert all(result.labels_by_id[one] == k for k, cluster in enumerate(clusters) for one in cluster)

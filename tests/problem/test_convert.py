from pathlib import Path

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from reference import pair_weights

import frenemy as fr

W = np.array([[9.0, 1.0, -2.0, 0.0], [1.0, 9.0, 0.0, 3.0], [-2.0, 0.0, 9.0, 0.5], [0.0, 3.0, 0.5, 9.0]])
OFF = W - np.diag(np.diag(W))
FORMS = {
    "full": W,
    "upper": np.triu(W),
    "lower": np.tril(W),
    "ints": (4 * W).astype(int),
    "list": W.tolist(),
    "fortran": np.asfortranarray(W),
    "float32": W.astype(np.float32),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("container", ["dense", "csr_array", "csr_matrix", "csc_array", "coo_array", "lil_array"])
def test_matrices_of_every_kind(form, container):
    data = FORMS[form]
    problem = fr.as_problem(data if container == "dense" else getattr(sp, container)(np.array(data)))
    expected = 4 * OFF if form == "ints" else OFF
    assert np.array_equal(pair_weights(problem), expected)


@given(st.floats(-1e6, 1e6) | st.just(float("nan")))
def test_the_diagonal_does_not_matter(value):
    matrix = OFF.copy()
    np.fill_diagonal(matrix, value)
    assert fr.as_problem(matrix) == fr.as_problem(OFF) == fr.as_problem(sp.csr_array(matrix))


@pytest.mark.parametrize("make", [np.array, sp.csr_array])
def test_asymmetry_names_a_pair_unless_asked_for(make):
    matrix = OFF.copy()
    matrix[1, 3] = 5.0
    with pytest.raises(ValueError, match="row [13], column [13] holds [35] but row [13], column [13] holds [35]"):
        fr.as_problem(make(matrix))
    assert pair_weights(fr.as_problem(make(matrix), symmetrize="mean"))[1, 3] == 4.0
    assert pair_weights(fr.as_problem(make(matrix), symmetrize="sum"))[1, 3] == 8.0
    assert pair_weights(fr.as_problem(make(matrix), symmetrize="max"))[1, 3] == 5.0
    assert pair_weights(fr.as_problem(make(matrix), symmetrize="min"))[1, 3] == 3.0
    with pytest.raises(ValueError, match="symmetrize must be None, 'sum', 'mean', 'max', 'min', got 'median'"):
        fr.as_problem(make(matrix), symmetrize="median")


def test_rounding_is_not_asymmetry_where_weights_nearly_cancel():
    points = np.random.default_rng(0).normal(size=(60, 3)) + 100.0
    squares = np.einsum("ij,ij->i", points, points)
    matrix = 5.0 - (squares[:, None] + squares - 2 * points @ points.T)
    matrix[0, 1], matrix[1, 0] = 1e-12, -1e-12
    for one in (matrix, sp.csr_array(matrix)):
        assert fr.as_problem(one).n_nodes == 60


def test_rounding_of_float32_is_not_asymmetry():
    rng = np.random.default_rng(0)
    rows, metric = rng.normal(size=(100, 8)).astype(np.float32), rng.normal(size=(8, 8)).astype(np.float32)
    matrix = rows @ (metric @ metric.T) @ rows.T
    assert fr.as_problem(matrix).n_nodes == fr.as_problem(sp.csr_array(matrix)).n_nodes == 100


def test_rounding_is_not_asymmetry():
    matrix = OFF.copy()
    matrix[1, 3] *= 1 + 1e-14
    assert np.allclose(pair_weights(fr.as_problem(matrix)), OFF)
    assert np.allclose(pair_weights(fr.as_problem(sp.csr_array(matrix))), OFF)


@pytest.mark.parametrize("make", [np.array, sp.csr_array])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_bad_weight_is_shown_with_row_and_column(make, value):
    matrix = OFF.copy()
    matrix[2, 3] = value
    with pytest.raises(ValueError, match=f"got {value} at row 2, column 3"):
        fr.as_problem(make(matrix))


def pd_frame(x):
    return pytest.importorskip("pandas").DataFrame(x, columns=list("abcd")[: x.shape[1]])


@pytest.mark.parametrize("shape", [(2, 3), (4,), (2, 2, 2)])
def test_a_matrix_must_be_square(shape):
    with pytest.raises(ValueError, match="must be square, got shape"):
        fr.as_problem(np.zeros(shape))


@pytest.mark.parametrize("make", [np.asarray, sp.csr_array, lambda x: pd_frame(x[:, :2]), pd_frame])
def test_who_gives_features_is_told_of_the_estimator(make):
    with pytest.raises(ValueError, match=r"for rows of features, use frenemy.CorrelationClustering\(\).fit_predict"):
        fr.solve(make(np.random.default_rng(0).normal(size=(8, 4))))


def test_who_gives_a_graph_without_weights_is_told_of_modularity():
    graph = pytest.importorskip("networkx").path_graph(4)
    with pytest.raises(ValueError, match=r"edge 0 - 1 has no attribute 'weight'; .*frenemy.Problem.from_modularity"):
        fr.solve(graph)


@pytest.mark.parametrize("data", [object(), np.array([["a"]]), np.eye(2, dtype=complex), None])
def test_what_holds_no_weights_is_refused(data):
    with pytest.raises(ValueError, match="cannot read weights from"):
        fr.as_problem(data)


@pytest.mark.parametrize("path", ["pairs.csv", Path("pairs.csv")])
def test_who_gives_a_path_is_told_how_to_read_it(path):
    with pytest.raises(
        ValueError, match=r"'pairs.csv' is not a table of pairs; read the file first: frenemy.solve.frenemy.io.read"
    ):
        fr.solve(path)


def test_sparse_complex_and_not_square_are_refused():
    with pytest.raises(ValueError, match="must be real, got complex128"):
        fr.as_problem(sp.csr_array(np.eye(2, dtype=complex)))
    with pytest.raises(ValueError, match="must be square"):
        fr.as_problem(sp.csr_array((2, 3)))


def test_dense_lists_every_pair_and_sparse_only_what_it_stores():
    assert fr.as_problem(OFF, missing=-1.0).energy([0, 1, 2, 3]) == 2.5
    assert fr.as_problem(sp.csr_array(OFF), missing=-1.0).energy([0, 1, 2, 3]) == 2.5 - 2.0


def test_duplicate_entries_of_a_sparse_matrix_are_summed():
    coo = sp.coo_array(([1.0, 2.0, 3.0], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    assert fr.as_problem(coo).edges()[2].tolist() == [3.0]


def test_networkx_graphs():
    graph = nx.Graph()
    graph.add_nodes_from("dcba")
    graph.add_weighted_edges_from([("a", "b", 2.0), ("c", "d", -1.0), ("a", "a", 9.0)])
    problem = fr.as_problem(graph)
    u, v, w = problem.edges()
    assert (problem.n_nodes, u.tolist(), v.tolist(), w.tolist()) == (4, [0, 2], [1, 3], [-1.0, 2.0])
    with pytest.raises(ValueError, match="has no attribute 'sign'"):
        fr.as_problem(graph, weight="sign")
    with pytest.raises(ValueError, match="the graph is directed"):
        fr.as_problem(graph.to_directed())
    assert fr.as_problem(graph.to_directed(), symmetrize="mean") == problem
    assert fr.as_problem(graph, weight=None).edges()[2].tolist() == [1.0, 1.0]


class FakeIgraph:
    """The part of igraph's interface that is used; igraph is GPL, so tests do not depend on it."""

    class es(dict):
        def attributes(self):
            return list(self)

    def __init__(self, edges, n, directed=False, **attributes):
        self.edge_list, self.n, self.directed, self.es = edges, n, directed, self.es(attributes)

    def vcount(self):
        return self.n

    def get_edgelist(self):
        return self.edge_list

    def is_directed(self):
        return self.directed


def test_igraph_graphs_by_duck_typing():
    graph = FakeIgraph([(0, 1), (2, 1), (2, 2)], 4, weight=[1.0, -2.0, 5.0])
    problem = fr.as_problem(graph)
    assert (problem.n_nodes, problem.edges()[2].tolist()) == (4, [1.0, -2.0])
    assert fr.as_problem(FakeIgraph([], 3, weight=[])).n_edges == 0
    with pytest.raises(ValueError, match=r"no attribute 'w'; set weight= to the right one of \['weight'\]"):
        fr.as_problem(graph, weight="w")


def test_real_igraph():
    igraph = pytest.importorskip("igraph", reason="igraph is GPL and installed separately")
    graph = igraph.Graph(n=3, edges=[(0, 1), (1, 2)])
    graph.es["weight"] = [2.0, -1.0]
    assert fr.solve(graph).labels.tolist() == [0, 0, 1]


def test_a_problem_passes_through():
    problem = fr.as_problem(OFF)
    assert fr.as_problem(problem) is problem
    with pytest.raises(ValueError, match="existing Problem"):
        fr.as_problem(problem, missing=1.0)

"""Modularity and CPM as signed problems, against networkx and by the definition."""

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import pair_weights, partitions

import frenemy as fr

modularity = nx.community.modularity


def clusters(labels):
    return [set(np.flatnonzero(labels == c).tolist()) for c in np.unique(labels)]


def arrays(graph):
    edges = [(a, b, d.get("weight", 1.0)) for a, b, d in graph.edges(data=True)]
    u, v, w = zip(*edges, strict=True) if edges else ((), (), ())
    return np.array(u, int), np.array(v, int), np.array(w, float)


def modularity_of(problem, energy, resolution=1.0, loops=0.0):
    """From our energy to modularity.

    Q = 1/(2m) sum over ordered i, j in one cluster, i = j included, of A_ij - r k_i k_j / (2m)
      = 1/m (total_weight - energy)                      the pairs i < j, twice
      + 1/(2m) sum_i (A_ii - r k_i^2 / (2m))             the diagonal, where A_ii is twice the self-pair's weight
    """
    k = problem.sizes
    two_m = k.sum()
    diagonal = (2 * loops - resolution * (k**2).sum() / two_m) / two_m
    return (problem.total_weight - energy) / (two_m / 2) + diagonal


@st.composite
def weighted_graphs(draw):
    n = draw(st.integers(2, 6))
    pairs = list(itertools.combinations_with_replacement(range(n), 2))
    chosen = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=12, unique=True))
    graph = nx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_weighted_edges_from((a, b, draw(st.integers(1, 8)) / 4) for a, b in chosen)
    return graph


@given(weighted_graphs(), st.sampled_from([0.5, 1.0, 1.7]), st.data())
def test_energy_is_modularity_up_to_a_constant(graph, resolution, data):
    u, v, w = arrays(graph)
    n = graph.number_of_nodes()
    problem = fr.Problem.from_modularity(u, v, w, n_nodes=n, resolution=resolution)
    labels = np.array(data.draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n)))
    expected = modularity(graph, clusters(labels), resolution=resolution)
    loops = w[u == v].sum()
    assert modularity_of(problem, problem.energy(labels), resolution, loops) == pytest.approx(expected, abs=1e-12)


@given(weighted_graphs())
def test_pairs_weigh_what_the_definition_says(graph):
    u, v, w = arrays(graph)
    a = nx.to_numpy_array(graph)
    n = len(a)
    k = a.sum(axis=1) + np.diag(a)  # networkx: a self-pair counts twice in the degree
    expected = a - np.outer(k, k) / k.sum()
    np.fill_diagonal(expected, 0)
    assert np.allclose(pair_weights(fr.Problem.from_modularity(u, v, w, n_nodes=n)), expected)
    sizes = 1.0 + np.arange(n)
    expected = a - 0.3 * np.outer(sizes, sizes)
    np.fill_diagonal(expected, 0)
    assert np.allclose(pair_weights(fr.Problem.from_cpm(u, v, w, n_nodes=n, resolution=0.3, sizes=sizes)), expected)


@given(weighted_graphs())
def test_the_least_energy_has_the_highest_modularity(graph):
    problem = fr.Problem.from_modularity(*arrays(graph), n_nodes=graph.number_of_nodes())
    every = list(partitions(problem.n_nodes))
    least = min(every, key=problem.energy)
    best = max(modularity(graph, clusters(p)) for p in every)
    assert modularity(graph, clusters(least)) == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize(
    ("graph", "best"),
    [
        # The optimum of the unweighted karate club: Brandes et al., "On modularity clustering" (2008), table 1.
        (nx.Graph(nx.karate_club_graph().edges), 0.4198),
        # The best of 100 runs of networkx's Louvain.
        (nx.convert_node_labels_to_integers(nx.les_miserables_graph()), 0.5667),
    ],
    ids=["karate", "les_miserables"],
)
def test_known_graphs(graph, best):
    problem = fr.Problem.from_modularity(*arrays(graph))
    starts = [np.random.default_rng(s).integers(6, size=problem.n_nodes) for s in range(5)]
    result = min((fr.solve(problem, fr.ExpandExplore(), start=start) for start in starts), key=lambda r: r.energy)
    found = modularity(graph, clusters(result.labels))
    assert found == pytest.approx(best, abs=1e-4)
    assert found == pytest.approx(modularity_of(problem, result.energy), abs=1e-12)
    assert problem.n_edges == graph.number_of_edges(), "non-edges are not stored"


def test_higher_resolution_makes_more_clusters():
    graph = nx.convert_node_labels_to_integers(nx.les_miserables_graph())
    counts = [fr.solve(fr.Problem.from_modularity(*arrays(graph), resolution=r)).n_clusters for r in (0.3, 1.0, 4.0)]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


def test_cliques_by_cpm():
    """Two triangles and an edge between them: density 1 inside pays at 0.5, the edge (1 of 9 pairs) does not."""
    u, v = [0, 0, 1, 2, 3, 3, 4], [1, 2, 2, 3, 4, 5, 5]
    assert fr.solve(fr.Problem.from_cpm(u, v, resolution=0.5)).labels.tolist() == [0, 0, 0, 1, 1, 1]
    # 7 edges in one cluster against 15 pairs: at 0.1 joining the triangles gains 1 - 9 * 0.1.
    assert fr.solve(fr.Problem.from_cpm(u, v, resolution=0.1)).n_clusters == 1


def test_graphs_and_matrices_go_through_as_problem():
    graph = nx.karate_club_graph()
    from_graph = fr.Problem.from_modularity(*fr.as_problem(graph).edges())
    from_matrix = fr.Problem.from_modularity(*fr.as_problem(nx.to_numpy_array(graph)).edges())
    u, v, w = arrays(graph)
    assert from_graph.total_weight == pytest.approx(fr.Problem.from_modularity(u, v, w).total_weight)
    assert np.allclose(pair_weights(from_graph), pair_weights(from_matrix))


def test_weights_default_to_one_and_repeats_add_up():
    assert fr.Problem.from_modularity([0, 1], [1, 2]) == fr.Problem.from_modularity([0, 1], [1, 2], [1.0, 1.0])
    assert fr.Problem.from_modularity([0, 0, 1], [1, 1, 2]) == fr.Problem.from_modularity([0, 1], [1, 2], [2.0, 1.0])


def test_without_edges():
    problem = fr.Problem.from_modularity([], [], n_nodes=3)
    assert (problem.n_nodes, problem.missing, fr.solve(problem).energy) == (3, 0.0, 0.0)
    assert fr.solve(fr.Problem.from_cpm([], [], n_nodes=3, resolution=1.0)).n_clusters == 3


@pytest.mark.parametrize(
    ("make", "arguments", "options", "message"),
    [
        ("modularity", ([0, 1], [1, 2], [1.0, -2.0]), {}, "at least 0, got -2 at edge 1; .* use Problem.from_edges"),
        ("modularity", ([0], [1], [np.nan]), {}, "weights must be finite, got nan at edge 0"),
        ("modularity", ([0], [1], [1.0, 2.0]), {}, "same length, got 1, 1 and 2"),
        ("modularity", ([0], [5]), {"n_nodes": 3}, r"n_nodes must be at least 6 for these edges, got 3"),
        ("modularity", ([0], [-1]), {}, "got -1 at edge 0"),
        ("modularity", ([0], [1]), {"resolution": -1.0}, "resolution must be .*, got -1"),
        ("cpm", ([0], [1]), {"resolution": float("inf")}, "resolution must be .*, got inf"),
        ("cpm", ([0], [1]), {"resolution": 1.0, "sizes": [1.0]}, "one entry per node, got 1 for 2 nodes"),
    ],
)
def test_bad_input_is_named(make, arguments, options, message):
    with pytest.raises(ValueError, match=message):
        getattr(fr.Problem, f"from_{make}")(*arguments, **options)

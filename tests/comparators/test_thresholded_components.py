"""Components above thresholds: by the definition, and by which rule one of them is chosen."""

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import pair_weights, problems, random_problem, same_partition

import frenemy as fr
from frenemy.comparators import (
    ThresholdedComponents,
    best_by_truth,
    components_by_threshold,
    spaced_thresholds,
    thresholded_components,
)
from frenemy.metrics import purity


@given(problem=problems(), thresholds=st.lists(st.integers(-9, 9).map(lambda t: t / 4), min_size=1, max_size=5))
def test_components_by_the_definition(problem, thresholds):
    found = components_by_threshold(problem, thresholds)
    assert [one.threshold for one in found] == thresholds
    weights = pair_weights(problem)
    u, v, _ = problem.edges()
    connects = np.full(weights.shape, problem.missing > 0.0)  # unlisted pairs do only if they attract
    connects[u, v] = True
    for one in found:
        graph = nx.empty_graph(problem.n_nodes)
        graph.add_edges_from(zip(*np.nonzero(np.triu(connects & (weights > one.threshold), 1)), strict=True))
        labels = np.empty(problem.n_nodes, int)
        for number, nodes in enumerate(nx.connected_components(graph)):
            labels[list(nodes)] = number
        assert same_partition(one.labels, labels)
        assert one.n_clusters == len(set(labels.tolist()))
        assert one.energy == pytest.approx(problem.energy(labels))


def test_pairs_in_blocks(monkeypatch):
    """Joined a few at a time, the components are the same."""
    problem = random_problem(300, 900, seed=2)
    whole = components_by_threshold(problem)
    monkeypatch.setattr(thresholded_components, "_PAIRS_PER_BLOCK", 7)
    for a, b in zip(whole, components_by_threshold(problem), strict=True):
        assert np.array_equal(a.labels, b.labels)


def test_higher_thresholds_split():
    found = components_by_threshold(random_problem(200, 500, seed=1))
    assert [one.n_clusters for one in found] == sorted(one.n_clusters for one in found)
    for coarse, fine in itertools.pairwise(found):
        assert purity(fine.labels, coarse.labels) == 1.0  # none has parts of two


def test_more_thresholds_than_fit_a_byte():
    path = fr.Problem.from_edges(np.arange(400), np.arange(1, 401), np.arange(400) / 100)
    found = components_by_threshold(path, np.arange(400) / 100)
    assert [one.n_clusters for one in found] == list(range(2, 402))  # a pair at its threshold does not connect


def test_infinite_thresholds():
    problem = fr.Problem.from_edges([0, 1], [1, 2], [1.0, -1.0])
    all_listed, none = components_by_threshold(problem, [-np.inf, np.inf])
    assert (all_listed.n_clusters, none.n_clusters) == (1, 3)


def test_spacing():
    problem = fr.Problem.from_edges(np.arange(10), np.arange(1, 11), [-3, 1, 2, 3, 4, 5, 6, 7, 8, -1.0])
    p = 1 / (1 + np.exp(-spaced_thresholds(problem)))
    assert p == pytest.approx([0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95])
    assert spaced_thresholds(problem, 4, spacing="quantile").tolist() == [0, 2, 4, 6]  # 8, 6, 4, 2 pairs are above
    assert spaced_thresholds(problem, 1).tolist() == spaced_thresholds(problem, 1, spacing="quantile").tolist() == [0]
    repelling = fr.Problem.from_edges([0], [1], [-1.0])
    assert spaced_thresholds(repelling, 3, spacing="quantile").tolist() == [0, 0, 0]


def test_the_solver_takes_the_lowest_energy():
    problem, _ = fr.affinity.planted(150, sizes=[1, 2, 3], degree=20, noise=0.1, seed=3)
    for spacing in ("probability", "quantile"):
        found = components_by_threshold(problem, spaced_thresholds(problem, 20, spacing=spacing))
        result = fr.solve(problem, ThresholdedComponents(n_thresholds=20, spacing=spacing))
        assert result.energy == pytest.approx(min(0.0, *(one.energy for one in found)))
        assert len(result.history) == len({one.threshold for one in found})
    given = fr.solve(problem, ThresholdedComponents(thresholds=(2.5,)))
    assert given.energy == pytest.approx(min(0.0, components_by_threshold(problem, [2.5])[0].energy))


def test_best_by_truth():
    """The number of clusters first, then the purity: the first and the last have two, one of them mixed."""
    problem = fr.Problem.from_edges([0, 1, 2, 0], [1, 2, 3, 3], [1.0, 2.0, 3.0, -5.0])
    found = components_by_threshold(problem, [0.5, 1.5, 2.5])
    assert [one.n_clusters for one in found] == [1, 2, 3]
    assert best_by_truth(found, [0, 1, 1, 1]).threshold == 1.5
    assert best_by_truth(found, list("abcc")).threshold == 2.5
    assert best_by_truth(found, [7, 7, 7, 7]).threshold == 0.5
    mixed = found[1]._replace(threshold=9.0, labels=np.array([0, 0, 1, 1], np.int32))
    assert best_by_truth((mixed, found[1]), [0, 1, 1, 1]).threshold == 1.5
    assert best_by_truth((found[1], mixed), [0, 0, 1, 1]).threshold == 9.0
    with pytest.raises(ValueError, match="at least one clustering, got none"):
        best_by_truth((), [0, 1])
    with pytest.raises(ValueError, match="same length, got 4 and 2"):
        best_by_truth(found, [0, 1])


def test_bad_parameters():
    problem = random_problem(9, 20, seed=0)
    with pytest.raises(ValueError, match="thresholds must hold at least one number, got none"):
        components_by_threshold(problem, [])
    with pytest.raises(ValueError, match="thresholds must be numbers, got nan at 1"):
        ThresholdedComponents(thresholds=(0.0, float("nan")))
    with pytest.raises(ValueError, match="spacing must be 'probability' or 'quantile', got 'even'"):
        ThresholdedComponents(spacing="even")
    with pytest.raises(ValueError, match="n_thresholds must be a whole number of at least 1, got 0"):
        ThresholdedComponents(n_thresholds=0)
    assert ThresholdedComponents(thresholds=[1, 2]).thresholds == (1.0, 2.0)

"""Confident pairs that no third node confirms, and how many of them are wrong."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import frenemy as fr
from frenemy.affinity.self_calibration import pair_neighbors
from frenemy.affinity.self_calibration.open_pairs import OpenCounts, nodes_by_kind, sampled_nodes_by_kind
from frenemy.affinity.self_calibration.pair_neighbors import open_pairs
from frenemy.affinity.self_calibration.self_calibrate import self_calibrate
from frenemy.metrics import b_cubed


def drawn(n, density, rng):
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(n, 1))
    kept = rng.random(len(u)) < density
    return u[kept], v[kept]


def complete(sizes):
    truth = np.repeat(np.arange(len(sizes)), sizes)
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(len(truth), 1))
    same = truth[u] == truth[v]
    return u[same], v[same], truth


def with_random(u, v, truth, n_wrong, rng):
    """Wrong pairs between records at random, last."""
    one, other = rng.integers(0, len(truth), (2, 4 * n_wrong)).astype(np.int32)
    pairs = np.unique(np.sort(np.stack((one, other), axis=1)[truth[one] != truth[other]], axis=1), axis=0)
    chosen = pairs[rng.permutation(len(pairs))[:n_wrong]]
    return np.r_[u, chosen[:, 0]].astype(np.int32), np.r_[v, chosen[:, 1]].astype(np.int32)


def ends_of(u, v, n):
    degree = np.bincount(np.r_[u, v], minlength=n)
    return degree, np.stack((degree[u], degree[v]), axis=1) - 1


@given(st.integers(2, 24), st.floats(0, 1), st.integers(0, 1000))
def test_a_pair_is_open_if_no_third_node_is_in_a_pair_with_both(n, density, seed):
    u, v = drawn(n, density, np.random.default_rng(seed))
    linked = np.zeros((n, n), bool)
    linked[u, v] = linked[v, u] = True
    assert open_pairs(u, v, n_nodes=n).tolist() == [
        not (linked[a] & linked[b]).any() for a, b in zip(u, v, strict=True)
    ]


def test_few_pairs_at_a_time_is_the_same(monkeypatch: pytest.MonkeyPatch):
    u, v = drawn(80, 0.15, np.random.default_rng(0))
    at_once = open_pairs(u, v, n_nodes=80)
    monkeypatch.setattr(pair_neighbors, "_TRIED_PER_BLOCK", 7)
    assert (open_pairs(u, v, n_nodes=80) == at_once).all()
    assert 0 < at_once.sum() < len(u)


@pytest.mark.parametrize("n_wrong", [0, 60])
def test_wrong_pairs_between_random_nodes_are_counted(n_wrong):
    """A low estimate, as the kinds of ends with the fewest open pairs decide."""
    rng = np.random.default_rng(n_wrong)
    u, v, truth = complete(rng.integers(1, 9, 300))
    u, v = with_random(u, v, truth, n_wrong, rng)
    degree, partners = ends_of(u, v, len(truth))
    is_open = open_pairs(u, v, n_nodes=len(truth))
    found = OpenCounts.of(partners, is_open, nodes_by_kind(degree)).wrong_pairs(n_nodes=len(truth), linked=0.9)
    assert 0.5 * n_wrong <= found.wrong.sum() <= 1.1 * n_wrong
    assert (found.wrong <= found.counted).all()


def test_true_pairs_that_few_neighbors_confirm_are_not_wrong():
    """Of all pairs, 3 in 10 are left: most are open, as often as their neighbors are linked."""
    rng = np.random.default_rng(0)
    u, v, truth = complete(np.full(300, 5))
    kept = rng.random(len(u)) < 0.3
    found = self_calibrate(u[kept], v[kept], np.full(int(kept.sum()), 6.0), n_nodes=len(truth))
    assert found.random_share < 0.01


@given(st.integers(2, 60), st.floats(0, 0.3), st.integers(0, 1000))
def test_nodes_of_a_sample_of_all_pairs_are_all_nodes_in_pairs(n, density, seed):
    u, v = drawn(n, density, np.random.default_rng(seed))
    degree, partners = ends_of(u, v, n)
    assert sampled_nodes_by_kind(partners) == pytest.approx(nodes_by_kind(degree[degree > 0]))


@given(st.integers(1, 5), st.floats(0, 1), st.integers(0, 1000))
def test_components_weigh_what_they_weigh_together(n_parts, density, seed):
    """If the counts of all of them are known; in any order, and bit for bit."""
    rng = np.random.default_rng(seed)
    parts = [(*drawn(rng.integers(2, 12), density, rng), 20 * at) for at in range(n_parts)]
    u, v = (np.concatenate([part[end] + part[2] for part in parts]).astype(np.int32) for end in (0, 1))
    scores = rng.normal(3, 4, len(u))
    n = 20 * n_parts + 3
    found = self_calibrate(u, v, scores, n_nodes=n)
    together = found.pair_weights(u, v, scores, n_nodes=n)
    pieces = [found.confident_pairs(u[own], v[own], scores[own]) for own in (u // 20 == at for at in range(n_parts))]
    counts = OpenCounts.none()
    for at in rng.permutation(n_parts):
        counts += OpenCounts.from_lists(json.loads(json.dumps(pieces[at].counts().as_lists())))
    apart = [found.limited(piece, counts, n_nodes=n) for piece in pieces]
    assert np.concatenate(apart).tolist() == together.tolist()


def test_one_wrong_pair_in_twenty_joins_hardly_any_entities():
    """With weights by the scores alone, triangles are not believed more than single pairs."""
    rng = np.random.default_rng(1)
    u, v, truth = complete(rng.integers(3, 9, 200))
    n_true = len(u)
    u, v = with_random(u, v, truth, n_true // 20, rng)
    scores = rng.normal(8.0, 1.0, len(u))
    found = self_calibrate(u, v, scores, n_nodes=len(truth))
    weights = found.pair_weights(u, v, scores, n_nodes=len(truth))
    assert weights[n_true:].max() < weights[:n_true].min()
    problem = fr.Problem.from_edges(u, v, weights, n_nodes=len(truth), missing=found.missing)
    assert b_cubed(fr.solve(problem).labels, truth).f1 > 0.999


@given(st.integers(2, 12), st.floats(0, 1), st.integers(0, 1000))
def test_pair_weights_are_finite_and_at_most_those_without_random_pairs(n, density, seed):
    rng = np.random.default_rng(seed)
    u, v = drawn(n, density, rng)
    scores = rng.normal(0, 6, len(u))
    found = self_calibrate(u, v, scores, n_nodes=n)
    weights = found.pair_weights(u, v, scores, n_nodes=n)
    assert np.isfinite(weights).all()
    assert (weights <= found.confirmed.weights(scores)).all()


def test_no_pairs():
    none = np.zeros(0, np.int32)
    found = self_calibrate(none, none, [], n_nodes=3)
    assert len(found.pair_weights(none, none, [], n_nodes=3)) == 0

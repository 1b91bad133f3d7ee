"""Pairs that were drawn by chance, and scores that third nodes contradict."""

from __future__ import annotations

import numpy as np
import pytest

import frenemy as fr
from frenemy.affinity import self_calibrate
from frenemy.metrics import adjusted_rand_index


def drawn(n_nodes, n_groups, share, seed=0):
    """Groups, and a share of all pairs."""
    rng = np.random.default_rng(seed)
    groups = rng.integers(0, n_groups, n_nodes)
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(n_nodes, 1))
    is_listed = rng.random(len(u)) < share
    return groups, u[is_listed], v[is_listed], rng


def answers(groups, u, v, rng, *, wrong):
    """Odds of 9 to 1 for the right answer, or in a share of the pairs for the wrong one."""
    is_same = (groups[u] == groups[v]) ^ (rng.random(len(u)) < wrong)
    return np.where(is_same, 1.0, -1.0) * np.log(9.0)


@pytest.mark.parametrize(("share", "wrong"), [(1.0, 0.2), (0.5, 0.1), (0.4, 0.15)])
def test_answers_with_errors_are_taken_as_they_are(share, wrong):
    groups, u, v, rng = drawn(200, 8, share)
    scores = answers(groups, u, v, rng, wrong=wrong)
    found = self_calibrate(u, v, scores, n_nodes=200)
    assert found.is_plain
    assert found.missing == 0.0
    np.testing.assert_array_equal(found.pair_weights(u, v, scores, n_nodes=200), scores)
    problem = fr.Problem.from_edges(u, v, scores, n_nodes=200)
    assert adjusted_rand_index(fr.solve(problem).labels, groups) > 0.95


def test_too_few_confident_pairs_to_calibrate():
    groups, u, v, rng = drawn(400, 20, 0.1)
    p = np.where(groups[u] == groups[v], rng.beta(6, 2, len(u)), rng.beta(1.5, 6, len(u)))
    found = self_calibrate(u, v, np.log(p / (1 - p)), n_nodes=400)
    assert found.is_plain
    assert found.missing == 0.0


def test_good_scores_of_pairs_by_chance_are_calibrated():
    groups, u, v, rng = drawn(300, 30, 0.4)
    scores = np.where(groups[u] == groups[v], rng.normal(9, 2, len(u)), rng.normal(-5, 2, len(u)))
    found = self_calibrate(u, v, scores, n_nodes=300)
    assert not found.is_plain
    assert found.missing == 0.0
    assert found.shift < -1.0  # the two kinds meet at 2


def test_blocking_is_not_by_chance():
    rng = np.random.default_rng(1)
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(400, 1))
    near = (u // 40 == v // 40) & (rng.random(len(u)) < 0.9)
    scores = np.where(u // 4 == v // 4, rng.normal(4, 2, len(u)), rng.normal(-8, 2, len(u)))
    found = self_calibrate(u[near], v[near], scores[near], n_nodes=400)
    assert not found.is_plain
    assert not found.is_by_chance
    assert found.missing < -1.0


def test_a_table_of_answers_in_words():
    groups, u, v, rng = drawn(120, 6, 0.5)
    is_same = (groups[u] == groups[v]) ^ (rng.random(len(u)) < 0.1)
    pairs = {"left": u, "right": v, "same": np.where(is_same, 0.9, 0.1)}
    pa = pytest.importorskip("pyarrow")
    found = fr.cluster_table(pa.table(pairs))
    ids = np.array(found.column(0).to_pylist())
    assert adjusted_rand_index(found["cluster_id"].to_pylist(), groups[ids]) > 0.95

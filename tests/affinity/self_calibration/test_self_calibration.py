"""Scores calibrated by how the pairs agree with each other."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import frenemy as fr
from frenemy.affinity.self_calibration.self_calibrate import self_calibrate
from frenemy.affinity.self_calibration.self_calibration import SelfCalibration
from frenemy.metrics import b_cubed


def planted(n_entities=300, *, recall=0.9, shift=0.0, false=0.0, apart=5.0, seed=0):
    """Log-odds of pairs of known entities: the pairs, their scores less ``shift``, and who is who."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(n_entities), rng.integers(1, 7, n_entities))
    n = len(truth)
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(n, 1))
    same = truth[u] == truth[v]
    kept = rng.random(len(u)) < np.where(same, recall, 0.01)
    u, v, same = u[kept], v[kept], same[kept]
    # Two Gaussians of one width: their log-odds are a line.
    scores = np.where(same, rng.normal(apart, 3, len(u)), rng.normal(-apart, 3, len(u))) * (2 * apart / 9)
    scores += math.log(same.mean() / (1 - same.mean()))
    wrong = rng.choice(np.flatnonzero(~same), int(false * same.sum()), replace=False)
    scores[wrong] = rng.choice(scores[same & (scores > 4)], len(wrong))
    return u, v, scores - shift, truth


def solved(u, v, weights, n, missing):
    return fr.solve(fr.Problem.from_edges(u, v, weights, n_nodes=n, missing=missing)).labels


@pytest.mark.parametrize("shift", [-3.0, 0.0, 3.0])
def test_a_shift_of_the_scores_is_found(shift):
    u, v, scores, truth = planted(shift=shift)
    found = self_calibrate(u, v, scores, n_nodes=len(truth))
    zero = -found.shift / found.slope  # the score at which a pair is as likely true as not
    assert zero == pytest.approx(-shift, abs=0.8)
    labels = solved(u, v, found.weights(scores), len(truth), found.missing)
    assert b_cubed(labels, truth).f1 > 0.97


@pytest.mark.parametrize("recall", [0.5, 0.7])
def test_closure_is_a_cautious_estimate_of_recall(recall):
    u, v, scores, truth = planted(recall=recall)
    found = self_calibrate(u, v, scores, n_nodes=len(truth))
    assert recall - 0.2 < found.closure < recall
    assert found.missing == pytest.approx(math.log(1 - found.closure) * found.against_share)


def cliques(size, n, rng, *, key):
    """Entities of ``size`` records, compared where a key agrees: each record has one of two keys of its entity."""
    truth = np.repeat(np.arange(n), size)
    second = rng.random(len(truth)) < key
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(len(truth), 1))
    kept = (truth[u] == truth[v]) & ((second[u] == second[v]) | (rng.random(len(u)) < 0.2))
    return u[kept], v[kept], rng.normal(6.0, 1.0, int(kept.sum())), truth


@pytest.mark.parametrize(("size", "gain"), [(6, 0.03), (12, 0.12)])
def test_pairs_that_are_missed_together_count_less_than_one_by_one(size, gain):
    """Of twelve records, four may have another key: 32 pairs across, a fifth of them compared, and all are one."""
    u, v, scores, truth = cliques(size, 120, np.random.default_rng(size), key=0.3)
    found = self_calibrate(u, v, scores, n_nodes=len(truth))
    one_by_one = replace(found, pairs_per_node=1.0)
    labels, others = (solved(u, v, one.weights(scores), len(truth), one.missing) for one in (found, one_by_one))
    assert b_cubed(labels, truth).f1 > b_cubed(others, truth).f1 + gain


@given(st.lists(st.integers(1, 30), min_size=1, max_size=20))
def test_pairs_per_node_is_the_mean_degree(sizes):
    """Of entities with all their pairs: a record of an entity of ``s`` has ``s - 1``."""
    truth = np.repeat(np.arange(len(sizes)), sizes)
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(len(truth), 1))
    same = truth[u] == truth[v]
    found = self_calibrate(u[same], v[same], np.full(int(same.sum()), 5.0), n_nodes=len(truth))
    degrees = np.repeat(sizes, sizes) - 1
    assert found.pairs_per_node == pytest.approx(degrees[degrees > 0].mean() if same.any() else 1.0)
    assert found.is_by_chance or -found.max_against <= found.lowest <= found.missing < 0.0


@pytest.mark.parametrize("false", [0.02, 0.05])
def test_wrong_pairs_between_entities_of_two_are_counted_by_contradictions(false):
    """Nothing closes a triangle here, but records with two partners are too many for chance."""
    rng = np.random.default_rng(0)
    n = 1000
    u, v = np.arange(0, n, 2, dtype=np.int32), np.arange(1, n, 2, dtype=np.int32)
    wrong = rng.choice(n, (2, round(false * n / 2)), replace=False).astype(np.int32)
    u, v = np.r_[u, wrong[0]], np.r_[v, wrong[1]]
    scores = rng.normal(8.0, 1.0, len(u))
    found = self_calibrate(u, v, scores, n_nodes=n)
    assert found.false_share == pytest.approx(false, abs=0.01)
    labels = solved(u, v, found.weights(scores), n, found.missing)
    assert b_cubed(labels, np.arange(n) // 2).f1 > 0.995


def test_records_with_many_partners_by_design_are_no_contradiction():
    """Each of 100 customers has four orders, and orders are never compared with each other."""
    u, v = np.repeat(np.arange(100), 4).astype(np.int32), np.arange(100, 500, dtype=np.int32)
    assert self_calibrate(u, v, np.full(400, 8.0), n_nodes=500).false_share < 0.05


def test_no_pair_speaks_against_by_much():
    """Listed or not: what was compared with the worst outcome is never better than what was not compared."""
    sure = SelfCalibration(0.0, 1.0, 0.01, 0.98, 1)
    assert sure.weights(-30.0) == sure.missing == -sure.max_against
    unsure = SelfCalibration(0.0, 1.0, 0.01, 0.5, 1)
    assert unsure.weights(-30.0) < unsure.missing == pytest.approx(math.log(0.5))


def test_false_confident_pairs_are_counted_and_do_not_chain():
    u, v, scores, truth = planted(false=0.05, apart=9.0)
    found = self_calibrate(u, v, scores, n_nodes=len(truth))
    assert 0.02 < found.false_share < 0.1
    assert found.weights(100.0) == pytest.approx(math.log((1 - found.false_share) / found.false_share))
    as_they_are = solved(u, v, scores, len(truth), 0.0)
    calibrated = solved(u, v, found.weights(scores), len(truth), found.missing)
    assert b_cubed(calibrated, truth).f1 > 0.97 > b_cubed(as_they_are, truth).f1 + 0.1


def test_pairs_only_say_nothing_about_neighbors():
    """Where no entity has three records, false pairs are seen by their open ends, and scores are believed otherwise."""
    u, v = np.arange(0, 400, 2, dtype=np.int32), np.arange(1, 401, 2, dtype=np.int32)
    alone = self_calibrate(u, v, np.full(200, 6.0), n_nodes=400)
    assert (alone.shift, alone.slope, alone.n_seen, alone.closure) == (0.0, 1.0, 0, 0.8)
    chained = self_calibrate(
        np.r_[u, 1, 41].astype(np.int32), np.r_[v, 2, 42].astype(np.int32), np.full(202, 6.0), n_nodes=400
    )
    assert chained.false_share < 0.1
    labels = solved(u, v, chained.weights(np.full(200, 6.0)), 400, chained.missing)
    assert labels.max() + 1 == 200


@given(
    st.floats(-5, 5),
    st.floats(0.2, 3),
    st.sampled_from([0.0, 1e-4, 0.05, 0.4]),
    st.lists(st.floats(-1e6, 1e6), min_size=2),
)
def test_weights_are_finite_and_in_order(shift, slope, false_share, scores):
    found = SelfCalibration(shift, slope, false_share, 0.8, 1)
    weights = found.weights(np.sort(scores))
    assert np.isfinite(weights).all()
    assert (np.diff(weights) >= -1e-9).all()


@pytest.mark.parametrize("n_pairs", [0, 1, 2])
def test_hardly_any_pairs(n_pairs):
    found = self_calibrate(
        np.zeros(n_pairs, np.int32), np.arange(1, n_pairs + 1, dtype=np.int32), np.full(n_pairs, 3.0), n_nodes=9
    )
    assert math.isfinite(found.shift)
    assert 0.3 <= found.closure <= 0.98


def test_a_hub_of_many_pairs_is_looked_at_in_part():
    n = 50_000
    u = np.zeros(n - 1, np.int32)
    found = self_calibrate(u, np.arange(1, n, dtype=np.int32), np.full(n - 1, 5.0), n_nodes=n)
    assert 0 < found.n_seen < 1000  # each pair has as many neighbors as there are nodes


def test_the_same_whatever_the_order():
    u, v, scores, truth = planted(100)
    order = np.random.default_rng(1).permutation(len(u))
    one = self_calibrate(u, v, scores, n_nodes=len(truth))
    other = self_calibrate(v[order], u[order], scores[order], n_nodes=len(truth))
    assert other.shift == pytest.approx(one.shift, abs=1e-3)
    assert other.closure == pytest.approx(one.closure, abs=1e-6)

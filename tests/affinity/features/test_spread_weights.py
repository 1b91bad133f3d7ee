"""Weights that know how widely each cluster lies."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import frenemy as fr
from frenemy.affinity import (
    PairWeigher,
    PairWeights,
    SpreadWeigher,
    feature_problem,
    guess_spread_weights,
    learn_spread_weights,
)
from frenemy.affinity.features.row_spreads import row_spreads
from frenemy.metrics import adjusted_rand_index, b_cubed


def heaps(sizes, *, spread=0.3, apart=1.0, n_features=32, seed=0):
    """Heaps of rows whose middles are about ``apart`` from each other, ``spread`` wide (or one width a heap)."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(len(sizes)), sizes)
    middles = rng.normal(0.0, apart / np.sqrt(2 * n_features), (len(sizes), n_features))
    widths = np.broadcast_to(spread, len(sizes))[truth] / np.sqrt(n_features)
    return middles[truth] + rng.normal(0.0, 1.0, (len(truth), n_features)) * widths[:, None], truth


def found(weigher, rows):
    return fr.solve(feature_problem(weigher.prepare(rows)), seed=0).labels


def test_it_is_a_weigher():
    weigher = SpreadWeigher(0.5, 0.3)
    assert isinstance(weigher, PairWeigher)
    assert isinstance(weigher.prepare(np.eye(3)), PairWeights)


def test_between_clusters_the_middles_decide():
    """The mean weight between two clusters is 3 * (1 - D / apart**2), with D the squared distance of the middles."""
    rows, truth = heaps([12, 9], spread=[0.2, 0.4], seed=3)
    ready = SpreadWeigher(0.5, 0.3).prepare(rows)
    a, b = rows[truth == 0], rows[truth == 1]
    # With the spreads as they are among these rows, not as they are estimated.
    exact = np.where(truth == 0, ((a - a.mean(0)) ** 2).sum(1).mean(), ((b - b.mean(0)) ** 2).sum(1).mean())
    u, v = (side.ravel() for side in np.meshgrid(np.flatnonzero(truth == 0), np.flatnonzero(truth == 1)))
    between = ((a.mean(0) - b.mean(0)) ** 2).sum()
    known = type(ready)(ready.distances, ready.apart, exact, "")
    assert known.weights(u, v).mean() == pytest.approx(3.0 * (1.0 - between / 0.25))


def test_narrow_and_wide_clusters_are_found_together():
    rows, truth = heaps([10] * 12, spread=np.repeat([0.1, 0.45], 6), seed=1)
    assert adjusted_rand_index(found(SpreadWeigher(0.45, 0.25), rows), truth) > 0.99


def test_the_spread_to_begin_with_hardly_matters():
    rows, truth = heaps([8] * 15, spread=0.3, seed=2)
    for spread in (0.2, 0.3, 0.4):
        assert adjusted_rand_index(found(SpreadWeigher(0.45, spread), rows), truth) > 0.98, spread


def test_spreads_are_those_of_the_clusters():
    rows, truth = heaps([40, 40, 40], spread=[0.2, 0.3, 0.4])
    spreads = row_spreads(rows, truth.astype(np.int32), usual=0.09, apart=0.2)
    means = [spreads.of_row[truth == k].mean() for k in range(3)]
    assert means == pytest.approx([0.04, 0.09, 0.16], rel=0.2)
    assert spreads.usual == pytest.approx(np.mean([0.04, 0.09, 0.16]), rel=0.15)


def test_two_that_were_joined_do_not_pass_for_a_wide_one():
    rows, truth = heaps([15] * 10, spread=0.3, apart=0.8)
    joined = np.where(truth == 1, 0, truth)
    labels = np.unique(joined, return_inverse=True)[1].astype(np.int32)
    apart, together = (
        row_spreads(rows, truth.astype(np.int32), usual=0.09, apart=0.2),
        row_spreads(rows, labels, usual=0.09, apart=0.2),
    )
    # Its rows are 0.25 * 0.64 farther from their common middle, which would be 2.8 times as much.
    assert together.of_row[truth < 2].mean() < 1.5 * apart.of_row[truth < 2].mean()


def test_a_single_row_far_out_is_taken_along_but_not_one_between_two():
    rows, _ = heaps([10, 10], spread=0.2, apart=2.0, seed=5)
    away = rows[10:].mean(0) - rows[:10].mean(0)
    out = rows[:10].mean(0) - 0.2 * away
    between = rows[:10].mean(0) + 0.5 * away
    labels = np.append(np.repeat([0, 1], 10), 2).astype(np.int32)
    usual = row_spreads(rows, labels[:-1], usual=0.04, apart=0.2).usual
    assert row_spreads(np.vstack([rows, out]), labels, usual=0.04, apart=0.2).of_row[-1] > 1.5 * usual
    assert row_spreads(np.vstack([rows, between]), labels, usual=0.04, apart=0.2).of_row[-1] < 1.2 * usual


def test_rows_far_from_the_only_home_stay_apart():
    rng = np.random.default_rng(0)
    people = rng.normal(0, 0.05, (3, 128))
    rows = people[[0, 0, 1, 0, 1, 2]] + rng.normal(0, 0.01, (6, 128))
    assert found(SpreadWeigher(0.32, 0.27), rows).tolist() == [0, 0, 1, 0, 1, 2]


@given(st.integers(1, 40), st.integers(1, 5), st.integers(0, 1000))
def test_spreads_are_sound_whatever_the_labels(n, d, seed):
    rng = np.random.default_rng(seed)
    rows = np.round(rng.normal(size=(n, d)), rng.integers(0, 3))  # copies among them
    labels = np.unique(rng.integers(0, n, n), return_inverse=True)[1].astype(np.int32)
    spreads = row_spreads(rows, labels, usual=0.5, apart=0.2)
    assert spreads.of_row.shape == (n,)
    assert np.isfinite(spreads.of_row).all()
    assert (spreads.of_row >= 0.0).all()
    # Twice the unit: four times the spread.
    assert row_spreads(rows * 2, labels, usual=2.0, apart=0.8).of_row == pytest.approx(4 * spreads.of_row)


def test_large_clusters_are_looked_at_in_parts():
    rows, truth = heaps([1300, 30], spread=0.3)
    spreads = row_spreads(rows, truth.astype(np.int32), usual=0.09, apart=0.2)
    assert spreads.of_row.mean() == pytest.approx(0.09, rel=0.2)


def test_many_rows():
    rows, truth = heaps([6] * 400, spread=0.25, n_features=64, seed=7)
    assert adjusted_rand_index(found(SpreadWeigher(0.45, 0.25), rows), truth) > 0.97


def test_learned_from_some_and_used_on_others():
    rows, truth = heaps([10] * 40, spread=0.35, seed=4)
    known = truth < 20
    weigher = learn_spread_weights(rows[known], truth[known])
    assert weigher.spread == pytest.approx(0.35, rel=0.1)
    assert weigher.account == "learned from 200 rows of 20 classes"
    assert adjusted_rand_index(found(weigher, rows[~known]), truth[~known]) > 0.98


def test_unknown_classes_do_not_teach():
    rows, truth = heaps([10] * 10, seed=4)
    y = np.where(np.arange(len(truth)) % 2 == 0, truth, -1)
    some = y >= 0
    one, other = learn_spread_weights(rows, y), learn_spread_weights(rows[some], truth[some])
    assert (one.apart, one.spread) == pytest.approx((other.apart, other.spread))


@pytest.mark.parametrize("metric", ["euclidean", "cosine"])
def test_guessed(metric):
    rows, truth = heaps([3, 5, 8, 12, 20, 4, 6], spread=0.3, seed=8)
    assert adjusted_rand_index(found(guess_spread_weights(rows, metric=metric), rows), truth) > 0.97


@pytest.mark.parametrize("unit", [1e-150, 1e-3, 1e150])
def test_the_unit_does_not_matter(unit):
    rows, truth = heaps([6] * 5, seed=9)
    assert adjusted_rand_index(found(guess_spread_weights(rows * unit), rows * unit), truth) == 1.0


@pytest.mark.parametrize("rows", [np.zeros((0, 3)), np.zeros((1, 3)), np.zeros((5, 3)), np.array([[0.0], [1.0]])])
def test_few_rows_and_rows_that_do_not_differ(rows):
    labels = found(guess_spread_weights(rows), rows)
    assert len(labels) == len(rows)
    if len(rows) == 5:
        assert labels.max() == 0


def test_bad_values():
    with pytest.raises(ValueError, match="apart must be above 0 and finite, got 0"):
        SpreadWeigher(0, 1)
    with pytest.raises(ValueError, match="spread must be above 0 and finite, got nan"):
        SpreadWeigher(1, float("nan"))
    with pytest.raises(ValueError, match="features must be finite, got nan at row 1, column 0"):
        SpreadWeigher(1, 1).prepare([[0.0], [np.nan]])
    with pytest.raises(ValueError, match="needs at least 2 classes .*, got 1 class"):
        learn_spread_weights(np.eye(3), [1, 1, 1])
    with pytest.raises(ValueError, match="distances must differ to learn from them"):
        learn_spread_weights(np.zeros((4, 2)), [0, 0, 1, 1])


def test_faces_of_people_nobody_told_about(shared_data):
    """The figures of docs/evidence/faces.md, for a few people: nothing is learned or known of them."""
    for name, least in (("lfw_dev", 0.97), ("orl", 0.98)):
        path = shared_data / f"faces_{name}_dlib128.npz"
        if not path.exists():
            pytest.skip("the embeddings of faces are not in ../shared/data")
        with np.load(path) as data:
            rows, who = data["embeddings"], data["labels"]
        chosen = np.isin(who, np.unique(who)[:20])
        labels = found(guess_spread_weights(rows[chosen]), rows[chosen])
        assert b_cubed(labels, who[chosen]).f1 > least, name

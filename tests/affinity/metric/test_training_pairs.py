"""Pairs to learn from: each once, as many as asked for, with the importance asked for."""

import re
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frenemy.affinity.metric.training_pairs import given_pairs, sample_training_pairs

DICE = np.random.default_rng


@given(st.lists(st.integers(0, 4), min_size=3, max_size=12), st.sampled_from(["natural", "balanced", 0.2]))
def test_all_pairs_once_with_the_right_answers(y, balance):
    counts = np.bincount(y)
    if counts.max() < 2 or np.count_nonzero(counts) < 2:
        return
    pairs = sample_training_pairs(y, n_pairs=None, balance=balance, rng=DICE(0))
    assert sorted(zip(pairs.u.tolist(), pairs.v.tolist(), strict=True)) == list(combinations(range(len(y)), 2))
    assert np.array_equal(pairs.is_same, np.asarray(y)[pairs.u] == np.asarray(y)[pairs.v])
    assert pairs.share == pytest.approx(pairs.is_same.mean())
    wanted = {"natural": pairs.share, "balanced": 0.5, 0.2: 0.2}[balance]
    assert pairs.importance[pairs.is_same].sum() == pytest.approx(wanted)
    assert pairs.importance.sum() == pytest.approx(1.0)
    assert pairs.trained_share == pytest.approx(wanted)
    assert np.all(np.diff(pairs.u) >= 0)


@pytest.mark.parametrize(("n_pairs", "n_same"), [(20, 10), (500, 250), (2_000, 900)])
def test_so_many_of_each_kind(n_pairs, n_same):
    y = np.repeat(np.arange(20), 10)  # 900 pairs are together, 19,000 apart
    pairs = sample_training_pairs(y, n_pairs=n_pairs, balance="balanced", rng=DICE(1))
    assert len(pairs) == n_pairs
    assert np.count_nonzero(pairs.is_same) == n_same
    assert len(set(zip(pairs.u.tolist(), pairs.v.tolist(), strict=True))) == n_pairs
    assert np.array_equal(pairs.is_same, y[pairs.u] == y[pairs.v])
    assert pairs.share == pytest.approx(900 / 19_900)


def test_draws_are_even():
    y = np.repeat(np.arange(4), [2, 3, 4, 5])
    times = np.zeros((14, 14))
    for seed in range(2_000):
        pairs = sample_training_pairs(y, n_pairs=20, balance="natural", rng=DICE(seed))
        times[pairs.u, pairs.v] += 1
    same = y[:, None] == y
    for kind, n_of_kind in ((same, 20), (~same, 71)):
        seen = times[kind & np.triu(np.ones((14, 14), bool), 1)]
        assert len(seen) == n_of_kind
        # 10 of each kind a draw; five standard deviations
        p = 10 / n_of_kind
        assert np.all(np.abs(seen - 2_000 * p) < 5 * np.sqrt(2_000 * p * (1 - p)))


def test_many_rows_take_memory_for_what_is_drawn_only():
    y = np.arange(1_000_000) // 4
    pairs = sample_training_pairs(y, n_pairs=10_000, balance="balanced", rng=DICE(0))
    assert len(pairs) == 10_000
    assert np.count_nonzero(pairs.is_same) == 5_000


def test_names_of_classes_may_be_text():
    pairs = sample_training_pairs(["b", "a", "b"], n_pairs=None, balance="natural", rng=DICE(0))
    assert pairs.is_same.tolist() == [False, True, False]


def test_given_pairs_in_any_order():
    pairs = given_pairs([(3, 1), (0, 2), (0, 1)], [1, 0, 0], n_rows=4, balance="balanced")
    assert np.column_stack([pairs.u, pairs.v, pairs.is_same]).tolist() == [[0, 1, 0], [0, 2, 0], [1, 3, 1]]
    assert pairs.importance.tolist() == [0.25, 0.25, 0.5]
    assert pairs.share == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        ([1, 1, 1], "at least 2 classes, for pairs that are apart, got 1 class for 3 rows"),
        ([1, 2, 3], "a class with at least 2 rows, for pairs that are together, got 3 classes of 1 row each"),
        ([[1, 2]], "one-dimensional, one class per row, got shape (1, 2)"),
    ],
)
def test_too_few_classes(y, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        sample_training_pairs(y, n_pairs=None, balance="natural", rng=DICE(0))


@pytest.mark.parametrize(
    ("pairs", "is_same", "message"),
    [
        ([(0, 1)], [True], "pairs of both kinds are needed, got 1 and none that is apart"),
        ([(0, 1)], [False], "none that is together"),
        ([], [], "none that is together"),
        ([(0, 1), (1, 2)], [True], "the same length, got 2 and 1"),
        ([(0, 1), (2, 2)], [True, False], "got row 2 with itself at pair 1"),
        ([(0, 1), (2, 9)], [True, False], "must be in 0..3, got 9 at pair 1"),
    ],
)
def test_bad_pairs(pairs, is_same, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        given_pairs(pairs, is_same, n_rows=4, balance="natural")


@pytest.mark.parametrize("balance", ["even", 0.0, 1.0, float("nan")])
def test_bad_balance(balance):
    with pytest.raises(ValueError, match="balance must be"):
        sample_training_pairs([0, 0, 1], n_pairs=None, balance=balance, rng=DICE(0))

"""Adapted Rand error and the two halves of the variation of information."""

import re
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frenemy.metrics import adapted_rand_error, split_and_merge, variation_of_information

LABELS = st.integers(0, 4)


def rand_by_pairs(labels, truth, ignore):
    """All ordered pairs of voxels that count, one by one."""
    voxels = [(a, b) for a, b in zip(labels, truth, strict=True) if b != ignore]
    together = [(a == c, b == d) for a, b in voxels for c, d in voxels]
    both = sum(one and other for one, other in together)
    if not both:
        return 0.0
    precision, recall = (both / sum(pair[side] for pair in together) for side in (0, 1))
    return 1 - 2 * precision * recall / (precision + recall)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=12), st.sampled_from([0, 3, None]))
def test_adapted_rand_error_counts_ordered_pairs(pairs, ignore):
    labels, truth = zip(*pairs, strict=True)
    assert adapted_rand_error(labels, truth, ignore=ignore) == pytest.approx(rand_by_pairs(labels, truth, ignore))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=12))
def test_halves_sum_to_the_variation_of_information(pairs):
    labels, truth = zip(*pairs, strict=True)
    halves = split_and_merge(labels, truth, ignore=None)
    assert halves.total * log(2) == pytest.approx(variation_of_information(labels, truth), abs=1e-9)
    swapped = split_and_merge(truth, labels, ignore=None)
    assert swapped.split == pytest.approx(halves.merge, abs=1e-9)


def test_only_the_truth_has_a_background():
    labels, truth = np.array([[1, 1, 0, 0]]), np.array([[1, 1, 2, 0]])
    assert adapted_rand_error(labels, truth) == 0.0
    assert split_and_merge(labels, truth) == (0.0, 0.0)
    assert adapted_rand_error(labels, truth, ignore=None) > 0.0


def test_nothing_counts():
    nothing = np.zeros((2, 3), int)
    assert adapted_rand_error(nothing + 1, nothing) == 0.0
    assert split_and_merge(nothing + 1, nothing) == (0.0, 0.0)


def test_labels_of_any_size():
    """Pairs of labels whose product does not fit into 64 bits."""
    labels = np.array([2**62, 2**62, 5, -(2**62)])
    truth = np.array([2**61, 2**61, 1, 1], np.uint64)
    assert adapted_rand_error(labels, truth) == pytest.approx(rand_by_pairs(labels.tolist(), truth.tolist(), 0))


@pytest.mark.parametrize(
    ("labels", "truth", "message"),
    [
        ([0.5, 1.0], [1, 2], "labels must be whole numbers, got float64"),
        ([1, 2], [1, 2, 3], "labels and truth must have the same shape, got (2,) and (3,)"),
        (np.array([2**63], np.uint64), [1], "labels must be below 2^63, got 9223372036854775808"),
    ],
)
def test_bad_labels(labels, truth, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        adapted_rand_error(labels, truth)

"""Probabilities to weights and back."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import frenemy as fr
from frenemy.affinity import from_bits, is_clipped, log_odds, probability

shares = st.floats(0.001, 0.999)
probabilities = st.floats(0.0, 1.0)


def test_known_values():
    assert log_odds(0.5) == 0.0
    # log(0.9 / 0.1) = log(9)
    assert log_odds([0.9, 0.1]) == pytest.approx([math.log(9), -math.log(9)])


def test_close_to_one_and_to_zero():
    # 1 - p is exact here, p / (1 - p) would be as good; near 0 the logarithm is all that counts.
    assert log_odds(1 - 2.0**-20) == pytest.approx(math.log(2.0**20 - 1))
    assert log_odds(1e-300, max_weight=1000.0) == pytest.approx(math.log(1e-300))


@given(probabilities)
def test_apart_is_minus_together(p):
    # 1 - p rounds, by half an ulp of 1 at most.
    if 1e-6 < p < 1 - 1e-6:
        assert log_odds(1.0 - p) == pytest.approx(-log_odds(p), abs=1e-9)


@given(probabilities, probabilities)
def test_rises_with_the_probability(p, q):
    low, high = sorted((p, q))
    assert log_odds(low) <= log_odds(high)


@given(st.floats(1e-7, 1 - 1e-7), shares, shares)
def test_probability_undoes_it(p, prior, target):
    w = log_odds(p, prior=prior, target=target, max_weight=100.0)
    assert probability(w, prior=prior, target=target) == pytest.approx(p, rel=1e-9)


@given(shares)
def test_a_pair_that_is_as_likely_as_any_has_no_evidence(prior):
    assert log_odds(prior, prior=prior) == pytest.approx(0.0, abs=1e-12)


@given(st.floats(0.01, 0.99), shares, shares)
def test_prior_is_exchanged_as_bayes_says(p, prior, target):
    # f+ / f- by Bayes from p at one prior, and p at the other from that.
    ratio = p / (1 - p) * (1 - prior) / prior
    expected = target * ratio / (target * ratio + 1 - target)
    assert probability(log_odds(p, prior=prior, target=target)) == pytest.approx(expected, rel=1e-6, abs=1e-9)


def test_infinite_odds_are_clipped_and_seen():
    w = log_odds([0.0, 0.3, 1.0])
    assert w.tolist() == [-20.0, pytest.approx(math.log(3 / 7)), 20.0]
    assert is_clipped(w).tolist() == [True, False, True]
    assert is_clipped(log_odds([0.0, 0.3], max_weight=5.0), max_weight=5.0).tolist() == [True, False]
    # A prior does not lift the limit.
    assert log_odds([0.0, 1.0], prior=0.01, max_weight=3.0).tolist() == [-3.0, 3.0]


def test_any_shape():
    assert log_odds(np.full((2, 3), 0.5)).tolist() == [[0.0] * 3] * 2
    assert log_odds([]).tolist() == []
    assert float(log_odds(np.float32(0.25))) == pytest.approx(-math.log(3))
    assert probability(0.0) == 0.5


def test_probability_is_the_logistic_function():
    # 1 / (1 + exp(-w)), where the paper prints a minus.
    assert probability([2.0, -2.0]) == pytest.approx([1 / (1 + math.exp(-2)), 1 / (1 + math.exp(2))])


def test_probability_of_extremes():
    assert probability([-np.inf, -1000.0, 1000.0, np.inf]).tolist() == [0.0, 0.0, 1.0, 1.0]


def test_bits():
    assert from_bits([0.0, 1.0, -2.0]) == pytest.approx([0.0, math.log(2), -math.log(4)])
    assert from_bits([np.inf, -np.inf]).tolist() == [20.0, -20.0]
    # Odds of 8 to 1 at a prior of 1 in 5, whose odds are 1 to 4: the evidence is 32.
    assert from_bits(3.0, prior=0.2) == pytest.approx(math.log(32))


def test_weights_of_a_dense_matrix_of_probabilities_solve():
    p = np.array([[0.5, 0.9, 0.2], [0.9, 0.5, 0.1], [0.2, 0.1, 0.5]])
    assert fr.solve(log_odds(p)).labels.tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: log_odds([0.2, 1.5]), "probabilities must be in 0..1, got 1.5 at position 1"),
        (lambda: log_odds([0.2, 0.1, -1e-9]), "probabilities must be in 0..1, got -1e-09 at position 2"),
        (lambda: log_odds([[0.2], [np.nan]]), r"probabilities must be in 0..1, got nan at position \(1, 0\)"),
        (lambda: log_odds(7), "probabilities must be in 0..1, got 7.0$"),
        (lambda: log_odds(["a"]), "probabilities must be numbers"),
        (lambda: log_odds(0.5, prior=0.0), "prior must be above 0 and below 1, got 0.0"),
        (lambda: log_odds(0.5, prior=float("nan")), "prior must be above 0 and below 1, got nan"),
        (lambda: log_odds(0.5, target=1), "target must be above 0 and below 1, got 1"),
        (lambda: log_odds(0.5, max_weight=0.0), "max_weight must be above 0 and finite, got 0.0"),
        (lambda: log_odds(0.5, max_weight=np.inf), "max_weight must be above 0 and finite, got inf"),
        (lambda: probability([np.nan]), "weights must be numbers, got nan at position 0"),
        (lambda: from_bits([0.0, np.nan]), "bits must be numbers, got nan at position 1"),
    ],
)
def test_bad_arguments(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: log_odds(0.5, max_weight=None), "max_weight must be above 0 and finite, got None"),
        (lambda: log_odds(0.5, max_weight="9"), "max_weight must be above 0 and finite, got '9'"),
        (lambda: log_odds(0.5, max_weight=[1.0, 2.0]), r"max_weight must be above 0 and finite, got \[1.0, 2.0\]"),
        (lambda: log_odds(0.5, prior="a"), "prior must be above 0 and below 1, got 'a'"),
        (lambda: log_odds(0.5, target=None), "target must be above 0 and below 1, got None"),
        (lambda: log_odds(0.5, prior=math.nan), "prior must be above 0 and below 1, got nan"),
        (lambda: log_odds(0.5, prior=np.array([0.1, 0.2])), "prior must be above 0 and below 1, got array"),
        (lambda: is_clipped([0.0, math.nan]), "weights must be numbers, got nan at position 1"),
        (lambda: is_clipped([1.0], max_weight=math.inf), "max_weight must be above 0 and finite, got inf"),
        (lambda: is_clipped("a"), "weights must be numbers"),
    ],
)
def test_arguments_that_are_no_numbers(call, message):
    with pytest.raises(ValueError, match=message):
        call()

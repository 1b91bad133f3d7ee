"""The gradient is that of the loss, and the loss that of the formula."""

import numpy as np
import pytest

from frenemy.affinity.metric import likelihood
from frenemy.affinity.metric.likelihood import Penalty, loss, loss_and_gradient
from frenemy.affinity.metric.training_pairs import sample_training_pairs


def example(seed, d=4, rank=3):
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(5), 3)
    rows = rng.normal(size=(15, d))
    pairs = sample_training_pairs(y, n_pairs=60, balance=0.3, rng=rng)
    return rng.normal(size=(rank, d)), 0.7, rows, pairs


def plain_loss(factor, bias, rows, pairs):
    """By the formula, pair by pair."""
    total = 0.0
    for u, v, is_same, importance in zip(pairs.u, pairs.v, pairs.is_same, pairs.importance, strict=True):
        p = 1.0 / (1.0 + np.exp(np.sum((factor @ (rows[u] - rows[v])) ** 2) - bias))
        total -= importance * np.log(p if is_same else 1.0 - p)
    return total


def plain_penalty(kind, strength, factor):
    return strength * np.sum((factor if kind == "factor" else factor.T @ factor) ** 2)


@pytest.mark.parametrize("kind", ["factor", "metric"])
@pytest.mark.parametrize("seed", range(3))
def test_gradient_by_finite_differences(seed, kind, monkeypatch):
    monkeypatch.setattr(likelihood, "CHUNK", 20)  # many pieces
    factor, bias, rows, pairs = example(seed)
    penalty = Penalty(kind, 0.05)
    value, by_factor, by_bias = loss_and_gradient(factor, bias, rows, pairs, penalty)
    assert value == pytest.approx(plain_loss(factor, bias, rows, pairs) + plain_penalty(kind, 0.05, factor))
    assert loss(factor, bias, rows, pairs) == pytest.approx(plain_loss(factor, bias, rows, pairs))
    step = 1e-6
    for place in np.ndindex(factor.shape):
        ends = []
        for sign in (1.0, -1.0):
            moved = factor.copy()
            moved[place] += sign * step
            ends.append(loss_and_gradient(moved, bias, rows, pairs, penalty)[0])
        assert by_factor[place] == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-5, abs=1e-8)
    ends = [loss_and_gradient(factor, bias + sign * step, rows, pairs, penalty)[0] for sign in (1.0, -1.0)]
    assert by_bias == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-5, abs=1e-8)


def test_far_rows_do_not_overflow():
    factor, bias, rows, pairs = example(0)
    value, by_factor, by_bias = loss_and_gradient(1e6 * factor, bias, rows, pairs, Penalty("factor", 0.0))
    assert np.isfinite(value)
    assert np.all(np.isfinite(by_factor))
    assert np.isfinite(by_bias)


def test_what_tell_raises_ends_the_work():
    factor, bias, rows, pairs = example(0)

    def enough():
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        loss_and_gradient(factor, bias, rows, pairs, Penalty("factor", 0.0), enough)

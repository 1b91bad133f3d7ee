"""R-hat and effective sample size, against draws of which both are known."""

import numpy as np
import pytest

from frenemy.posterior.mixing import effective_size, indicator_r_hats, r_hat


def autoregressive(correlation, shape, seed=0):
    """Chains of variance 1 in which each draw repeats a share of the one before."""
    rng = np.random.default_rng(seed)
    steps = rng.normal(size=shape)
    draws = np.empty(shape)
    draws[:, 0] = steps[:, 0]
    for t in range(1, shape[1]):
        draws[:, t] = correlation * draws[:, t - 1] + np.sqrt(1 - correlation**2) * steps[:, t]
    return draws


def test_independent_draws_agree():
    draws = np.random.default_rng(0).normal(size=(4, 1000))
    assert 0.99 < r_hat(draws) < 1.01
    assert effective_size(draws) == pytest.approx(4000, rel=0.15)


def test_ranks_do_not_mind_heavy_tails():
    draws = np.random.default_rng(1).standard_cauchy(size=(4, 1000))
    assert r_hat(draws) < 1.01
    assert r_hat(draws) == pytest.approx(r_hat(np.arctan(draws)), abs=1e-2)


@pytest.mark.parametrize("correlation", [0.5, 0.9])
def test_effective_size_of_chains_that_remember(correlation):
    draws = autoregressive(correlation, (4, 5000))
    # Autocorrelations c, c^2, ... sum up to c / (1 - c): the size is n / (1 + 2 c / (1 - c)) = n (1 - c) / (1 + c).
    assert effective_size(draws) == pytest.approx(20_000 * (1 - correlation) / (1 + correlation), rel=0.2)


def test_chains_that_stay_apart_are_found():
    draws = np.random.default_rng(0).normal(size=(4, 500))
    draws[2] += 3
    assert r_hat(draws) > 1.2
    assert effective_size(draws) < 40


def test_chains_that_differ_in_spread_are_found():
    draws = np.random.default_rng(0).normal(size=(4, 500))
    draws[2] *= 5
    assert r_hat(draws) > 1.1


def test_a_chain_on_its_way_is_found():
    draws = np.random.default_rng(0).normal(size=(4, 500)) + np.linspace(0, 3, 500)
    assert r_hat(draws) > 1.2


def test_what_never_changes():
    assert r_hat(np.ones((4, 100))) == 1.0
    assert effective_size(np.ones((4, 100))) == 400
    stuck = np.repeat(np.arange(4.0)[:, None], 100, axis=1)
    assert r_hat(stuck) == np.inf
    assert effective_size(stuck) < 10
    assert r_hat(np.zeros((4, 3))) == np.inf, "too few to tell"


def test_many_indicators_at_once():
    rng = np.random.default_rng(0)
    fair = rng.binomial(500, 0.5, size=(8, 1000)) / 500
    assert indicator_r_hats(fair, 4000, 0.05).max() < 1.01
    stuck = np.repeat([[0.0], [0.0], [1.0], [1.0]], 2, axis=0)
    assert indicator_r_hats(stuck, 4000, 0.05)[0] > 2
    rare = np.array([[0.0]] * 7 + [[0.1]])
    assert 1.0 < indicator_r_hats(rare, 4000, 0.05)[0] < 1.02

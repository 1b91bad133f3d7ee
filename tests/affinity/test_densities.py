"""Log-odds from two densities, known or fitted."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from labeled import two_normals
from scipy.stats import beta, gaussian_kde, norm, uniform

from frenemy.affinity import (
    DensityRatio,
    fit_histogram,
    fit_isotonic,
    fit_kernel,
    fit_logistic,
    fit_parametric,
    is_clipped,
)

FITS = [fit_parametric, fit_histogram, fit_kernel]

few_scores = st.lists(st.tuples(st.integers(-5, 5), st.booleans()), min_size=2, max_size=30).filter(
    lambda pairs: len({s for s, _ in pairs}) > 1 and len({same for _, same in pairs}) == 2
)


def test_two_normals_of_one_width_are_a_line():
    # log f+ / f- = (m+ - m-) / v * (s - (m+ + m-) / 2), here 3 / 4 * (s - 0.5).
    ratio = DensityRatio(norm(2, 2), norm(-1, 2))
    scores = np.linspace(-10, 10, 9)
    assert ratio.log_odds(scores) == pytest.approx(0.75 * (scores - 0.5))


def test_the_same_density_says_nothing():
    ratio = DensityRatio(norm(1, 2), norm(1, 2))
    assert ratio.log_odds([-50.0, 0.0, 3.0]).tolist() == [0.0, 0.0, 0.0]
    assert ratio.probability([1.0], prior=0.1) == pytest.approx(0.1)


def test_densities_of_zero():
    # Only one of both: as sure as can be. Neither: nothing known, and the prior alone speaks.
    ratio = DensityRatio(uniform(0, 2), uniform(1, 2), most=7.0)
    w = ratio.log_odds([0.5, 1.5, 2.5, 9.0])
    assert w.tolist() == [7.0, 0.0, -7.0, 0.0]
    assert is_clipped(w, most=7.0).tolist() == [True, False, True, False]
    assert ratio.log_odds([9.0], prior=0.2) == pytest.approx(-np.log(4))


def test_probability_is_what_bayes_says():
    ratio = DensityRatio(norm(1, 1), norm(0, 1), share=0.25)
    plus, minus = norm(1, 1).pdf(0.7), norm(0, 1).pdf(0.7)
    assert ratio.probability([0.7]) == pytest.approx(0.25 * plus / (0.25 * plus + 0.75 * minus))
    assert ratio.probability([0.7], prior=0.5) == pytest.approx(plus / (plus + minus))
    assert ratio.f_plus([0.7]) == pytest.approx(plus)
    assert ratio.f_minus([0.7]) == pytest.approx(minus)


@pytest.mark.parametrize("fit", FITS)
def test_fits_come_close_to_the_truth(fit):
    ratio = fit(*two_normals(20_000))
    scores = np.linspace(-0.5, 2.5, 7)  # the truth is 2 * s - 2
    assert ratio.log_odds(scores) == pytest.approx(2 * scores - 2, abs=0.35)
    assert ratio.share == pytest.approx(0.3, abs=0.02)


@pytest.mark.parametrize("fit", FITS)
def test_how_many_of_each_kind_were_labelled_does_not_matter(fit):
    scores, is_same = two_normals(20_000, share=0.5)
    fewer = np.flatnonzero(~is_same | (np.arange(20_000) % 10 == 0))
    at = [-0.3, 1.0, 2.2]
    whole, part = fit(scores, is_same), fit(scores[fewer], is_same[fewer])
    assert part.share < 0.1
    assert part.log_odds(at) == pytest.approx(whole.log_odds(at), abs=0.4)


@pytest.mark.parametrize("fit", FITS)
def test_kinds_exchanged_and_scores_turned_around(fit):
    scores, is_same = two_normals(500, widths=(0.7, 1.2))
    at = np.linspace(-1.9, 3.9, 12)
    w = fit(scores, is_same).log_odds(at)
    assert fit(scores, ~is_same).log_odds(at) == pytest.approx(-w)
    if fit is not fit_histogram:  # whose bins have their lower end only
        assert fit(-scores, is_same).log_odds(-at) == pytest.approx(w, abs=1e-6)


@pytest.mark.parametrize("fit", FITS)
def test_beyond_the_labeled_scores_odds_are_held(fit):
    # The wide density of pairs apart would win far above the labelled scores, and turn the sign.
    scores, is_same = two_normals(2000, together=4.0, widths=(1.5, 0.5))
    ratio = fit(scores, is_same)
    low, high = scores.min(), scores.max()
    assert ratio.log_odds([low - 100, high + 100]).tolist() == ratio.log_odds([low, high]).tolist()


@pytest.mark.parametrize("fit", FITS)
def test_order_of_pairs_does_not_matter_and_values_pickle(fit):
    scores, is_same = two_normals(300)
    order = np.random.default_rng(1).permutation(300)
    at = np.linspace(-2, 4, 9)
    ratio = fit(scores, is_same)
    assert fit(scores[order], is_same[order].astype(int)).log_odds(at) == pytest.approx(ratio.log_odds(at))
    assert pickle.loads(pickle.dumps(ratio)).log_odds(at).tolist() == ratio.log_odds(at).tolist()


def test_beta_with_scores_at_its_bounds():
    rng = np.random.default_rng(0)
    is_same = np.arange(2000) % 4 == 0
    scores = np.where(is_same, rng.beta(5, 2, 2000), rng.beta(2, 6, 2000))
    scores[:4] = 1.0, 0.0, 0.0, 0.0
    ratio = fit_parametric(scores, is_same, distribution="beta", bounds=(0, 1))
    at = np.array([0.2, 0.4, 0.6, 0.8])
    assert ratio.log_odds(at) == pytest.approx(beta(5, 2).logpdf(at) - beta(2, 6).logpdf(at), abs=0.5)
    assert np.all(np.isfinite(ratio.log_odds([0.0, 1.0])))
    assert ratio.log_odds([0.0])[0] < 0 < ratio.log_odds([1.0])[0]


def test_gamma_of_distances():
    rng = np.random.default_rng(0)
    is_same = np.arange(1000) % 2 == 0
    distances = np.where(is_same, rng.gamma(2, 0.5, 1000), rng.gamma(6, 0.5, 1000))
    ratio = fit_parametric(distances, is_same, distribution="gamma", bounds=(0, None))
    # log of x^1 e^-2x 2^2 / 1! over x^5 e^-2x 2^6 / 5! = log(120 / 16) - 4 log x: zero at 1.655
    assert ratio.log_odds([1.0, 3.0]) == pytest.approx(np.log(7.5) - 4 * np.log([1.0, 3.0]), abs=0.4)


def test_histogram_by_hand():
    # Together 1, 2, 2 of 5 and apart 3, 1, 0 of 4 at scores 1, 2, 3.
    scores, is_same = [1, 1, 1, 1, 2, 2, 2, 3, 3], [1, 0, 0, 0, 1, 1, 0, 1, 1]
    plain = fit_histogram(scores, is_same, smoothing=0)
    assert plain.log_odds([1, 2, 3]) == pytest.approx([np.log(0.2 / 0.75), np.log(0.4 / 0.25), 20.0])
    # One more pair of each kind, spread like (0.475, 0.325, 0.2).
    smooth = fit_histogram(scores, is_same)
    middle = np.array([0.475, 0.325, 0.2])
    plus, minus = (middle + np.array([1, 2, 2])) / 6, (middle + np.array([3, 1, 0])) / 5
    assert smooth.log_odds([1, 2, 3]) == pytest.approx(np.log(plus / minus))
    assert smooth.f_plus([1, 2, 3, 0]) == pytest.approx([*plus, 0.0])


@given(few_scores, st.floats(0.1, 10))
def test_smoothed_odds_are_bounded_by_what_was_seen(pairs, smoothing):
    scores, is_same = np.array([s for s, _ in pairs], float), np.array([same for _, same in pairs])
    for fit in (fit_histogram, fit_kernel):
        w = fit(scores, is_same, smoothing=smoothing).log_odds(np.linspace(-6, 6, 25))
        assert w.max() <= np.log(2 + 2 * np.count_nonzero(~is_same) / smoothing) + 1e-6
        assert -w.min() <= np.log(2 + 2 * np.count_nonzero(is_same) / smoothing) + 1e-6


@given(few_scores, st.integers(1, 8))
def test_histograms_hold_all_that_was_seen(pairs, n_bins):
    scores, is_same = np.array([s for s, _ in pairs], float), np.array([same for _, same in pairs])
    ratio = fit_histogram(scores, is_same, n_bins=n_bins)
    for density in (ratio.plus, ratio.minus):
        assert np.sum(density.heights * np.diff(density.edges)) == pytest.approx(1.0)
    if n_bins == 1:
        assert ratio.log_odds(scores) == pytest.approx(np.zeros(len(scores)), abs=1e-12)


def test_kernel_is_that_of_scipy():
    scores, is_same = two_normals(400)
    together = scores[is_same]
    ratio = fit_kernel(scores, is_same, bandwidth=0.3, smoothing=0)
    oracle = gaussian_kde(together, bw_method=0.3 / together.std(ddof=1))
    at = np.linspace(together.min(), together.max(), 40)
    assert ratio.f_plus(at) == pytest.approx(oracle(at), rel=2e-3)


@pytest.mark.parametrize("bounds", [(0, 1), (0, None), (None, 1)])
@pytest.mark.parametrize("bandwidth", [None, 0.2, 5.0])
def test_reflection_keeps_all_of_the_density_inside(bounds, bandwidth):
    rng = np.random.default_rng(0)
    scores, is_same = rng.random(500) ** 2, np.arange(500) % 2 == 0
    ratio = fit_kernel(scores, is_same, bounds=bounds, bandwidth=bandwidth)
    at = np.linspace(0 if bounds[0] == 0 else -60, 1 if bounds[1] == 1 else 60, 200_001)
    for density in (ratio.f_plus(at), ratio.f_minus(at)):
        assert np.sum((density[1:] + density[:-1]) / 2) * (at[1] - at[0]) == pytest.approx(1.0, abs=1e-3)


def test_reflected_kernels_by_hand():
    # One score at 0.2, bounds 0 and 1: images at -0.2, 1.8, 2.2, -1.8 and so on.
    ratio = fit_kernel([0.2, 0.7], [True, False], bounds=(0, 1), bandwidth=0.5, smoothing=0)
    at = np.array([0.0, 0.3, 1.0])
    images = [2 * m + sign * 0.2 for m in range(-5, 6) for sign in (-1, 1)]
    assert ratio.f_plus(at) == pytest.approx(sum(norm(image, 0.5).pdf(at) for image in images), rel=1e-3)


def test_kernel_where_one_kind_has_no_width():
    ratio = fit_kernel([0.1, 0.2, 0.3, 0.9, 0.9], [0, 0, 0, 1, 1])
    w = ratio.log_odds([0.2, 0.9])
    assert w[0] < 0 < w[1]
    one = fit_kernel([0.1, 0.2, 0.3, 0.9], [0, 0, 0, 1])
    assert np.all(np.isfinite(one.log_odds([0.2, 0.9])))


def test_a_narrow_kind_and_a_wide_range():
    scores, is_same = two_normals(2000, together=1e6, widths=(1e-3, 1e3))
    w = fit_kernel(scores, is_same).log_odds([0.0, 1e6])
    assert w[0] < -5
    assert w[1] > 5


any_scores = st.one_of(st.floats(-1e100, 1e100), st.floats(-1, 1), st.integers(0, 3).map(lambda i: 1 + i * 2.0**-52))


@settings(max_examples=200)
@given(st.lists(st.tuples(any_scores, st.booleans()), min_size=2, max_size=12))
def test_whatever_the_scores_weights_are_finite_or_the_error_says_why(pairs):
    scores, is_same = np.array([s for s, _ in pairs]), np.array([same for _, same in pairs])
    for fit in (*FITS, fit_logistic, fit_isotonic):
        try:
            found = fit(scores, is_same)
        except ValueError:
            continue
        w = found.log_odds(np.concatenate((scores, [-1e300, 0.0, 1e300])))
        assert np.abs(w).max() <= 20
        assert np.all((found.probability(scores) >= 0) & (found.probability(scores) <= 1))


@pytest.mark.parametrize("fit", FITS)
@pytest.mark.parametrize(
    ("scores", "is_same", "message"),
    [
        ([0.1, 0.2], [True, True], "got 2 that are together and none that is apart: label some that are apart, or"),
        ([0.1, 0.2, 0.3], [0, 0, 0], "got 3 that are apart and none that is together"),
        ([0.1, 0.2], [True], "scores and is_same must be as long as each other, got 2 and 1"),
        ([], [], "scores must be of at least one pair, got none"),
        ([0.1, np.nan], [True, False], "scores must be finite, got nan at pair 1"),
        ([np.inf, 0.1], [True, False], "scores must be finite, got inf at pair 0"),
        ([0.1, 0.2], [0, 2], "is_same must be True or False, or 1 or 0, got 2.0 at pair 1"),
        ([0.5, 0.5, 0.5], [0, 1, 1], "scores tell nothing about which pairs are together: all 3 are 0.5"),
        ([[0.5, 0.4]], [0, 1], "scores must be one-dimensional"),
        ([1.0, 1e200], [0, 1], "scores must be of a size that can be squared, got 1.0 to 1e\\+200: scale them"),
        ([0.0, 1e-200], [0, 1], "scores must be of a size that can be squared, got 0.0 to 1e-200"),
    ],
)
def test_bad_pairs(fit, scores, is_same, message):
    with pytest.raises(ValueError, match=message):
        fit(scores, is_same)


PAIRS = ([0.1, 0.2, 0.3, 0.7, 0.8, 0.9], [0, 0, 0, 1, 1, 1])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: fit_parametric(*PAIRS, distribution="poisson"), "continuous one of scipy.stats.*got 'poisson'"),
        (lambda: fit_parametric(*PAIRS, distribution="nothing"), "got 'nothing'"),
        (lambda: fit_parametric([1, 1, 2, 3], [1, 1, 0, 0]), "pairs that are together have no width, all 2 are 1.0"),
        (lambda: fit_parametric(*PAIRS, bounds=(0.15, 1)), r"within bounds \(0.15, 1\), got 0.1 at pair 0"),
        (lambda: fit_parametric(*PAIRS, bounds=(1, 0)), r"bounds must be \(low, high\) .* got \(1, 0\)"),
        (lambda: fit_parametric(*PAIRS, bounds=3), "bounds must be .* got 3"),
        (lambda: fit_parametric(*PAIRS, bounds=(None, 1)), "bounds must have a lower end"),
        (lambda: fit_parametric(*PAIRS, most=-1), "most must be above 0"),
        (lambda: fit_kernel(*PAIRS, bandwidth=0), "bandwidth must be above 0 and finite, got 0"),
        (lambda: fit_kernel(*PAIRS, smoothing=-1), "smoothing must be at least 0 and finite, got -1"),
        (lambda: fit_histogram(*PAIRS, n_bins=0), "n_bins must be a whole number of at least 1, got 0"),
        (lambda: fit_histogram(*PAIRS, smoothing=np.nan), "smoothing must be at least 0"),
        (lambda: DensityRatio(3, norm(0, 1)), "plus must have a logpdf.*got 3"),
        (lambda: DensityRatio(norm(0, 1), norm(0, 1), share=1.0), "share must be above 0 and below 1, got 1.0"),
        (lambda: DensityRatio(norm(0, 1), norm(0, 1), low=2, high=1), "low must not be above high, got 2 and 1"),
        (lambda: DensityRatio(norm(0, 1), norm(0, 1)).log_odds([np.nan]), "scores must be finite, got nan at pair 0"),
        (lambda: DensityRatio(norm(0, 1), norm(0, 1)).log_odds([1.0], prior=0), "prior must be above 0"),
    ],
)
def test_bad_arguments(call, message):
    with pytest.raises(ValueError, match=message):
        call()

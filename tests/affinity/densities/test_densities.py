"""Log-odds from two densities, known or fitted."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from labeled import two_normals
from scipy.stats import bernoulli, beta, gaussian_kde, kstest, laplace, norm, uniform

from frenemy.affinity import (
    DensityRatio,
    Observed,
    fit_histogram,
    fit_isotonic,
    fit_kernel,
    fit_logistic,
    fit_parametric,
    is_clipped,
)
from frenemy.affinity.densities.tabulated_density import Lines

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
    ratio = DensityRatio(uniform(0, 2), uniform(1, 2), max_weight=7.0)
    w = ratio.log_odds([0.5, 1.5, 2.5, 9.0])
    assert w.tolist() == [7.0, 0.0, -7.0, 0.0]
    assert is_clipped(w, max_weight=7.0).tolist() == [True, False, True, False]
    assert ratio.log_odds([9.0], prior=0.2) == pytest.approx(-np.log(4))


def test_probability_is_what_bayes_says():
    ratio = DensityRatio(norm(1, 1), norm(0, 1), share=0.25)
    plus, minus = norm(1, 1).pdf(0.7), norm(0, 1).pdf(0.7)
    assert ratio.probability([0.7]) == pytest.approx(0.25 * plus / (0.25 * plus + 0.75 * minus))
    assert ratio.probability([0.7], prior=0.5) == pytest.approx(plus / (plus + minus))
    assert ratio.f_plus.pdf([0.7]) == pytest.approx(plus)
    assert ratio.f_minus.pdf([0.7]) == pytest.approx(minus)


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


ALL_BOUNDS = [(None, None), (0, None), (None, 1), (0, 1), (-7, None), (None, 8), (-7, 8)]


@pytest.mark.parametrize("bounds", ALL_BOUNDS)
@pytest.mark.parametrize("family", [norm, laplace])
def test_bounds_do_not_move_a_family_without_ends(family, bounds):
    rng = np.random.default_rng(0)
    is_same = np.arange(400) % 2 == 0
    scores = np.where(is_same, rng.uniform(0.5, 1, 400), rng.uniform(0, 0.6, 400))
    scores[:2] = 1.0, 0.0  # at the bounds, and left there
    free, bounded = (fit_parametric(scores, is_same, distribution=family, bounds=b) for b in ((None, None), bounds))
    assert (bounded.f_plus.args, bounded.f_minus.args) == (free.f_plus.args, free.f_minus.args)
    assert (bounded.low, bounded.high) == (0.0, 1.0)
    assert bounded.f_plus.mean() == pytest.approx(scores[is_same].mean(), abs=0.05)
    with pytest.raises(ValueError, match="within bounds"):
        fit_parametric(scores, is_same, distribution=family, bounds=(0.1, None))


@pytest.mark.parametrize("bounds", [(0, None), (0, 50)])
def test_gamma_begins_at_the_lower_bound_whatever_the_upper(bounds):
    rng = np.random.default_rng(0)
    is_same = np.arange(1000) % 2 == 0
    distances = np.where(is_same, rng.gamma(2, 0.5, 1000), rng.gamma(6, 0.5, 1000))
    ratio = fit_parametric(distances, is_same, distribution="gamma", bounds=bounds)
    for density, shape in ((ratio.f_plus, 2), (ratio.f_minus, 6)):
        a, loc, scale = density.args
        assert (a, scale) == pytest.approx((shape, 0.5), rel=0.15)
        assert loc == 0.0


@pytest.mark.parametrize("bounds", [(None, None), (None, 50)])
def test_gamma_without_a_lower_bound_is_free(bounds):
    rng = np.random.default_rng(0)
    is_same = np.arange(1000) % 2 == 0
    scores = np.where(is_same, rng.gamma(4, 0.5, 1000), 3 + rng.gamma(6, 0.5, 1000))
    ratio = fit_parametric(scores, is_same, distribution="gamma", bounds=bounds)
    assert ratio.f_minus.mean() == pytest.approx(6.0, abs=0.2)
    assert ratio.f_minus.std() == pytest.approx(np.sqrt(6) / 2, abs=0.2)


@pytest.mark.parametrize(("bounds", "scale"), [((0, 1), 1), ((-1, 3), 4)])
def test_beta_lies_between_its_bounds(bounds, scale):
    rng = np.random.default_rng(0)
    is_same = np.arange(2000) % 2 == 0
    scores = bounds[0] + scale * np.where(is_same, rng.beta(5, 2, 2000), rng.beta(2, 6, 2000))
    ratio = fit_parametric(scores, is_same, distribution="beta", bounds=bounds)
    assert ratio.f_plus.args == pytest.approx((5, 2, bounds[0], scale), rel=0.15)
    assert fit_parametric(scores, is_same, distribution="beta", bounds=(bounds[0], None)).f_plus.args[2] == bounds[0]


def test_families_that_begin_elsewhere_or_end_at_zero():
    rng = np.random.default_rng(0)
    is_same = np.arange(600) % 2 == 0
    angles = np.where(is_same, rng.uniform(-3, 3, 600), rng.normal(0, 0.5, 600).clip(-3, 3))
    ratio = fit_parametric(angles, is_same, distribution="rdist", bounds=(-4, 4))
    assert ratio.f_plus.support() == pytest.approx((-4, 4))  # -1 to 1 if nothing is said
    below = fit_parametric(-rng.weibull(2, 600), is_same, distribution="weibull_max", bounds=(None, 0))
    assert below.f_plus.args[1] == 0.0


@pytest.mark.parametrize("far", [1e3, 1e6, 1e12, 1e100])
def test_one_score_far_out_leaves_kernels_as_they_are(far):
    scores, is_same = two_normals(400, share=0.5)
    at = np.linspace(scores.min(), scores.max(), 50)
    before = fit_kernel(scores, is_same).log_odds(at)
    ratio = fit_kernel(np.append(scores, far), np.append(is_same, False))
    assert ratio.log_odds(at) == pytest.approx(before, abs=0.15)
    assert np.array_equal(np.sign(ratio.log_odds([-1.0, 3.0])), [-1, 1])
    # It speaks for itself, and of what is between nothing is known.
    assert ratio.log_odds([far])[0] < -3
    assert ratio.log_odds([far / 2]) == [0.0]
    assert fit_kernel(-np.append(scores, far), np.append(is_same, False)).log_odds(-at) == pytest.approx(
        ratio.log_odds(at), abs=1e-6
    )


def test_a_narrow_bandwidth_is_taken_as_it_is_or_refused():
    scores, is_same = two_normals(50)
    ratio = fit_kernel(scores, is_same, bandwidth=1e-9, smoothing=0)
    assert ratio.f_plus.pdf(scores[:1]) == pytest.approx(norm(0, 1e-9).pdf(0) / is_same.sum(), rel=2e-3)
    scores, is_same = two_normals(100_000)
    with pytest.raises(ValueError, match="bandwidth 1e-09 is too narrow for .* scores .* or use fit_histogram"):
        fit_kernel(scores, ~is_same, bandwidth=1e-9)  # the many first, as what can be drawn takes its time


def test_kernel_of_common_values_and_one_far_out():
    # Four in five are 0: no quartiles, and the deviation is that of the far one.
    rng = np.random.default_rng(0)
    is_same = np.arange(1000) % 2 == 0
    scores = np.where(rng.random(1000) < np.where(is_same, 0.1, 0.8), 0.0, rng.uniform(0.5, 1.5, 1000))
    w = fit_kernel(np.append(scores, 1e6), np.append(is_same, False)).log_odds([0.0, 1.0])
    assert w[0] < -1
    assert w[1] > 1


def zero_inflated(n_pairs=2000, seed=0):
    """Nearly all pairs that are apart share nothing; the more the others share, the likelier they are together."""
    rng = np.random.default_rng(seed)
    is_same = np.arange(n_pairs) % 2 == 0
    shared = np.where(is_same, rng.beta(4, 2, n_pairs), rng.beta(1, 6, n_pairs))
    return np.where(rng.random(n_pairs) < np.where(is_same, 0.2, 0.95), 0.0, shared), is_same


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("n_bins", [None, 2, 5, 20])
def test_a_common_score_has_a_bin_of_its_own(n_bins, sign):
    scores, is_same = zero_inflated()
    ratio = fit_histogram(sign * scores, is_same, n_bins=n_bins, smoothing=0)
    plus, minus = np.mean(scores[is_same] == 0), np.mean(scores[~is_same] == 0)
    assert ratio.log_odds([0.0]) == pytest.approx(np.log(plus / minus))
    assert ratio.log_odds([sign * 0.7])[0] > 2


@pytest.mark.parametrize("n_bins", [None, 1, 2, 3, 7, 30])
@pytest.mark.parametrize(
    "make", [zero_inflated, lambda: two_normals(999), lambda: (np.arange(99) % 11, np.arange(99) < 40)]
)
def test_histograms_of_scores_turned_around(make, n_bins):
    scores, is_same = make()
    there, back = (fit_histogram(s, is_same, n_bins=n_bins).log_odds(s) for s in (scores, -scores))
    assert there == pytest.approx(back)


@given(few_scores, st.integers(1, 8))
def test_histograms_of_few_values_turned_around(pairs, n_bins):
    scores, is_same = np.array([s for s, _ in pairs], float), np.array([same for _, same in pairs])
    there, back = (fit_histogram(s, is_same, n_bins=n_bins).log_odds(s) for s in (scores, -scores))
    assert there == pytest.approx(back, abs=1e-9)


def test_common_scores_at_both_ends_and_inside():
    scores = np.concatenate((np.zeros(400), np.linspace(0.1, 0.4, 100), np.full(300, 0.5), np.ones(200), [0.7]))
    is_same = np.random.default_rng(0).random(len(scores)) < 0.2 + 0.6 * scores
    ratio = fit_histogram(scores, is_same, n_bins=5, smoothing=0)
    for value in (0.0, 0.5, 1.0):
        here = scores == value
        expected = (here & is_same).sum() / is_same.sum() / ((here & ~is_same).sum() / (~is_same).sum())
        assert ratio.log_odds([value]) == pytest.approx(np.log(expected))
    assert ratio.f_plus.rvs(5, random_state=0).shape == (5,)


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
    assert smooth.f_plus.pdf([1, 2, 3, 0]) == pytest.approx([*plus, 0.0])


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
    for density in (ratio.f_plus, ratio.f_minus):
        assert np.sum(density.heights * np.diff(density.edges)) == pytest.approx(1.0)
    if n_bins == 1:
        assert ratio.log_odds(scores) == pytest.approx(np.zeros(len(scores)), abs=1e-12)


def test_kernel_is_that_of_scipy():
    scores, is_same = two_normals(400)
    together = scores[is_same]
    ratio = fit_kernel(scores, is_same, bandwidth=0.3, smoothing=0)
    oracle = gaussian_kde(together, bw_method=0.3 / together.std(ddof=1))
    at = np.linspace(together.min(), together.max(), 40)
    assert ratio.f_plus.pdf(at) == pytest.approx(oracle(at), rel=2e-3)


@pytest.mark.parametrize("bounds", [(0, 1), (0, None), (None, 1)])
@pytest.mark.parametrize("bandwidth", [None, 0.2, 5.0])
def test_reflection_keeps_all_of_the_density_inside(bounds, bandwidth):
    rng = np.random.default_rng(0)
    scores, is_same = rng.random(500) ** 2, np.arange(500) % 2 == 0
    ratio = fit_kernel(scores, is_same, bounds=bounds, bandwidth=bandwidth)
    at = np.linspace(0 if bounds[0] == 0 else -60, 1 if bounds[1] == 1 else 60, 200_001)
    for density in (ratio.f_plus.pdf(at), ratio.f_minus.pdf(at)):
        assert np.sum((density[1:] + density[:-1]) / 2) * (at[1] - at[0]) == pytest.approx(1.0, abs=1e-3)


def test_reflected_kernels_by_hand():
    # One score at 0.2, bounds 0 and 1: images at -0.2, 1.8, 2.2, -1.8 and so on.
    ratio = fit_kernel([0.2, 0.7], [True, False], bounds=(0, 1), bandwidth=0.5, smoothing=0)
    at = np.array([0.0, 0.3, 1.0])
    images = [2 * m + sign * 0.2 for m in range(-5, 6) for sign in (-1, 1)]
    assert ratio.f_plus.pdf(at) == pytest.approx(sum(norm(image, 0.5).pdf(at) for image in images), rel=1e-3)


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
        ([0.1, 0.2], [True], "scores and is_same must have the same length, got 2 and 1"),
        ([], [], "scores must have at least one pair, got none"),
        ([0.1, np.nan], [True, False], "scores must be finite, got nan at pair 1"),
        ([np.inf, 0.1], [True, False], "scores must be finite, got inf at pair 0"),
        ([0.1, 0.2], [0, 2], "is_same must be True or False, or 1 or 0, got 2.0 at pair 1"),
        ([0.5, 0.5, 0.5], [0, 1, 1], "scores must not all be equal, got 3 scores of 0.5"),
        ([[0.5, 0.4]], [0, 1], "scores must be one-dimensional"),
        ([1.0, 1e200], [0, 1], "scores are too large or too close to square, got 1.0 to 1e\\+200: rescale them"),
        ([0.0, 1e-200], [0, 1], "scores are too large or too close to square, got 0.0 to 1e-200"),
    ],
)
def test_bad_pairs(fit, scores, is_same, message):
    with pytest.raises(ValueError, match=message):
        fit(scores, is_same)


@pytest.mark.parametrize("fit", FITS)
def test_what_is_fitted_can_be_drawn_from_and_judges_clusterings(fit):
    scores, is_same = two_normals(2000, together=4.0, widths=(1.5, 0.5))
    ratio = fit(scores, is_same)
    drawn = ratio.f_plus.rvs(size=2000, random_state=np.random.default_rng(0))
    assert kstest(drawn, scores[is_same]).pvalue > 1e-3
    seen = ratio.model.sample(30, seed=0)
    assert seen.problem(max_weight=ratio.max_weight).edges()[2] == pytest.approx(ratio.log_odds(seen.scores))
    # Beyond the labelled scores the ratio is held there, too.
    ends, beyond = np.array([scores.min(), scores.max()]), np.array([-1e3, 1e3])
    assert ratio.model.log_odds(beyond).tolist() == ratio.model.log_odds(ends).tolist()
    held = Observed(ratio.model, 3, [(0, 1), (1, 2)], beyond)
    assert held.problem(max_weight=ratio.max_weight).edges()[2] == pytest.approx(ratio.log_odds(ends))


def test_names_are_short():
    scores, is_same = two_normals(300)
    for fit in FITS:
        assert len(repr(fit(scores, is_same))) < 160
        assert "object at" not in repr(fit(scores, is_same).model)
    assert repr(DensityRatio(norm(1, 0.5), norm(loc=0), max_weight=7).model) == "PairModel(norm(1, 0.5), norm(loc=0))"


def test_lines_are_drawn_from_as_they_are():
    # The density x / 2 on 0..2: its distribution is x * x / 4.
    drawn = Lines(np.array([0.0, 0.5, 2.0]), np.array([0.0, 0.25, 1.0])).rvs(size=5000, random_state=0)
    assert kstest(drawn, lambda x: x * x / 4).pvalue > 1e-3


def test_discrete_scores():
    ratio = DensityRatio(bernoulli(0.8), bernoulli(0.3))
    assert ratio.log_odds([0, 1]) == pytest.approx(np.log([0.2 / 0.7, 0.8 / 0.3]))


def test_a_family_may_be_given_itself():
    by_name, itself = (fit_parametric(*PAIRS, distribution=d).log_odds([0.4]) for d in ("norm", norm))
    assert by_name == itself


PAIRS = ([0.1, 0.2, 0.3, 0.7, 0.8, 0.9], [0, 0, 0, 1, 1, 1])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: fit_parametric(*PAIRS, distribution="poisson"), "continuous one of scipy.stats.*got 'poisson'"),
        (lambda: fit_parametric(*PAIRS, distribution="nothing"), "got 'nothing'"),
        (lambda: fit_parametric([1, 1, 2, 3], [1, 1, 0, 0]), "pairs that are together must differ, got 2 of 1.0"),
        (lambda: fit_parametric(*PAIRS, bounds=(0.15, 1)), r"within bounds \(0.15, 1\), got 0.1 at pair 0"),
        (lambda: fit_parametric(*PAIRS, bounds=(1, 0)), r"bounds must be \(low, high\) .* got \(1, 0\)"),
        (lambda: fit_parametric(*PAIRS, bounds=3), "bounds must be .* got 3"),
        (
            lambda: fit_parametric(*PAIRS, distribution="beta", bounds=(None, 1)),
            "bounds of 'beta' with an upper end must have a lower end",
        ),
        (lambda: fit_parametric(*PAIRS, max_weight=-1), "max_weight must be above 0"),
        (lambda: fit_parametric(*PAIRS, distribution=norm(0, 1)), "continuous one of scipy.stats or its name"),
        (lambda: fit_parametric(*PAIRS, distribution=None), "got None"),
        (lambda: fit_parametric(*PAIRS, bounds=("0", None)), "bounds must be .* got .'0', None."),
        (lambda: fit_kernel(*PAIRS, bandwidth="x"), "bandwidth must be above 0 and finite, got 'x'"),
        (lambda: fit_kernel(*PAIRS, bandwidth=[[1], [1, 2]]), "bandwidth must be above 0 and finite"),
        (lambda: fit_kernel(*PAIRS, bandwidth=[1.0]), r"bandwidth must be above 0 and finite, got \[1.0\]"),
        (lambda: fit_kernel(*PAIRS, smoothing="x"), "smoothing must be at least 0 and finite, got 'x'"),
        (lambda: fit_histogram(*PAIRS, smoothing=None), "smoothing must be at least 0 and finite, got None"),
        (lambda: fit_histogram(*PAIRS, n_bins="3"), "n_bins must be a whole number of at least 1, got '3'"),
        (lambda: fit_histogram(*PAIRS, n_bins=np.nan), "n_bins must be a whole number of at least 1, got nan"),
        (lambda: DensityRatio(norm(0, 1), norm(0, 1), low="a"), "low must be a number not above high, got 'a' and inf"),
        (lambda: DensityRatio(norm(0, 1), norm(0, 1), high=np.nan), "got -inf and nan"),
        (lambda: DensityRatio(norm(0, 1), norm(0, 1), share="a"), "share must be above 0 and below 1, got 'a'"),
        (
            lambda: DensityRatio(norm(0, 1), norm(0, 1), max_weight=None),
            "max_weight must be above 0 and finite, got None",
        ),
        (lambda: fit_kernel(*PAIRS, bandwidth=0), "bandwidth must be above 0 and finite, got 0"),
        (lambda: fit_kernel(*PAIRS, smoothing=-1), "smoothing must be at least 0 and finite, got -1"),
        (lambda: fit_histogram(*PAIRS, n_bins=0), "n_bins must be a whole number of at least 1, got 0"),
        (lambda: fit_histogram(*PAIRS, smoothing=np.nan), "smoothing must be at least 0"),
        (lambda: DensityRatio(3, norm(0, 1)), "f_plus must have logpdf.*got 3"),
        (lambda: DensityRatio(norm(0, 1), norm(0, 1), share=1.0), "share must be above 0 and below 1, got 1.0"),
        (
            lambda: DensityRatio(norm(0, 1), norm(0, 1), low=2, high=1),
            "low must be a number not above high, got 2 and 1",
        ),
        (lambda: DensityRatio(norm(0, 1), norm(0, 1)).log_odds([np.nan]), "scores must be finite, got nan at pair 0"),
        (lambda: DensityRatio(norm(0, 1), norm(0, 1)).log_odds([1.0], prior=0), "prior must be above 0"),
    ],
)
def test_bad_arguments(call, message):
    with pytest.raises(ValueError, match=message):
        call()

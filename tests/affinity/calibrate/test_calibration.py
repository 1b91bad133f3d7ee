"""Scores to log-odds by a curve, and whether probabilities are what they say."""

import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from labeled import two_normals

from frenemy.affinity import brier_score, calibration_curve, fit_isotonic, fit_logistic, is_clipped
from frenemy.affinity.calibrate.log_odds import sigmoid
from frenemy.affinity.calibrate.pooling import pooled

FITS = [fit_logistic, fit_isotonic]

small_floats = st.integers(-4, 4).map(float)
judged = st.lists(st.tuples(st.integers(0, 20).map(lambda i: i / 20), st.booleans()), min_size=1, max_size=40)


def test_slope_of_two_normals():
    # log f+ / f- = 2 * (s - 1) for means 0 and 2 and deviations 1.
    curve = fit_logistic(*two_normals(50_000)).curve
    assert curve.slope == pytest.approx(2.0, abs=0.06)
    assert curve.intercept == pytest.approx(-2.0, abs=0.08)


def test_logistic_is_a_minimum():
    scores, is_same = two_normals(200, share=0.2)
    calibration = fit_logistic(scores, is_same)
    n_same = np.count_nonzero(is_same)
    targets = np.where(is_same, (n_same + 1) / (n_same + 2), 1 / (200 - n_same + 2))
    logits = calibration.curve(scores) + np.log(targets.mean() / (1 - targets.mean()))
    # The gradient of the cross entropy.
    off = sigmoid(logits) - targets
    assert [off.mean(), (off * scores).mean()] == pytest.approx([0, 0], abs=1e-7)


@pytest.mark.parametrize("fit", FITS)
def test_separable_pairs_have_finite_odds(fit):
    calibration = fit([1.0, 2.0, 3.0, 4.0], [False, False, True, True])
    w = calibration.log_odds([-1e9, 2.0, 3.0, 1e9])
    assert np.all(np.isfinite(w))
    assert w[0] <= w[1] < 0 < w[2] <= w[3]
    assert np.all(np.abs(calibration.log_odds([1.0, 2.0, 3.0, 4.0])) < 5)


@pytest.mark.parametrize("fit", FITS)
def test_distances_fall(fit):
    scores, is_same = two_normals(300)
    at = np.linspace(-3, 5, 21)
    w = fit(scores, is_same).log_odds(at)
    assert np.all(np.diff(w) >= 0)
    assert fit(-scores, is_same).log_odds(-at) == pytest.approx(w, abs=1e-6)
    assert fit(scores, ~is_same).log_odds(at) == pytest.approx(-w, abs=1e-6)


@pytest.mark.parametrize("fit", FITS)
@pytest.mark.parametrize(("scale", "shift"), [(1e-9, 0.0), (1e9, 0.0), (1.0, 1e6)])
def test_scale_and_origin_of_scores_do_not_matter(fit, scale, shift):
    scores, is_same = two_normals(200)
    w = fit(scores, is_same).log_odds(scores)
    moved = scores * scale + shift
    assert fit(moved, is_same).log_odds(moved) == pytest.approx(w, abs=1e-5)


@pytest.mark.parametrize("fit", FITS)
def test_how_many_of_each_kind_were_labelled_does_not_matter(fit):
    scores, is_same = two_normals(40_000, share=0.5)
    fewer = np.flatnonzero(~is_same | (np.arange(40_000) % 20 == 0))
    whole, part = fit(scores, is_same), fit(scores[fewer], is_same[fewer])
    at = [0.0, 1.0, 2.0]
    assert part.log_odds(at) == pytest.approx(whole.log_odds(at), abs=0.4)
    # At one and the same prior they tell the same; by default each as among its own pairs.
    assert part.probability(at, prior=0.5) == pytest.approx(whole.probability(at), abs=0.08)
    assert part.probability(scores[fewer]).mean() == pytest.approx(part.share, abs=0.01)
    assert whole.probability(scores).mean() == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("fit", FITS)
def test_calibration_is_better_than_the_raw_score(fit):
    def raw(scores):  # a classifier too sure of itself by a factor of 3
        return sigmoid(3 * (2 * scores - 2))

    trained, judge = two_normals(2000, share=0.5), two_normals(20_000, share=0.5, seed=1)
    calibration = fit(raw(trained[0]), trained[1])
    before, after = brier_score(raw(judge[0]), judge[1]), brier_score(calibration.probability(raw(judge[0])), judge[1])
    assert after.score < before.score - 0.005
    assert after.reliability < before.reliability / 3
    curves = [calibration_curve(p, judge[1]) for p in (raw(judge[0]), calibration.probability(raw(judge[0])))]
    assert curves[1].expected_error < curves[0].expected_error / 2


@pytest.mark.parametrize("fit", FITS)
def test_pickles_and_clips(fit):
    scores, is_same = two_normals(100)
    calibration = fit(scores, is_same, max_weight=1.5)
    w = calibration.log_odds(scores)
    assert np.abs(w).max() == 1.5
    assert pickle.loads(pickle.dumps(calibration)).log_odds(scores).tolist() == w.tolist()


@pytest.mark.parametrize("far", [50.0, 1e3, 1e6, 1e12])
def test_one_score_far_out_does_not_flatten_the_line(far):
    scores, is_same = two_normals(400, share=0.5)
    at = np.linspace(-1, 3, 9)
    before = fit_logistic(scores, is_same).log_odds(at)
    # On the side where it belongs, at either end, and for scores turned around.
    for value, kind in ((far, True), (-far, False)):
        more, kinds = np.append(scores, value), np.append(is_same, kind)
        assert fit_logistic(more, kinds).log_odds(at) == pytest.approx(before, abs=0.15)
        assert fit_logistic(-more, kinds).log_odds(-at) == pytest.approx(before, abs=0.15)


def test_scores_of_few_values_and_one_far_out():
    scores, is_same = [0.0] * 50 + [1.0] * 50, [False] * 45 + [True] * 10 + [False] * 5 + [True] * 40
    before = fit_logistic(scores, is_same).log_odds([0, 1])
    assert fit_logistic([*scores, 1e6], [*is_same, True]).log_odds([0, 1]) == pytest.approx(before, abs=0.3)
    # Nearly all the same: nothing says what is far.
    rare = fit_logistic([0.0] * 98 + [1.0, 2.0], [True, False] * 49 + [True, True])
    assert rare.log_odds([2.0]) > rare.log_odds([0.0])


def test_both_kinds_narrow_and_far_from_each_other():
    # The distance between them is no outlier, however narrow they are.
    scores, is_same = two_normals(500, share=0.05, together=1.0, widths=(1e-3, 1e-3))
    w = fit_logistic(scores, is_same).log_odds([0.0, 0.1, 0.9, 1.0])
    assert w[0] < w[1] < -1
    assert 1 < w[2] < w[3] < 10


def test_infinite_odds_are_cut_after_the_prior():
    calibration = fit_isotonic([1, 2, 3, 4, 5, 6], [0, 0, 1, 0, 1, 1], smoothing=0)
    at = [0, 1, 2, 3, 4, 5, 6, 9]
    for prior in (0.02, 0.5, 0.98):
        w = calibration.log_odds(at, prior=prior)
        assert w[[0, 1, 2, 5, 6, 7]].tolist() == [-20, -20, -20, 20, 20, 20]
        assert w[3] == pytest.approx(np.log(prior / (1 - prior)), abs=1e-9)
        assert is_clipped(w).tolist() == [True, True, True, False, False, True, True, True]
    # Lines to an infinite level end at the cut.
    assert calibration.log_odds([2.5, 4.5]) == pytest.approx([-10, 10])


def test_large_odds_are_cut_after_the_prior():
    calibration = fit_isotonic([0] * 60 + [1] * 60, [False] * 60 + [True] * 60, max_weight=2.0)
    evidence = np.log(60.5 / 0.5)
    assert calibration.log_odds([1], prior=0.02) == pytest.approx(evidence + np.log(0.02 / 0.98))


def test_isotonic_by_hand():
    # 1, 2: apart; 3: together; 4: apart, so that 3 and 4 are one level of 1/2; 5, 6: together. With one more pair of
    # share 1/2 on each level: 0.5 / 3, 1.5 / 3, 2.5 / 3; the log-odds are -log 5, 0, log 5.
    calibration = fit_isotonic([6, 1, 4, 2, 3, 5], [1, 0, 0, 0, 1, 1])
    five = np.log(5)
    assert calibration.log_odds([-9, 1, 2, 2.5, 3, 3.5, 4, 4.5, 6, 9]) == pytest.approx(
        [-five, -five, -five, -five / 2, 0, 0, 0, five / 2, five, five], abs=1e-12
    )


def test_isotonic_without_smoothing_is_the_plain_fit():
    calibration = fit_isotonic([1, 2, 3, 4], [0, 1, 0, 1], smoothing=0)
    assert calibration.log_odds([1, 2, 3, 4]).tolist() == [-20, 0, 0, 20]


def test_small_levels_at_the_end_are_not_taken_for_sure():
    # 90 of 100 below, 1 of 1 above: smoothed by itself the one would come to lie lower.
    scores, is_same = [0.0] * 100 + [1.0] * 101, [0] * 100 + [0] * 10 + [1] * 90 + [1]
    scores[-1] = 2.0
    w = fit_isotonic(scores, is_same).log_odds([0.0, 1.0, 2.0])
    assert w[0] < 0 < w[1] <= w[2] < 3


def best_rising(values, weights):
    """The closest rising sequence, of all ways to cut it into levels."""
    n, best = len(values), None
    for cuts in itertools.product([False, True], repeat=n - 1):
        level = np.cumsum([0, *cuts])
        mean = np.bincount(level, values * weights) / np.bincount(level, weights)
        if np.all(np.diff(mean) >= -1e-12):
            error = np.sum(weights * (values - mean[level]) ** 2)
            if best is None or error < best[0] - 1e-12:
                best = error, mean[level]
    return best[1]


@given(st.lists(st.tuples(small_floats, st.integers(1, 3).map(float)), min_size=1, max_size=7))
def test_pooling_is_the_closest_rising_sequence(pairs):
    values, weights = np.array(pairs).T
    levels = pooled(values, weights)
    fitted = np.repeat(levels.values, np.diff(np.append(levels.starts, len(values))))
    assert fitted == pytest.approx(best_rising(values, weights), abs=1e-9)
    assert np.all(np.diff(levels.values) > 0)
    assert levels.weights.sum() == pytest.approx(weights.sum())


@pytest.mark.parametrize("n", [1, 2, 1000, 20_000])
def test_pooling_of_long_sequences(n):
    pytest.importorskip("scipy", minversion="1.12")
    from scipy.optimize import isotonic_regression

    rng = np.random.default_rng(n)
    noisy = np.linspace(0, 1, n) + rng.normal(size=n)
    slow = np.concatenate((np.arange(n, dtype=float), [-1.0]))  # one joins the next, and the next
    for values in (noisy, noisy[::-1].copy(), slow, np.sort(noisy), -np.sort(noisy)):
        levels = pooled(values, np.ones(len(values)))
        fitted = np.repeat(levels.values, np.diff(np.append(levels.starts, len(values))))
        assert fitted == pytest.approx(isotonic_regression(values).x, abs=1e-9)


@given(judged, st.integers(1, 7), st.sampled_from(["width", "count"]))
def test_brier_score_is_the_sum_of_its_parts(pairs, n_bins, bins):
    p, is_same = np.array([p for p, _ in pairs]), np.array([same for _, same in pairs])
    found = brier_score(p, is_same, n_bins=n_bins, bins=bins)
    assert found.score == pytest.approx(np.mean((p - is_same) ** 2))
    parts = found.reliability - found.resolution + found.uncertainty + found.within
    assert parts == pytest.approx(found.score, abs=1e-12)
    assert min(found.reliability, found.resolution, found.uncertainty) >= 0


def test_brier_score_by_hand():
    # Two values only: nothing differs within bins. 0.2 is true for 1 of 4, 0.7 for 1 of 2.
    found = brier_score([0.2] * 4 + [0.7] * 2, [1, 0, 0, 0, 1, 0])
    assert found.score == pytest.approx((0.64 + 3 * 0.04 + 0.09 + 0.49) / 6)
    assert found.reliability == pytest.approx((4 * 0.05**2 + 2 * 0.2**2) / 6)
    assert found.resolution == pytest.approx((4 * (1 / 4 - 1 / 3) ** 2 + 2 * (1 / 2 - 1 / 3) ** 2) / 6)
    assert found.uncertainty == pytest.approx(2 / 9)
    assert found.within == pytest.approx(0, abs=1e-12)
    assert found.skill == pytest.approx(1 - found.score / (2 / 9))


def test_brier_score_of_one_kind_has_no_skill_to_speak_of():
    found = brier_score([0.9, 1.0], [True, True])
    assert found.score == pytest.approx(0.005)
    assert np.isnan(found.skill)


@given(judged, st.integers(1, 7), st.sampled_from(["width", "count"]))
def test_every_pair_is_in_one_bin(pairs, n_bins, bins):
    p, is_same = np.array([p for p, _ in pairs]), np.array([same for _, same in pairs])
    curve = calibration_curve(p, is_same, n_bins=n_bins, bins=bins)
    assert curve.count.sum() == len(p)
    assert np.all(curve.count > 0)
    assert np.all((curve.low <= curve.predicted + 1e-12) & (curve.predicted <= curve.high + 1e-12))
    assert np.sum(curve.count * curve.true) == pytest.approx(is_same.sum())
    assert 0 <= curve.expected_error <= 1


@pytest.mark.parametrize("n_bins", [5, 7, 10, 20, 100])
def test_a_low_end_belongs_to_its_bin(n_bins):
    p = np.array([i / n_bins for i in range(n_bins)])
    curve = calibration_curve(p, p < 0.5, n_bins=n_bins)
    assert curve.count.tolist() == [1] * n_bins
    assert curve.low.tolist() == p.tolist()


def test_right_probabilities_are_within_their_standard_errors():
    rng = np.random.default_rng(0)
    p = rng.random(50_000)
    curve = calibration_curve(p, rng.random(50_000) < p, n_bins=20)
    assert len(curve.count) == 20
    z = (curve.true - curve.predicted) / curve.standard_error
    assert np.abs(z).max() < 3.5
    assert 0.5 < z.std() < 1.5


@pytest.mark.parametrize("judge", [brier_score, calibration_curve])
@pytest.mark.parametrize(
    ("p", "is_same", "message"),
    [
        ([0.2, 1.2], [True, False], "probabilities must be in 0..1, got 1.2 at pair 1"),
        ([np.nan], [True], "probabilities must be in 0..1, got nan at pair 0"),
        ([0.2], [True, False], "probabilities and is_same must have the same length, got 1 and 2"),
        ([], [], "probabilities must have at least one pair, got none"),
        ([0.2], ["yes"], "is_same must be numbers"),
    ],
)
def test_bad_judgement(judge, p, is_same, message):
    with pytest.raises(ValueError, match=message):
        judge(p, is_same)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_bins": 0}, "n_bins must be a whole number of at least 1, got 0"),
        ({"n_bins": None}, "n_bins must be a whole number of at least 1, got None"),
        ({"n_bins": np.nan}, "n_bins must be a whole number of at least 1, got nan"),
        ({"n_bins": "4"}, "n_bins must be a whole number of at least 1, got '4'"),
        ({"n_bins": [4]}, "n_bins must be a whole number of at least 1, got .4."),
        ({"bins": "sqrt"}, "bins must be 'width' or 'count', got 'sqrt'"),
    ],
)
def test_bad_bins(options, message):
    for judge in (calibration_curve, brier_score):
        with pytest.raises(ValueError, match=message):
            judge([0.5], [True], **options)


@pytest.mark.parametrize("fit", FITS)
@pytest.mark.parametrize(
    ("scores", "is_same", "message"),
    [
        ([0.1, 0.2], [True, True], "is_same must have pairs of both kinds, got 2 that are together"),
        ([0.5, 0.5], [0, 1], "scores must not all be equal, got 2 scores of 0.5"),
        ([], [], "scores must have at least one pair, got none"),
        ([0.1, np.nan], [0, 1], "scores must be finite, got nan at pair 1"),
    ],
)
def test_bad_pairs(fit, scores, is_same, message):
    with pytest.raises(ValueError, match=message):
        fit(scores, is_same)


def test_bad_arguments():
    with pytest.raises(ValueError, match="smoothing must be at least 0 and finite, got -0.5"):
        fit_isotonic([0, 1], [0, 1], smoothing=-0.5)
    with pytest.raises(ValueError, match="max_weight must be above 0 and finite, got nan"):
        fit_logistic([0, 1], [0, 1], max_weight=float("nan"))
    with pytest.raises(ValueError, match="prior must be above 0 and below 1, got 'a'"):
        fit_logistic([0, 1], [0, 1]).log_odds([0.5], prior="a")
    with pytest.raises(ValueError, match="prior must be above 0 and below 1, got 1"):
        fit_logistic([0, 1], [0, 1]).probability([0.5], prior=1)

"""Weights from distances: learned from known classes, from pairs, or guessed."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

import frenemy as fr
from frenemy.affinity import (
    DistanceWeigher,
    PairWeigher,
    PairWeights,
    fit_logistic,
    guess_distance_weights,
    learn_distance_weights,
    learn_pair_weights,
)
from frenemy.affinity.features.class_pairs import class_pairs, known_classes
from frenemy.affinity.features.row_distances import row_distances

LINE = fit_logistic([0.0, 1.0, 2.0, 3.0], [True, True, False, False])


def heaps(n_clusters, size, n_features=8, apart=6.0, seed=0):
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(n_clusters), size)
    return rng.normal(0, apart, (n_clusters, n_features))[y] + rng.normal(size=(len(y), n_features)), y


def clustered(weigher, features):
    rows = weigher.prepare(features)
    u, v = np.triu_indices(len(features), 1)
    problem = fr.Problem.from_edges(u, v, rows.weights(u, v), n_nodes=len(features))
    return fr.solve(problem).labels


def is_same_partition(labels, truth):
    return fr.metrics.adjusted_rand_index(labels, truth) == 1.0


# ----------------------------------------------------------------------------------------------------------- distances


@pytest.mark.parametrize("metric", ["euclidean", "cosine"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int16])
def test_distances_are_those_of_scipy(metric, dtype):
    features = (np.random.default_rng(1).normal(size=(40, 7)) * 50).astype(dtype)
    u, v = np.triu_indices(40, 1)
    found = row_distances(features, metric).between(u, v)
    np.testing.assert_allclose(
        found, cdist(features, features, metric)[u, v], rtol=2e-5 if dtype == np.float32 else 1e-9
    )


@pytest.mark.parametrize("scale", [5e-324, 1e-200, 1e-30, 1e30, 1e200, 1e307])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_numbers_of_any_size_do_not_overflow(scale, dtype):
    plain = np.random.default_rng(2).integers(-8, 9, (20, 5)).astype(np.float64)
    with np.errstate(over="ignore", under="ignore"):
        features = (plain * scale).astype(dtype)
    if not np.isfinite(features).all() or not features.any():
        pytest.skip("not to be had in this type")
    distances = row_distances(features)
    u, v = np.triu_indices(20, 1)
    with np.errstate(all="raise", under="ignore"):
        found = distances.between(u, v)
    assert np.isfinite(found).all()
    assert np.isfinite(distances.coordinates).all()
    near = cdist(distances.coordinates, distances.coordinates)[u, v]
    true = cdist(plain, plain)[u, v]
    np.testing.assert_allclose(near / near.max(), true / true.max(), rtol=1e-5)


def test_coordinates_keep_the_order_of_distances():
    features = np.random.default_rng(3).normal(1e6, 1.0, (30, 4))
    rows = row_distances(features)
    near = cdist(rows.coordinates, rows.coordinates)
    true = cdist(features, features)
    np.testing.assert_allclose(near / near.max(), true / true.max(), atol=1e-6)
    assert np.abs(rows.coordinates).max() <= 1.0


def test_rows_of_zeros_have_a_cosine_of_0_with_all():
    distances = row_distances([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0], [3.0, 0.0]], "cosine")
    assert distances.between(np.array([0, 0, 1]), np.array([1, 2, 3])).tolist() == [1.0, 1.0, 0.0]


def test_bad_features_are_told_with_their_place():
    with pytest.raises(ValueError, match="features must be finite, got nan at row 1, column 0"):
        row_distances([[1.0], [np.nan]])
    with pytest.raises(ValueError, match="must be a matrix, one row per sample, got shape"):
        row_distances([1.0, 2.0])
    with pytest.raises(ValueError, match="metric must be 'euclidean' or 'cosine', got 'taxi'"):
        row_distances([[1.0]], "taxi")


# ---------------------------------------------------------------------------------------------------------------- pairs


def test_classes_that_are_not_known():
    assert known_classes([3, -1, 5, 3], 4).tolist() == [0, -1, 1, 0]
    assert known_classes([2.0, -1.0, np.nan, 2.0], 4).tolist() == [0, -1, -1, 0]
    assert known_classes(np.array(["b", None, "a", "b", -1, float("nan")], object), 6).tolist() == [0, -1, 1, 0, -1, -1]
    assert known_classes(["b", "-1", "b"], 3).tolist() == [1, 0, 1]
    assert known_classes(np.array([7, 255], np.uint8), 2).tolist() == [0, 1]
    with pytest.raises(ValueError, match="y must have one class per row, got shape \\(2,\\) for 3 rows"):
        known_classes([1, 2], 3)


@pytest.mark.parametrize("most", [10, 60, 100_000])
def test_pairs_of_classes(most):
    classes = np.array([2, 0, 1, 0, -1, 2, 2, 1, 0, 0, 2, -1, 0, 0, 1])
    u, v, is_same = class_pairs(classes, max_pairs=most, seed=4)
    assert min(classes[u].min(), classes[v].min()) >= 0
    assert (u != v).all()
    np.testing.assert_array_equal(classes[u] == classes[v], is_same)
    i, j = np.triu_indices(len(classes), 1)
    known = (classes[i] >= 0) & (classes[j] >= 0)
    n_same = int((classes[i] == classes[j])[known].sum())
    assert is_same.sum() == min(most, n_same)
    assert (~is_same).sum() == min(most, known.sum() - n_same)
    if most > known.sum():
        assert len({(min(a, b), max(a, b)) for a, b in zip(u, v, strict=True)}) == known.sum()


def test_pairs_are_drawn_evenly():
    classes = np.repeat([0, 1, 2], [2, 10, 40])
    u, v, is_same = class_pairs(np.tile(classes, 20), max_pairs=20_000, seed=1)
    sizes = np.array([40, 200, 800])
    within = sizes * (sizes - 1) / 2
    drawn = np.bincount(np.tile(classes, 20)[u[is_same]], minlength=3) / is_same.sum()
    np.testing.assert_allclose(drawn, within / within.sum(), atol=0.01)
    ends = np.sort([np.tile(classes, 20)[u[~is_same]], np.tile(classes, 20)[v[~is_same]]], axis=0)
    between = np.array([40 * 200, 40 * 800, 200 * 800])
    counts = np.array([np.sum((ends[0] == a) & (ends[1] == b)) for a, b in ((0, 1), (0, 2), (1, 2))])
    np.testing.assert_allclose(counts / counts.sum(), between / between.sum(), atol=0.01)


# ------------------------------------------------------------------------------------------------------------- learning


def test_a_weigher_keeps_the_protocol():
    weigher = DistanceWeigher(LINE)
    assert isinstance(weigher, PairWeigher)
    assert isinstance(weigher.prepare(np.zeros((3, 2))), PairWeights)


def test_what_is_learned_holds_for_other_classes():
    features, y = heaps(12, 15, seed=1)
    weigher = learn_distance_weights(features[:90], y[:90])
    assert weigher.account == "learned from 4,005 pairs of 90 rows of 6 classes"
    assert is_same_partition(clustered(weigher, features[90:]), y[90:])


def test_pairs_far_apart_do_not_move_the_line():
    rng = np.random.default_rng(8)
    features = np.concatenate([rng.normal(at, 0.3, (10, 2)) for at in (0.0, 3.0, 1000.0)])
    y = np.repeat([0, 1, 2], 10)
    assert is_same_partition(clustered(learn_distance_weights(features, y), features), y)


def test_rows_of_unknown_class_teach_nothing():
    features, y = heaps(4, 10, seed=2)
    known = np.r_[0:8, 10:18]
    partly = np.full(40, -1)
    partly[known] = y[known]
    some, all_known = learn_distance_weights(features, partly), learn_distance_weights(features[known], y[known])
    assert some.calibration == all_known.calibration
    assert some.account == "learned from 120 pairs of 16 rows of 2 classes"


@pytest.mark.parametrize(
    ("y", "told"),
    [
        ([1, 1, 1, 1], "got 1 class, the largest of 4 row\\(s\\), in 4 rows"),
        ([1, 2, 3, 4], "got 4 classes, the largest of 1 row\\(s\\), in 4 rows"),
        ([-1, -1, -1, -1], "got 0 classes, the largest of 0 row\\(s\\), in 0 rows"),
    ],
)
def test_fewer_classes_than_needed(y, told):
    with pytest.raises(ValueError, match=told):
        learn_distance_weights(np.eye(4), y)


def test_constant_features_teach_nothing():
    with pytest.raises(ValueError, match="all 6 pairs are 0 apart, got 2 feature\\(s\\)"):
        learn_distance_weights(np.ones((4, 2)), [0, 0, 1, 1])


def test_learning_from_pairs():
    features, _ = heaps(2, 20, seed=3)
    weigher = learn_pair_weights(features, [(0, 1), (2, 3), (20, 21), (0, 20), (1, 30), (5, 25)], [1, 1, 1, 0, 0, 0])
    assert weigher.account == "learned from 6 labelled pairs, 3 of them together"
    assert len(np.unique(clustered(weigher, features))) == 2
    with pytest.raises(ValueError, match="the same length, got 1 and 2"):
        learn_pair_weights(features, [(0, 1)], [1, 0])
    with pytest.raises(ValueError, match="node ids must be in 0..39, got 40 at pair 0"):
        learn_pair_weights(features, [(0, 40)], [1])


# ------------------------------------------------------------------------------------------------------------- guessing


@pytest.mark.parametrize("n_clusters", [2, 3, 7, 20, 50])
def test_a_guess_finds_heaps_of_any_number(n_clusters):
    features, y = heaps(n_clusters, 300 // n_clusters, n_features=16, apart=3.0, seed=n_clusters)
    assert is_same_partition(clustered(guess_distance_weights(features), features), y)


@pytest.mark.parametrize("metric", ["euclidean", "cosine"])
def test_a_guess_does_not_depend_on_the_unit(metric):
    features, _ = heaps(6, 20, apart=2.0, seed=5)
    expected = clustered(guess_distance_weights(features, metric=metric), features)
    for scale in (1e-200, 1e-3, 1000.0, 1e200):
        scaled = features * scale
        labels = clustered(guess_distance_weights(scaled, metric=metric), scaled)
        np.testing.assert_array_equal(labels, expected)


def test_small_groups_of_many_rows_are_seen():
    features, y = heaps(900, 5, n_features=32, apart=2.0, seed=6)
    weigher = guess_distance_weights(features)
    rows = weigher.prepare(features)
    assert (rows.weights(np.arange(0, 4500, 5), np.arange(1, 4500, 5)) > 0).mean() > 0.95
    rng = np.random.default_rng(0)
    u, v = rng.integers(4500, size=(2, 20_000))
    assert (rows.weights(u, v)[y[u] != y[v]] > 0).mean() < 0.01


def test_rows_far_out_do_not_hide_the_groups():
    features, y = heaps(5, 20, seed=7)
    features[3], features[50] = 1e4, -1e7
    labels = clustered(guess_distance_weights(features), features)
    inside = np.delete(np.arange(100), [3, 50])
    assert is_same_partition(labels[inside], y[inside])
    assert np.count_nonzero(labels == labels[3]) == np.count_nonzero(labels == labels[50]) == 1


def test_copies_do_not_hide_the_groups():
    features, y = heaps(5, 20, seed=7)
    twice = np.repeat(features, 2, axis=0)
    assert is_same_partition(clustered(guess_distance_weights(twice), twice), np.repeat(y, 2))


@pytest.mark.parametrize(
    ("features", "labels"),
    [
        (np.zeros((1, 2)), [0]),
        (np.ones((2, 3)), [0, 0]),
        ([[0.0], [1.0]], [0, 1]),
        ([[0.0], [0.0], [1.0]], [0, 0, 1]),
        ([[0.0], [0.1], [5.0]], [0, 0, 1]),
        (np.eye(4), [0, 1, 2, 3]),
        (np.full((6, 2), 3.5), [0] * 6),
    ],
)
def test_few_rows_and_rows_that_do_not_differ(features, labels):
    weigher = guess_distance_weights(features)
    assert weigher.account.startswith("guessed from ")
    np.testing.assert_array_equal(clustered(weigher, np.asarray(features)), labels)


def test_no_rows():
    assert guess_distance_weights(np.empty((0, 3))).account == "guessed from 0 row(s) that do not differ"

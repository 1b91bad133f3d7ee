"""Groups of rows that nobody labelled."""

import re

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import make_circles, make_moons
from sklearn.metrics import adjusted_rand_score

import frenemy as fr
from frenemy.affinity.features.row_distances import row_distances
from frenemy.affinity.groups.group_problem import group_problem


def blobs(k, each, d, spread, seed=0):
    random = np.random.default_rng(seed)
    y = np.repeat(np.arange(k), each)
    return random.normal(0.0, 1.0, (k, d))[y] + random.normal(0.0, spread, (k * each, d)), y


def fitted(X, **options):
    return fr.CorrelationClustering(**options).fit(X)


ROUND = blobs(6, 60, 8, 0.25)
MANY = blobs(80, 6, 32, 0.1)


@pytest.mark.parametrize(
    ("X", "y"),
    [
        ROUND,
        MANY,
        make_moons(600, noise=0.05, random_state=0),
        make_circles(600, noise=0.04, factor=0.5, random_state=0),
    ],
    ids=["round", "many small", "moons", "circles"],
)
def test_groups_of_any_shape_are_found(X, y):
    clustering = fitted(X)
    assert adjusted_rand_score(y, clustering.labels_) > 0.95
    assert re.search("stays? the same (while|when)", clustering.weights_account_)


@pytest.mark.parametrize("d", [1, 2, 10])
def test_rows_without_structure_are_one_cluster(d):
    alone = 0
    for seed in range(10):
        random = np.random.default_rng(seed)
        clustering = fitted(random.uniform(size=(500, d)) if d < 10 else random.normal(size=(500, d)))
        alone += clustering.n_clusters_ == 1
        assert clustering.weights_account_.startswith("no groups found") == (clustering.n_clusters_ == 1)
    assert alone >= 9  # chance may show a group now and then


def photographs(n_people=30, each=9, seed=0):
    """Fewer pictures of each than neighbors are compared, which differ in few ways: light and pose."""
    random = np.random.default_rng(seed)
    y = np.repeat(np.arange(n_people), each)
    own = random.normal(0, 1, (n_people, 40))[y] @ random.normal(0, 1, (40, 200)) / 40**0.5
    light = random.normal(0, 0.3, (len(y), 3)) @ random.normal(0, 1, (3, 200))
    return own + light + random.normal(0, 0.1, (len(y), 200)), y


def test_groups_of_a_few_rows_that_differ_in_few_ways():
    X, y = photographs()
    clustering = fitted(X)
    assert adjusted_rand_score(y, clustering.labels_) > 0.9
    assert "shared nearest neighbors" in clustering.weights_account_


def test_no_groups_have_a_measure():
    account = fitted(np.random.default_rng(1).normal(size=(400, 6))).weights_account_
    measured = re.fullmatch(
        r"no groups found: by .* only while the resolution changes ([\d.]+)-fold, .* ([\d.]+)-fold", account
    )
    assert float(measured[1]) < float(measured[2])


def test_groups_of_different_density():
    random = np.random.default_rng(0)
    X = np.concatenate(
        [random.normal(0, 0.02, (150, 2)), random.normal(5, 1.0, (150, 2)), random.normal(12, 0.2, (150, 2))]
    )
    assert adjusted_rand_score(np.repeat(np.arange(3), 150), fitted(X).labels_) > 0.95


def test_copies_change_nothing():
    X, y = ROUND
    random = np.random.default_rng(0)
    again = random.integers(0, len(X), 500)
    labels = fitted(np.concatenate([X, X[again]])).labels_
    assert (labels[len(X) :] == labels[again]).all()
    assert adjusted_rand_score(y, labels[: len(X)]) > 0.99


@pytest.mark.parametrize("scale", [1e-12, 1.0, 1e12])
def test_the_unit_does_not_matter(scale):
    X, _ = ROUND
    np.testing.assert_array_equal(fitted(X).labels_, fitted(X * scale + scale).labels_)


def test_a_matrix_of_distances_gives_the_same():
    X, _ = MANY
    by_matrix = fitted(squareform(pdist(X)), affinity="precomputed_distance").labels_
    assert adjusted_rand_score(by_matrix, fitted(X).labels_) > 0.98  # distances of rows are float32


def test_threads_and_seed():
    X, _ = ROUND
    np.testing.assert_array_equal(fitted(X).labels_, fitted(X, n_jobs=2).labels_)
    np.testing.assert_array_equal(fitted(X).labels_, fitted(X, random_state=0).labels_)


def test_a_bias_changes_the_number_of_clusters_one_way():
    X, _ = MANY
    numbers = [fitted(X, bias=bias).n_clusters_ for bias in (-4.0, -2.0, 0.0, 2.0, 8.0)]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] > numbers[-1]


def test_the_path_goes_through_the_clustering():
    X, _ = ROUND
    clustering = fitted(X)
    path = {point.bias: point for point in clustering.path_}
    assert path[0.0].n_groups == clustering.n_clusters_ == 6
    assert path[0.0].energy == pytest.approx(clustering.energy_)
    assert clustering.path_ is clustering.path_  # computed once
    assert path[0.5].stability > 0.99


def test_small_clusters_as_fringe():
    X, y = ROUND
    far = np.array([[30.0] * 8, [-40.0] * 8])
    plain, without = fitted(np.concatenate([X, far])), fitted(np.concatenate([X, far]), min_cluster_size=5)
    assert plain.n_clusters_ == 8
    assert without.n_clusters_ == 6
    assert (without.labels_[-2:] == -1).all()
    assert adjusted_rand_score(y, without.labels_[:-2]) > 0.99


def test_new_rows_go_to_the_nearest_clusters():
    X, y = ROUND
    new, _ = blobs(6, 60, 8, 0.25)
    clustering = fitted(X[::2])
    found = clustering.predict(X[1::2])
    assert adjusted_rand_score(y[1::2], found) > 0.98
    assert found.dtype == np.int32
    with pytest.raises(ValueError, match="8 features"):
        clustering.predict(new[:, :3])
    assert not hasattr(fr.CorrelationClustering("precomputed"), "predict")


@pytest.mark.parametrize("n", [100, 101, 150])
def test_all_equal_and_nearly_all_equal_rows(n):
    assert fitted(np.ones((n, 3))).n_clusters_ == 1
    X = np.ones((n, 3))
    X[0] = 2.0
    assert fitted(X).labels_.tolist() == [0] + [1] * (n - 1)
    X[1] = 7.0
    assert len(set(fitted(X).labels_[2:])) == 1


def test_an_unsure_guess_says_so():
    random = np.random.default_rng(3)
    seen = set()
    for gap in np.linspace(0.6, 2.5, 10):
        X = np.concatenate([random.normal(0, 1, (100, 5)), random.normal(gap, 1, (100, 5))])
        seen.add("unsure" in fitted(X).weights_account_)
    assert seen == {True, False}


def test_the_problem_is_sparse():
    X, _ = blobs(10, 300, 8, 0.25)
    found = group_problem(row_distances(X))
    assert found.problem.n_edges <= 20 * len(X)
    assert fr.solve(found.problem).n_clusters == 10


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_few_known_classes_are_no_worse_than_a_guess(seed):
    random = np.random.default_rng(seed)
    X, y = make_moons(600, noise=0.05, random_state=seed)
    known = random.permutation(len(X))[:30]
    some = np.full(len(X), -1)
    some[known] = y[known]
    clustering = fitted(X)
    learned = fr.CorrelationClustering().fit(X, some)
    assert adjusted_rand_score(y, learned.labels_) >= adjusted_rand_score(y, clustering.labels_)
    assert "learned from the classes of 30 rows does not agree with them clearly better" in learned.weights_account_
    new = learned.fit(X[:50])  # what was learned is for rows of other classes
    assert new.weights_account_.startswith("by an earlier fit, learned from")


def test_known_classes_choose_the_resolution():
    random = np.random.default_rng(0)
    coarse = np.repeat(np.arange(4), 90)
    fine = np.repeat(np.arange(12), 30)
    middles = random.normal(0, 30, (4, 6))[np.arange(12) // 3] + random.normal(0, 3, (12, 6))
    X = middles[fine] + 0.3 * random.normal(size=(360, 6))
    for truth in (coarse, fine):
        y = np.where(random.random(len(X)) < 0.2, truth, -1)
        assert adjusted_rand_score(truth, fr.CorrelationClustering().fit_predict(X, y)) > 0.95


def among_singles(seed):
    """Many groups of a few rows, a few of many, of different widths; half of the groups are one row."""
    random = np.random.default_rng(seed)
    sizes = np.minimum(random.zipf(1.7, 80), 60)
    y = np.repeat(np.arange(80), sizes)
    widths = 0.45 * np.exp(random.normal(0, 0.3, 80))
    return random.normal(0, 1, (80, 100))[y] + random.normal(0, 1, (len(y), 100)) * widths[y][:, None], y


def test_uneven_groups_of_different_widths_among_single_rows():
    kinds = []
    for seed in range(5):
        X, y = among_singles(seed)
        clustering = fitted(X)
        assert adjusted_rand_score(y, clustering.labels_) > 0.85
        kinds.append(re.search("shared nearest neighbors and distances|single distance", clustering.weights_account_))
    assert sum(kind is not None for kind in kinds) >= 3


@pytest.mark.parametrize("tails", [3, 8, None])
def test_heavy_tails_are_no_groups(tails):
    """In 30 dimensions, rows with heavy tails have a few near rows by chance."""
    alone = 0
    for seed in range(5):
        random = np.random.default_rng(seed)
        X = random.normal(size=(800, 30))
        if tails:
            X /= np.sqrt(random.chisquare(tails, (800, 1)) / tails)
        alone += fitted(X).n_clusters_ == 1
    assert alone >= 4

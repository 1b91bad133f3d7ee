"""CorrelationClustering: scikit-learn's own checks, what affinity and calibration mean, and bad input."""

import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sp

import frenemy as fr
from frenemy.affinity import DensityRatio, DistanceWeigher, fit_logistic, learn_distance_weights, learn_pair_weights

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from frenemy import CorrelationClustering


def heaps(n_clusters, size, n_features=8, apart=6.0, seed=0):
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(n_clusters), size)
    return rng.normal(0, apart, (n_clusters, n_features))[y] + rng.normal(size=(len(y), n_features)), y


def ari(labels, truth):
    return fr.metrics.adjusted_rand_index(labels, truth)


def distances_of(X):
    return np.linalg.norm(X[:, None] - X[None], axis=2)


LINE = fit_logistic([0.0, 1.0, 2.0, 3.0], [True, True, False, False])
PAIRS = np.stack(np.triu_indices(15, 1), axis=1)
W = np.array([[0, 3, -1, -2], [3, 0, -2, -1], [-1, -2, 0, 4], [-2, -1, 4, 0]], float)

# ---------------------------------------------------------------------------------------------- scikit-learn's checks

CHECK = """
import warnings
warnings.simplefilter("ignore")
import frenemy as fr
from sklearn.utils.estimator_checks import check_estimator
fitted = fr.CorrelationClustering().fit([[0.0, 0.0], [0.1, 0.0], [5.0, 0.0], [5.1, 0.3]], [0, 0, 1, 1])
for estimator in (fr.CorrelationClustering(), fitted, fr.CorrelationClustering("cosine")):
    results = check_estimator(estimator, on_fail=None, on_skip=None)
    bad = [(r["check_name"], r["status"], str(r["exception"])) for r in results if r["status"] != "passed"]
    print(len(results) > 40, bad)
"""


def test_all_checks_of_scikit_learn_pass():
    """Before a fit, after one, and with cosines; in one process, as loading scikit-learn takes longest."""
    # Without this variable, which scipy reads when it is loaded, one check skips itself.
    done = subprocess.run(
        [sys.executable, "-c", CHECK],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SCIPY_ARRAY_API": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n") == ["True []"] * 3 + [""]


# ------------------------------------------------------------------------------------------------------------- features


def test_what_a_fit_leaves():
    X, y = heaps(4, 12)
    estimator = CorrelationClustering()
    assert estimator.fit(X) is estimator
    assert ari(estimator.labels_, y) == 1.0
    assert estimator.n_clusters_ == 4
    assert estimator.n_features_in_ == 8
    assert estimator.energy_ == estimator.result_.energy == estimator.problem_.energy(estimator.labels_)
    assert estimator.lower_bound_ <= estimator.energy_
    assert estimator.weights_account_.startswith("guessed from the distances between 48 rows")
    assert isinstance(estimator.calibration_, DistanceWeigher)
    np.testing.assert_array_equal(estimator.fit_predict(X), estimator.labels_)


@pytest.mark.parametrize("affinity", ["euclidean", "cosine"])
def test_classes_teach_and_what_they_taught_stays(affinity):
    X, y = heaps(12, 10, n_features=16, seed=1)
    estimator = CorrelationClustering(affinity).fit(X[:60], y[:60])
    assert estimator.weights_account_ == "learned from 1,770 pairs of 60 rows of 6 classes"
    assert ari(estimator.labels_, y[:60]) == 1.0
    learned = estimator.calibration_
    assert ari(estimator.fit_predict(X[60:]), y[60:]) == 1.0
    assert estimator.weights_account_ == "by an earlier fit, learned from 1,770 pairs of 60 rows of 6 classes"
    assert estimator.calibration_ is estimator.learned_ is learned
    assert "guessed" in clone(estimator).fit(X[60:]).weights_account_
    again = pickle.loads(pickle.dumps(estimator))
    np.testing.assert_array_equal(again.fit_predict(X[60:]), estimator.labels_)
    assert "learned from 190 pairs" in estimator.fit(X[60:80], y[60:80]).weights_account_


def test_rows_of_unknown_class_are_clustered_and_do_not_teach():
    X, y = heaps(5, 10, seed=2)
    partly = np.where(np.arange(50) % 10 < 4, y, -1)
    estimator = CorrelationClustering().fit(X, partly)
    assert estimator.weights_account_ == "learned from 190 pairs of 20 rows of 5 classes"
    assert ari(estimator.labels_, y) == 1.0
    names = np.array([None if label < 0 else f"class {label}" for label in partly], object)
    np.testing.assert_array_equal(CorrelationClustering().fit_predict(X, names), estimator.labels_)


@pytest.mark.parametrize(
    ("y", "told"),
    [
        ([0, 0, 0, 0], "needs at least 2 classes and one class of at least 2 rows, got 1 class, the largest of 4"),
        ([0, 1, 2, 3], "got 4 classes, the largest of 1 row"),
        ([-1, -1, -1, -1], "got 0 classes"),
        ([0.5, 0.5, 1.7, 1.7], "y must be classes to learn from, got measurements such as 0.5"),
        ([0, 0, 1], "inconsistent numbers of samples: \\[4, 3\\]"),
    ],
)
@pytest.mark.parametrize("calibration", ["auto", "learn"])
def test_classes_that_cannot_teach(y, told, calibration):
    with pytest.raises(ValueError, match=told):
        CorrelationClustering(calibration=calibration).fit(np.arange(8.0).reshape(4, 2), y)


def test_what_was_learned_is_for_the_same_features():
    X, y = heaps(3, 6)
    estimator = CorrelationClustering().fit(X, y)
    with pytest.raises(ValueError, match="learned for affinity 'euclidean' of 8 features, but this fit is for"):
        estimator.fit(X[:, :5])
    assert estimator.set_params(calibration="guess").fit(X[:, :5]).n_features_in_ == 5
    estimator.set_params(calibration="auto", affinity="cosine")
    with pytest.raises(ValueError, match="affinity 'cosine' of 8 features"):
        estimator.fit(X)


def test_learn_wants_classes_and_guess_ignores_them():
    X, y = heaps(3, 6)
    with pytest.raises(ValueError, match="calibration='learn' needs y"):
        CorrelationClustering(calibration="learn").fit(X)
    estimator = CorrelationClustering(calibration="guess").fit(X, y)
    assert estimator.weights_account_.startswith("guessed")
    assert not hasattr(estimator, "learned_")


@pytest.mark.parametrize(
    "calibration",
    [
        fit_logistic([0.0, 3.0, 12.0, 15.0], [True, True, False, False]),
        DensityRatio(*(pytest.importorskip("scipy.stats").norm(mean, 2.0) for mean in (4.0, 20.0))),
        learn_distance_weights(*heaps(3, 5, seed=9)),
        learn_pair_weights(heaps(3, 5, seed=9)[0], PAIRS, PAIRS[:, 0] // 5 == PAIRS[:, 1] // 5),
    ],
)
def test_a_calibration_can_be_given(calibration):
    X, y = heaps(4, 10, seed=3)
    estimator = CorrelationClustering(calibration=calibration)
    assert ari(estimator.fit_predict(X, np.zeros(40)), y) == 1.0  # y is ignored
    assert estimator.calibration is calibration
    assert "guessed" not in estimator.weights_account_
    assert ari(clone(estimator).fit_predict(X), y) == 1.0


def test_a_bias_moves_the_weights_of_all_pairs():
    X, _ = heaps(3, 10, apart=3.0)
    plain, biased = CorrelationClustering(calibration=LINE).fit(X), CorrelationClustering(calibration=LINE, bias=-2.0)
    biased.fit(X)
    u, v = np.triu_indices(30, 1)
    expected = LINE.log_odds(np.linalg.norm(X[u] - X[v], axis=1))
    for estimator, bias in ((plain, 0.0), (biased, -2.0)):
        problem = fr.Problem.from_edges(u, v, expected + bias, n_nodes=30)
        assert estimator.energy_ == pytest.approx(problem.energy(estimator.labels_))
    assert biased.n_clusters_ >= plain.n_clusters_


def test_many_rows_by_their_neighbors():
    X, y = heaps(40, 60, n_features=10, seed=4)
    estimator = CorrelationClustering(n_jobs=2).fit(X, np.where(np.arange(len(y)) < 1200, y, -1))
    assert estimator.problem_.n_edges < 2400 * 100
    assert ari(estimator.labels_, y) > 0.99
    np.testing.assert_array_equal(clone(estimator).set_params(n_jobs=1).fit(X, y).n_clusters_, estimator.n_clusters_)


class _Weigher:
    """Not one of ours: what it keeps is the protocol."""

    def prepare(self, features):
        return DistanceWeigher(LINE, account="made up").prepare(features[:, :1])


class _Learner:
    def get_params(self, deep=True):  # noqa: ARG002 (scikit-learn's signature)
        return {}

    def fit(self, X, y):
        self.weigher_ = learn_distance_weights(X, y)
        return self

    def prepare(self, features):
        if not hasattr(self, "weigher_"):
            raise NotFittedError("fit it first")
        return self.weigher_.prepare(features)


def test_any_weigher_of_pairs():
    X = np.array([[0.0, 9.0], [0.1, 1.0], [7.0, 9.0], [7.2, 0.0]])
    estimator = CorrelationClustering(_Weigher()).fit(X)
    assert estimator.labels_.tolist() == [0, 0, 1, 1]
    assert estimator.weights_account_ == "made up"


def test_a_weigher_that_can_be_fitted_is_fitted_as_a_copy():
    X, y = heaps(8, 8, seed=6)
    learner = _Learner()
    estimator = CorrelationClustering(learner)
    with pytest.raises(NotFittedError):
        estimator.fit(X)
    assert ari(estimator.fit(X[:32], y[:32]).labels_, y[:32]) == 1.0
    assert not hasattr(learner, "weigher_")
    assert ari(estimator.fit_predict(X[32:]), y[32:]) == 1.0
    assert estimator.weights_account_.startswith("by an earlier fit, learned from")


def test_a_callable_gives_weights():
    X, y = heaps(3, 8)
    estimator = CorrelationClustering(lambda rows: 8.0 - distances_of(rows)).fit(X)
    assert ari(estimator.labels_, y) == 1.0
    assert estimator.weights_account_ == "given as weights by the affinity"
    by_rows = CorrelationClustering(lambda rows: DistanceWeigher(LINE, account="prepared").prepare(rows)).fit(X / 9)
    assert by_rows.weights_account_ == "prepared"


# ------------------------------------------------------------------------------------------------------------- matrices


@pytest.mark.parametrize("make", [np.asarray, sp.csr_array, sp.csc_matrix, sp.coo_array])
@pytest.mark.parametrize("part", [lambda m: m, np.triu, np.tril])
def test_signed_weights(make, part):
    estimator = CorrelationClustering("precomputed").fit(make(part(W)))
    assert estimator.labels_.tolist() == [0, 0, 1, 1]
    assert estimator.energy_ == fr.solve(W).energy == -6.0
    assert estimator.weights_account_ == "given as weights"
    assert estimator.calibration_ is None


@pytest.mark.parametrize("make", [np.asarray, sp.csr_array])
def test_probabilities(make):
    P = 1.0 / (1.0 + np.exp(-W))
    P[0, 2] = P[2, 0] = 0.5  # a weight of 0, which is not the same as none
    listed = fr.affinity.log_odds(P)
    np.fill_diagonal(listed, 0.0)
    estimator = CorrelationClustering("precomputed_probability", missing=-3.0).fit(make(P))
    assert estimator.energy_ == pytest.approx(fr.solve(listed).energy)
    assert estimator.labels_.tolist() == [0, 0, 1, 1]


def test_pairs_that_a_sparse_matrix_does_not_store_weigh_missing():
    P = sp.coo_array(([0.9, 0.9, 0.9], ([0, 1, 2], [1, 2, 3])), shape=(4, 4))
    assert CorrelationClustering("precomputed_probability").fit(P).n_clusters_ == 1
    apart = CorrelationClustering("precomputed_probability", missing=-4.0).fit(P)
    assert apart.labels_.tolist() == [0, 0, 1, 1]
    assert apart.problem_.missing == -4.0
    biased = CorrelationClustering("precomputed_probability", missing=-3.0, bias=-1.0).fit(P)
    assert biased.problem_.missing == -4.0
    stored = sp.coo_array(([0.0, 0.9], ([0, 1], [1, 2])), shape=(3, 3))
    assert CorrelationClustering("precomputed_probability").fit(stored).labels_.tolist() == [0, 1, 1]


def test_distances():
    X, y = heaps(10, 8, seed=7)
    D = distances_of(X)
    estimator = CorrelationClustering("precomputed_distance")
    assert ari(estimator.fit_predict(D), y) == 1.0
    assert estimator.weights_account_.startswith("guessed from the distances between 80 rows")
    estimator.fit(D[:40, :40], y[:40])
    rows = CorrelationClustering().fit(X[:40], y[:40])
    assert estimator.weights_account_ == rows.weights_account_
    assert estimator.energy_ == pytest.approx(rows.energy_)
    assert ari(estimator.fit_predict(D[40:, 40:]), y[40:]) == 1.0
    assert estimator.weights_account_.startswith("by an earlier fit, learned")
    given = CorrelationClustering("precomputed_distance", calibration=LINE).fit(D / 9)
    assert given.energy_ == pytest.approx(CorrelationClustering(calibration=LINE).fit(X / 9).energy_)


def test_sparse_distances_learn_from_listed_pairs_and_cannot_be_guessed():
    X, y = heaps(4, 8, seed=8)
    D = distances_of(X)
    mask = np.random.default_rng(0).random(D.shape) < 0.5
    listed = sp.csr_array(np.where(np.triu(mask, 1), D, 0.0))
    estimator = CorrelationClustering("precomputed_distance").fit(listed, y)
    assert ari(estimator.labels_, y) == 1.0
    assert "listed pairs of known classes" in estimator.weights_account_
    with pytest.raises(ValueError, match="a guess needs the distances of all pairs, got a sparse matrix"):
        CorrelationClustering("precomputed_distance").fit(listed)
    with pytest.raises(ValueError, match="needs listed pairs within classes and between them, got 0 within and"):
        CorrelationClustering("precomputed_distance").fit(listed, np.arange(32))


@pytest.mark.parametrize("affinity", ["precomputed", "precomputed_probability", "precomputed_distance"])
def test_bad_matrices(affinity):
    estimator = CorrelationClustering(affinity)
    with pytest.raises(ValueError, match="must be square, one row and column per node, got shape \\(2, 3\\)"):
        estimator.fit(np.ones((2, 3)))
    with pytest.raises(ValueError, match="not symmetric: row 0, column 1 and its mirror image hold 0.5 and 0.25"):
        estimator.fit(np.array([[0, 0.5], [0.25, 0]]))
    with pytest.raises(ValueError, match="not symmetric: row 0, column 1"):
        estimator.fit(sp.csr_array(np.array([[0, 0.5], [0.25, 0]])))
    with pytest.raises(ValueError, match="contains NaN"):
        estimator.fit(np.array([[0, np.nan], [np.nan, 0]]))


def test_probabilities_beyond_1_are_refused():
    with pytest.raises(ValueError, match="probabilities must be in 0..1, got 1.5"):
        CorrelationClustering("precomputed_probability").fit(np.array([[0, 1.5], [1.5, 0]]))


# ------------------------------------------------------------------------------------------------------------ bad input


@pytest.mark.parametrize("affinity", ["euclidean", "cosine"])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_numbers_that_are_none(affinity, value):
    with pytest.raises(ValueError, match="CorrelationClustering|infinity"):
        CorrelationClustering(affinity).fit([[1.0], [value]])


@pytest.mark.parametrize("affinity", ["euclidean", "cosine"])
def test_few_constant_and_zero_rows(affinity):
    estimator = CorrelationClustering(affinity)
    assert estimator.fit_predict([[1.0, 2.0]]).tolist() == [0]
    assert estimator.fit_predict([[1.0, 2.0], [1.0, 2.0]]).tolist() == [0, 0]
    assert estimator.fit_predict([[1.0, 2.0], [2.0, -1.0]]).tolist() == [0, 1]
    assert estimator.fit_predict(np.full((9, 3), 7)).tolist() == [0] * 9
    assert estimator.fit_predict(np.zeros((3, 2))).tolist() == ([0, 0, 0] if affinity == "euclidean" else [0, 1, 2])
    assert estimator.lower_bound_ <= estimator.energy_


@pytest.mark.parametrize("scale", [1e-200, 1e-3, 1000.0, 1e200])
@pytest.mark.parametrize("affinity", ["euclidean", "cosine"])
def test_the_unit_does_not_matter(scale, affinity):
    X, y = heaps(5, 12, seed=10)
    expected = CorrelationClustering(affinity).fit_predict(X)
    estimator = CorrelationClustering(affinity)
    np.testing.assert_array_equal(estimator.fit_predict(X * scale), expected)
    assert ari(estimator.fit_predict(X * scale, y), y) == 1.0


@pytest.mark.parametrize("dtype", [np.float32, np.int32, np.uint8, bool])
def test_numbers_of_any_kind(dtype):
    rng = np.random.default_rng(11)
    y = np.repeat(np.arange(4), 10)
    X = (rng.random((4, 64)) < 0.5)[y] ^ (rng.random((40, 64)) < 0.05)
    assert ari(CorrelationClustering().fit_predict((X * 3).astype(dtype)), y) == 1.0


def test_sparse_features_are_refused():
    with pytest.raises(TypeError, match="Sparse data was passed"):
        CorrelationClustering().fit(sp.csr_array(np.eye(4)))


@pytest.mark.parametrize("format", ["csr", "csc"])
def test_sparse_matrices_with_an_index_outside_are_refused(format):
    matrix = sp.coo_array(np.ones((4, 4))).asformat(format)
    matrix.indices[5] = 10**8
    with pytest.raises(ValueError, match=f"X: entry 5 of a {format} matrix .* 100000000"):
        CorrelationClustering(affinity="precomputed").fit(matrix)


def test_masked_values_are_refused():
    masked = np.ma.array(np.ones((3, 3)), mask=np.eye(3) == 1)
    with pytest.raises(ValueError, match="X: the value at 0, 0 is masked"):
        CorrelationClustering(affinity="precomputed").fit(masked)
    with pytest.raises(ValueError, match="y: the value at 2 is masked"):
        CorrelationClustering().fit(np.arange(6.0).reshape(3, 2), np.ma.array([0, 0, 1], mask=[0, 0, 1]))


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"affinity": "taxi"}, "affinity must be 'euclidean', .*, got 'taxi'"),
        ({"affinity": 3}, "a PairWeigher or a callable, got 3"),
        ({"calibration": "none"}, "calibration must be 'auto', 'learn', 'guess' or a calibration, got 'none'"),
        ({"calibration": 5}, "got 5"),
        ({"calibration": DistanceWeigher(LINE, "cosine")}, "is for 'cosine' distances, and affinity is 'euclidean'"),
        ({"n_neighbors": 0}, "n_neighbors must be a whole number of at least 1, got 0"),
        ({"bias": np.nan}, "bias must be a finite number, got nan"),
        ({"missing": "far"}, "missing must be a finite number, got 'far'"),
        ({"n_jobs": 0}, "n_jobs must be at least 1"),
        ({"n_jobs": 2**40}, "n_jobs must be at most 4096, got 1099511627776"),
        ({"n_jobs": 1.5}, "n_jobs must be a whole number of at least 1, got 1.5"),
        ({"seconds": -1.0}, "seconds must not be negative"),
        ({"solver": "fast"}, "unknown solver 'fast'; there are"),
    ],
)
def test_bad_parameters(parameters, told):
    with pytest.raises(ValueError, match=told):
        CorrelationClustering(**parameters).fit(np.arange(6.0).reshape(3, 2))


# -------------------------------------------------------------------------------------------------------- around others


def test_in_a_pipeline():
    X, y = heaps(6, 10, seed=12)
    pipeline = make_pipeline(StandardScaler(), CorrelationClustering())
    assert ari(pipeline.fit_predict(X), y) == 1.0
    pipeline.set_params(correlationclustering__bias=-0.5, correlationclustering__affinity="cosine").fit(X, y)
    assert pipeline[-1].weights_account_.startswith("learned")
    assert clone(pipeline)[-1].bias == -0.5


def test_data_frames():
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    X, y = heaps(3, 8, n_features=3, apart=20.0)
    frame = pandas.DataFrame(X, columns=["a", "b", "c"])
    estimator = CorrelationClustering().fit(frame, pandas.Series(y).map({0: "x", 1: "y", 2: "z"}))
    assert estimator.feature_names_in_.tolist() == ["a", "b", "c"]
    assert ari(estimator.labels_, y) == 1.0


def test_solver_time_and_dice():
    X, y = heaps(4, 10)
    estimator = CorrelationClustering(solver=fr.GreedyAdditive(), seconds=5.0, random_state=np.random.RandomState(3))
    assert ari(estimator.fit_predict(X), y) == 1.0
    assert estimator.result_.solver == fr.GreedyAdditive()
    assert ari(CorrelationClustering(random_state=None).fit_predict(X), y) == 1.0


def test_an_interrupted_solver_leaves_the_best_so_far():
    X, _ = heaps(4, 10)

    def interrupted(problem, _, run):
        run.cancel()
        return np.arange(problem.n_nodes, dtype=np.int32)

    estimator = CorrelationClustering(solver=interrupted).fit(X)
    assert estimator.result_.status is fr.Status.CANCELLED
    assert estimator.n_clusters_ == 40


def test_digits_unseen():
    X, y = load_digits(return_X_y=True)
    X, y = X[:1000], y[:1000]
    known = y < 5
    estimator = CorrelationClustering().fit(X[known], y[known])
    assert fr.metrics.b_cubed(estimator.fit_predict(X[~known]), y[~known]).f1 > 0.55
    assert fr.metrics.b_cubed(CorrelationClustering().fit_predict(X), y).f1 > 0.6


def test_without_scikit_learn_the_error_names_the_extra():
    script = """
import sys
sys.modules["sklearn"] = None
import frenemy as fr
assert "CorrelationClustering" in dir(fr) and "CorrelationClustering" in fr.__all__
try:
    fr.CorrelationClustering
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert 'pip install "frenemy[sklearn]"' in done.stdout

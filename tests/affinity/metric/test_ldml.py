"""LDML finds what tells classes apart, for classes it has not seen."""

import pickle
import re
import signal
import sys

import numpy as np
import pytest

sklearn = pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from interrupted import interrupted  # noqa: E402
from sklearn.base import clone  # noqa: E402
from sklearn.decomposition import PCA  # noqa: E402
from sklearn.metrics import roc_auc_score  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402

import frenemy as fr  # noqa: E402
from frenemy.affinity.metric import LDML, row_space  # noqa: E402

N_PEOPLE, N_EACH, D, HIDDEN = 100, 6, 20, 4


def people(seed=0, n_people=N_PEOPLE, noise=0.3):
    """Rows whose classes show in a few directions only, mixed with louder ones by a linear map."""
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(n_people), N_EACH)
    hidden = rng.normal(size=(n_people, HIDDEN))[y] + noise * rng.normal(size=(len(y), HIDDEN))
    loud = 3.0 * rng.normal(size=(len(y), D - HIDDEN))
    mixing = np.random.default_rng(99).normal(size=(D, D))
    return np.column_stack([hidden, loud]) @ mixing, y


def all_pairs(y):
    u, v = np.triu_indices(len(y), 1)
    return np.column_stack([u, v]), y[u] == y[v]


def auc(model, X, y):
    pairs, is_same = all_pairs(y)
    return roc_auc_score(is_same, model.pair_log_odds(X, pairs))


X, Y = people()
TRAIN, TEST = Y < 50, Y >= 50


@parametrize_with_checks([LDML(), LDML(1, solver="adam", start="pca")])
def test_as_scikit_learn_asks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("start", ["pca", "whitened", "discriminant"])
def test_finds_what_a_linear_map_hides(start):
    pairs, is_same = all_pairs(Y[TEST])
    raw = roc_auc_score(is_same, -np.sum((X[TEST][pairs[:, 0]] - X[TEST][pairs[:, 1]]) ** 2, axis=1))
    ldml = LDML(HIDDEN, start=start, n_pairs=20_000, strength=0.0, max_rounds=100).fit(X[TRAIN], Y[TRAIN])
    assert raw < 0.6
    assert auc(ldml, X[TEST], Y[TEST]) > 0.96
    assert ldml.components_.shape == (HIDDEN, D)


def test_clusters_of_unseen_people():
    ldml = LDML(HIDDEN, start="discriminant", strength=0.0).fit(X[TRAIN], Y[TRAIN])
    few = TEST & (Y < 65)
    weights = ldml.prepare(X[few])
    pairs, _ = all_pairs(Y[few])
    problem = fr.Problem.from_edges(*pairs.T, weights.weights(*pairs.T))
    labels = fr.solve(problem).labels
    assert fr.metrics.adjusted_rand_index(Y[few], labels) > 0.6


def test_weights_are_the_logit_and_coordinates_its_distances():
    ldml = LDML(3, n_pairs=2_000, max_rounds=5).fit(X[TRAIN], Y[TRAIN])
    rows, (pairs, _) = X[TEST][:30], all_pairs(Y[TEST][:30])
    difference = rows[pairs[:, 0]] - rows[pairs[:, 1]]
    expected = ldml.bias_ - np.sum((difference @ ldml.components_.T) ** 2, axis=1)
    assert np.allclose(ldml.pair_log_odds(rows, pairs), expected)
    prepared = ldml.prepare(rows)
    assert np.allclose(prepared.weights(pairs[:, 0], pairs[:, 1]), expected)
    points = prepared.coordinates
    assert points.dtype == np.float32
    near = np.sum((points[pairs[:, 0]] - points[pairs[:, 1]]).astype(float) ** 2, axis=1)
    assert np.allclose(ldml.bias_ - near, expected, atol=1e-3)
    assert np.allclose(ldml.transform(rows) - ldml.transform(rows)[0], (rows - rows[0]) @ ldml.components_.T)
    assert np.allclose(ldml.pair_probability(rows, pairs), 1.0 / (1.0 + np.exp(-expected)))
    assert "rank 3 (LDML) learned from 2,000 labelled pairs of 300 rows" in prepared.account
    cut = LDML(3, n_pairs=2_000, max_rounds=5, max_weight=2.0).fit(X[TRAIN], Y[TRAIN]).prepare(rows)
    assert np.allclose(cut.weights(pairs[:, 0], pairs[:, 1]), np.clip(expected, -2.0, 2.0))


def test_prior_takes_the_balance_out():
    """Where the model is true, learning from balanced pairs gives the same as learning from natural ones."""
    rows, y = people(3, n_people=60, noise=0.5)
    settings = {"start": "discriminant", "n_pairs": 10_000, "strength": 0.0, "max_rounds": 60}
    balanced = LDML(HIDDEN, **settings).fit(rows, y)
    natural = LDML(HIDDEN, balance="natural", **settings).fit(rows, y)
    left = LDML(HIDDEN, balance="natural", prior="trained", **settings).fit(rows, y)
    logit_of_share = np.log(natural.share_ / (1 - natural.share_))
    assert natural.share_ == pytest.approx(5 / 359)
    assert natural.bias_ - left.bias_ == pytest.approx(-logit_of_share)
    as_there_are = LDML(HIDDEN, prior="natural", **settings).fit(rows, y)
    assert as_there_are.bias_ - balanced.bias_ == pytest.approx(logit_of_share)
    one = LDML(HIDDEN, prior=0.02, **settings).fit(rows, y)
    assert one.bias_ - balanced.bias_ == pytest.approx(np.log(0.02 / 0.98))
    pairs, is_same = all_pairs(y)
    log_odds = np.stack([model.pair_log_odds(rows, pairs) for model in (balanced, natural)])
    near = np.abs(log_odds[0]) < 3.0
    # Uncorrected they would be 4.3 nats apart.
    assert np.median(np.abs(log_odds[0] - log_odds[1])[near]) < 1.0
    # And they are right: as many are together as the probabilities say.
    said = as_there_are.pair_probability(rows, pairs).sum()
    assert said == pytest.approx(is_same.sum(), rel=0.15)


def test_batches_come_to_nearly_the_same():
    settings = {"n_pairs": 10_000, "start": "discriminant", "strength": 1e-4}
    at_once = LDML(HIDDEN, **settings).fit(X[TRAIN], Y[TRAIN])
    in_batches = LDML(HIDDEN, solver="adam", batch_size=500, max_rounds=20, **settings)
    batches = clone(in_batches).fit(X[TRAIN], Y[TRAIN])
    assert batches.history_[-1].loss == pytest.approx(at_once.history_[-1].loss, rel=0.1)
    assert auc(batches, X[TEST], Y[TEST]) == pytest.approx(auc(at_once, X[TEST], Y[TEST]), abs=0.01)
    in_single = clone(in_batches).fit(X[TRAIN].astype(np.float32), Y[TRAIN])
    assert np.allclose(in_single.bias_, batches.bias_, rtol=0.05)


@pytest.mark.parametrize("solver", ["lbfgs", "adam"])
def test_same_seed_same_metric(solver):
    def learned(seed):
        return LDML(3, n_pairs=3_000, solver=solver, max_rounds=4, held_out=0.2, seed=seed).fit(X[TRAIN], Y[TRAIN])

    assert np.array_equal(learned(1).components_, learned(1).components_)
    assert learned(1).bias_ == learned(1).bias_
    assert not np.array_equal(learned(1).components_, learned(2).components_)


def test_pairs_in_place_of_classes():
    pairs, is_same = all_pairs(Y[TRAIN])
    from_classes = LDML(3, n_pairs=None, max_rounds=20).fit(X[TRAIN], Y[TRAIN])
    from_pairs = LDML(3, max_rounds=20).fit_pairs(X[TRAIN], pairs, is_same)
    assert np.allclose(from_pairs.components_, from_classes.components_)
    assert from_pairs.bias_ == pytest.approx(from_classes.bias_)
    assert from_pairs.share_ == pytest.approx(from_classes.share_)


def test_fewer_rows_than_features_loses_nothing(monkeypatch):
    rng = np.random.default_rng(0)
    rows, y = rng.normal(size=(24, 60)), np.repeat(np.arange(8), 3)
    reduced = LDML(2, strength=0.1, max_rounds=500).fit(rows, y)
    monkeypatch.setattr(row_space, "MAX_EXACT", 5)
    whole = LDML(2, strength=0.1, max_rounds=500).fit(rows, y)
    assert whole.history_[-1].loss == pytest.approx(reduced.history_[-1].loss, rel=0.02)
    assert reduced.components_.shape == whole.components_.shape == (2, 60)


def test_scale_of_features_does_not_matter():
    small = LDML(3, n_pairs=3_000, max_rounds=20).fit(1e-6 * X[TRAIN], Y[TRAIN])
    large = LDML(3, n_pairs=3_000, max_rounds=20).fit(1e6 * X[TRAIN] + 1e6, Y[TRAIN])
    small_metric, large_metric = (m.components_.T @ m.components_ for m in (small, large))
    assert np.allclose(small_metric / 1e24, large_metric, rtol=1e-2, atol=1e-3 * np.abs(large_metric).max())
    assert small.bias_ == pytest.approx(large.bias_, rel=1e-2)


def test_stronger_penalties_make_smaller_metrics():
    for penalty in ("factor", "metric"):
        sizes = [
            np.linalg.norm(LDML(3, n_pairs=2_000, penalty=penalty, strength=s).fit(X[TRAIN], Y[TRAIN]).components_)
            for s in (0.0, 1e-2, 1.0)
        ]
        assert sizes[0] > sizes[1] > sizes[2]


def test_one_dimension():
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(20), 4)
    ldml = LDML(strength=0.0).fit(y[:, None] + 0.05 * rng.normal(size=(80, 1)), y)
    assert ldml.components_.shape == (1, 1)
    assert ldml.pair_log_odds([[0.0], [0.02], [1.0]], [(0, 1), (0, 2)]).tolist()[0] > 0.0
    assert ldml.pair_log_odds([[0.0], [0.02], [1.0]], [(0, 1), (0, 2)]).tolist()[1] < 0.0


def test_two_classes_are_enough_to_run():
    ldml = LDML(2).fit(X[:12], Y[:12])
    assert np.all(np.isfinite(ldml.components_))
    assert np.isfinite(ldml.bias_)


def test_far_rows_have_finite_log_odds_and_exact_probabilities():
    ldml = LDML(2, max_rounds=3).fit(X[:60], Y[:60])
    rows = np.vstack([np.zeros(D), np.full(D, 1e90)])
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        log_odds, p = ldml.pair_log_odds(rows, [(0, 1), (0, 0)]), ldml.pair_probability(rows, [(0, 1), (0, 0)])
    assert np.all(np.isfinite(log_odds))
    assert log_odds[0] < -1e100
    assert p[0] == 0.0
    assert np.all(np.isfinite(ldml.prepare(rows).weights(np.array([0]), np.array([1]))))


def test_held_out_classes_end_it_in_time():
    rows, y = people(5, n_people=20, noise=1.0)
    told = []
    early = LDML(strength=0.0, held_out=0.4, patience=3).fit(rows, y, on_round=told.append)
    late = LDML(strength=0.0).fit(rows, y)
    assert early.status_ == fr.Status.STALLED
    assert told == list(early.history_)
    assert all(one.held_out_loss is not None for one in told)
    assert len(told) < len(late.history_)
    others, names = people(6, n_people=30, noise=1.0)
    pairs, is_same = all_pairs(names)
    sign = np.where(is_same, 1.0, -1.0) / np.where(is_same, is_same.sum(), (~is_same).sum())
    losses = [
        np.dot(np.abs(sign), np.logaddexp(0.0, -np.sign(sign) * model.pair_log_odds(others, pairs)))
        for model in (early, late)
    ]
    assert losses[0] < losses[1]


def test_held_out_classes_set_the_length():
    """Of noise, everything that was learned is by chance; others show that it says next to nothing."""
    rng = np.random.default_rng(0)
    rows, y = rng.normal(size=(200, 40)), np.repeat(np.arange(40), 5)
    sure, humble = LDML(strength=1e-4).fit(rows, y), LDML(strength=1e-4, held_out=0.3).fit(rows, y)
    others, (pairs, _) = rng.normal(size=(50, 40)), all_pairs(np.arange(50))
    assert np.abs(sure.pair_log_odds(others, pairs)).mean() > 2.0
    assert np.abs(humble.pair_log_odds(others, pairs)).mean() < 1.0


def test_on_round_ends_it_and_the_best_comes_back():
    ldml = LDML(3, n_pairs=2_000).fit(X[TRAIN], Y[TRAIN], on_round=lambda told: told.round == 4)
    assert ldml.status_ == fr.Status.CANCELLED
    assert [one.round for one in ldml.history_] == [1, 2, 3, 4]
    assert np.all(np.diff([one.loss for one in ldml.history_]) <= 0.0)
    assert LDML(3, n_pairs=2_000, seconds=0.0).fit(X[TRAIN], Y[TRAIN]).status_ == fr.Status.TIME_LIMIT
    assert LDML(3, n_pairs=2_000, max_rounds=2).fit(X[TRAIN], Y[TRAIN]).status_ == fr.Status.ROUND_LIMIT


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is sent on POSIX only")
@pytest.mark.parametrize("solver", ["lbfgs", "adam"])
def test_an_interrupt_gives_back_the_best(solver):
    code, output = interrupted(
        f"""
        from frenemy.affinity.metric import LDML
        rng = np.random.default_rng(0)
        X, y = rng.normal(size=(500, 30)), np.arange(500) // 5
        import time
        def first(told):
            time.sleep(0.05)  # or it would be at its end before
            if told.round == 1:
                print("ready", flush=True)
        ldml = LDML(20, n_pairs=5000, solver={solver!r}, max_rounds=100000, strength=0.0, batch_size=64)
        ldml.fit(X, y, on_round=first)
        print(ldml.status_.name, bool(np.isfinite(ldml.components_).all()), len(ldml.history_) > 0)
        """,
        seconds=0.3,
    )
    assert code == 0
    assert output.split() == ["CANCELLED", "True", "True"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_clone_pickle_and_pipelines():
    ldml = LDML(3, n_pairs=500, max_rounds=3, start=np.eye(3, D))
    copy = clone(ldml)
    assert copy.get_params().keys() == ldml.get_params().keys()
    fitted = ldml.fit(X[TRAIN], Y[TRAIN])
    again = pickle.loads(pickle.dumps(fitted))
    assert np.array_equal(again.transform(X[:5]), fitted.transform(X[:5]))
    pipeline = make_pipeline(PCA(10), LDML(3, n_pairs=500, max_rounds=3)).fit(X[TRAIN], Y[TRAIN])
    assert pipeline.transform(X[TEST]).shape == (TEST.sum(), 3)


def _with(value, place):
    rows = X[:12].copy()
    rows[place] = value
    return rows


@pytest.mark.parametrize(
    ("settings", "rows", "y", "message"),
    [
        ({}, _with(np.nan, (7, 2)), Y[:12], "must be finite, got nan at row 7, column 2"),
        ({}, _with(np.inf, (3, 0)), Y[:12], "got inf at row 3, column 0"),
        ({}, _with(1e200, (3, 0)), Y[:12], "features are too large to square, got 1e+200"),
        ({}, np.full((12, 3), 7.0), Y[:12], "each column is constant over all 12 rows (the first is 7.0 throughout)"),
        ({}, X[:12], np.zeros(12), "at least 2 classes, for pairs that are apart, got 1 class for 12 rows"),
        ({}, X[:12], np.arange(12), "got 12 classes of 1 row each"),
        ({"rank": D + 1}, X[:12], Y[:12], f"rank must be at most {D}, got {D + 1}: there are {D} features"),
        ({"rank": 0}, X[:12], Y[:12], "rank must be a whole number of at least 1, got 0"),
        ({"balance": "even"}, X[:12], Y[:12], "balance must be"),
        ({"prior": "none"}, X[:12], Y[:12], "prior must be"),
        ({"prior": 1.0}, X[:12], Y[:12], "prior must be above 0 and below 1, got 1.0"),
        ({"penalty": "l1"}, X[:12], Y[:12], "penalty must be"),
        ({"strength": -1.0}, X[:12], Y[:12], "strength must be at least 0 and finite, got -1.0"),
        ({"start": "random"}, X[:12], Y[:12], "start must be one of pca, whitened, discriminant"),
        ({"start": np.eye(2)}, X[:12], Y[:12], "start must be a finite matrix of rank x features"),
        ({"solver": "sgd"}, X[:12], Y[:12], "solver must be"),
        ({"held_out": 0.5}, X[:12], Y[:12], "held_out=0.5 of 2 classes"),
        ({"held_out": 1.5}, X[:12], Y[:12], "held_out must be 0, or a share of the classes below 1, got 1.5"),
        ({"max_weight": 0.0}, X[:12], Y[:12], "max_weight must be above 0"),
        ({"n_pairs": 1}, X[:12], Y[:12], "n_pairs must be a whole number of at least 2"),
    ],
)
def test_bad_input(settings, rows, y, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        LDML(**settings).fit(rows, y)


def test_bad_rows_to_weigh():
    ldml = LDML(2, max_rounds=2).fit(X[:60], Y[:60])
    with pytest.raises(ValueError, match="got nan at row 7, column 2"):
        ldml.prepare(_with(np.nan, (7, 2)))
    with pytest.raises(ValueError, match="got 12 at pair 0"):
        ldml.pair_log_odds(X[:12], [(0, 12)])
    with pytest.raises(ValueError, match="held_out must be 0 to learn from pairs"):
        LDML(held_out=0.1).fit_pairs(X, [(0, 1), (0, 9)], [True, False])


def test_a_constant_column_is_passed_over():
    rows = np.column_stack([X[TRAIN], np.full(TRAIN.sum(), 3.0)])
    assert np.allclose(LDML(3, n_pairs=1_000, max_rounds=3).fit(rows, Y[TRAIN]).components_[:, -1], 0.0, atol=1e-9)

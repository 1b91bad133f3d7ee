"""How far from its nearest cluster a row may be: farther where hardly any row is a stranger."""

from __future__ import annotations

import numpy as np
import pytest

from frenemy.affinity import SpreadWeigher, feature_problem
from frenemy.affinity.features import row_homes as module
from frenemy.affinity.features.row_homes import row_homes
from frenemy.solving import solve

APART, SPREAD, N_FEATURES = 0.1, 0.09, 64


def album(sizes, seed=0):
    """Clusters with centers about 0.7 apart."""
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(len(sizes)), sizes).astype(np.int32)
    centers = rng.normal(0.0, 0.5 / np.sqrt(N_FEATURES), (len(sizes), N_FEATURES))
    rows = centers[labels] + rng.normal(0.0, np.sqrt(SPREAD / N_FEATURES), (len(labels), N_FEATURES))
    return rows, labels, centers


def homes(rows, labels, centers):
    k = len(centers)
    return row_homes(rows, labels, centers, np.full(k, SPREAD), np.full(len(labels), 2 * SPREAD), apart=APART)


def test_the_nearest_home_is_another_cluster_only_for_rows_without_one():
    rows, labels, centers = album([6] * 8 + [1, 2])
    found = homes(rows, labels, centers)
    assert found.home[:48].tolist() == labels[:48].tolist()
    assert (found.excess[:48] < found.limit[:48]).all()
    assert set(found.home[48:].tolist()) <= set(range(8)) | {9}


def test_outliers_may_be_farther_where_nobody_is_a_stranger():
    even = homes(*album([8] * 12))
    uneven = homes(*album([8] * 12 + [1] * 60))
    assert even.limit[:96].min() > uneven.limit[:96].max()


def test_without_clusters_there_is_no_home():
    found = homes(*album([1] * 5))
    assert found.home.tolist() == [-1] * 5
    assert np.isinf(found.excess).all()


def test_one_home_alone_has_no_next_one():
    rows, labels, centers = album([5, 1])
    found = homes(rows, labels, centers)
    assert found.home.tolist() == [0] * 6
    assert np.isfinite(found.limit).all()


def test_blocks_change_nothing(monkeypatch):
    rows, labels, centers = album([5, 3, 2, 1, 9, 1])
    whole = homes(rows, labels, centers)
    monkeypatch.setattr(module, "_BLOCK", 7)
    parts = homes(rows, labels, centers)
    assert parts.home.tolist() == whole.home.tolist()
    assert parts.excess == pytest.approx(whole.excess)
    assert parts.limit == pytest.approx(whole.limit)


def test_single_rows_among_many_single_rows_stay_alone():
    rows, truth, _ = album([8] * 4 + [1] * 40, seed=1)
    labels = solve(feature_problem(SpreadWeigher(0.32, 0.27).prepare(rows))).labels
    assert (np.bincount(labels)[labels[truth >= 4]] == 1).mean() > 0.9

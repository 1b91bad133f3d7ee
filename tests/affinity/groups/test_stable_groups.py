"""Groups that stay the same when rows are left out."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import load_digits
from sklearn.metrics import adjusted_rand_score

import frenemy as fr
from frenemy.affinity.features.matrix_pairs import matrix_pairs
from frenemy.affinity.features.row_distances import row_distances
from frenemy.affinity.groups import stable_groups as module
from frenemy.affinity.groups.distinct_rows import distinct_rows
from frenemy.affinity.groups.group_problem import group_problem
from frenemy.affinity.groups.similarities import shared_neighbors
from frenemy.affinity.groups.stable_groups import modularity, stable_groups


def overlapping(n=600, d=10, seed=0):
    """Two normal groups without a gap between them."""
    random = np.random.default_rng(seed)
    y = np.arange(n) % 2
    return random.normal(0.0, 1.0, (n, d)) + 1.1 * y[:, None], y


def found_in(X, known=None, seed=0):
    rows = distinct_rows(row_distances(X), n_neighbors=20)
    known = np.zeros(len(rows), np.int32) if known is None else known
    return stable_groups(rows, known, lambda some: np.zeros(len(some), np.int32), seed=seed)


def test_groups_without_a_gap_are_found():
    X, y = overlapping()
    clustering = fr.CorrelationClustering().fit(X)
    assert clustering.n_clusters_ == 2
    assert adjusted_rand_score(y, clustering.labels_) > 0.7
    assert "stays the same when a tenth of the rows is left out" in clustering.weights_account_


def test_digits_are_not_many_pieces():
    X, y = load_digits(return_X_y=True)
    clustering = fr.CorrelationClustering().fit(X[:1000])
    assert 8 <= clustering.n_clusters_ <= 16
    assert adjusted_rand_score(y[:1000], clustering.labels_) > 0.7


@pytest.mark.parametrize("d", [1, 2, 3, 10])
def test_rows_without_structure_have_none(d):
    random = np.random.default_rng(d)
    assert sum(found_in(random.normal(size=(300, d))) is not None for _ in range(5)) <= 1


def test_small_groups_are_left_to_other_similarities():
    X, _ = overlapping()
    assert found_in(X) is not None
    assert found_in(X, known=np.arange(600, dtype=np.int32) // 10) is None


def test_known_groups_that_are_as_stable_and_say_more_are_kept():
    X, y = overlapping()
    rows = distinct_rows(row_distances(X), n_neighbors=20)
    place = np.lexsort((X[:, 0], y))  # two halves of each group, which are always the same
    known = np.empty(600, np.int32)
    known[place] = np.arange(600) // 150
    by_row = dict(enumerate(known))
    assert stable_groups(rows, known, lambda some: np.array([by_row[row] for row in some.first]), seed=0) is None


def test_many_rows_are_sampled(monkeypatch):
    X, y = overlapping(900)
    monkeypatch.setattr(module, "MAX_ROWS", 500)
    found = found_in(X)
    assert len(found.labels) == 900
    assert adjusted_rand_score(y, found.labels) > 0.7
    pairs = distinct_rows(matrix_pairs(squareform(pdist(X))), n_neighbors=20)
    assert stable_groups(pairs, np.zeros(900, np.int32), lambda some: np.zeros(len(some), np.int32)) is None


def test_copies_are_with_their_originals():
    X, _ = overlapping()
    labels = fr.solve(group_problem(row_distances(np.concatenate([X, X[:50]]))).problem).labels
    assert (labels[600:] == labels[:50]).all()


def test_modularity_of_all_pairs_is_zero_at_resolution_one():
    X, _ = overlapping(120)
    rows = distinct_rows(row_distances(X), n_neighbors=10)
    problem = modularity(shared_neighbors(rows), 120, 1.0)
    # Together, all rows share as much as expected; the expected pairs of a row with itself are left out.
    singles = problem.energy(np.arange(120))
    sums = problem.sizes
    assert singles == pytest.approx(float((sums**2).sum() / sums.sum() / 2))


def test_bias_changes_the_number_of_groups():
    X, _ = overlapping()
    assert fr.CorrelationClustering(bias=-3.0).fit(X).n_clusters_ > 2
    assert fr.CorrelationClustering(bias=3.0).fit(X).n_clusters_ == 1

"""Groups that a single distance tells apart correct those of neighbors."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform
from sklearn.metrics import adjusted_rand_score

import frenemy as fr
from frenemy.affinity.features.row_distances import row_distances
from frenemy.affinity.groups.distinct_rows import distinct_rows
from frenemy.affinity.groups.one_distance import MAX_ROWS, _best_f_measure, _parted, one_distance


def albums(seed=0, noise=0.25, n_people=16):
    """People with few photographs each; some look two ways, and some photographs are worse than others."""
    random = np.random.default_rng(seed)
    people = np.repeat(np.arange(n_people), random.integers(2, 16, n_people))
    faces, looks = random.normal(0, 1, (2, n_people, 32))
    looks[np.arange(n_people) % 3 != 0] = 0.0
    widths = noise * np.exp(random.normal(0, 0.4, len(people)))
    second = random.integers(0, 2, len(people))[:, None]
    X = faces[people] + 0.4 * second * looks[people] + random.normal(0, 1, (len(people), 32)) * widths[:, None]
    return X, people


X, PEOPLE = albums(seed=2)


def test_people_who_look_two_ways_are_one_cluster():
    clustering = fr.CorrelationClustering().fit(X)
    assert adjusted_rand_score(PEOPLE, clustering.labels_) > 0.97
    assert "the best single distance" in clustering.weights_account_


def test_rows_and_their_matrix_of_distances_give_the_same_clusters():
    rows = fr.CorrelationClustering().fit_predict(X)
    matrix = fr.CorrelationClustering(affinity="precomputed_distance").fit(squareform(pdist(X)))
    assert "the best single distance" in matrix.weights_account_
    assert adjusted_rand_score(rows, matrix.labels_) > 0.99


def test_copies_and_threads_change_nothing():
    labels = fr.CorrelationClustering().fit_predict(X)
    again = np.arange(0, len(X), 7)
    copied = fr.CorrelationClustering(n_jobs=2).fit_predict(np.concatenate([X, X[again]]))
    assert adjusted_rand_score(labels, copied[: len(X)]) > 0.97
    assert (copied[len(X) :] == copied[again]).all()
    np.testing.assert_array_equal(fr.CorrelationClustering(n_jobs=2).fit_predict(X), labels)


def test_the_path_over_the_bias_shifts_each_pair():
    clustering = fr.CorrelationClustering().fit(X)
    unbiased = next(point for point in clustering.path_ if point.bias == 0.0)
    assert unbiased.n_groups == clustering.n_clusters_
    assert [point.n_groups for point in clustering.path_] == sorted(
        (point.n_groups for point in clustering.path_), reverse=True
    )
    biased = fr.CorrelationClustering(bias=2.0).fit(X)
    assert "the best single distance" in biased.weights_account_
    assert biased.n_clusters_ <= clustering.n_clusters_


def test_known_classes_keep_the_guess():
    known = np.where(np.arange(len(X)) % 10 == 0, PEOPLE, -1)
    assert adjusted_rand_score(PEOPLE, fr.CorrelationClustering().fit(X, known).labels_) > 0.97


def weighed(X, labels, **options):
    """What one distance makes of known groups."""
    u, v = np.triu_indices(len(X), 1)
    groups = fr.Problem.from_edges(u, v, np.where(labels[u] == labels[v], 1.0, -1.0), n_nodes=len(X))
    rows = distinct_rows(row_distances(X), n_neighbors=5)
    return one_distance(rows, groups, **options)


def test_groups_that_were_parted_are_joined():
    parted = np.where(np.bincount(PEOPLE).argmax() == PEOPLE, 2 * PEOPLE + np.arange(len(PEOPLE)) % 2, 2 * PEOPLE)
    found = weighed(X, parted)
    assert found.f_measure > found.f_measure_before
    assert adjusted_rand_score(PEOPLE, fr.solve(found.problem()).labels) > 0.97


def test_gaps_keep_groups_together_that_distances_would_part():
    """Three pairs of people are one group each: too much for a correction of clear groups."""
    together = np.where(PEOPLE < 6, PEOPLE // 2, PEOPLE)
    assert 0.8 < adjusted_rand_score(PEOPLE, together) < 0.9
    assert weighed(X, together) is not None
    assert weighed(X, together, are_clear=True) is None


@pytest.mark.parametrize(
    ("rows", "labels"),
    [
        (X, np.zeros(len(X), np.int64)),
        (X, np.arange(len(X))),
        (np.eye(6), np.array([0, 0, 0, 1, 1, 1])),  # all distances are equal
        (np.random.default_rng(0).normal(size=(60, 2)), np.arange(60) % 2),  # distances say nothing
    ],
    ids=["one group", "no groups", "equal distances", "random groups"],
)
def test_other_groups_stay(rows, labels):
    assert weighed(rows, labels) is None


def test_many_rows_are_not_looked_at():
    rows = np.repeat(np.arange(4.0), MAX_ROWS // 4 + 1)[:, None] + np.random.default_rng(0).normal(
        0, 0.1, (MAX_ROWS + 4, 1)
    )
    groups = fr.Problem.from_edges([0], [1], [1.0], n_nodes=len(rows))
    assert one_distance(distinct_rows(row_distances(rows), n_neighbors=5), groups) is None


@pytest.mark.parametrize("metric", ["euclidean", "cosine"])
def test_distances_of_all_pairs_are_those_between_their_rows(metric):
    rows = np.random.default_rng(0).normal(size=(20, 3)) * 1e200
    rows[4] = 0.0
    distances = row_distances(rows, metric)
    u, v = np.triu_indices(20, 1)
    np.testing.assert_allclose(distances.of_all_pairs(), distances.between(u, v), rtol=1e-12)


pairs = st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=30)


@given(pairs)
def test_the_best_f_measure_is_that_of_the_best_threshold(pairs):
    pairs.sort()
    distances = np.array([distance for distance, _ in pairs], float)
    is_same = np.array([same for _, same in pairs])
    best = 0.0
    for threshold in set(distances):
        below = distances <= threshold
        best = max(best, 2 * (below & is_same).sum() / max(below.sum() + is_same.sum(), 1))
    assert _best_f_measure(distances, is_same) == pytest.approx(best)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30))
def test_small_parts_of_a_group_go_with_its_largest_part(rows):
    parted = _parted(*(np.array(column) for column in zip(*rows, strict=True)))
    sizes = {part: rows.count(part) for part in rows}
    largest = {group: max(sizes[part] for part in sizes if part[0] == group) for group, _ in rows}
    for (i, a), (j, b) in itertools.combinations(enumerate(rows), 2):
        if a[0] != b[0]:
            assert parted[i] != parted[j]
        elif min(sizes[a], sizes[b]) >= 3:
            assert (parted[i] == parted[j]) == (a == b)
    for i, part in enumerate(rows):
        if sizes[part] < 3:
            with_largest = {parted[j] for j, b in enumerate(rows) if b[0] == part[0] and sizes[b] == largest[b[0]]}
            assert parted[i] in with_largest

"""Sparse problems over rows mean what all pairs mean."""

import sys
from pathlib import Path

import numpy as np
import pytest
from interrupted import interrupted

import frenemy as fr
from frenemy.affinity.features.feature_problem import feature_problem
from frenemy.affinity.neighbors import near_pairs, nearest
from frenemy.metrics import adjusted_rand_index

FACES = Path(__file__).parents[3].parent / "shared" / "data" / "faces_lfw_dev_dlib128.npz"


class Weighed:
    """A line over distances."""

    account = "made up"

    def __init__(self, points, zero, slope=14.0, most=6.0):
        self.coordinates = np.asarray(points, np.float32)
        self.zero, self.slope, self.most = zero, slope, most

    def weights(self, u, v):
        distances = np.linalg.norm(self.coordinates[u].astype(np.float64) - self.coordinates[v], axis=1)
        return np.clip(self.slope * (self.zero - distances), -self.most, self.most)


def uneven(n=1500, d=32, spread=0.45, seed=0):
    """Clusters of 1 to 300 rows, centers about 1 apart."""
    rng = np.random.default_rng(seed)
    sizes = [300, 200, 150, 120, 80, 60, 40, 30, 25, 20, 15, 12, 10, 8, 6, 5, 4, 3, 3, 2, 2, 2]
    sizes += [1] * 200
    truth = np.repeat(np.arange(len(sizes)), sizes)[:n]
    truth = np.concatenate((truth, rng.integers(0, 16, n - len(truth))))
    rng.shuffle(truth)
    centers = rng.normal(size=(len(sizes), d)) / np.sqrt(2 * d)
    return centers[truth] + spread * rng.normal(size=(n, d)) / np.sqrt(2 * d), truth


def same_sums(problem, dense, labels):
    return problem.energy(labels) / dense.energy(labels)


@pytest.fixture(scope="module")
def rows():
    points, truth = uneven()
    return Weighed(points, 0.68), truth


@pytest.fixture(scope="module")
def dense(rows):
    problem = feature_problem(rows[0])
    return problem, fr.solve(problem)


def test_few_rows_have_all_pairs(rows, dense):
    problem, _ = dense
    assert problem.n_edges == 1500 * 1499 / 2
    assert problem.missing == 0.0
    u, v, w = problem.edges()
    assert w[:1000] == pytest.approx(rows[0].weights(u[:1000], v[:1000]))
    assert feature_problem(rows[0], n_neighbors=1499) == problem


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_hardly_any_rows(n):
    problem = feature_problem(Weighed(np.zeros((n, 2)), 0.5), n_neighbors=2)
    assert (problem.n_nodes, problem.n_edges) == (n, n * (n - 1) // 2)
    assert fr.solve(problem).n_clusters == min(n, 1)


@pytest.mark.parametrize("n_neighbors", [8, 15])
def test_labels_are_those_of_all_pairs(rows, dense, n_neighbors):
    """Clusters of far more rows than neighbours stay whole, and small ones are not joined."""
    problem = feature_problem(rows[0], n_neighbors=n_neighbors)
    found = fr.solve(problem)
    assert problem.n_edges < 30 * 1500  # of 750
    assert adjusted_rand_index(found.labels, dense[1].labels) > 0.99
    sizes = np.sort(np.bincount(dense[1].labels))
    assert np.bincount(found.labels).max() == pytest.approx(sizes[-1], rel=0.02)
    assert found.n_clusters == pytest.approx(dense[1].n_clusters, rel=0.03)
    assert dense[0].energy(found.labels) <= dense[1].energy * 0.9999  # below 0


def test_energies_are_those_of_all_pairs(rows, dense):
    problem = feature_problem(rows[0], n_neighbors=15)
    rng = np.random.default_rng(12)
    assert same_sums(problem, dense[0], dense[1].labels) == pytest.approx(1.0, abs=0.01)
    assert same_sums(problem, dense[0], rows[1]) == pytest.approx(1.0, abs=0.01)
    for n_clusters, tolerance in ((2, 0.06), (20, 0.03), (700, 0.02)):
        # Of 3,000 far pairs that stand for the rest, two clusters cut 1,500 +- 27; with more clusters it varies less.
        found = same_sums(problem, dense[0], rng.integers(0, n_clusters, 1500))
        assert found == pytest.approx(1.0, abs=tolerance)


def test_neighbors_alone_mean_something_else(rows, dense):
    """Why all this is done: one repulsion for all other pairs breaks every cluster that is larger than its lists."""
    near = nearest(rows[0].coordinates, n_neighbors=15)
    u, v = near_pairs(near)
    plain = fr.Problem.from_edges(u, v, rows[0].weights(u, v), n_nodes=1500, missing=-5.0)
    assert adjusted_rand_index(fr.solve(plain).labels, dense[1].labels) < 0.5


def test_halves_that_no_near_pair_connects_are_joined():
    """Each cluster has two modes, all neighbours of a row are in its own, and pairs across attract."""
    rng = np.random.default_rng(0)
    centers, offsets = rng.normal(size=(2, 12, 24)) / np.sqrt(48)
    truth, side = np.repeat(np.arange(12), 100), np.tile([-1.0, 1.0], 600)
    points = centers[truth] + 0.25 * side[:, None] * offsets[truth] + 0.02 * rng.normal(size=(1200, 24))
    rows = Weighed(points, 0.6)
    u, v = near_pairs(nearest(points, n_neighbors=10))
    assert (side[u] == side[v]).all()
    assert adjusted_rand_index(fr.solve(feature_problem(rows, n_neighbors=10)).labels, truth) == 1.0


def test_strangers_are_not_joined():
    """Small clusters far from each other have no listed pair between them: to join them must not be free."""
    rng = np.random.default_rng(0)
    truth = np.repeat(np.arange(700), 4)
    points = rng.normal(size=(700, 16))[truth] + 0.01 * rng.normal(size=(2800, 16))
    for far in ("sampled", "missing", "none"):
        found = fr.solve(feature_problem(Weighed(points, 0.5), far=far))
        assert adjusted_rand_index(found.labels, truth) == 1.0


@pytest.mark.parametrize("far", ["sampled", "missing", "none"])
def test_far_pairs(rows, dense, far):
    problem = feature_problem(rows[0], n_neighbors=15, far=far)
    ratio = same_sums(problem, dense[0], np.random.default_rng(13).integers(0, 50, 1500))
    if far == "none":
        assert abs(ratio) < 0.2
    else:
        assert ratio == pytest.approx(1.0, abs=0.02)
    assert (problem.missing < -1.0) == (far == "missing")


def test_the_same_on_any_number_of_threads(rows):
    one = feature_problem(rows[0], n_neighbors=10, seed=3)
    assert feature_problem(rows[0], n_neighbors=10, seed=3, threads=3) == one
    assert feature_problem(rows[0], n_neighbors=10, seed=4) != one


@pytest.mark.parametrize("method", ["exact", "cells", "usearch"])
def test_methods_hardly_matter(rows, dense, method):
    if method == "usearch":
        pytest.importorskip("usearch")
    found = fr.solve(feature_problem(rows[0], n_neighbors=12, method=method))
    assert adjusted_rand_index(found.labels, dense[1].labels) > 0.98


def test_equal_rows_and_rows_that_all_attract():
    assert fr.solve(feature_problem(Weighed(np.ones((2500, 3)), 0.5))).n_clusters == 1
    points = np.random.default_rng(0).normal(size=(2500, 3))
    assert fr.solve(feature_problem(Weighed(points, 100.0))).n_clusters == 1
    assert fr.solve(feature_problem(Weighed(points, -1.0))).n_clusters == 2500


@pytest.mark.skipif(not FACES.exists(), reason="needs ../shared/data/faces_lfw_dev_dlib128.npz")
def test_faces():
    rows = Weighed(np.load(FACES)["embeddings"], 0.54)
    all_pairs = fr.solve(feature_problem(rows))
    found = fr.solve(feature_problem(rows, n_neighbors=15))
    assert adjusted_rand_index(found.labels, all_pairs.labels) > 0.98


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n_neighbors": 0}, "n_neighbors must be a whole number of at least 1, got 0"),
        ({"n_partners": 1}, "n_partners must be a whole number of at least 2, got 1"),
        ({"far": "away"}, "far must be one of 'sampled', 'missing', 'none', got 'away'"),
        ({"method": "magic", "n_neighbors": 5}, "method must be one of"),
        ({"threads": 0}, "threads must be a whole number of at least 1, got 0"),
    ],
)
def test_bad_arguments(rows, arguments, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        feature_problem(rows[0], **arguments)
    assert message in str(caught.value)


def test_weights_that_are_no_numbers_are_shown():
    rows = Weighed(np.arange(10.0)[:, None], np.nan)
    with pytest.raises(ValueError, match="weights must be finite, got nan of rows 0 and 1"):
        feature_problem(rows)


def test_progress_is_told(rows):
    told = []
    feature_problem(rows[0], n_neighbors=10, on_stage=lambda *args: told.append(args))
    assert list(dict.fromkeys(name for name, _ in told)) == ["neighbors", "weights", "groups"]
    assert told[-1] == ("groups", 1.0)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is sent on POSIX only")
def test_interrupt():
    code, output = interrupted(
        """
        from frenemy.affinity import DistanceWeigher, fit_logistic
        from frenemy.affinity import feature_problem
        points = np.random.default_rng(0).normal(size=(20_000, 8))
        rows = DistanceWeigher(fit_logistic([0.5, 1, 2, 3], [True, True, False, False])).prepare(points)
        def ready(stage, done):
            if stage == "groups" and done == 0.0:
                print("ready", flush=True)
        try:
            feature_problem(rows, n_neighbors=10, method="cells", on_stage=ready)
        except KeyboardInterrupt:
            print("interrupted")
        """,
        seconds=0.2,
    )
    assert (code, output) == (0, "interrupted\n")

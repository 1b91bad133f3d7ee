"""The planted generator has the statistics that the paper's experiments ask for."""

import numpy as np
import pytest

import frenemy as fr
from frenemy.affinity import planted


def signs(problem, labels):
    u, v, w = problem.edges()
    return np.where(labels[u] == labels[v], 1.0, -1.0), w


def paper(degree, seed=0, **changed):
    """Section 6.1: 750 nodes, 15 clusters with sizes 1 to 5, a quarter of the pairs inside, 20 % noise."""
    options = {"sizes": np.linspace(1, 5, 15), "balance": 0.25, "noise": 0.2} | changed
    return planted(750, degree=degree, seed=seed, **options)


@pytest.mark.parametrize(("degree", "share_positive"), [(12, 0.35), (290, 0.28)])
def test_signs_of_the_paper(degree, share_positive):
    problem, labels = paper(degree)
    truth, w = signs(problem, labels)
    assert np.mean(np.sign(w) != truth) == pytest.approx(0.20, abs=0.01)
    assert np.mean(w > 0) == pytest.approx(share_positive, abs=0.02)


def test_half_density_is_reached():
    problem, _ = paper(290)
    assert problem.n_edges / (750 * 749 / 2) == pytest.approx(0.5, abs=0.02)


def test_relative_sizes():
    _, labels = planted(60_000, sizes=[1, 3, 5, 2], degree=1)
    shares = np.sort(np.bincount(labels)) / 60_000
    assert shares == pytest.approx(np.array([1, 2, 3, 5]) / 11, abs=0.01)


def test_share_of_pairs_inside_is_the_balance():
    problem, labels = planted(20_000, sizes=np.ones(20), degree=10, balance=0.3, noise=0.0)
    truth, w = signs(problem, labels)
    assert np.array_equal(truth, w)
    assert np.mean(truth > 0) == pytest.approx(0.3, abs=0.01)
    # Drawn from both ends, with few coincidences: each node has about twice its degree.
    assert 2 * problem.n_edges / 20_000 == pytest.approx(20, rel=0.02)


def test_gaussian_noise_makes_wrong_signs_weak():
    problem, labels = paper(100)
    truth, w = signs(problem, labels)
    is_wrong = np.sign(w) != truth
    assert np.abs(w[is_wrong]).mean() < 0.6 * np.abs(w[~is_wrong]).mean()
    # A true sign times N(mu, 1): P(negative) = 0.2 makes mu = 0.8416, and the variance is 1.
    assert (truth * w).mean() == pytest.approx(0.8416, abs=0.02)
    assert (truth * w).std() == pytest.approx(1.0, abs=0.02)


def test_flips_are_full_size():
    problem, labels = paper(100, noise_kind="flips")
    truth, w = signs(problem, labels)
    assert set(w.tolist()) == {-1.0, 1.0}
    assert np.mean(w != truth) == pytest.approx(0.2, abs=0.01)


def test_whole_floats_and_large_sizes():
    assert planted(10.0, degree=4.0)[0] == planted(10, degree=4)[0]
    for sizes in ([1e308, 1e308], [5e-324, 5e-324]):
        assert planted(50, sizes=sizes)[0] == planted(50, sizes=[1, 1])[0]


def test_seed_decides():
    assert planted(50, seed=3)[0] == planted(50, seed=3)[0]
    assert planted(50, seed=3)[0] != planted(50, seed=4)[0]
    assert planted(50, seed=np.random.default_rng(3))[0] == planted(50, seed=3)[0]


def test_readme_example_is_solved():
    problem, labels = planted(100, sizes=[1, 3, 5, 2], degree=10, balance=0.5, noise=0.1)
    result = fr.solve(problem)
    assert result.n_clusters == len(set(labels.tolist())) == 4
    assert result.energy <= problem.energy(labels) + 1e-9


@pytest.mark.parametrize("options", [{"sizes": [1]}, {"degree": 1}, {"balance": 1.0}, {"balance": 0.0}])
@pytest.mark.parametrize("n_nodes", [0, 1, 2, 30])
def test_corners(n_nodes, options):
    problem, labels = planted(n_nodes, **options)
    assert problem.n_nodes == len(labels) == n_nodes


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_nodes": float("nan")}, "n_nodes must be a whole number of at least 0, got nan"),
        ({"n_nodes": float("inf")}, "n_nodes must be a whole number of at least 0, got inf"),
        ({"n_nodes": None}, "n_nodes must be a whole number of at least 0, got None"),
        ({"n_nodes": "9"}, "n_nodes must be a whole number of at least 0, got '9'"),
        ({"degree": float("nan")}, "degree must be a whole number of at least 1, got nan"),
        ({"degree": None}, "degree must be a whole number of at least 1, got None"),
        ({"degree": 0}, "degree must be a whole number of at least 1, got 0"),
        ({"balance": None}, "balance must be in 0..1, got None"),
        ({"balance": "a"}, "balance must be in 0..1, got 'a'"),
        ({"noise": None}, "noise must be at least 0 and below 1, got None"),
        ({"sizes": None}, "sizes must be"),
        ({"n_nodes": -1}, "n_nodes must be a whole number of at least 0, got -1"),
        ({"degree": 1.5}, "degree must be a whole number of at least 1, got 1.5"),
        ({"balance": 1.5}, "balance must be in 0..1, got 1.5"),
        ({"noise": 1.0}, "noise must be at least 0 and below 1, got 1.0"),
        ({"noise": float("nan")}, "noise must be"),
        ({"noise_kind": "salt"}, "noise_kind must be 'gaussian' or 'flips', got 'salt'"),
        ({"sizes": []}, "at least one cluster"),
        ({"sizes": [1, -2]}, "sizes must be above 0 and finite, got -2.0 at cluster 1"),
    ],
)
def test_bad_arguments(options, message):
    with pytest.raises(ValueError, match=message):
        planted(**({"n_nodes": 10} | options))

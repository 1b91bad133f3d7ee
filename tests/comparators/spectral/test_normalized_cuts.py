"""Normalized cuts: the spectrum, clean and noisy blocks, parts, loners, and what is refused."""

import itertools

import numpy as np
import pytest
import scipy.sparse as sp
from reference import random_problem, same_partition

import frenemy as fr
from frenemy.comparators import NormalizedCuts, normalized_cuts
from frenemy.comparators.spectral.leading_vectors import Stopped, leading_vectors
from frenemy.metrics import adjusted_rand_index


def blocks(sizes, inside=1.0, outside=0.0):
    truth = np.repeat(np.arange(len(sizes)), sizes)
    return np.where(np.equal.outer(truth, truth), inside, outside), truth


def random_affinity(n, seed, density=0.3):
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.random((n, n)) * (rng.random((n, n)) < density), 1)
    return upper + upper.T + np.eye(n)


def normalized(affinity):
    root = 1 / np.sqrt(affinity.sum(axis=1))
    return root[:, None] * affinity * root


@pytest.mark.parametrize("n", [20, 180])  # full matrix, Lanczos
def test_eigenvalues(n):
    affinity = random_affinity(n, seed=1)
    expected = np.linalg.eigvalsh(normalized(affinity))[::-1][:11]
    for form in (affinity, sp.csr_array(affinity), sp.coo_matrix(affinity), 1e200 * affinity):
        assert normalized_cuts(form, max_clusters=10).eigenvalues == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("n", [60, 150])
def test_leading_vectors_beside_known_ones(n):
    matrix = sp.csr_array(normalized(random_affinity(n, seed=2)))
    rng = np.random.default_rng(0)
    known = np.linalg.qr(rng.normal(size=(n, 2)))[0]
    values, vectors = leading_vectors(matrix, 5, known, rng=rng, is_stopped=lambda: False)
    assert np.abs(known.T @ vectors).max() < 1e-9
    assert vectors.T @ vectors == pytest.approx(np.eye(5), abs=1e-9)
    rest = np.eye(n) - known @ known.T
    assert rest @ matrix.toarray() @ vectors == pytest.approx(vectors * values, abs=1e-8)
    assert values == pytest.approx(np.linalg.eigvalsh(rest @ matrix @ rest)[::-1][:5], abs=1e-9)


def test_the_eigensolver_listens():
    matrix = sp.csr_array(normalized(random_affinity(200, seed=3)))
    asked = itertools.count()
    with pytest.raises(Stopped):
        leading_vectors(
            matrix, 5, np.empty((200, 0)), rng=np.random.default_rng(0), is_stopped=lambda: next(asked) >= 20
        )
    assert next(asked) == 21


@pytest.mark.parametrize("rule", ["paper", "skip_first", "difference"])
@pytest.mark.parametrize("sizes", [[5], [4, 4], [10, 3, 2, 1], [70, 50, 20]])
def test_clean_blocks(rule, sizes):
    affinity, truth = blocks(sizes)
    found = normalized_cuts(affinity, rule=rule)
    assert same_partition(found.labels, truth)
    assert found.n_clusters == sum(size > 1 for size in sizes)  # a node alone is beside the others


@pytest.mark.parametrize("sizes", [[12, 8, 5], [70, 60, 50]])
def test_noisy_blocks(sizes):
    affinity, truth = blocks(sizes, outside=0.1)
    rng = np.random.default_rng(4)
    noise = rng.uniform(0.5, 1.0, affinity.shape)
    affinity *= np.minimum(noise, noise.T)
    found = normalized_cuts(affinity)
    assert found.n_clusters == 3
    assert same_partition(found.labels, truth)
    assert same_partition(normalized_cuts(affinity, n_clusters=3).labels, truth)
    assert normalized_cuts(affinity, n_clusters=1).labels.max() == 0
    assert normalized_cuts(affinity, n_clusters=len(truth)).labels.tolist() == list(range(len(truth)))


def test_two_clusters_against_all_cuts():
    """On small graphs with a clear cut, the relaxation finds the lowest one of all."""
    for seed in range(5):
        rng = np.random.default_rng(seed)
        affinity, _ = blocks([5, 4], inside=1.0, outside=0.15)
        affinity *= np.minimum(weights := rng.uniform(0.3, 1.0, affinity.shape), weights.T)
        degrees = affinity.sum(axis=1)

        def cut(side, affinity=affinity, degrees=degrees):
            between = affinity[side][:, ~side].sum()
            return between / degrees[side].sum() + between / degrees[~side].sum()

        sides = [np.array((True, *rest)) for rest in itertools.product((True, False), repeat=8)]
        lowest = min((side for side in sides if not side.all()), key=cut)
        assert same_partition(normalized_cuts(affinity, n_clusters=2).labels, lowest)


def test_parts_and_loners():
    affinity, truth = blocks([30, 20, 10, 1, 1])
    assert normalized_cuts(affinity).n_clusters == 3
    few = normalized_cuts(affinity, n_clusters=2)  # the largest part, all others, and two loners
    assert same_partition(few.labels, [0] * 30 + [1] * 30 + [2, 3])
    assert few.eigenvalues.tolist() == [1.0, 1.0]
    more = normalized_cuts(affinity, n_clusters=4).labels
    assert len(set(more.tolist())) >= 5
    assert all(len(set(truth[more == c].tolist())) == 1 for c in set(more.tolist()))  # parts are split, never mixed

    nothing = normalized_cuts(np.zeros((3, 3)))
    assert (nothing.labels.tolist(), nothing.n_clusters, len(nothing.eigenvalues)) == ([0, 1, 2], 0, 0)
    assert normalized_cuts(np.eye(3)).labels.tolist() == [0, 1, 2]
    empty = normalized_cuts(np.empty((0, 0)))
    assert (len(empty.labels), empty.n_clusters) == (0, 0)
    pairs = normalized_cuts(np.kron(np.eye(120), np.ones((2, 2))), max_clusters=10)  # more parts than one looks for
    assert pairs.n_clusters == 120
    assert same_partition(pairs.labels, np.arange(240) // 2)


def test_the_diagonal_counts_and_a_wide_spectrum_is_no_trouble():
    """All eigenvalues but one are the same: no gap. A star and two sides that know only each other: 1, zeros, -1."""
    n = 150
    assert normalized_cuts(np.ones((n, n))).n_clusters == 1
    assert normalized_cuts(np.ones((n, n)) - np.eye(n)).n_clusters == 1
    star = np.zeros((n, n))
    star[0, 1:] = star[1:, 0] = 1.0
    assert normalized_cuts(star).n_clusters == 1
    assert normalized_cuts(np.kron([[0, 1], [1, 0]], np.ones((75, 75)))).n_clusters == 1


def test_the_paper_rule_answers_one_and_the_mended_ones_recover_the_clusters():
    problem, truth = fr.affinity.planted(240, sizes=[1] * 6, degree=30, balance=0.3, noise=0.2, seed=1)
    printed = NormalizedCuts(rule="paper", max_clusters=30)
    assert printed.clustering(problem).n_clusters == fr.solve(problem, printed).n_clusters == 1
    for rule in ("skip_first", "difference"):
        found = NormalizedCuts(rule=rule, max_clusters=30).clustering(problem)
        assert found.n_clusters == 6
        assert adjusted_rand_index(found.labels, truth) > 0.95


def test_affinities_of_a_problem_are_probabilities():
    problem = random_problem(40, 200, seed=5)
    u, v, w = problem.edges()
    affinity = np.eye(40)
    affinity[u, v] = affinity[v, u] = 1 / (1 + np.exp(-w))
    a, b = normalized_cuts(affinity), NormalizedCuts().clustering(problem)
    assert a.eigenvalues == pytest.approx(b.eigenvalues)
    assert a.n_clusters == b.n_clusters
    # With missing, listed pairs are what they weigh in all; unlisted ones count if they attract.
    heavier = fr.Problem.from_edges(u, v, w, n_nodes=40, missing=-2.0, sizes=np.arange(1, 41))
    assert NormalizedCuts().clustering(heavier).eigenvalues == pytest.approx(b.eigenvalues)
    attracting = fr.Problem.from_edges(u, v, w, n_nodes=40, missing=1.0)
    affinity[affinity == 0.0] = 1 / (1 + np.exp(-1.0))
    found = NormalizedCuts().clustering(attracting)
    assert found.eigenvalues == pytest.approx(normalized_cuts(affinity).eigenvalues)


def test_a_seed_changes_nothing_but_where_it_begins():
    affinity, truth = blocks([60, 50, 40], outside=0.2)
    for seed in (0, 7):
        assert same_partition(normalized_cuts(affinity, seed=seed).labels, truth)


def test_bad_matrices():
    with pytest.raises(ValueError, match=r"affinity must be a square matrix, got shape \(2, 3\)"):
        normalized_cuts(np.ones((2, 3)))
    with pytest.raises(ValueError, match="affinity must not be negative, got -1.0 at row 0, column 1"):
        normalized_cuts([[1, -1], [-1, 1]])
    with pytest.raises(ValueError, match="affinity must be finite, got nan at row 1, column 0"):
        normalized_cuts([[1, 1], [np.nan, 1]])
    with pytest.raises(ValueError, match=r"affinity must be symmetric, got 1.0 at \(0, 1\) and 0.0 at \(1, 0\)"):
        normalized_cuts(sp.csr_array([[0.0, 1.0], [0.0, 0.0]]))
    with pytest.raises(ValueError, match="affinity must be real, got complex128"):
        normalized_cuts(np.eye(2) * 1j)
    with pytest.raises(ValueError, match="n_clusters must be at most the number of nodes, 2, got 3"):
        normalized_cuts(np.ones((2, 2)), n_clusters=3)

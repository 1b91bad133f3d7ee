"""Normalized cuts with repulsion: the functional, clean blocks, and what happens to large clusters."""

import numpy as np
import pytest
import scipy.sparse as sp
from reference import pair_weights, random_problem, same_partition

import frenemy as fr
from frenemy.comparators import NormalizedCuts, SignedNormalizedCuts, normalized_cuts, signed_normalized_cuts
from frenemy.comparators.spectral.signed_normalized_cuts import popout
from frenemy.comparators.spectral.spectral_clustering import share_inside
from frenemy.metrics import adjusted_rand_index


def signed_blocks(sizes):
    truth = np.repeat(np.arange(len(sizes)), sizes)
    weights = np.where(np.equal.outer(truth, truth), 1.0, -1.0)
    np.fill_diagonal(weights, 0.0)
    return weights, truth


def value(weights, labels):
    """What is maximized, as it is coded."""
    return share_inside(*popout(sp.csr_array(weights)))(np.asarray(labels, np.int32))


def test_the_functional():
    """Attraction inside and repulsion outside, over all there is at a cluster's nodes."""
    weights = pair_weights(random_problem(12, 60, seed=1))
    labels = np.random.default_rng(2).integers(3, size=12)
    expected = 0.0
    for c in range(3):
        inside, outside = weights[labels == c][:, labels == c], weights[labels == c][:, labels != c]
        good = np.maximum(inside, 0).sum() + np.maximum(-outside, 0).sum()
        expected += good / np.abs(weights[labels == c]).sum()
    assert value(weights, labels) == pytest.approx(expected)


@pytest.mark.parametrize("n", [30, 150])  # full matrix, Lanczos
def test_eigenvalues(n):
    weights = pair_weights(random_problem(n, 5 * n, seed=3))
    repulsion, degrees = np.maximum(-weights, 0).sum(axis=1), np.abs(weights).sum(axis=1)
    root = 1 / np.sqrt(degrees)
    matrix = root[:, None] * (weights + np.diag(repulsion)) * root
    expected = np.linalg.eigvalsh(matrix)[::-1]
    assert expected[0] <= 2.0
    for form in (weights, sp.csr_array(weights), weights + 5.0 * np.eye(n), 2.0**900 * weights):
        found = signed_normalized_cuts(form, max_clusters=8)
        assert found.eigenvalues == pytest.approx(expected[:9], abs=1e-9)
    constant = np.sqrt(degrees / degrees.sum())
    rest = np.eye(n) - np.outer(constant, constant)
    contrasts = np.linalg.eigvalsh(rest @ matrix @ rest)[::-1][:8]
    found = signed_normalized_cuts(weights, max_clusters=8, keeps_constant=True)
    assert found.eigenvalues == pytest.approx(contrasts, abs=1e-9)


@pytest.mark.parametrize("sizes", [[4, 4], [9, 6, 3], [20, 20, 20, 20], [60, 50, 40]])
def test_clean_blocks_of_known_number(sizes):
    weights, truth = signed_blocks(sizes)
    found = signed_normalized_cuts(weights, n_clusters=len(sizes), keeps_constant=True)
    assert same_partition(found.labels, truth)


def test_the_gap_counts_contrasts():
    """Of k clean blocks of one size m, k - 1 contrasts have 1 + 1/k, and all else at most 1 - 1/k, near enough."""
    weights, truth = signed_blocks([25] * 4)
    plain = signed_normalized_cuts(weights, max_clusters=20)
    assert plain.n_clusters == 3
    assert plain.eigenvalues[:4] == pytest.approx([1.25, 1.25, 1.25, 0.75], abs=0.02)
    mended = signed_normalized_cuts(weights, max_clusters=20, keeps_constant=True)
    assert mended.n_clusters == 4
    assert same_partition(mended.labels, truth)


@pytest.mark.parametrize("max_clusters", [1, 2, 3])
def test_no_more_clusters_than_asked_for_with_the_constant(max_clusters):
    """Also where the leading values are all equal, and the gap is behind them."""
    weights, _ = signed_blocks([10, 10, 10, 10, 10])
    found = signed_normalized_cuts(weights, max_clusters=max_clusters, keeps_constant=True)
    assert found.n_clusters == found.labels.max() + 1 == max_clusters


def test_without_repulsion_it_is_normalized_cuts():
    rng = np.random.default_rng(5)
    truth = np.repeat(np.arange(3), 15)
    affinity = np.where(np.equal.outer(truth, truth), 1.0, 0.1) * rng.uniform(0.5, 1.0, (45, 45))
    affinity = np.triu(affinity, 1) + np.triu(affinity, 1).T
    plain = normalized_cuts(affinity)
    for keeps_constant in (False, True):
        found = signed_normalized_cuts(affinity, keeps_constant=keeps_constant)
        assert same_partition(found.labels, plain.labels)
        assert found.n_clusters == 3
        n_told = len(found.eigenvalues)
        assert found.eigenvalues == pytest.approx(plain.eigenvalues[-n_told:])


# ------------------------------------------------------------------ does it break large homogeneous clusters to pieces?


def chains(sizes, reach, repelling, seed=0):
    """Clusters in which near ones attract, as in images, and nodes of different ones repel where they are compared."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(len(sizes)), sizes)
    place = np.concatenate([np.arange(size) for size in sizes])
    u, v = np.triu_indices(len(truth), 1)
    together = truth[u] == truth[v]
    listed = np.where(together, np.abs(place[u] - place[v]) <= reach, rng.random(len(u)) < repelling)
    problem = fr.Problem.from_edges(u[listed], v[listed], np.where(together, 1.0, -1.0)[listed], n_nodes=len(truth))
    return problem, truth


def pieces(labels, truth):
    """For each true cluster, how many clusters have at least a tenth of it."""
    return [int((np.bincount(labels[truth == g]) >= 0.1 * (truth == g).sum()).sum()) for g in range(truth.max() + 1)]


@pytest.mark.parametrize("repelling", [1.0, 0.02])
def test_a_long_chain_falls_to_pieces_unless_the_constant_is_kept(repelling):
    """No sign is wrong and the number is known. The functional is not to blame: nothing is above the truth."""
    problem, truth = chains([200, 20, 20, 20], reach=5, repelling=repelling)
    weights = pair_weights(problem)
    assert value(weights, truth) == pytest.approx(4.0)  # every cluster has all of its share: the most there is

    plain = SignedNormalizedCuts(n_clusters=4).clustering(problem).labels
    assert pieces(plain, truth)[0] >= 2
    assert adjusted_rand_index(plain, truth) < 0.6
    assert value(weights, plain) < 3.95

    mended = SignedNormalizedCuts(n_clusters=4, keeps_constant=True).clustering(problem).labels
    assert pieces(mended, truth) == [1, 1, 1, 1]
    assert adjusted_rand_index(mended, truth) > 0.8

    # A positive affinity does worse, and correlation clustering needs no number.
    positive = NormalizedCuts(n_clusters=4).clustering(problem).labels
    assert pieces(positive, truth)[0] >= 3
    assert same_partition(fr.solve(problem).labels, truth)


def test_the_functional_itself_prefers_pieces_where_small_clusters_hardly_repel():
    """Two cliques with 10 pairs between them that attract and 11 that repel, and a long chain of near ones.

    To join the cliques and to halve the chain has a higher value: the chain loses 3 pairs of many, and cliques in doubt
    of each other count once instead of twice. The energy tells them apart, by one pair, and does not cut the chain.
    """
    problem, truth = chains([200, 20, 20], reach=2, repelling=0.0)
    weights = pair_weights(problem)
    small, other = slice(200, 220), slice(220, 240)
    weights[small, small] = weights[other, other] = 1.0 - np.eye(20)
    between = np.repeat([1.0, -1.0, 0.0], [10, 11, 379])
    weights[small, other] = between.reshape(20, 20)
    weights[other, small] = weights[small, other].T
    halves = np.where(truth > 0, 2, np.arange(240) >= 100)
    assert value(weights, halves) > value(weights, truth) + 0.005
    problem = fr.as_problem(sp.csr_array(weights))
    assert problem.energy(truth) == -1.0  # 10 - 11
    assert problem.energy(halves) == 3.0  # three pairs of the chain


def test_complete_clusters_stay_whole():
    """Where all pairs of a cluster attract, the large one holds, and rather a small one breaks."""
    for sizes in ([200, 20, 20, 20], [100, 10, 10, 10]):
        weights, truth = signed_blocks(sizes)
        labels = signed_normalized_cuts(weights, n_clusters=4).labels
        assert pieces(labels, truth)[0] == 1


def test_noise_and_few_pairs():
    problem, truth = fr.affinity.planted(150, sizes=[1, 2, 3], degree=40, balance=0.3, noise=0.2, seed=2)
    for keeps_constant in (False, True):
        found = SignedNormalizedCuts(n_clusters=3, keeps_constant=keeps_constant).clustering(problem)
        assert adjusted_rand_index(found.labels, truth) > 0.9


def test_missing_pairs_are_listed():
    problem = random_problem(30, 100, seed=4, missing=-0.5)
    found = SignedNormalizedCuts(n_clusters=3).clustering(problem)
    assert found.eigenvalues == pytest.approx(signed_normalized_cuts(pair_weights(problem), n_clusters=3).eigenvalues)


def test_loners_and_nothing():
    weights = np.zeros((6, 6))
    weights[0, 1] = weights[1, 0] = 1.0
    weights[1, 2] = weights[2, 1] = -1.0
    found = signed_normalized_cuts(weights, n_clusters=2)
    assert same_partition(found.labels, [0, 0, 1, 2, 3, 4])
    assert signed_normalized_cuts(np.zeros((3, 3))).labels.tolist() == [0, 1, 2]
    assert len(signed_normalized_cuts(np.empty((0, 0))).labels) == 0


def test_equal_eigenvalues_are_no_trouble():
    n = 150
    for weights in (np.ones((n, n)), -np.ones((n, n)), -np.kron(np.eye(n // 2), np.ones((2, 2)))):
        assert len(signed_normalized_cuts(weights, max_clusters=5).eigenvalues) == 6


def test_bad_matrices():
    with pytest.raises(ValueError, match=r"weights must be a square matrix, got shape \(3,\)"):
        signed_normalized_cuts(np.ones(3))
    with pytest.raises(ValueError, match="weights must be finite, got inf at row 0, column 1"):
        signed_normalized_cuts([[0, np.inf], [np.inf, 0]])
    with pytest.raises(ValueError, match="n_clusters must be at most the number of nodes, 2, got 3"):
        signed_normalized_cuts(np.ones((2, 2)), n_clusters=3)

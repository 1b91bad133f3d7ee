"""Whatever is certified holds in a best clustering, all of it in the same one: found by trying everything."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import PROBLEMS, pair_weights, partitions, problems, random_problem

import frenemy as fr


def best_clusterings(problem, is_allowed=lambda _: True):
    w = pair_weights(problem)
    energies = [
        (0.5 * float(w[p[:, None] != p[None, :]].sum()), p) for p in partitions(problem.n_nodes) if is_allowed(p)
    ]
    least = min(energy for energy, _ in energies)
    return [p for energy, p in energies if energy <= least + 1e-9 * (1 + np.abs(w).sum())], least


def agrees(labels, certificate, problem):
    u, v, _ = problem.edges()
    same = labels[u] == labels[v]
    groups = all(len(set(labels[certificate.together == g])) == 1 for g in set(certificate.together))
    return groups and np.all(same[certificate.is_together]) and not np.any(same[certificate.is_apart])


def check(problem, certificate, is_allowed=lambda _: True):
    best, least = best_clusterings(problem, is_allowed)
    assert any(agrees(labels, certificate, problem) for labels in best)
    assert agrees(certificate.labels, certificate, problem)
    assert certificate.lower_bound <= least + 1e-9
    assert certificate.energy == pytest.approx(problem.energy(certificate.labels))
    assert not np.any(certificate.is_together & certificate.is_apart)
    u, v, _ = problem.edges()
    doubtful = ~(certificate.is_together | certificate.is_apart)
    in_doubt = set(u[doubtful]) | set(v[doubtful])
    assert set(np.flatnonzero(~certificate.is_settled)) == in_doubt
    if certificate.status is fr.Status.OPTIMAL:
        assert certificate.energy == pytest.approx(least, abs=1e-9)
        assert certificate.share_of_pairs == certificate.share_of_nodes == 1.0


@given(problem=problems(max_nodes=7), seed=st.integers(0, 3))
def test_some_best_clustering_agrees(problem, seed):
    check(problem, fr.certify(problem, seed=seed))


@given(problem=problems(max_nodes=7), rounds=st.integers(1, 2))
def test_some_best_clustering_agrees_after_any_turn(problem, rounds):
    check(problem, fr.certify(problem, stop=fr.Stop(rounds=rounds)))


@pytest.mark.parametrize("seconds", [0.0, 3e-5, 1e-4, 2e-4, 4e-4, 1e-3])
def test_some_best_clustering_agrees_whenever_it_is_stopped(seconds):
    for seed in range(10):
        problem = random_problem(8, 20, seed, mean=0.1, missing=[0.0, -0.4][seed % 2])
        check(problem, fr.certify(problem, stop=fr.Stop(seconds=seconds)))


@pytest.mark.parametrize("missing", [0.0, -0.5, 0.3])
@pytest.mark.parametrize("seed", range(8))
def test_dense_problems_of_nine_nodes(seed, missing):
    problem = random_problem(8, 24, seed, mean=0.2, missing=missing)
    check(problem, fr.certify(problem))
    check(problem, fr.certify(problem, stop=fr.Stop(seconds=0.2)))


@pytest.mark.parametrize("seed", range(10))
def test_constraints_are_sure(seed):
    problem = random_problem(7, 14, seed, mean=0.4, missing=[0.0, -0.3][seed % 2])
    (a, b), (c, d) = np.random.default_rng(seed).permutation(7)[:4].reshape(2, 2)
    problem = fr.constraints.must_link(fr.constraints.cannot_link(problem, [(a, b)]), [(c, d)])
    certificate = fr.certify(problem)
    assert certificate.together[c] == certificate.together[d]
    assert certificate.labels[a] != certificate.labels[b]
    check(problem, certificate, lambda labels: labels[a] != labels[b] and labels[c] == labels[d])


@pytest.mark.parametrize("name", PROBLEMS)
def test_named_problems(name):
    problem, optimum = PROBLEMS[name]
    certificate = fr.certify(problem)
    assert certificate.energy == pytest.approx(optimum)
    if problem.missing <= 0:
        assert certificate.status is fr.Status.OPTIMAL


def test_more_time_makes_more_sure():
    problem = random_problem(300, 900, seed=2, mean=0.3)
    quick = fr.certify(problem)
    longer = fr.certify(problem, stop=fr.Stop(seconds=1.5))
    assert 0.0 < quick.share_of_pairs <= 1.0
    assert longer.gap <= quick.gap + 1e-9
    assert "Certificate(pairs=" in repr(quick)


def test_limits_give_back_what_is_sure_so_far():
    problem = random_problem(20_000, 200_000, seed=1)
    certificate = fr.certify(problem, stop=fr.Stop(seconds=0.0))
    assert certificate.status is fr.Status.TIME_LIMIT
    assert certificate.share_of_pairs < 1.0
    assert certificate.lower_bound == problem.repelling_weight


def test_real_networks(shared_data):
    problem = fr.io.read(shared_data / "signed" / "congress.csv").problem
    certificate = fr.certify(problem)
    assert (certificate.status, certificate.energy) == (fr.Status.OPTIMAL, -89.0)


def test_a_search_from_contracted_labels_reports_them_without_gaps():
    problem, _ = fr.affinity.planted(400, sizes=[1] * 20, degree=5, balance=0.6, noise=0.15, seed=3)
    better = fr.solve(problem, stop=fr.Stop(seconds=0.3)).bounded(stop=fr.Stop(seconds=2))
    assert better.lower_bound <= better.energy < 0

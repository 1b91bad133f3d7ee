import numpy as np
import pytest
from hypothesis import given
from reference import pair_weights, partitions, problems

import frenemy as fr
from frenemy.affinity import planted


@given(problems(max_nodes=7))
def test_without_a_unary_term_plain_qpbo_labels_nothing(problem):
    found = fr.challenges(problem)
    assert found.share_unlabeled == (1.0 if problem.n_nodes else 0.0)
    assert found.status == fr.Status.CONVERGED
    assert found.share_unlabeled_weakly <= found.share_unlabeled


@given(problems(max_nodes=7))
def test_pairs_are_counted_by_their_sign(problem):
    found = fr.challenges(problem)
    weights = pair_weights(problem)[np.triu_indices(problem.n_nodes, 1)]
    assert found.n_pairs == np.count_nonzero(weights)
    assert found.share_non_submodular == (weights < 0).sum() / max(found.n_pairs, 1)


def test_the_experiment_of_the_paper():
    problem, _ = planted(200, sizes=[1, 3, 5, 2], degree=10, balance=0.25, noise=0.2)
    found = fr.challenges(problem)
    assert found.n_pairs == problem.n_edges
    assert found.share_non_submodular == pytest.approx(0.65, abs=0.03)  # 0.75 * 0.8 + 0.25 * 0.2
    assert found.share_unlabeled == 1.0
    assert found.share_unlabeled_weakly > 0.9  # contradictions everywhere


def test_signs_that_agree_with_two_labels_are_solved_but_for_the_mirror_image():
    labels = np.random.default_rng(0).integers(2, size=30)
    u, v = np.triu_indices(30, 1)
    found = fr.challenges(fr.Problem.from_edges(u, v, np.where(labels[u] == labels[v], 1.0, -1.0)))
    assert (found.share_unlabeled, found.share_unlabeled_weakly) == (1.0, 0.0)


def test_the_move_between_two_clusters():
    problem, truth = planted(60, seed=1)
    among = problem.restrict(np.flatnonzero(truth < 2)).problem
    assert fr.challenges(among).share_unlabeled == 1.0


def test_a_run_that_is_cut_short_says_so():
    problem, _ = planted(2000, degree=20)
    found = fr.challenges(problem, stop=fr.Stop(seconds=0.0))
    assert found.status == fr.Status.TIME_LIMIT
    assert fr.challenges(problem.restrict(np.arange(20)).problem).status == fr.Status.CONVERGED


def test_public_names():
    assert isinstance(fr.challenges(fr.Problem.from_edges([0], [1], [1.0])), fr.Challenges)
    assert not hasattr(fr.Challenges, "has_unary")


def test_unlisted_pairs_count_with_missing():
    found = fr.challenges(fr.Problem.from_edges([0, 0], [1, 2], [2.0, 1.0], n_nodes=4, missing=-1.0))
    assert (found.n_pairs, found.share_non_submodular) == (6, 4 / 6)


def test_all_partitions_are_candidates():
    found = fr.challenges(fr.Problem.from_edges([], [], [], n_nodes=6))
    assert np.exp(found.log_n_labelings) == pytest.approx(len(list(partitions(6))))
    assert (found.n_pairs, found.share_non_submodular) == (0, 0.0)


def test_too_many_unlisted_pairs_name_the_way_out():
    problem = fr.Problem.from_edges([0], [1], [1.0], n_nodes=10_000, missing=-1.0)
    with pytest.raises(ValueError, match="with missing=-1 all 49995000 pairs count, .* problem.restrict"):
        fr.challenges(problem)

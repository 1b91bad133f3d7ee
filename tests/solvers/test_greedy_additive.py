import numpy as np
import pytest
from hypothesis import given
from reference import pair_weights, problems_with_labels, random_problem, same_partition

import frenemy as fr

JOINS_ONLY = fr.Stop(rounds=1)  # the first round is the joining, before single nodes move


def join_by_the_definition(problem, labels):
    """Weigh all pairs of clusters, join the heaviest two, and again."""
    w = pair_weights(problem)
    labels = np.array(labels)
    while True:
        member = (labels[:, None] == np.unique(labels)[None, :]).astype(float)
        between = member.T @ w @ member
        np.fill_diagonal(between, -np.inf)
        a, b = np.unravel_index(np.argmax(between), between.shape)
        if len(between) < 2 or between[a, b] <= 0:
            return labels
        labels = np.where(member[:, b] > 0, labels[member[:, a] > 0][0], labels)


@pytest.mark.parametrize("missing", [0.0, -0.2, 0.1])
@pytest.mark.parametrize("seed", range(6))
def test_joins_in_the_order_of_the_definition(missing, seed):
    """Weights without ties: the same partition to the node, with and without sizes, from nodes and from clusters."""
    rng = np.random.default_rng(seed)
    plain = random_problem(40, 250, seed=seed, mean=0.1, missing=missing)
    u, v, w = plain.edges()
    sized = fr.Problem.from_edges(u, v, w, n_nodes=40, missing=missing, sizes=rng.uniform(0.2, 2.0, 40))
    start = rng.integers(15, size=40)
    for problem in (plain, sized):
        from_nodes = fr.solve(problem, fr.GreedyAdditive(), stop=JOINS_ONLY).labels
        assert same_partition(from_nodes, join_by_the_definition(problem, np.arange(40)))
        from_clusters = fr.solve(problem, fr.GreedyAdditive(), start=start, stop=JOINS_ONLY).labels
        assert same_partition(from_clusters, join_by_the_definition(problem, start))


@given(problems_with_labels())
def test_joins_leave_no_two_clusters_that_attract(drawn):
    problem, start = drawn
    joined = fr.solve(problem, fr.GreedyAdditive(), start=start, stop=JOINS_ONLY)
    contracted = pair_weights(problem.contract(joined.labels).problem)
    assert contracted.max(initial=0.0) <= 1e-12
    assert joined.energy <= min(0.0, problem.energy(start)) + 1e-12


def test_clusters_of_the_start_are_joined_and_not_taken_apart():
    # 0 and 1 repel each other and are together at the start; 2 is drawn to 1 by more than 0 pushes it away.
    problem = fr.Problem.from_edges([0, 1, 0], [1, 2, 2], [-1.0, 3.0, -0.5])
    assert fr.solve(problem, fr.GreedyAdditive(), start=[0, 0, 1], stop=JOINS_ONLY).labels.tolist() == [0, 0, 0]
    # Then single nodes move, and 0 leaves.
    assert fr.solve(problem, fr.GreedyAdditive(), start=[0, 0, 1]).labels.tolist() == [0, 1, 1]


def test_large_numbers_of_pairs_at_one_node():
    """A hub with very many neighbours, joined one after the other, and a long path."""
    n = 100_000
    star = fr.Problem.from_edges(np.zeros(n - 1, int), np.arange(1, n), np.ones(n - 1))
    assert fr.solve(star, fr.GreedyAdditive()).n_clusters == 1
    path = fr.Problem.from_edges(np.arange(n - 1), np.arange(1, n), np.where(np.arange(n - 1) % 3 == 2, -1.0, 1.0))
    result = fr.solve(path, fr.GreedyAdditive())
    assert result.energy == -((n - 1) // 3)
    assert result.n_clusters == (n - 1) // 3 + 1


def test_unlisted_pairs_are_not_stored():
    # Edges weigh 1, all other pairs -1/8. A hub with 8 leaves draws the next by 1 - 8 / 8 = 0, which is no attraction.
    # Storing all 2e10 pairs would take 160 GB.
    n = 200_000
    star = fr.Problem.from_edges(np.zeros(n - 1, int), np.arange(1, n), np.ones(n - 1), missing=-0.125)
    labels = fr.solve(star, fr.GreedyAdditive()).labels
    assert np.bincount(labels).tolist() == [9] + [1] * (n - 9)


def test_everything_attracts():
    problem = fr.Problem.from_edges([0], [1], [0.5], n_nodes=300_000, missing=0.5)
    assert fr.solve(problem, fr.GreedyAdditive()).n_clusters == 1


def test_among_equals_few_pairs_go_first():
    # Where does 1 go, drawn by 1 to 0 and to 2, which repel each other? 0 has many pairs, 2 has no other.
    u, v, w = [0, 1, 0, 0, 0], [1, 2, 2, 3, 4], [1.0, 1.0, -3.0, 1.0, 1.0]
    for perm in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 1, 0, 4, 3]):
        problem = fr.Problem.from_edges(np.array(perm)[u], np.array(perm)[v], w)
        labels = fr.solve(problem, fr.GreedyAdditive(), stop=JOINS_ONLY).labels[perm]
        assert same_partition(labels, [0, 1, 1, 0, 0])


def test_stopped_early_it_gives_the_start_back_if_that_is_better():
    problem = random_problem(3000, 60_000, seed=1, mean=1.0)
    result = fr.solve(problem, fr.GreedyAdditive(), stop=fr.Stop(seconds=1e-3))
    assert result.energy <= 0.0

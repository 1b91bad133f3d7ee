import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import is_one_optimal, least_energy, pair_weights, problems_with_labels, random_problem

import frenemy as fr


def test_a_pair_that_moves_only_together():
    # 2 and 3 are held by 0 and 1 with 1 each, drawn to 4 and 5 with 2 each, and hold each other with 3. Alone, either
    # loses 1 + 3 - 2 = 2; both together gain 2 (2 - 1) = 2. 0-1 and 4-5 hold together, and 0 and 4 repel each other.
    edges = [(0, 1, 9), (4, 5, 9), (0, 4, -9), (2, 3, 3), (0, 2, 1), (1, 3, 1), (4, 2, 2), (5, 3, 2)]
    u, v, w = zip(*edges, strict=True)
    problem = fr.Problem.from_edges(u, v, w)
    start = [0, 0, 0, 0, 1, 1]
    assert fr.solve(problem, fr.AdaptiveICM(), start=start).labels.tolist() == start
    assert fr.solve(problem, fr.KernighanLin(), start=start).labels.tolist() == [0, 0, 1, 1, 1, 1]


def test_clusters_that_attract_are_joined():
    # Two couples, held together by 3 each, attract each other by 1 + 1; alone, nobody would change over.
    problem = fr.Problem.from_edges([0, 2, 0, 1], [1, 3, 2, 3], [3.0, 3.0, 1.0, 1.0])
    assert fr.solve(problem, fr.AdaptiveICM(), start=[0, 0, 1, 1]).n_clusters == 2
    assert fr.solve(problem, fr.KernighanLin(), start=[0, 0, 1, 1]).n_clusters == 1


def test_a_cluster_is_split():
    # Two couples that repel each other, and a node apart so that the start is not one cluster.
    u, v, w = [0, 2, 0, 0, 1, 1, 0], [1, 3, 2, 3, 2, 3, 4], [3.0, 4.0, -1.0, -1.0, -1.0, -1.0, -2.0]
    problem = fr.Problem.from_edges(u, v, w)
    assert fr.solve(problem, fr.AdaptiveICM(), start=[0, 0, 0, 0, 1]).n_clusters == 2
    assert fr.solve(problem, fr.KernighanLin(), start=[0, 0, 0, 0, 1]).labels.tolist()[:4] == [0, 0, 1, 1]


@given(drawn=problems_with_labels(max_nodes=10), patience=st.sampled_from([0.0, 1.0, 32.0, math.inf]))
def test_every_round_tells_the_true_energy(drawn, patience):
    """Gains are worked out from sizes and counters; with `missing` of both signs and sizes of all kinds."""
    problem, start = drawn

    def compare(progress):
        assert progress.energy == pytest.approx(problem.energy(progress.labels), rel=1e-12, abs=1e-12)

    result = fr.solve(problem, fr.KernighanLin(patience), start=start, on_round=compare)
    assert result.energy <= problem.energy(start) + 1e-12
    assert is_one_optimal(problem, result.labels)


@pytest.mark.parametrize("missing", [0.0, -0.1, 0.05])
@pytest.mark.parametrize("has_sizes", [False, True])
def test_ends_where_no_two_clusters_want_to_join(missing, has_sizes):
    rng = np.random.default_rng(3)
    u, v, w = random_problem(150, 1200, seed=3, missing=missing).edges()
    sizes = rng.uniform(0.5, 1.5, 150) if has_sizes else None
    problem = fr.Problem.from_edges(u, v, w, n_nodes=150, missing=missing, sizes=sizes)
    result = fr.solve(problem, fr.KernighanLin())
    assert pair_weights(problem.contract(result.labels).problem).max() <= 1e-9
    again = fr.solve(problem, fr.KernighanLin(), start=result.labels)
    assert again.energy == result.energy
    assert len(again.history) == 2, "one sweep and one pass of single moves find nothing"


def test_mostly_optimal_on_tiny_problems():
    n_reached = 0
    for seed in range(30):
        problem = random_problem(8, 20, seed=seed, missing=(0.0, -0.2, 0.1)[seed % 3])
        n_reached += fr.solve(problem, fr.KernighanLin()).energy <= least_energy(problem) + 1e-9
    assert n_reached >= 27


def test_not_worse_than_the_joins_it_starts_from():
    for seed in range(5):
        problem = random_problem(300, 3000, seed=seed)
        joins = fr.solve(problem, fr.GreedyAdditive(), stop=fr.Stop(rounds=1))
        result = fr.solve(problem, fr.KernighanLin())
        assert result.history[0].energy == joins.energy
        assert result.energy < joins.energy


def test_unlisted_pairs_are_not_stored():
    # Rings of five edges that weigh 2; all other pairs of 100,000 nodes weigh -1/4. A whole ring: 10 - 5/4 inside.
    n = 100_000
    i = np.arange(n)
    ring = fr.Problem.from_edges(i, i - i % 5 + (i + 1) % 5, np.full(n, 2.0), missing=-0.25)
    result = fr.solve(ring, fr.KernighanLin(), start=i // 10)
    assert np.array_equal(result.labels, i // 5)


def test_patience_is_checked():
    for bad in (-1.0, math.nan):
        with pytest.raises(ValueError, match=f"patience must be 0 or more, got {bad}"):
            fr.KernighanLin(bad)

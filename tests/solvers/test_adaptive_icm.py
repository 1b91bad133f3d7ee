import numpy as np
import pytest
from hypothesis import given
from reference import problems, random_problem

import frenemy as fr


def test_two_repelling_nodes_stop_soon():
    """The authors' code gives singletons a fresh label every sweep and never sees that nothing changes."""
    result = fr.solve(fr.Problem.from_edges([0], [1], [-1.0]), fr.AdaptiveICM())
    assert result.status is fr.Status.OPTIMAL
    assert len(result.history) <= 3


@given(problems(max_nodes=8))
def test_stops_by_itself(problem):
    assert len(fr.solve(problem, fr.AdaptiveICM()).history) < 40


def test_ties_stay():
    # 2 is drawn to 0 and to 1 alike, and these repel each other: it stays with whom it is.
    problem = fr.Problem.from_edges([0, 1, 0], [2, 2, 1], [1.0, 1.0, -5.0])
    assert fr.solve(problem, fr.AdaptiveICM(), start=[0, 1, 1]).labels.tolist() == [0, 1, 1]
    assert fr.solve(problem, fr.AdaptiveICM(), start=[0, 1, 0]).labels.tolist() == [0, 1, 0]
    # No attraction at all is no reason to leave either.
    assert fr.solve(fr.Problem.from_edges([], [], [], n_nodes=2), fr.AdaptiveICM()).n_clusters == 1


def test_joins_the_cluster_that_attracts_most():
    problem = fr.Problem.from_edges([0, 0, 0], [1, 2, 3], [2.0, 1.5, 1.0])
    # Clusters {0}, {1}, {2, 3}: 0 is drawn by 2 to the one and by 1.5 + 1 to the other.
    assert fr.solve(problem, fr.AdaptiveICM(), start=[0, 1, 2, 2], stop=fr.Stop(rounds=1)).labels[0] == 0
    labels = fr.solve(problem, fr.AdaptiveICM(), start=[0, 1, 2, 2], stop=fr.Stop(rounds=1)).labels
    assert labels[0] == labels[2] == labels[3]


def test_order():
    problem = random_problem(200, 2000, seed=1)
    by_index = [fr.solve(problem, fr.AdaptiveICM(), seed=s).energy for s in range(3)]
    assert len(set(by_index)) == 1, "visiting by number leaves nothing to chance"
    by_chance = [fr.solve(problem, fr.AdaptiveICM(order="random"), seed=s).energy for s in range(5)]
    assert len(set(by_chance)) > 1
    with pytest.raises(ValueError, match="order must be 'index' or 'random', got 'up'"):
        fr.AdaptiveICM(order="up")


def test_same_as_elsner_and_schudy_on_complete_graphs():
    """Their greedy best-one-element move, written down plainly, takes the same steps in the same order."""
    problem = random_problem(30, 2000, seed=3)
    w = np.zeros((30, 30))
    u, v, x = problem.edges()
    w[u, v] = w[v, u] = x
    labels = np.arange(30)
    moved = True
    while moved:
        moved = False
        for i in range(30):
            sums = np.bincount(labels, weights=w[i], minlength=60)
            best = int(np.argmax(sums))
            if sums[best] > max(sums[labels[i]], 0.0):
                labels[i], moved = best, True
            elif sums[labels[i]] < 0.0:
                labels[i], moved = np.setdiff1d(np.arange(60), labels)[0], True
    ours = fr.solve(problem, fr.AdaptiveICM(), start=np.arange(30))
    assert ours.energy == pytest.approx(problem.energy(labels))

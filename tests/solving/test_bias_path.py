"""A bias on all listed weights, and what it changes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from labeled_problems import problems, random_problem

import frenemy as fr
from frenemy.solving.bias_path import PathPoint, bias_path, bias_range, shifted, stable_stretches


@given(problems(), st.sampled_from([-1.0, 0.0, 0.5]))
def test_a_bias_is_added_to_listed_pairs_only(given_problem, bias):
    problem, _ = given_problem
    moved = shifted(problem, bias)
    assert (moved.n_nodes, moved.missing) == (problem.n_nodes, problem.missing)
    np.testing.assert_array_equal(moved.sizes, problem.sizes)
    labels = np.arange(problem.n_nodes)
    added = bias * problem.n_edges
    assert moved.energy(labels) == pytest.approx(problem.energy(labels) + added, abs=1e-9)


def test_a_bias_keeps_constraints_and_ids():
    problem = fr.Problem.from_edges(["a", "b"], ["b", "c"], [1.0, -2.0])
    problem = fr.constraints.must_link(problem, [(1, 2)])
    moved = shifted(problem, 0.25)
    assert moved.ids == ("a", "b", "c")
    assert fr.solve(moved, warn=False).labels.tolist() == [0, 0, 0]


@given(problems())
def test_the_path_at_bias_0_is_the_solve(given_problem):
    problem, _ = given_problem
    path = bias_path(problem, -1.0, 2.0, 3)
    biases = [point.bias for point in path]
    assert biases == sorted(biases)
    assert 0.0 in biases
    here, solved = path[biases.index(0.0)], fr.solve(problem, warn=False)
    sizes = np.bincount(solved.labels)
    assert (here.n_groups, here.n_singles, here.largest) == (solved.n_clusters, (sizes == 1).sum(), sizes.max())
    assert here.energy == pytest.approx(solved.energy)
    assert all(0.0 <= point.stability <= 1.0 for point in path)


def test_a_path_reports_and_ends_when_it_is_cancelled():
    problem, _ = random_problem(60, 300)
    stages = []

    def report(stage, done):
        stages.append((stage, done))
        if done >= 0.5:
            raise fr.run.Cancelled

    with pytest.raises(fr.run.Cancelled):
        bias_path(problem, -1.0, 1.0, 8, report)
    assert 0.5 <= stages[-1][1] < 0.7


def test_the_ends_of_a_path_are_in_order():
    with pytest.raises(ValueError, match="below the high end, got 1.0 and -1.0"):
        bias_path(random_problem(5, 5)[0], 1.0, -1.0, 4)


def test_the_range_follows_the_weights():
    assert bias_range(fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [10.0, -30.0, 20.0])) == (-28.0, 28.0)
    assert bias_range(fr.Problem.from_edges([], [], [], n_nodes=3)) == (-1.0, 1.0)


def test_stretches_are_where_groups_hardly_change():
    def point(bias, n_groups, stability):
        return PathPoint(bias, n_groups, 0, 1, 0.0, stability)

    stable = [point(0, 9, 1.0), point(1, 9, 1.0), point(2, 9, 0.96), point(3, 4, 0.2), point(4, 3, 0.5)]
    path = [*stable, point(5, 2, 0.99), point(6, 2, 1.0), point(7, 2, 1.0), point(8, 2, 1.0)]
    assert [(s.low, s.high, s.n_groups) for s in stable_stretches(path)] == [(0, 2, 9), (4, 8, 2)]
    assert stable_stretches(path[:1]) == ()

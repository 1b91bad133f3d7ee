"""Explanations of lifted problems: only changes that leave clusters connected count."""

import math

import numpy as np
import pytest
from hypothesis import given
from lifted_reference import grid_problem, is_connected, lifted_problems

import frenemy as fr


def best_move(problem: fr.Problem, labels: np.ndarray, node: int) -> float:
    """The least rise in energy of moving one node so that all clusters stay connected, by trying all."""
    before, n = problem.energy(labels), problem.n_nodes
    costs = [math.inf]
    for cluster in [*range(int(labels.max()) + 1), n]:
        moved = labels.copy()
        moved[node] = cluster
        is_same = cluster == labels[node] or (cluster == n and np.count_nonzero(labels == labels[node]) == 1)
        if not is_same and is_connected(problem, moved):
            costs.append(problem.energy(moved) - before)
    return min(costs)


@given(problem=lifted_problems())
def test_margins_are_those_of_the_moves_that_are_allowed(problem):
    labels = fr.solve(problem, warn=False).labels
    margins = fr.explain(problem, labels).margins
    assert margins == pytest.approx([best_move(problem, labels, i) for i in range(problem.n_nodes)])


def test_an_articulation_point_stays_and_what_does_not_touch_does_not_merge():
    problem = fr.Problem.lifted([[0, 1], [1, 2], [2, 3]], [1.0, 1.0, -3.0], [[0, 3]], [0.5])
    explanation = fr.explain(problem, [0, 0, 0, 1])
    assert explanation.margins[1] == math.inf
    assert explanation.clusters.merge_cost.tolist() == [2.5, 2.5]
    reason = explanation.why(0, 3)
    assert reason.merge_cost == 2.5
    assert reason.move_costs == (math.inf, 2.5)
    assert not reason.is_constrained
    assert "break a constraint" in str(reason)


def test_splits_and_separations_leave_connected_parts():
    problem = grid_problem(6, 6, seed=3, noise=1.0)
    labels = fr.solve(problem, warn=False).labels
    explanation = fr.explain(problem, labels)
    for cluster in range(explanation.n_clusters):
        split = explanation.split(cluster)
        if not len(split.side):
            continue
        changed = labels.copy()
        changed[split.side] = explanation.n_clusters
        assert is_connected(problem, changed)
        assert split.cost == pytest.approx(problem.energy(changed) - problem.energy(labels))
        assert split.lower_bound <= split.cost + 1e-9
    reason = explanation.why(*explanation.members(0)[[0, -1]].tolist())
    assert reason.separation_bound <= reason.separation_cost + 1e-9


def test_the_report_and_the_card_of_a_result(tmp_path):
    problem = grid_problem(6, 6, seed=3)
    result = fr.solve(problem)
    result.report(tmp_path / "report.html", title="Lifted")
    assert "<html" in (tmp_path / "report.html").read_text()
    assert "LiftedEvolve" in result._repr_html_()
    assert result.bounded(stop=fr.Stop(seconds=0.2)).lower_bound <= result.energy

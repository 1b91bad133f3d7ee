"""Lifted problems: both graphs, their checks, and what is made of them."""

import pickle

import numpy as np
import pytest
from lifted_reference import grid_problem

import frenemy as fr

PATH = ([[0, 1], [1, 2], [2, 3]], [1.0, -2.0, 3.0], [[0, 3], [0, 2]], [4.0, -5.0])


def test_energy_counts_base_and_lifted_pairs():
    problem = fr.Problem.lifted(*PATH)
    assert problem.is_lifted
    assert problem.energy([0, 0, 1, 1]) == -2.0 + 4.0 - 5.0
    assert problem.energy([0, 0, 0, 1]) == 3.0 + 4.0
    assert [ends.tolist() for ends in problem.base_edges()] == [[0, 1, 2], [1, 2, 3]]
    assert repr(problem) == "Problem(n_nodes=4, n_edges=5, n_base_edges=3)"
    assert "base graph" in problem._repr_html_()


def test_base_edges_of_weight_zero_connect():
    problem = fr.Problem.lifted([[0, 1]], [0.0], [], [])
    assert problem.n_edges == 0
    assert problem.connected_parts([0, 0]).tolist() == [0, 0]


def test_weights_of_repeated_pairs_are_summed_and_lifted_pairs_may_be_base_edges():
    problem = fr.Problem.lifted([[0, 1], [1, 0]], [1.0, 2.0], [[1, 0]], [0.5])
    assert problem.edges()[2].tolist() == [3.5]
    assert problem.base_edges()[0].tolist() == [0]


def test_a_pair_whose_weights_cancel_still_connects():
    problem = fr.Problem.lifted([[0, 1]], [1.0], [[0, 1]], [-1.0])
    assert problem.n_edges == 0
    assert problem.connected_parts([0, 0]).tolist() == [0, 0]


def test_self_loops_are_left_out_with_a_warning():
    with pytest.warns(UserWarning, match="node 2 at row 1 of base_edges"):
        problem = fr.Problem.lifted([[0, 1], [2, 2]], [1.0, 9.0], [], [])
    assert problem.n_nodes == 3
    with pytest.warns(UserWarning, match="node 1 at row 0 of lifted_edges"):
        fr.Problem.lifted([[0, 1]], [1.0], [[1, 1]], [1.0])


def test_clusters_do_not_span_components_of_the_base_graph():
    problem = fr.Problem.lifted([[0, 1], [2, 3]], [1.0, 1.0], [[1, 2]], [9.0])
    result = fr.solve(problem, warn=False)
    assert result.labels.tolist() == [0, 0, 1, 1]
    assert result.energy == 9.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[0, 1]], [np.nan], [], []), "base_weights must be finite, got nan at row 0"),
        (([[0, 1]], [1.0], [[0, 1]], [np.inf]), "lifted_weights must be finite, got inf at row 0"),
        (([[0, 1]], [1.0, 2.0], [], []), "base_edges and base_weights must have the same length, got 1 and 2"),
        (([0, 1], [1.0, 2.0], [], []), r"base_edges must have shape \(n, 2\), one pair a row, got \(2,\)"),
        (([[0, 1, 2]], [1.0], [], []), r"base_edges must have shape \(n, 2\), one pair a row, got \(1, 3\)"),
        (([[0, -1]], [1.0], [], []), "got -1 at edge 0 of base_edges"),
        (([[0, 1]], [1.0], [[0, 1.5]], [1.0]), "lifted_edges must be whole numbers, got 1.5"),
        (([[0, 1]], ["a"], [], []), "base_weights must be numbers"),
    ],
)
def test_bad_input(arguments, message):
    with pytest.raises(ValueError, match=message):
        fr.Problem.lifted(*arguments)


def test_nodes_beyond_n_nodes():
    with pytest.raises(ValueError, match=r"lifted_edges must hold nodes in 0..2, got \(0, 3\) at row 0"):
        fr.Problem.lifted([[0, 1], [1, 2]], [1.0, 1.0], PATH[2], PATH[3], n_nodes=3)


def test_ids():
    problem = fr.Problem.lifted([[0, 1]], [1.0], [], [], ids=["a", "b", "c"])
    assert problem.ids == ("a", "b", "c")
    assert problem.n_nodes == 3
    with pytest.raises(ValueError, match="nodes 'a' and 'c' share one"):
        problem.contract([0, 1, 0])


def test_equality_and_pickles():
    problem = fr.Problem.lifted(*PATH)
    assert pickle.loads(pickle.dumps(problem)) == problem
    assert fr.Problem.from_edges(*problem.edges()) != problem
    assert fr.Problem.lifted(PATH[0][:2], PATH[1][:2], [*PATH[2], [2, 3]], [*PATH[3], 3.0]) != problem


def test_contraction_keeps_energies_and_base_edges():
    problem = grid_problem(6, 6, seed=1)
    small = problem.contract(problem.connected_parts(np.arange(36) // 4))
    labels = small.problem.connected_parts(np.random.default_rng(0).integers(3, size=small.problem.n_nodes))
    assert small.problem.is_lifted
    assert small.problem.energy(labels) == pytest.approx(problem.energy(small.lift(labels)))
    lifted = small.lift(labels)
    assert np.array_equal(problem.connected_parts(lifted), lifted)


def test_contraction_of_what_is_not_connected_is_an_error():
    with pytest.raises(ValueError, match="nodes 0 and 2 share one without a path inside it"):
        fr.Problem.lifted(*PATH).contract([0, 1, 0, 1])


def test_restriction_keeps_the_base_edges_among_its_nodes():
    small = fr.Problem.lifted(*PATH).restrict([0, 2, 3]).problem
    assert [ends.tolist() for ends in small.base_edges()] == [[1], [2]]
    assert small.energy([0, 1, 2]) == 3.0 + 4.0 - 5.0


def test_base_edges_of_a_plain_problem():
    with pytest.raises(ValueError, match="no base graph"):
        fr.Problem.from_edges([0], [1], [1.0]).base_edges()


def test_what_lifted_problems_do_not_take():
    problem = fr.Problem.lifted(*PATH)
    with pytest.raises(ValueError, match="free goes with problems without a base graph"):
        fr.solve(problem, start=[0, 0, 1, 1], free=[1])
    for constrain in (fr.constraints.must_link, fr.constraints.cannot_link):
        with pytest.raises(ValueError, match="ignores the base graph of a lifted problem"):
            constrain(problem, [(0, 1)])
    with pytest.raises(ValueError, match="ignores the base graph of a lifted problem"):
        fr.constraints.at_most_one_per_group(problem, [0, 0, 1, 1])
    for function in (fr.certify, fr.reduce, fr.posterior, fr.challenges):
        with pytest.raises(ValueError, match="ignores the base graph of a lifted problem"):
            function(problem)

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import PROBLEMS, least_energy, problems, problems_with_labels, same_partition, slow_energy

import frenemy as fr


@pytest.mark.parametrize("name", PROBLEMS)
def test_known_optima_are_right(name):
    problem, optimum = PROBLEMS[name]
    assert least_energy(problem) == pytest.approx(optimum, rel=1e-12, abs=0)


@given(problems_with_labels())
def test_energy_is_the_weight_of_cut_pairs(drawn):
    problem, labels = drawn
    assert problem.energy(labels) == pytest.approx(slow_energy(problem, labels), abs=1e-9)


@given(problems_with_labels())
def test_the_two_forms_differ_by_the_total_weight_and_ordered_sums_count_twice(drawn):
    problem, labels = drawn
    cut, agreement = problem.energy(labels), problem.energy(labels, form="agreement")
    assert cut - agreement == pytest.approx(problem.total_weight, abs=1e-9)
    assert problem.energy(labels, pairs="ordered") == 2 * cut
    assert problem.energy(labels, form="agreement", pairs="ordered") == 2 * agreement


@given(problems_with_labels())
def test_no_clustering_goes_below_the_repelling_weight(drawn):
    problem, labels = drawn
    assert problem.repelling_weight <= problem.energy(labels) + 1e-9


@given(problems_with_labels(), st.data())
def test_contraction_preserves_energy(drawn, data):
    problem, labels = drawn
    small = problem.contract(labels)
    k = small.problem.n_nodes
    coarse = np.array(data.draw(st.lists(st.integers(0, max(k - 1, 0)), min_size=k, max_size=k)), np.int32)
    assert small.problem.energy(coarse) == pytest.approx(problem.energy(small.lift(coarse)), abs=1e-9)


@given(problems_with_labels())
def test_lifting_the_contracted_nodes_gives_the_clusters_back(drawn):
    problem, labels = drawn
    small = problem.contract(labels)
    assert same_partition(small.lift(np.arange(small.problem.n_nodes)), labels)
    assert small.problem.sizes.sum() == pytest.approx(problem.sizes.sum())


@given(problems_with_labels(), st.data())
def test_restriction_keeps_what_pairs_weigh(drawn, data):
    problem, labels = drawn
    n = problem.n_nodes
    nodes = np.array(data.draw(st.permutations(range(n)))[: data.draw(st.integers(0, n))], np.int32)
    small = problem.restrict(nodes)
    inside = np.zeros(n, bool)
    inside[nodes] = True
    # All others in one cluster with nobody: what is cut among the kept nodes is the difference to keeping them whole.
    split = small.lift(labels[nodes], start=np.where(inside, 0, 1))
    whole = small.lift(np.zeros(len(nodes), int), start=np.where(inside, 0, 1))
    assert small.problem.energy(labels[nodes]) == pytest.approx(problem.energy(split) - problem.energy(whole), abs=1e-9)


def test_restriction_lift_keeps_the_clusters_of_the_others():
    problem = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, 1.0, 1.0])
    assert problem.restrict([1, 3]).lift([0, 1], start=[7, 7, 9, 9]).tolist() == [0, 1, 2, 3]


@given(problems_with_labels())
def test_connected_parts_split_without_cost(drawn):
    problem, labels = drawn
    parts = problem.connected_parts(labels)
    assert len(set(zip(parts.tolist(), labels.tolist(), strict=True))) == len(set(parts.tolist()))
    if problem.missing <= 0:
        assert problem.energy(parts) <= problem.energy(labels) + 1e-9
    if problem.missing == 0:
        assert problem.energy(parts) == pytest.approx(problem.energy(labels), abs=1e-9)


@given(problems(), st.floats(0.125, 8.0))
def test_energy_scales_with_the_weights_and_flips_with_their_sign(problem, factor):
    u, v, w = problem.edges()
    labels = np.arange(problem.n_nodes) % 3
    for scale in (factor, -factor):
        scaled = fr.Problem.from_edges(
            u, v, scale * w, n_nodes=problem.n_nodes, missing=scale * problem.missing, sizes=problem.sizes
        )
        assert scaled.energy(labels) == pytest.approx(scale * problem.energy(labels), abs=1e-9)


@given(problems())
def test_edges_and_pickle_give_the_same_problem_back(problem):
    assert pickle.loads(pickle.dumps(problem)) == problem
    u, v, w = problem.edges()
    assert (u < v).all()
    again = fr.Problem.from_edges(u, v, w, n_nodes=problem.n_nodes, missing=problem.missing, sizes=problem.sizes)
    assert np.allclose(again.edges()[2], w)
    assert np.array_equal(again.edges()[0], u)


def test_order_and_direction_of_pairs_do_not_matter():
    rng = np.random.default_rng(1)
    u, v, w = rng.integers(50, size=400), rng.integers(50, 100, size=400), rng.integers(-5, 6, size=400)
    shuffled = rng.permutation(400)
    a = fr.Problem.from_edges(u, v, w)
    b = fr.Problem.from_edges(v[shuffled], u[shuffled], w[shuffled])
    assert a == b


def test_duplicate_and_contradictory_pairs_are_summed():
    problem = fr.Problem.from_edges([0, 1, 0, 1, 2], [1, 0, 1, 2, 1], [1.0, 2.0, -5.0, 3.0, -3.0])
    u, v, w = problem.edges()
    assert (u.tolist(), v.tolist(), w.tolist()) == ([0], [1], [-2.0])


def test_a_listed_pair_weighs_what_is_listed_whatever_missing_is():
    problem = fr.Problem.from_edges([0, 0], [1, 2], [3.0, 0.0], n_nodes=3, missing=-1.0)
    assert problem.energy([0, 1, 0]) == 3.0 - 1.0
    assert problem.energy([0, 0, 1]) == 0.0 - 1.0
    assert repr(problem) == "Problem(n_nodes=3, n_edges=2, missing=-1)"


def test_self_pairs_are_left_out_with_a_warning_that_names_one():
    with pytest.warns(UserWarning, match=r"2 pair\(s\) of a node with itself, the first one node 4 at edge 1"):
        problem = fr.Problem.from_edges([0, 4, 2], [1, 4, 2], [1.0, 5.0, 7.0])
    assert problem.n_edges == 1
    assert problem.n_nodes == 5


def test_is_immutable():
    problem = fr.Problem.from_edges([0], [1], [1.0])
    with pytest.raises(AttributeError, match="immutable"):
        problem.missing = 3
    with pytest.raises(ValueError, match="read-only"):
        problem.graph.weights[0] = 3


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([0, 1], [1, 2], [1.0, np.nan]), {}, "weights must be finite, got nan at edge 1"),
        (([0, 1], [1, 2], [1.0, -np.inf]), {}, "weights must be finite, got -inf at edge 1"),
        (([0], [1], [1e308]), {"n_nodes": 2, "missing": 1e308}, "missing times the squared total"),
        (([0, 1], [1, 2], [1e307, 1e307]), {}, "finite sum, but it overflows at edge 1 with weight 1e\\+307"),
        (([0, 1], [1, 2], [1.0, -2e307]), {}, r"at edge 1 with weight -2e\+307 \(at most 1.12356e\+307 in all\)"),
        (([0], [1], [1.0]), {"n_nodes": 2, "missing": -5e306}, "squared total of the sizes must be at most 1.12356e"),
        (([0, -3], [1, 2], [1.0, 1.0]), {}, "got -3 at edge 1"),
        (([0, 1], [1, 7], [1.0, 1.0]), {"n_nodes": 5}, r"node ids must be in 0\.\.4, got 7 at edge 1"),
        (([0, 2**40], [1, 2], [1.0, 1.0]), {}, f"got {2**40} at edge 1"),
        (([0, 1.5], [1, 2], [1.0, 1.0]), {}, "u must be whole numbers, got 1.5 at edge 1"),
        (([0, 1], [1, np.nan], [1.0, 1.0]), {}, "v must be whole numbers, got nan at edge 1"),
        (([0, 1], [1, 2], ["x", "y"]), {}, "w must be numbers"),
        (([0, 1], [1], [1.0, 1.0]), {}, "same length, got 2 and 1"),
        (([0, 1], [1, 2], [1.0]), {}, "same length, got 2, 2 and 1"),
        (([[0]], [1], [1.0]), {}, r"u must be one-dimensional, got shape \(1, 1\)"),
        (([0], [1], [[1.0]]), {}, r"w must be one-dimensional, got shape \(1, 1\)"),
        (([0], [1], [1.0]), {"n_nodes": -1}, "n_nodes must be a whole number of at least 0, got -1"),
        (([0], [1], [1.0]), {"n_nodes": 2.5}, "n_nodes must be a whole number of at least 0, got 2.5"),
        (([0], [1], [1.0]), {"missing": np.nan}, "missing must be a finite number, got nan"),
        (([0], [1], [1.0]), {"sizes": [1.0]}, "one entry per node, got 1 for 2 nodes"),
        (([0], [1], [1.0]), {"sizes": [1.0, -1.0]}, "not negative, got -1 at node 1"),
    ],
)
def test_bad_input_shows_the_value_and_the_place(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        fr.Problem.from_edges(*arguments, **options)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([0, 1], r"labels must have shape \(3,\), one per node, got \(2,\)"),
        ([[0, 1, 2]], r"got \(1, 3\)"),
        ([0.0, 0.5, 1.0], "labels must be whole numbers, got 0.5 at node 1"),
        (["a", "b", "c"], "labels must be integers"),
    ],
)
def test_bad_labels_show_the_value_and_the_place(labels, message):
    problem = fr.Problem.from_edges([0, 1], [1, 2], [1.0, 1.0])
    with pytest.raises(ValueError, match=message):
        problem.energy(labels)


def test_any_integers_serve_as_labels():
    problem = fr.Problem.from_edges([0, 1], [1, 2], [1.0, 10.0])
    assert problem.energy([-5, 2**40, 2**40]) == 1.0
    assert problem.check_labels([7, -1, 7]).tolist() == [0, 1, 0]
    assert problem.energy(np.array([1, 1, 2], np.uint8)) == 10.0


def test_bad_forms_and_nodes_are_named():
    problem = fr.Problem.from_edges([0, 1], [1, 2], [1.0, 1.0])
    with pytest.raises(ValueError, match="form must be 'cut' or 'agreement', got 'potts'"):
        problem.energy([0, 0, 0], form="potts")
    with pytest.raises(ValueError, match="pairs must be .*, got 'both'"):
        problem.energy([0, 0, 0], pairs="both")
    with pytest.raises(ValueError, match="got 3 at position 1"):
        problem.restrict([0, 3])
    with pytest.raises(ValueError, match="got 0 again at position 2"):
        problem.restrict([0, 1, 0])

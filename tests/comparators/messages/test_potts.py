"""Potts energies by messages: exact on trees, bounded from below everywhere."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import frenemy as fr
from frenemy import _core
from frenemy.comparators import minimize_potts

both = pytest.mark.parametrize("reweighted", [True, False], ids=["trws", "belief_propagation"])


def potts_energy(problem, unary, labels):
    return problem.energy(labels) + unary[np.arange(problem.n_nodes), labels].sum()


def least_potts_energy(problem, unary):
    """The optimum, by trying all labels."""
    n, n_labels = unary.shape
    u, v, w = problem.edges()
    labels = np.array(list(itertools.product(range(n_labels), repeat=n))).reshape(-1, n)
    pairs = ((labels[:, u] != labels[:, v]) * w).sum(axis=1)
    return (unary[np.arange(n), labels].sum(axis=1) + pairs).min()


def least_tree_energy(problem, unary):
    """The same for trees and forests, by dynamic programming from the leaves, as tables of all pairs of labels."""
    n, n_labels = unary.shape
    costs, total = unary.copy(), 0.0
    left = {i: {} for i in range(n)}
    for i, j, weight in zip(*problem.edges(), strict=True):
        left[i][j] = left[j][i] = weight
    while left:
        leaf = min(left, key=lambda i: len(left[i]))
        if not left[leaf]:
            total += costs[leaf].min()
        for other, weight in left[leaf].items():
            costs[other] += (costs[leaf] + weight * (1 - np.eye(n_labels))).min(axis=1)
            del left[other][leaf]
        del left[leaf]
    return total


def random_forest(n, seed, *, n_trees=1):
    """Trees of all shapes with nodes in any order, and weights of both signs."""
    rng = np.random.default_rng(seed)
    nodes = rng.permutation(n)
    child = np.arange(n_trees, n)
    reach = rng.integers(1, n + 1)  # from paths to stars
    parent = np.maximum(child - 1 - rng.integers(reach, size=len(child)), 0)
    return fr.Problem.from_edges(nodes[child], nodes[parent], rng.normal(size=len(child)), n_nodes=n)


@st.composite
def potts(draw, *, is_tree=False):
    """Small problems with costs; round numbers, so that ties happen."""
    n, n_labels = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    if is_tree:
        nodes = draw(st.permutations(range(n)))
        pairs = [(nodes[draw(st.integers(0, i - 1))], nodes[i]) for i in range(1, n)]
    else:
        pairs = [pair for pair in itertools.combinations(range(n), 2) if draw(st.booleans())]
    weights = draw(st.lists(st.integers(-8, 8), min_size=len(pairs), max_size=len(pairs)))
    costs = draw(st.lists(st.integers(-8, 8), min_size=n * n_labels, max_size=n * n_labels))
    u, v = np.array(pairs, int).reshape(-1, 2).T
    problem = fr.Problem.from_edges(u, v, np.array(weights) / 4, n_nodes=n)
    return problem, np.array(costs).reshape(n, n_labels) / 4


@both
@given(drawn=potts(is_tree=True))
def test_trees_against_all_labels(reweighted, drawn):
    problem, unary = drawn
    optimum = least_potts_energy(problem, unary)
    assert least_tree_energy(problem, unary) == pytest.approx(optimum)
    found = minimize_potts(problem, unary, reweighted=reweighted, n_rounds=1)
    assert found.energy == pytest.approx(optimum) == potts_energy(problem, unary, found.labels)
    if reweighted:
        assert found.lower_bound == pytest.approx(optimum)


@both
@pytest.mark.parametrize("seed", range(20))
def test_forests_against_dynamic_programming(reweighted, seed):
    problem = random_forest(150, seed, n_trees=1 + seed % 4)
    unary = np.random.default_rng(seed).normal(size=(150, 2 + seed))
    found = minimize_potts(problem, unary, reweighted=reweighted)
    optimum = least_tree_energy(problem, unary)
    assert found.energy == pytest.approx(optimum)
    assert found.status == fr.Status.CONVERGED
    if reweighted:
        assert found.lower_bound == pytest.approx(optimum)


@both
@pytest.mark.parametrize("seed", range(5))
def test_forests_without_costs_cut_all_that_repels(reweighted, seed):
    problem = random_forest(150, seed, n_trees=3)
    found = minimize_potts(problem, np.zeros((150, 2)), reweighted=reweighted)
    assert found.energy == pytest.approx(problem.repelling_weight)


@both
@given(drawn=potts())
def test_energy_above_and_bound_below_the_optimum(reweighted, drawn):
    problem, unary = drawn
    optimum = least_potts_energy(problem, unary)
    found = minimize_potts(problem, unary, reweighted=reweighted)
    assert found.lower_bound <= optimum + 1e-9
    assert optimum - 1e-9 <= found.energy == pytest.approx(potts_energy(problem, unary, found.labels))
    if not reweighted:
        assert found.lower_bound == -np.inf


def slow_round(problem, unary, messages, *, reweighted):
    """A round by the paper's formulas, with a table for each pair, a message for each direction, and nothing clever.

    The nodes are taken by number; so they have to be numbered breadth first.
    """
    n, n_labels = unary.shape
    u, v, w = problem.edges()
    weights = {
        **{(i, j): x for i, j, x in zip(u, v, w, strict=True)},
        **{(j, i): x for i, j, x in zip(u, v, w, strict=True)},
    }
    neighbors = [[j for j in range(n) if (i, j) in weights] for i in range(n)]
    labels, bound = np.zeros(n, int), 0.0
    for is_forward in (False, True):
        for s in range(n) if is_forward else reversed(range(n)):
            earlier, later = ([t for t in neighbors[s] if (t < s) == is_before] for is_before in (True, False))
            if is_forward:
                given_earlier = sum((weights[t, s] * (np.arange(n_labels) != labels[t]) for t in earlier), 0.0)
                labels[s] = np.argmin(unary[s] + given_earlier + sum((messages[t, s] for t in later), 0.0))
            heard = unary[s] + sum((messages[t, s] for t in neighbors[s]), 0.0)
            bound += 0.0 if is_forward else heard.min()
            heard = heard - heard.min()
            share = 1.0 / max(len(earlier), len(later)) if reweighted else 1.0
            for t in later if is_forward else earlier:
                table = weights[s, t] * (1 - np.eye(n_labels))
                message = (table + (share * heard - messages[t, s])[:, None]).min(axis=0)
                bound += 0.0 if is_forward else message.min()
                messages[s, t] = message - message.min()
    return labels, bound


@both
@pytest.mark.parametrize("seed", range(6))
def test_round_by_round_as_the_formulas_say(reweighted, seed):
    rng = np.random.default_rng(seed)
    n, n_labels = 12, 2 + seed
    u, v = np.triu_indices(n, 1)
    keep = (u == 0) | (rng.random(len(u)) < 0.5)  # node 0 knows all others: breadth first is by number
    problem = fr.Problem.from_edges(u[keep], v[keep], rng.normal(size=keep.sum()))
    unary = rng.normal(size=(n, n_labels))
    core = _core.PottsMessages(problem.graph, n_labels, unary.reshape(-1), reweighted)
    run = fr.Run()
    messages = {pair: np.zeros(n_labels) for i, j in zip(u, v, strict=True) for pair in ((i, j), (j, i))}
    for _ in range(8):
        labels, bound = slow_round(problem, unary, messages, reweighted=reweighted)
        assert core.round(run.core)
        assert core.labels().tolist() == labels.tolist()
        if reweighted:
            assert core.bound == pytest.approx(bound)


@pytest.mark.parametrize("seed", range(10))
def test_the_bound_never_falls(seed):
    rng = np.random.default_rng(seed)
    n, n_labels = 40, 2 + seed % 5
    u, v = rng.integers(n, size=(2, 200))
    problem = fr.Problem.from_edges(u[u != v], v[u != v], rng.normal(size=(u != v).sum()), n_nodes=n)
    core = _core.PottsMessages(problem.graph, n_labels, rng.normal(size=n * n_labels), True)
    run = fr.Run()
    bounds = [core.bound for _ in range(40) if core.round(run.core)]
    assert len(bounds) == 40
    assert np.all(np.diff(bounds) >= -1e-9)
    assert bounds[-1] > bounds[0] + 0.1


def test_labels_that_attract_only_are_best_or_nearly():
    """Two labels and pairs that attract: the relaxation is tight (submodular), and its bound is the optimum."""
    rng = np.random.default_rng(3)
    u, v = np.triu_indices(12, 1)
    problem = fr.Problem.from_edges(u, v, rng.random(len(u)) * (rng.random(len(u)) < 0.4))
    unary = 2.0 * rng.normal(size=(12, 2))
    found = minimize_potts(problem, unary, n_rounds=2000)
    assert found.energy == pytest.approx(least_potts_energy(problem, unary))
    assert found.lower_bound == pytest.approx(found.energy, abs=1e-3)


def test_ends_when_nothing_changes():
    rng = np.random.default_rng(0)
    run = fr.Run()
    core = _core.PottsMessages(random_forest(60, 1).graph, 3, rng.normal(size=180), True)
    fixed = [core.is_fixed for _ in range(6) if core.round(run.core)]
    assert not fixed[0]
    assert fixed[-1]


def test_limits():
    problem, unary = random_forest(50, 0), np.random.default_rng(0).normal(size=(50, 3))
    at_once = minimize_potts(problem, unary, stop=fr.Stop(seconds=0.0))
    assert (at_once.status, at_once.lower_bound) == (fr.Status.TIME_LIMIT, -np.inf)
    assert at_once.energy == pytest.approx(potts_energy(problem, unary, at_once.labels))
    assert minimize_potts(problem, unary, stop=fr.Stop(rounds=1)).status == fr.Status.ROUND_LIMIT


@both
def test_all_rounds_without_an_end_are_a_limit(reweighted):
    """Also on a tree, where the first round is the best but only the next ones show that."""
    rng = np.random.default_rng(0)
    u, v = np.triu_indices(12, 1)
    problem, unary = fr.Problem.from_edges(u, v, rng.normal(size=len(u))), rng.normal(size=(12, 3))
    assert minimize_potts(problem, unary, reweighted=reweighted, n_rounds=2).status == fr.Status.ROUND_LIMIT
    path, costs = random_forest(20, 0), rng.normal(size=(20, 3))
    assert minimize_potts(path, costs, reweighted=reweighted, n_rounds=1).status == fr.Status.ROUND_LIMIT
    assert minimize_potts(path, costs, reweighted=reweighted).status == fr.Status.CONVERGED


@both
def test_large_costs_do_not_overflow(reweighted):
    path = fr.Problem.from_edges([0, 1], [1, 2], [1e306, 2e306])
    found = minimize_potts(path, 1e306 * np.array([[0, 1], [0, 0.5], [1, 0]]), reweighted=reweighted)
    assert found.labels.tolist() == [0, 0, 0]
    assert found.energy == pytest.approx(1e306)


def test_no_nodes_and_more_labels_than_nodes():
    nothing = minimize_potts(fr.Problem.from_edges([], [], [], n_nodes=0), np.empty((0, 3)))
    assert (len(nothing.labels), nothing.energy, nothing.lower_bound) == (0, 0.0, 0.0)
    many = minimize_potts(fr.Problem.from_edges([0], [1], [-1.0]), [[9.0] * 8 + [0.0], [9.0] * 8 + [0.5]])
    assert many.labels.tolist() == [8, 8]
    assert many.energy == 0.5


@pytest.mark.parametrize(
    ("unary", "message"),
    [
        ([[0.0, 1.0]], r"unary must have shape \(2, n_labels\), .* got \(1, 2\)"),
        ([0.0, 1.0], r"got \(2,\)"),
        (np.empty((2, 0)), r"at least one label, got \(2, 0\)"),
        ([[0.0, 1.0], [np.nan, 0.0]], "unary must be finite, got nan at node 1, label 0"),
        ([[0.0, np.inf], [1.0, 0.0]], "unary must be finite, got inf at node 0, label 1"),
        ([[0.0, 1.0], [1e308, 0.0]], r"below 1e307 to avoid overflow, got 1e\+308 at node 1, label 0"),
        ([[0.0, -1e307], [9e306, 0.0]], r"below 1e307 to avoid overflow, got -1e\+307 at node 0, label 1"),
        ([[0.0, 1j], [1.0, 0.0]], "unary must be real numbers: got complex128"),
        ([[0.0, None], [1.0, 0.0]], "unary must be finite, got nan at node 0, label 1"),
        ([[0.0, "a"], [1.0, 0.0]], "unary must be real numbers: .*'a'"),
        ([[0.0, 1.0], [1.0]], "unary must be real numbers: "),
    ],
)
def test_bad_costs(unary, message):
    with pytest.raises(ValueError, match=message):
        minimize_potts(fr.Problem.from_edges([0], [1], [1.0]), unary)


def test_bad_problem_and_parameters():
    problem = fr.Problem.from_edges([0], [1], [1.0])
    with pytest.raises(ValueError, match=r"missing must be 0, got -1"):
        minimize_potts(fr.Problem.from_edges([0], [1], [1.0], missing=-1.0), np.zeros((2, 2)))
    with pytest.raises(ValueError, match="n_rounds must be a whole number of at least 1, got 0"):
        minimize_potts(problem, np.zeros((2, 2)), n_rounds=0)
    with pytest.raises(ValueError, match="unary must have 6 costs, got 5"):
        _core.PottsMessages(problem.graph, 3, np.zeros(5), True)
    with pytest.raises(ValueError, match="n_labels must be at least 1, got 0"):
        _core.PottsMessages(problem.graph, 0, np.empty(0), True)

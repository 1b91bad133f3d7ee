"""Some nodes free, all others fixed."""

import pickle

import numpy as np
import pytest
from constrained import Rules, constrained
from hypothesis import assume, given
from hypothesis import strategies as st
from reference import partition_energies, partitions, problems_with_labels, random_problem, same_partition

import frenemy as fr
from frenemy.run import Run
from frenemy.solving import apart_solve, fixed_nodes
from frenemy.solving.fixed_nodes import with_fixed_nodes

solvers = pytest.mark.parametrize("solver", [cls() for cls in fr.SOLVERS.values()], ids=list(fr.SOLVERS))


def keeps_fixed(labels, start, free):
    fixed = np.setdiff1d(np.arange(len(labels)), free)
    return same_partition(labels[fixed], np.asarray(start)[fixed])


def energies(problem, start, free, rules=None):
    """Of every clustering that leaves the fixed nodes as they are."""
    rows, fixed = partitions(problem.n_nodes), np.setdiff1d(np.arange(problem.n_nodes), free)
    i, j = fixed[np.array(np.triu_indices(len(fixed), 1))]
    keeps = np.all((rows[:, i] != rows[:, j]) == (start[i] != start[j]), axis=1)
    if rules is not None:
        keeps[keeps] = [rules.hold(p) for p in rows[keeps].tolist()]
    return partition_energies(problem)[keeps]


@st.composite
def nodes_of(draw, n):
    return np.array(sorted(draw(st.sets(st.integers(0, n - 1), max_size=n))) if n else [], int)


@solvers
@given(drawn=problems_with_labels(max_nodes=7), data=st.data())
def test_the_others_keep_their_clusters(solver, drawn, data):
    problem, start = drawn
    free = data.draw(nodes_of(problem.n_nodes))
    told = []
    result = fr.solve(problem, solver, start=start, free=free, on_round=told.append)
    assert keeps_fixed(result.labels, start, free)
    assert result.energy == pytest.approx(problem.energy(result.labels), abs=1e-9)
    assert result.energy <= problem.energy(start) + 1e-9
    best = min(energies(problem, start, free))
    assert result.lower_bound - 1e-9 <= best <= result.energy + 1e-9
    for progress, line in zip(told, result.history, strict=True):
        assert keeps_fixed(progress.labels, start, free)
        assert progress.energy == pytest.approx(problem.energy(progress.labels), abs=1e-9)
        assert line.energy == pytest.approx(progress.energy, abs=1e-9)
        assert progress.n_clusters == line.n_clusters == len(set(progress.labels.tolist()))


@given(drawn=problems_with_labels(max_nodes=7), data=st.data())
def test_one_free_node_takes_its_best_place(drawn, data):
    problem, start = drawn
    assume(problem.n_nodes > 0)
    free = [data.draw(st.integers(0, problem.n_nodes - 1))]
    best = min(energies(problem, start, free))
    for solver in fr.SOLVERS.values():
        result = fr.solve(problem, solver(), start=start, free=free)
        assert result.energy == pytest.approx(best, abs=1e-9)


@given(drawn=problems_with_labels(max_nodes=6), data=st.data())
def test_a_few_free_nodes_take_the_best_places(drawn, data):
    problem, start = drawn
    free = data.draw(nodes_of(problem.n_nodes))
    apart = np.arange(problem.n_nodes)
    starts = [start, np.where(np.isin(apart, free), problem.n_nodes + apart, start)]
    found = min(fr.solve(problem, fr.ExpandExplore(), start=s, free=free).energy for s in starts)
    # A local optimum now and then: one unit of weight in four.
    assert found <= min(energies(problem, start, free)) + 0.25


@given(drawn=constrained(), data=st.data())
def test_with_constraints(drawn, data):
    plain, problem, rules = drawn
    n = plain.n_nodes
    start = np.array(data.draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n)))
    free = data.draw(nodes_of(n))
    possible = list(energies(plain, start, free, rules))
    solver = data.draw(st.sampled_from([fr.AdaptiveICM(), fr.SwapExplore(), fr.WarmSwap()]))
    if not possible:
        with pytest.raises(ValueError, match="fixed in"):
            fr.solve(problem, solver, start=start, free=free)
        return
    stop = data.draw(st.sampled_from([None, fr.Stop(seconds=0), fr.Stop(rounds=1)]))
    result = fr.solve(problem, solver, start=start, free=free, stop=stop)
    assert rules.hold(result.labels)
    assert keeps_fixed(result.labels, start, free)
    assert result.energy == pytest.approx(plain.energy(result.labels), abs=1e-9)
    assert result.lower_bound - 1e-9 <= min(possible) <= result.energy + 1e-9
    if rules.hold(start):
        assert result.energy <= plain.energy(start) + 1e-9


@solvers
@pytest.mark.parametrize("missing", [0.0, -0.05])
def test_all_free_is_as_good_as_the_plain_solve(solver, missing):
    problem = random_problem(60, 400, seed=3, mean=0.1, missing=missing)
    start = np.random.default_rng(0).integers(9, size=60)
    plain = fr.solve(problem, solver, start=start)
    free = fr.solve(problem, solver, start=start, free=np.arange(60))
    assert free.energy == pytest.approx(plain.energy)
    assert same_partition(plain.labels, free.labels)


def test_none_free_changes_nothing():
    problem = random_problem(30, 100, seed=0)
    start = np.random.default_rng(0).integers(4, size=30)
    result = fr.solve(problem, start=start, free=[])
    assert same_partition(result.labels, start)
    assert result.energy == pytest.approx(problem.energy(start))
    assert fr.solve(fr.Problem.from_edges([], [], [], n_nodes=0), start=[], free=[]).n_clusters == 0


def test_ids_masks_and_repeats_are_the_same():
    problem = random_problem(30, 200, seed=0)
    start = np.random.default_rng(0).integers(4, size=30)
    mask = np.zeros(30, bool)
    mask[[3, 7, 20]] = True
    a, b = (fr.solve(problem, start=start, free=free) for free in (mask, [20, 7, 3, 7]))
    assert np.array_equal(a.labels, b.labels)


@pytest.mark.parametrize("n", [100, 10_000])
@pytest.mark.parametrize("missing", [0.0, -0.01])
def test_the_small_problem_does_not_grow_with_the_whole(n, missing, monkeypatch):
    """A ring whose nodes see four neighbors each: 3 free nodes see 12 at most, whatever n is."""
    i = np.arange(n)
    u, v = np.tile(i, 2), np.concatenate(((i + 1) % n, (i + 2) % n))
    problem = fr.Problem.from_edges(u, v, np.where(u % 7 == 0, -1.0, 1.0), missing=missing)
    start = problem.check_labels(i // 5)
    task = with_fixed_nodes(problem, start, [10, 11, 50], Run())
    assert task.problem.n_nodes <= 3 + 6
    assert task.problem.n_edges <= 12
    read = []
    rows_of = fixed_nodes.rows_of
    monkeypatch.setattr(fixed_nodes, "rows_of", lambda graph, nodes: read.append(nodes) or rows_of(graph, nodes))
    monkeypatch.setattr(fr.Problem, "energy", None)  # nobody looks at the whole
    result = fr.solve(problem, fr.AdaptiveICM(), start=start, free=[10, 11, 50])
    assert [nodes.tolist() for nodes in read] == [[10, 11, 50]]
    assert "energy" not in vars(result.costs), "the sum over all pairs waits until it is asked for"
    assert result.energy == problem.graph.energy(result.labels)
    assert result.history[-1].energy == pytest.approx(result.energy)


def test_many_anchors_need_no_stored_pairs(monkeypatch):
    """A hub that is drawn to 400 fixed clusters, by way of free nodes: 80,000 pairs of anchors may not meet."""
    n_clusters = 400
    hub = n_clusters
    u = np.arange(n_clusters)
    weights = 1.0 + np.arange(n_clusters) / n_clusters
    problem = fr.Problem.from_edges(u, np.full(n_clusters, hub), weights)
    most = []
    repelled = apart_solve._repelled
    monkeypatch.setattr(apart_solve, "_repelled", lambda p, keys: most.append(len(keys)) or repelled(p, keys))
    result = fr.solve(problem, fr.AdaptiveICM(), start=np.arange(n_clusters + 1), free=[hub])
    assert max(most) < 80_000
    assert keeps_fixed(result.labels, np.arange(n_clusters + 1), [hub])
    assert result.labels[hub] == n_clusters - 1, "it joins the one that attracts it most"


def test_fixed_contradictions_are_named():
    problem = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, 1.0, 1.0])
    apart = fr.constraints.cannot_link(problem, [(0, 1)])
    with pytest.raises(ValueError, match="nodes 0 and 1 must be apart, but both are fixed in cluster 0 of start"):
        fr.solve(apart, start=[5, 5, 1, 1], free=[2])
    assert fr.solve(apart, start=[5, 5, 1, 1], free=[1]).labels[0] == 0
    linked = fr.constraints.must_link(problem, [(0, 2)])
    with pytest.raises(ValueError, match="nodes 0 and 2 are fixed in different clusters of start"):
        fr.solve(linked, start=[0, 0, 1, 1], free=[3])
    # A free node that is linked to a fixed one goes where that one is.
    assert fr.solve(linked, start=[0, 0, 1, 1], free=[2, 3]).labels.tolist()[:3] == [0, 0, 0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"free": [0]}, "free names the nodes that may leave their cluster in start; give start too"),
        ({"start": [0] * 5, "free": [0, 5]}, r"free must hold nodes in 0\.\.4, got 5 at position 1"),
        ({"start": [0] * 5, "free": [-1]}, "got -1 at position 0"),
        ({"start": [0] * 5, "free": [0.5]}, "free must be whole numbers, got 0.5 at position 0"),
        ({"start": [0] * 5, "free": [[0]]}, r"free must be one-dimensional, got shape \(1, 1\)"),
        ({"start": [0] * 5, "free": [True, False]}, r"a mask of shape \(5,\), got a mask of \(2,\)"),
        ({"start": [0] * 5, "free": ["a"]}, "free must be integers"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        fr.solve(random_problem(5, 6, seed=0), **arguments)


def test_limits_and_pickles():
    problem = random_problem(200, 1500, seed=3)
    start = fr.solve(problem, fr.AdaptiveICM()).labels
    free = np.arange(0, 200, 3)
    spoiled = start.copy()
    spoiled[free] = 0
    result = fr.solve(problem, fr.AdaptiveICM(), start=spoiled, free=free)
    again = pickle.loads(pickle.dumps(result))
    assert (again.energy, again.lower_bound, again.history) == (result.energy, result.lower_bound, result.history)
    assert "energy=" in repr(result)
    told = []
    fr.solve(problem, fr.AdaptiveICM(), start=spoiled, free=free, on_round=told.append)
    target = told[0].energy
    reached = fr.solve(problem, fr.AdaptiveICM(), start=spoiled, free=free, stop=fr.Stop(target=target + 1e-6))
    assert (reached.status, len(reached.history)) == (fr.Status.TARGET_REACHED, 1)
    rules = Rules([], [(0, 3), (6, 9)], None)
    kept = fr.solve(rules.add_to(problem), start=spoiled, free=free, stop=fr.Stop(seconds=0.01))
    assert rules.hold(kept.labels)

"""Every rule keeps an optimum, found by trying everything; the way back costs nothing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import PROBLEMS, least_energy, problems, problems_with_labels, random_problem, same_partition

import frenemy as fr
from frenemy.bounds.reductions import RULES, closed_share, expected_share

every_rule = pytest.mark.parametrize("rules", [RULES, *((rule,) for rule in RULES)], ids=lambda rules: "+".join(rules))
MERGING = ("edge", "pair", "twins", "triangle")


def least_energy_of_parts(problem):
    """The optimum; part by part where parts have nothing to do with each other, since copies add nodes."""
    if problem.missing:
        return least_energy(problem)
    parts = problem.connected_parts(np.zeros(problem.n_nodes))
    return sum(
        least_energy(problem.restrict(np.flatnonzero(parts == p)).problem) for p in range(parts.max(initial=-1) + 1)
    )


@every_rule
@given(problem=problems(max_nodes=7))
def test_the_optimum_survives(rules, problem):
    reduction = fr.reduce(problem, rules=rules)
    optimum = least_energy(problem)
    assert least_energy_of_parts(reduction.problem) + reduction.offset == pytest.approx(optimum, abs=1e-9)
    assert problem.repelling_weight - 1e-9 <= reduction.lower_bound <= optimum + 1e-9


@every_rule
@given(drawn=problems_with_labels(max_nodes=9), data=st.data())
def test_any_labels_lift_to_an_energy_known_in_advance(rules, drawn, data):
    problem, start = drawn
    reduction = fr.reduce(problem, rules=rules)
    n = reduction.problem.n_nodes
    labels = np.array(data.draw(st.lists(st.integers(0, max(n - 1, 0)), min_size=n, max_size=n)), np.int32)
    energy = reduction.problem.energy(labels)
    lifted = reduction.lift(labels)
    assert lifted.dtype == np.int32
    assert np.array_equal(lifted, problem.check_labels(lifted)), "labels are 0..k-1 by first appearance"
    assert problem.energy(lifted) <= energy + reduction.offset + 1e-9
    again, known = reduction.lift_with_energy(labels, energy)
    assert np.array_equal(lifted, again)
    assert known == pytest.approx(problem.energy(lifted), abs=1e-9)

    projected = reduction.project(start)
    assert np.array_equal(projected, reduction.problem.check_labels(projected))
    if not any(reduction.counts[rule] for rule in MERGING):
        assert problem.energy(reduction.lift(projected)) <= problem.energy(start) + 1e-9


@pytest.mark.parametrize("missing", [0.0, -0.2, 0.1])
@pytest.mark.parametrize("n_edges", [130, 260])
def test_energies_add_up_on_larger_problems(n_edges, missing):
    """Many merges in a row, with long lists and parallel pairs."""
    problem = random_problem(100, n_edges, seed=n_edges, mean=0.3, missing=missing)
    reduction = fr.reduce(problem)
    rng = np.random.default_rng(0)
    for n_clusters in (1, 5, 100):
        labels = rng.integers(n_clusters, size=reduction.problem.n_nodes)
        lifted, energy = reduction.lift_with_energy(labels, reduction.problem.energy(labels))
        assert energy == pytest.approx(problem.energy(lifted), rel=1e-9, abs=1e-9)
        assert energy <= reduction.problem.energy(labels) + reduction.offset + 1e-9


@pytest.mark.parametrize("name", PROBLEMS)
def test_named_problems(name):
    problem, optimum = PROBLEMS[name]
    reduction = fr.reduce(problem)
    if problem.missing <= 0:
        assert reduction.problem.n_nodes == 0, "all of these are small enough to be solved by rules alone"
        assert problem.energy(reduction.lift([])) == pytest.approx(optimum)
        assert reduction.lower_bound == pytest.approx(optimum)


# ------------------------------------------------------------------------------------ each rule alone, where it fires


def alone(rule, problem):
    reduction = fr.reduce(problem, rules=[rule])
    assert reduction.counts[rule] > 0
    assert {name for name, count in reduction.counts.items() if count} == {rule}
    assert least_energy_of_parts(reduction.problem) + reduction.offset == pytest.approx(least_energy(problem))
    return reduction


def test_components():
    """Two triangles of which only the second one is in doubt, and a pair between them that is cut in any case."""
    problem = fr.Problem.from_edges([0, 1, 0, 3, 4, 3, 2], [1, 2, 2, 4, 5, 5, 3], [1, 1, 1, 2, 2, -1, -3])
    reduction = alone("components", problem)
    assert (reduction.problem.n_nodes, reduction.problem.n_edges, reduction.offset) == (3, 3, -3.0)
    assert reduction.lift([0, 0, 1]).tolist() == [0, 0, 0, 1, 1, 2]


def test_components_with_missing():
    """A path of three nodes, one that attracts nobody, and two unlisted pairs' worth of weight between 0 and 3."""
    problem = fr.Problem.from_edges([0, 1, 0], [1, 2, 3], [1.0, 1.0, -2.0], missing=-1.0)
    reduction = alone("components", problem)
    assert reduction.problem.n_nodes == 3
    assert reduction.offset == -2.0 - 1.0 - 1.0
    assert reduction.lift([0, 0, 1]).tolist() == [0, 0, 1, 2]


def test_components_are_not_split_if_unlisted_pairs_attract():
    problem = fr.Problem.from_edges([0, 1], [1, 2], [-1.0, -1.0], missing=0.5)
    assert fr.reduce(problem, rules=["components", "blocks"]).problem is problem


def test_blocks():
    """Two triangles that share node 2: glued at it, whatever their labels."""
    problem = fr.Problem.from_edges([0, 1, 0, 2, 3, 2], [1, 2, 2, 3, 4, 4], [2, 2, -3, 2, 2, -3])
    reduction = alone("blocks", problem)
    assert (reduction.problem.n_nodes, reduction.problem.n_edges, reduction.n_parts) == (6, 6, 2)
    assert sorted(reduction.project([0, 0, 0, 0, 0]).tolist()) == [0, 0, 0, 1, 1, 1]
    labels = np.empty(6, int)
    parts = reduction.problem.connected_parts(np.zeros(6))
    labels[parts == parts[0]] = 0
    labels[parts != parts[0]] = [0, 1, 2]
    assert problem.energy(reduction.lift(labels)) == reduction.problem.energy(labels) + reduction.offset
    together = reduction.lift(np.zeros(6))
    assert same_partition(together, np.zeros(5))


def test_clamp():
    """Node 0 is attracted by 1 only, so repelling it by 10 is no more than repelling it by 1."""
    problem = fr.Problem.from_edges([0, 1, 0], [1, 2, 2], [1.0, 1.0, -10.0])
    reduction = alone("clamp", problem)
    assert reduction.problem.edges()[2].tolist() == [1.0, -1.0, 1.0]
    assert reduction.offset == -9.0
    assert problem.energy(reduction.lift([0, 0, 0])) <= reduction.offset  # 0 or 2 is taken out


def test_edge():
    """0 is tied to 1 by 5, to all others by 4 at most: it goes where 1 goes."""
    problem = fr.Problem.from_edges([0, 0, 0, 1, 1, 2], [1, 2, 3, 2, 3, 3], [5, 2, -2, -3, 3, 1])
    reduction = alone("edge", problem)
    assert reduction.lift(np.arange(reduction.problem.n_nodes))[:2].tolist() == [0, 0]


def test_pair():
    """0 and 1 have one other friend each, of 1 and 2, and attract each other by 3: better than both friendships."""
    problem = fr.Problem.from_edges([0, 0, 1, 0, 1], [1, 2, 3, 3, 2], [3.0, 1.0, 2.0, -10.0, -10.0])
    reduction = alone("pair", problem)
    assert reduction.lift(np.arange(reduction.problem.n_nodes))[:2].tolist() == [0, 0]


def test_twins():
    """In cluster editing, 0 and 1 have the same neighbours, 2 and 3."""
    problem = fr.Problem.from_edges([0, 0, 0, 1, 1, 2, 3], [1, 2, 3, 2, 3, 4, 5], [1.0] * 7, missing=-1.0)
    reduction = alone("twins", problem)
    lifted = reduction.lift(np.arange(reduction.problem.n_nodes))
    assert lifted[0] == lifted[1]
    assert reduction.problem.sizes.sum() == 6.0


def test_triangle():
    """Each of 0, 1 and 2 is tied to the two others by 4, to the rest by 0.5 + 1.6 = 2.1 at most.

    No tie is strong enough by itself: of 0, 1 and all others, moving takes 2 + 2.1, leaving 2 + 0.5 + 0.5, and being
    alike (0 + 0.5 + 2.1 + 1.6) / 2 = 2.1, all of them more than 2.
    """
    u = [0, 1, 0, 0, 0, 1, 1, 2, 2]
    v = [1, 2, 2, 3, 4, 4, 5, 5, 3]
    problem = fr.Problem.from_edges(u, v, [2.0, 2.0, 2.0, 0.5, -1.6, 0.5, -1.6, 0.5, -1.6])
    assert fr.reduce(problem, rules=["edge", "pair", "twins"]).problem is problem
    reduction = alone("triangle", problem)
    assert len(set(reduction.lift(np.arange(reduction.problem.n_nodes))[:3])) == 1


# ----------------------------------------------------------------------------------------------------------- as a whole


def test_a_path_of_many_nodes():
    """Nothing recurses, and nothing is left."""
    n = 300_000
    w = np.random.default_rng(0).normal(size=n - 1)
    problem = fr.Problem.from_edges(np.arange(n - 1), np.arange(1, n), w)
    reduction = fr.reduce(problem)
    assert reduction.problem.n_nodes == 0
    assert problem.energy(reduction.lift([])) == pytest.approx(w[w < 0].sum())


def test_a_wheel_of_many_spokes():
    """Its hub is the neighbour of all: cheap only if nobody walks its list for every merge."""
    n = 100_000
    rim = np.arange(1, n)
    w = np.random.default_rng(0).choice([-1.0, 1.0], size=2 * (n - 1))
    problem = fr.Problem.from_edges(np.r_[np.zeros(n - 1, int), rim], np.r_[rim, np.roll(rim, -1)], w)
    reduction = fr.reduce(problem)
    assert reduction.problem.n_nodes == 0
    assert problem.energy(reduction.lift([])) == pytest.approx(reduction.offset)


def test_without_rules_nothing_happens():
    problem = random_problem(20, 40, seed=0)
    reduction = fr.reduce(problem, rules=[])
    assert reduction.problem is problem
    assert reduction.offset == 0.0
    labels = np.arange(20) % 3
    assert np.array_equal(reduction.lift(labels), labels)
    assert np.array_equal(reduction.project(labels), labels)


def test_merged_nodes_take_the_label_of_most():
    problem = fr.Problem.from_edges([0, 1, 2, 3], [1, 2, 3, 0], [1.0, 1.0, 1.0, -0.5])
    reduction = fr.reduce(problem, rules=["edge"])
    assert reduction.problem.n_nodes < 4
    assert reduction.project([7, 7, 7, 7]).tolist() == [0] * reduction.problem.n_nodes


def test_summary():
    problem = random_problem(300, 400, seed=3)
    reduction = fr.reduce(problem)
    summary = reduction.summary
    assert (summary["nodes"], summary["pairs"]) == (300, problem.n_edges)
    assert (summary["kernel_nodes"], summary["kernel_pairs"]) == (reduction.problem.n_nodes, reduction.problem.n_edges)
    assert summary["kernel_pairs"] < 0.5 * summary["pairs"]
    assert set(RULES) < set(summary)
    assert "components=" in repr(reduction)


def test_same_problem_same_kernel():
    problem = random_problem(300, 600, seed=4, mean=0.2)
    assert fr.reduce(problem).problem == fr.reduce(problem).problem


def test_unknown_rules_are_named():
    problem = random_problem(5, 5, seed=0)
    with pytest.raises(ValueError, match="unknown rule 'magic'; there are components, blocks"):
        fr.reduce(problem, rules=["magic"])
    with pytest.raises(ValueError, match="labels must have shape"):
        fr.reduce(problem).lift([0] * 9)


def test_quick_looks_at_a_problem():
    """Triangles in a row are closed and all bound; a star is open, and its leaves are bound; a clique is neither."""
    first = np.arange(0, 300, 3)
    triangles = fr.Problem.from_edges(
        np.concatenate([first, first + 1, first]), np.concatenate([first + 1, first + 2, first + 2]), np.ones(300)
    )
    star = fr.Problem.from_edges(np.zeros(50, int), np.arange(1, 51), np.ones(50))
    clique = fr.Problem.from_edges(*np.triu_indices(20, 1), np.ones(190))
    nothing = fr.Problem.from_edges([], [], [], n_nodes=5)
    assert [closed_share(p) for p in (triangles, star, clique, nothing)] == [1.0, 0.0, 1.0, 0.0]
    assert [expected_share(p) for p in (triangles, star, clique, nothing)] == [1.0, 0.5, 0.0, 0.0]


def test_a_quick_look_at_a_large_problem_is_near_the_truth():
    """Of 12,000 nodes a sample is taken: half are in triangles, which are closed and bound, half in a random graph."""
    rng = np.random.default_rng(0)
    first = np.arange(0, 6000, 3)
    one = rng.integers(0, 6000, 30000)
    other = (one + rng.integers(1, 6000, 30000)) % 6000
    u = np.concatenate([first, first + 1, first, 6000 + one])
    v = np.concatenate([first + 1, first + 2, first + 2, 6000 + other])
    problem = fr.Problem.from_edges(u, v, np.ones(len(u)))
    assert expected_share(problem) == pytest.approx(6000 / 36000, abs=0.03)
    assert closed_share(problem) == pytest.approx(0.5, abs=0.06)


@pytest.mark.parametrize("missing", [0.0, -0.4])
@pytest.mark.parametrize("weights", ["signs", "normal"])
def test_small_parts_are_solved_with_proof(weights, missing):
    """Parts of 4 to 9 nodes against all partitions; larger ones, side by side, against a search."""
    rng = np.random.default_rng(5)

    def drawn(n, share):
        u, v = np.triu_indices(n, 1)
        kept = rng.random(len(u)) < share
        w = rng.choice([-1.0, 1.0], len(u)) if weights == "signs" else rng.normal(size=len(u))
        return u[kept], v[kept], w[kept]

    for n in range(4, 10):
        problem = fr.Problem.from_edges(*drawn(n, 0.7), n_nodes=n, missing=missing)
        reduction = fr.reduce(problem, rules=["small"])
        assert reduction.problem.n_nodes == 0
        assert reduction.lower_bound == pytest.approx(least_energy(problem), abs=1e-9)
        assert problem.energy(reduction.lift([])) == pytest.approx(reduction.lower_bound, abs=1e-9)
    u, v, w = (
        np.concatenate(x)
        for x in zip(
            *([a + 12 * k, b + 12 * k, c] for k, (a, b, c) in enumerate(drawn(12, 0.6) for _ in range(20))), strict=True
        )
    )
    problem = fr.Problem.from_edges(u, v, w, n_nodes=240, missing=missing)
    reduction = fr.reduce(problem)
    assert reduction.problem.n_nodes == 0
    found = fr.solve(problem, fr.Evolve(), stop=fr.Stop(rounds=200)).energy
    assert problem.energy(reduction.lift([])) == pytest.approx(reduction.lower_bound, abs=1e-9)
    assert reduction.lower_bound <= found + 1e-9


def test_one_pass_and_search_solve_small_parts_with_proof():
    problem = fr.Problem.from_edges([0, 1, 2, 0, 4, 5, 6, 4], [1, 2, 3, 3, 5, 6, 7, 7], [1, 1, 1, -1, 1, 1, -1, 1])
    for stop in (fr.Stop(), fr.Stop(seconds=1)):
        assert fr.solve(problem, stop=stop).status == fr.Status.OPTIMAL

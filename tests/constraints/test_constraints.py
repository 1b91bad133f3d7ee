"""Constraints that hold in every result, and the messages of those that cannot."""

import pickle
import sys

import numpy as np
import pytest
from constrained import Rules, constrained
from hypothesis import given
from hypothesis import strategies as st
from interrupted import interrupted
from reference import pair_weights, partition_energies, partitions, problems, random_problem, same_partition

import frenemy as fr
from frenemy.constraints import at_most_one_per_group, cannot_link, must_link
from frenemy.solving import apart_solve

solvers = pytest.mark.parametrize("solver", [cls() for cls in fr.SOLVERS.values()], ids=list(fr.SOLVERS))


def nothing(_problem, start, _run):
    """A solver that leaves everything as it is, one big cluster included."""
    return start


def one_cluster(problem, _start, _run):
    """A solver that breaks whatever can be broken."""
    return np.zeros(problem.n_nodes, np.int32)


def allowed_energies(problem, rules):
    return partition_energies(problem)[[rules.hold(p) for p in partitions(problem.n_nodes).tolist()]]


# ------------------------------------------------------------------------------------------------- in every result


@solvers
@given(drawn=constrained(), seed=st.integers(0, 2))
def test_they_hold_and_the_numbers_are_the_users(solver, drawn, seed):
    plain, problem, rules = drawn
    told = []
    result = fr.solve(problem, solver, seed=seed, on_round=told.append)
    best = min(allowed_energies(plain, rules))
    assert rules.hold(result.labels)
    assert result.energy == pytest.approx(plain.energy(result.labels), abs=1e-9)
    assert result.lower_bound <= best + 1e-9
    assert result.energy >= best - 1e-9
    if result.status is fr.Status.OPTIMAL:
        assert result.energy == pytest.approx(best, abs=1e-9)
    for progress, line in zip(told, result.history, strict=True):
        assert rules.hold(progress.labels)
        assert progress.energy == line.energy == pytest.approx(plain.energy(progress.labels), abs=1e-9)
        assert progress.n_clusters == line.n_clusters == len(set(progress.labels.tolist()))


@given(drawn=constrained(max_nodes=5))
def test_the_best_allowed_clustering_is_found_on_tiny_problems(drawn):
    plain, problem, rules = drawn
    starts = [None, np.arange(plain.n_nodes)]
    found = min(fr.solve(problem, fr.ExpandExplore(), start=start).energy for start in starts)
    # A local optimum now and then: one unit of weight in four.
    assert found <= min(allowed_energies(plain, rules)) + 0.25


@given(
    drawn=constrained(),
    solver=st.sampled_from([nothing, one_cluster, fr.AdaptiveICM(), fr.SwapExplore()]),
    stop=st.sampled_from([None, fr.Stop(seconds=0), fr.Stop(rounds=1), fr.Stop(stall=1), fr.Stop(target=0.0)]),
    data=st.data(),
)
def test_whatever_the_solver_the_start_and_the_stop(drawn, solver, stop, data):
    plain, problem, rules = drawn
    n = plain.n_nodes
    start = np.array(data.draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n)))
    result = fr.solve(problem, solver, start=start, stop=stop)
    assert rules.hold(result.labels)
    assert result.energy == pytest.approx(plain.energy(result.labels), abs=1e-9)
    if rules.hold(start) and solver is not one_cluster:
        assert result.energy <= plain.energy(start) + 1e-9


@given(drawn=constrained(), solver=st.sampled_from([one_cluster, fr.AdaptiveICM(), fr.SwapExplore()]))
def test_pairs_that_are_stored_when_they_meet(drawn, solver):
    """The road for groups with more pairs than can be stored, taken by small ones."""
    plain, problem, rules = drawn
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(apart_solve, "_first_pairs", lambda *_: (np.empty(0, np.int64), False))
        result = fr.solve(problem, solver)
    assert rules.hold(result.labels)
    assert result.energy == pytest.approx(plain.energy(result.labels), abs=1e-9)


@solvers
@pytest.mark.parametrize("stop", [fr.Stop(seconds=0.01), fr.Stop(rounds=2), fr.Stop(seconds=0)], ids=str)
def test_a_short_budget_on_a_larger_problem(solver, stop):
    plain = random_problem(200, 1600, seed=1, mean=0.4)
    rng = np.random.default_rng(0)
    rules = Rules([(0, 1), (1, 2), (5, 9)], [(3, 4), (0, 7), (5, 2)], rng.integers(-1, 20, 200).tolist())
    try:
        problem = rules.add_to(plain)
    except ValueError:  # the drawn groups may hold linked nodes
        rules.groups[:10] = [-1] * 10
        problem = rules.add_to(plain)
    result = fr.solve(problem, solver, stop=stop)
    assert rules.hold(result.labels)
    assert result.energy == pytest.approx(plain.energy(result.labels))


@pytest.mark.parametrize("seconds", [0, 0.01, 0.05])
@pytest.mark.parametrize("has_links", [False, True])
def test_out_of_time_before_all_is_set_up(seconds, has_links):
    """So many nodes that the time ends while the constraints are still being prepared or repaired."""
    n = 60_000
    plain = random_problem(n, 400_000, seed=2, mean=0.3)
    sources = np.arange(n) % 7
    enemies = np.stack((np.arange(0, n, 4), np.arange(0, n, 4) + 2), axis=1)
    links = np.stack((np.arange(0, 7000, 7), np.arange(0, 7000, 7) + 1), axis=1)[: 1000 * has_links]
    problem = must_link(cannot_link(at_most_one_per_group(plain, sources), enemies), links)
    for start in (None, np.zeros(n, np.int32), np.arange(n)):
        result = fr.solve(problem, start=start, stop=fr.Stop(seconds=seconds))
        assert result.status is fr.Status.TIME_LIMIT
        assert (result.labels[links[:, 0]] == result.labels[links[:, 1]]).all()
        assert (result.labels[enemies[:, 0]] != result.labels[enemies[:, 1]]).all()
        assert len(np.unique(result.labels.astype(np.int64) * 7 + sources)) == n, "no two of a source in a cluster"
        assert result.energy == pytest.approx(plain.energy(result.labels))


@pytest.mark.parametrize("n_sources", [3, 40])
def test_what_a_repair_joins_is_the_strongest_first(n_sources):
    """At least as good as Kruskal's order: as the repair does, but without the moves that follow."""
    n = 600
    plain = random_problem(n, 9000, seed=n_sources, mean=0.5)
    sources = np.random.default_rng(n_sources).integers(0, n_sources, n)
    result = fr.solve(at_most_one_per_group(plain, sources), one_cluster)
    u, v, w = plain.edges()
    cluster_of, members = list(range(n)), [[i] for i in range(n)]
    for k in np.argsort(-w[w > 0], kind="stable"):
        a, b = cluster_of[u[w > 0][k]], cluster_of[v[w > 0][k]]
        if a != b and not {sources[i] for i in members[a]} & {sources[i] for i in members[b]}:
            for i in members[b]:
                cluster_of[i] = a
            members[a] += members[b]
    assert result.energy <= plain.energy(cluster_of) + 1e-9
    assert len(set(zip(result.labels.tolist(), sources.tolist(), strict=True))) == n


def test_large_groups_are_not_stored_as_pairs(monkeypatch):
    """Two sources of 1500 records each in one component: 2.2 million pairs may not meet, and few of them are stored."""
    rng = np.random.default_rng(3)
    n = 3000
    u, v = np.arange(n), (np.arange(n) + 1) % n  # a ring: all one component
    plain = fr.Problem.from_edges(u, v, rng.normal(0.5, 1.0, n) ** 2 + 0.1)
    groups = np.arange(n) // 2 % 2
    most = []
    repelled = apart_solve._repelled
    monkeypatch.setattr(apart_solve, "_repelled", lambda p, keys: most.append(len(keys)) or repelled(p, keys))
    result = fr.solve(at_most_one_per_group(plain, groups), fr.AdaptiveICM())
    assert len(most) > 1
    assert max(most) < 100_000
    for cluster in range(result.n_clusters):
        inside = groups[result.labels == cluster]
        assert len(inside) <= 2
        assert len(set(inside)) == len(inside)
    # On a ring of groups 0 0 1 1 0 0 1 1 only pairs of different groups can be kept: every second pair at best.
    between = groups[u] != groups[v]
    assert result.energy == pytest.approx(
        plain.edges()[2].sum() - plain.energy(np.arange(n) * 0) - _kept(plain, between)
    )


def _kept(problem, between):
    """The weight of the ring's pairs that join two groups."""
    w = pair_weights(problem)
    n = len(between)
    return sum(w[i, (i + 1) % n] for i in range(n) if between[i])


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent by POSIX means")
@pytest.mark.parametrize("n_groups", [4000, 20], ids=["all pairs stored", "pairs stored as they meet"])
def test_ctrl_c_keeps_them(n_groups):
    script = f"""
    plain = random_problem(20_000, 200_000, seed=1, mean=0.3)
    groups = np.arange(20_000) % {n_groups}
    problem = fr.constraints.at_most_one_per_group(fr.constraints.must_link(plain, [(0, 1), (1, 2)]), groups)
    def again(problem, start, run):
        print("ready", flush=True)
        while not run.expired():
            start = fr.AdaptiveICM(order="random")(problem, start, run)
        return start
    result = fr.solve(problem, again)
    assert len(set(zip(result.labels.tolist(), groups.tolist()))) == 20_000  # no two of a group in a cluster
    assert result.labels[0] == result.labels[1] == result.labels[2]
    assert np.isclose(result.energy, plain.energy(result.labels))
    print(result.status.name, flush=True)
    """
    assert interrupted(script, seconds=0.2) == (0, "CANCELLED\n")


def test_limits_are_in_the_users_energies():
    plain = random_problem(200, 1500, seed=3)
    problem = cannot_link(must_link(plain, [(0, 1)]), [(2, 3), (4, 5)])
    told = []
    fr.solve(problem, fr.AdaptiveICM(), on_round=told.append)
    target = told[1].energy
    reached = fr.solve(problem, fr.AdaptiveICM(), stop=fr.Stop(target=target))
    assert (reached.status, len(reached.history)) == (fr.Status.TARGET_REACHED, 2)
    stalled = fr.solve(problem, fr.AdaptiveICM(), stop=fr.Stop(stall=1))
    assert stalled.status in (fr.Status.STALLED, fr.Status.CONVERGED)
    cut = fr.solve(problem, fr.AdaptiveICM(), on_round=lambda p: p.round == 2)
    assert (cut.status, len(cut.history)) == (fr.Status.CANCELLED, 2)
    assert fr.solve(problem, fr.AdaptiveICM(), stop=fr.Stop(rounds=1)).status is fr.Status.ROUND_LIMIT


def test_history_without_a_listener_has_the_rounds_that_kept_them_and_the_end():
    problem = at_most_one_per_group(random_problem(200, 1500, seed=3, mean=0.3), np.arange(200) % 20)
    told = []
    heard, unheard = (fr.solve(problem, fr.AdaptiveICM(), on_round=f) for f in (told.append, None))
    assert np.array_equal(heard.labels, unheard.labels)
    assert {(r.energy, r.n_clusters) for r in unheard.history} <= {(p.energy, p.n_clusters) for p in told}
    assert unheard.history[-1].energy == unheard.energy
    assert len(fr.solve(problem, nothing).history) == 0, "a solver without rounds has none"


def test_an_error_in_on_round_comes_out():
    def fail(_):
        raise RuntimeError("not today")

    with pytest.raises(RuntimeError, match="not today"):
        fr.solve(cannot_link(random_problem(50, 200, seed=0), [(0, 1)]), on_round=fail)


def test_same_seed_same_labels():
    problem = at_most_one_per_group(random_problem(300, 3000, seed=9, mean=0.2), np.arange(300) % 30)
    first, again = fr.solve(problem, seed=4), fr.solve(pickle.loads(pickle.dumps(problem)), seed=4)
    assert np.array_equal(first.labels, again.labels)


# -------------------------------------------------------------------------------------------- what is contradictory


PATH = fr.Problem.from_edges([0, 1, 2, 3], [1, 2, 3, 4], [1.0] * 4)


def test_a_chain_of_links_against_a_pair_is_named():
    problem = cannot_link(must_link(PATH, [(0, 3), (3, 1)]), [(0, 4)])
    with pytest.raises(ValueError, match="nodes 0 and 4 must be apart, but must-links join them: 0-3, 3-1, 1-4"):
        must_link(problem, [(1, 4)])
    with pytest.raises(ValueError, match="nodes 0 and 1 must be apart, but must-links join them: 0-3, 3-1"):
        cannot_link(problem, [(2, 4), (1, 0)])


def test_a_chain_of_links_against_a_group_is_named():
    message = "nodes 0 and 2 are both in group 'x', of which a cluster may hold one, but must-links join them: 0-1, 1-2"
    with pytest.raises(ValueError, match=message):
        at_most_one_per_group(must_link(PATH, [(0, 1), (1, 2)]), ["x", "y", "x", None, "y"])
    with pytest.raises(ValueError, match=message):
        must_link(at_most_one_per_group(PATH, ["x", "y", "x", None, "z"]), [(0, 1), (1, 2)])


def test_long_chains_are_shortened():
    long = fr.Problem.from_edges([], [], [], n_nodes=100)
    links = must_link(long, [(i, i + 1) for i in range(99)])
    with pytest.raises(ValueError, match=r"0-1, 1-2, 2-3, 3-4, \.\.\. 91 more \.\.\., 95-96, .*98-99"):
        cannot_link(links, [(0, 99)])


@given(problems(max_nodes=6).filter(lambda p: p.n_nodes > 1), st.data())
def test_raises_exactly_if_nothing_is_allowed(problem, data):
    n = problem.n_nodes
    pair = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    rules = Rules(
        data.draw(st.lists(pair, max_size=4)),
        data.draw(st.lists(pair.filter(lambda p: p[0] != p[1]), max_size=3)),
        data.draw(st.lists(st.integers(-1, 1), min_size=n, max_size=n)),
    )
    is_possible = any(rules.hold(p) for p in partitions(n))
    if is_possible:
        rules.add_to(problem)
    else:
        with pytest.raises(ValueError, match="but must-links join them"):
            rules.add_to(problem)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: must_link(PATH, [(0, 5)]), r"node ids must be in 0\.\.4, got 5 at pair 0"),
        (lambda: cannot_link(PATH, [(0, 1), (-1, 2)]), "got -1 at pair 1"),
        (lambda: cannot_link(PATH, [(0, 1), (2, 2)]), "apart from itself, got node 2 twice at pair 1"),
        (lambda: must_link(PATH, [(0, 1, 2)]), r"two columns, one row per pair, got shape \(1, 3\)"),
        (lambda: must_link(PATH, [0, 1]), r"two columns, one row per pair, got shape \(2,\)"),
        (lambda: must_link(PATH, [(0, 1.5)]), "pairs must be whole numbers, got 1.5 at pair 0"),
        (lambda: must_link(np.eye(3), [(0, 1)]), "added to a Problem, got ndarray; see frenemy.as_problem"),
        (lambda: at_most_one_per_group(PATH, [0, 1]), r"groups must have shape \(5,\), one per node, got \(2,\)"),
        (lambda: at_most_one_per_group(PATH, [[], 1, 1, 1, 1]), r"groups must be hashable, got \[\] at node 0"),
        (lambda: at_most_one_per_group(PATH, [0] * 5, weight=-1.0), "weight must be .* at least 0, got -1"),
        (lambda: at_most_one_per_group(PATH, [0] * 5, weight=np.nan), "weight must be .*, got nan"),
    ],
)
def test_bad_input_shows_the_value_and_the_place(make, message):
    with pytest.raises(ValueError, match=message):
        make()


# ------------------------------------------------------------------------------------------------- groups, soft ones


@pytest.mark.parametrize(
    "groups",
    [
        [7, -1, 7, -1, 2],
        ["a", None, "a", None, "b"],
        [(1, 2), None, (1, 2), -1, 3],
        np.array([7.0, np.nan, 7.0, np.nan, 2.0]),
        np.array([7, -1, 7, -1, 2], np.int16),
        np.array(["a", None, "a", None, "b"], object),
        iter(["a", None, "a", float("nan"), "b"]),
    ],
    ids=lambda groups: type(groups).__name__,
)
def test_groups_of_every_kind(groups):
    problem = at_most_one_per_group(PATH, groups)
    assert repr(problem) == "Problem(n_nodes=5, n_edges=4, groups=1)"
    assert fr.solve(problem).labels[0] != fr.solve(problem).labels[2]
    assert problem == at_most_one_per_group(PATH, [5, -1, 5, -1, 6])


def test_groups_are_equal_in_any_order():
    three, two = [0, 0, 0, None, None], [None, None, None, 1, 1]
    problem = at_most_one_per_group(at_most_one_per_group(PATH, three), two)
    assert problem == at_most_one_per_group(at_most_one_per_group(PATH, two), three)
    assert problem != at_most_one_per_group(PATH, [0, 0, 1, 1, 1])
    assert problem != at_most_one_per_group(PATH, [0] * 5)


def test_soft_groups_are_weights():
    triangle = fr.Problem.from_edges([0, 1, 0], [1, 2, 2], [2.0, 1.0, 1.0])
    soft = at_most_one_per_group(triangle, ["a", "b", "b"], weight=0.75)
    assert soft.constraints is None
    assert soft.edges()[2].tolist() == [2.0, 1.0, 0.25]
    assert fr.solve(soft).n_clusters == 1
    strong = at_most_one_per_group(triangle, ["a", "b", "b"], weight=3.0)
    assert fr.solve(strong).labels.tolist() == [0, 0, 1]


def test_soft_groups_on_unlisted_pairs_and_across_components():
    # 0-1-2 hang together; 3 repels 2. Pair 0-2 is unlisted and gets -0.5; pair 0-3 could never be joined with gain.
    problem = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, 1.0, -1.0], missing=-0.25)
    soft = at_most_one_per_group(problem, [0, -1, 0, 0], weight=0.5)
    u, v, w = soft.edges()
    assert dict(zip(zip(u.tolist(), v.tolist(), strict=True), w.tolist(), strict=True)) == {
        (0, 1): 1.0, (0, 2): -0.75, (1, 2): 1.0, (2, 3): -1.0
    }  # fmt: skip
    kept = at_most_one_per_group(must_link(problem, [(0, 1)]), [0, -1, 0, 0], weight=0.5)
    assert kept.constraints == must_link(problem, [(0, 1)]).constraints


def test_soft_groups_may_cancel_a_pair_and_must_not_overflow():
    problem = fr.Problem.from_edges([0, 1, 0], [1, 2, 2], [2.0, 1.0, 1.0])
    assert at_most_one_per_group(problem, ["a", "a", "b"], weight=2.0).n_edges == 2
    with pytest.raises(ValueError, match="weights must have a finite sum, but with what is added it overflows"):
        at_most_one_per_group(problem, ["a", "a", "a"], weight=1e308)


def test_too_many_soft_pairs_are_refused(monkeypatch):
    monkeypatch.setattr(fr.constraints.links, "MAX_SOFT_PAIRS", 5)
    with pytest.raises(ValueError, match="more than 5; omit weight to make it hard"):
        at_most_one_per_group(PATH, [0] * 5, weight=1.0)
    assert fr.solve(at_most_one_per_group(PATH, [0] * 5)).n_clusters == 5


# ------------------------------------------------------------------------------------------------------ carried over


@given(constrained())
def test_problems_with_constraints_are_plain_values(drawn):
    plain, problem, _ = drawn
    again = pickle.loads(pickle.dumps(problem))
    assert again == problem
    assert (problem == plain) is (problem.constraints is None)
    assert np.array_equal(problem.edges()[2], plain.edges()[2])
    assert problem.energy(np.arange(plain.n_nodes)) == plain.energy(np.arange(plain.n_nodes))


def test_order_and_repetition_do_not_matter():
    a = at_most_one_per_group(cannot_link(PATH, [(0, 1), (3, 2)]), [0, 1, 0, 1, -1])
    b = cannot_link(at_most_one_per_group(PATH, ["y", "x", "y", "x", None]), [(2, 3), (1, 0), (0, 1)])
    assert a == b
    assert must_link(PATH, [(0, 1), (1, 2)]) == must_link(PATH, [(2, 0), (0, 1)])
    assert must_link(PATH, [(0, 1)]) != cannot_link(PATH, [(0, 1)]) != PATH
    assert must_link(PATH, []) == PATH
    assert must_link(PATH, [(3, 3)]).constraints is None


@given(constrained(), st.data())
def test_contraction_carries_them_over(drawn, data):
    plain, problem, rules = drawn
    n = plain.n_nodes
    labels = np.array(data.draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n)))
    apart_hold = Rules([], rules.apart, rules.groups).hold(labels)
    if not apart_hold:
        with pytest.raises(ValueError, match="but the labels join them in cluster"):
            problem.contract(labels)
        return
    if not any(rules.hold(p) and _is_coarser(p, labels) for p in partitions(n)):
        with pytest.raises(ValueError, match="must-links join them"):
            problem.contract(labels)
        return
    small = problem.contract(labels)
    for coarse in partitions(small.problem.n_nodes):
        lifted = small.lift(coarse)
        is_kept = small.problem.constraints is None or _keeps(small.problem, coarse)
        assert is_kept == rules.hold(lifted)


def _is_coarser(p, labels):
    return all(len(set(p[labels == c])) == 1 for c in set(labels.tolist()))


def _keeps(problem, labels):
    constraints = problem.constraints
    return (
        constraints.apart.conflict(labels) is None
        and (labels[constraints.links[:, 0]] == labels[constraints.links[:, 1]]).all()
    )


@given(constrained(), st.data())
def test_restriction_carries_over_what_follows_for_the_kept(drawn, data):
    plain, problem, rules = drawn
    n = plain.n_nodes
    nodes = np.array(data.draw(st.permutations(range(n)))[: data.draw(st.integers(0, n))], np.int32)
    small = problem.restrict(nodes)
    # A clustering of the kept nodes is allowed exactly if it can be extended to all nodes.
    possible = {tuple(fr.partition.from_indicator(fr.partition.to_indicator(p[nodes])).tolist())
                for p in partitions(n) if rules.hold(p)}  # fmt: skip
    for inside in partitions(len(nodes)):
        is_kept = small.problem.constraints is None or _keeps(small.problem, inside)
        assert is_kept == (tuple(inside.tolist()) in possible)


def test_a_solver_called_by_itself_sees_the_weights_only():
    problem = cannot_link(PATH, [(0, 1)])
    assert fr.AdaptiveICM()(problem, np.zeros(5, np.int32), fr.Run()).tolist() == [0] * 5
    seen = []
    fr.solve(problem, lambda p, start, _run: seen.append(p) or start)
    assert seen[0].constraints is None


def test_must_link_overrules_any_repulsion():
    problem = fr.Problem.from_edges([0, 1], [1, 2], [-1e9, 1.0])
    result = fr.solve(must_link(problem, [(0, 1)]))
    assert result.labels.tolist() == [0, 0, 0]
    assert (result.energy, result.lower_bound, result.status) == (0.0, 0.0, fr.Status.OPTIMAL)


def test_bounds_know_what_must_be_cut():
    # 0-1 must be cut: 3. 1-2 repels: -1. Nothing allowed is below 2.
    problem = cannot_link(fr.Problem.from_edges([0, 1], [1, 2], [3.0, -1.0]), [(0, 1)])
    result = fr.solve(problem)
    assert (result.energy, result.lower_bound, result.status) == (2.0, 2.0, fr.Status.OPTIMAL)


def test_weights_far_apart():
    """Repulsions scale with what they must outweigh, so that tiny and huge weights are kept apart alike."""
    for scale in (1e-300, 1.0, 1e290):
        problem = fr.Problem.from_edges([0, 1, 2, 0], [1, 2, 3, 3], scale * np.array([1.0, 2.0, 1.0, 1e-6]))
        result = fr.solve(cannot_link(problem, [(0, 2)]))
        assert same_partition(result.labels, [0, 1, 1, 1])
        assert result.energy == pytest.approx(scale * (1 + 1e-6))


def test_links_may_be_repeated_any_number_of_times():
    assert fr.solve(must_link(PATH, [(0, 4)] * 256)).labels[4] == 0
    assert must_link(PATH, [(0, 4)] * 256) == must_link(PATH, [(4, 0)])


def test_strangers_that_must_be_apart_are():
    """Nothing attracts or repels: a solver may well leave all in one cluster."""
    strangers = fr.Problem.from_edges([], [], [], n_nodes=6)
    result = fr.solve(cannot_link(strangers, [(0, 1), (2, 3)]))
    assert result.labels[0] != result.labels[1]
    assert result.labels[2] != result.labels[3]
    assert result.energy == 0.0
    assert fr.solve(at_most_one_per_group(strangers, [0] * 6)).n_clusters == 6


def test_a_soft_group_whose_nodes_only_a_must_link_connects():
    problem = fr.constraints.must_link(fr.Problem.from_edges([0, 2], [1, 3], [2.0, 2.0]), [(1, 2)])
    assert fr.solve(problem).n_clusters == 1
    lowered = fr.constraints.at_most_one_per_group(problem, [0, -1, -1, 0], weight=9.0)
    labels = fr.solve(lowered).labels
    assert labels[1] == labels[2]
    assert labels[0] != labels[3]

"""Everything an explanation says is an energy difference: compared with making the change and summing up again."""

import itertools
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from interrupted import interrupted
from reference import PROBLEMS, binary_labellings, pair_weights, problems_with_labels, random_problem

import frenemy as fr
from frenemy import constraints

CLOSE = {"rel": 1e-9, "abs": 1e-9}


def groups_of(problem, labels):
    """For each node those that move with it: linked, and in the same cluster."""
    kept = problem.constraints
    joined = np.arange(problem.n_nodes) if kept is None else kept.joined
    return [np.flatnonzero((joined == joined[i]) & (labels == labels[i])) for i in range(problem.n_nodes)]


def may_join(problem, a, b):
    """Whether no node of the first must be apart from one of the second."""
    if problem.constraints is None:
        return True
    apart = problem.constraints.apart
    pairs = set(zip(apart.u.tolist(), apart.v.tolist(), strict=True))
    tokens = [set(apart.tokens[apart.nodes == i].tolist()) for i in range(problem.n_nodes)]
    return not any((min(i, j), max(i, j)) in pairs or tokens[i] & tokens[j] for i in a for j in b)


def energies(problem):
    """The energy of labels, by the definition; the matrix is made once."""
    w = pair_weights(problem)
    return lambda labels: 0.5 * float(w[labels[:, None] != labels[None, :]].sum())


def moves(problem, labels, i):
    """What the energy rises by for every other place of a node; -1 is a cluster of its own."""
    energy = energies(problem)
    unit = groups_of(problem, labels)[i]
    costs = {}
    for place in range(-1, labels.max() + 1):
        members = np.flatnonzero(labels == place)
        is_same = place == labels[i] or (place == -1 and len(unit) == (labels == labels[i]).sum())
        if is_same or not may_join(problem, unit, members):
            continue
        after = labels.copy()
        after[unit] = place
        costs[place] = energy(after) - energy(labels)
    return costs


def check_margins(problem, labels, explanation):
    for i in range(problem.n_nodes):
        costs = moves(problem, labels, i)
        margin, runner_up = explanation.margins[i], explanation.runner_up[i]
        assert margin == pytest.approx(min(costs.values(), default=np.inf), **CLOSE)
        if runner_up >= 0 or -1 in costs:
            assert costs[runner_up] == pytest.approx(margin, **CLOSE)
        elif costs:  # alone, and no better than a cluster that nothing is said about
            assert problem.missing == 0
            assert margin == 0


def check_merges(problem, labels, explanation):
    w = pair_weights(problem)
    is_listed = np.zeros(w.shape, bool)
    u, v, _ = problem.edges()
    is_listed[u, v] = is_listed[v, u] = True
    energy = energies(problem)
    table = explanation.clusters
    for c in range(explanation.n_clusters):
        known, unknown = {}, {}
        for d in range(explanation.n_clusters):
            if d == c or not may_join(problem, np.flatnonzero(labels == c), np.flatnonzero(labels == d)):
                continue
            cost = energy(np.where(labels == d, c, labels)) - energy(labels)
            (known if is_listed[labels == c][:, labels == d].any() else unknown)[d] = cost
        candidates = known if known and problem.missing <= 0 else known | unknown
        assert table.merge_cost[c] == pytest.approx(min(candidates.values(), default=np.inf), **CLOSE)
        if table.nearest[c] >= 0:
            assert candidates[table.nearest[c]] == pytest.approx(table.merge_cost[c], **CLOSE)
        else:
            assert not candidates or (problem.missing == 0 and not known)


def check_table(problem, labels, explanation):
    w = np.triu(pair_weights(problem), 1)
    w = w + w.T
    table = explanation.clusters
    assert len(table) == explanation.n_clusters
    for c in range(len(table)):
        inside = labels == c
        assert table.size[c] == inside.sum()
        assert np.array_equal(explanation.members(c), np.flatnonzero(inside))
        own, leaving = w[inside][:, inside] / 2, w[inside][:, ~inside]
        assert table.inside_attraction[c] == pytest.approx(own[own > 0].sum(), **CLOSE)
        assert table.inside_repulsion[c] == pytest.approx(own[own < 0].sum(), **CLOSE)
        assert table.cut_attraction[c] == pytest.approx(leaving[leaving > 0].sum(), **CLOSE)
        assert table.cut_repulsion[c] == pytest.approx(leaving[leaving < 0].sum(), **CLOSE)
        total = np.abs(own).sum()
        assert table.cohesion[c] == pytest.approx(own[own > 0].sum() / total if total > 0 else 1.0, **CLOSE)
        assert explanation.margins[table.weakest_node[c]] == explanation.margins[inside].min()
        assert labels[table.weakest_node[c]] == c


def check_violations(problem, labels, explanation):
    w = np.triu(pair_weights(problem), 1)
    together = labels[:, None] == labels[None, :]
    apart = (w > 0) & ~together
    wrong = (w < 0) & together
    assert explanation.n_apart == apart.sum()
    assert explanation.n_together == wrong.sum()
    assert explanation.weight_apart == pytest.approx(w[apart].sum(), **CLOSE)
    assert explanation.weight_together == pytest.approx(w[wrong].sum(), **CLOSE)
    energy = problem.repelling_weight + explanation.weight_apart - explanation.weight_together
    assert problem.energy(labels) == pytest.approx(energy, **CLOSE)

    u, v, x = problem.edges()
    for kind in (None, "apart", "together"):
        chosen = (apart[u, v] & (kind != "together")) | (wrong[u, v] & (kind != "apart"))
        expected = sorted(
            zip(u[chosen].tolist(), v[chosen].tolist(), x[chosen].tolist(), strict=True), key=lambda e: (-abs(e[2]), e)
        )
        for most in (None, 0, 1, 3, 100):
            found = explanation.violated(most, kind)
            listed = list(zip(found.u.tolist(), found.v.tolist(), found.weight.tolist(), strict=True))
            assert listed == expected[:most]
            assert len(found) == len(listed)
            assert np.array_equal(found.is_apart, labels[found.u] != labels[found.v])
    n_listed = int((apart | wrong)[u, v].sum())
    assert explanation.n_unlisted == explanation.n_apart + explanation.n_together - n_listed


def splits(problem, labels, cluster):
    """What every split costs that keeps linked nodes together, by the nodes of one side."""
    nodes = np.flatnonzero(labels == cluster)
    groups = groups_of(problem, labels)
    energy = energies(problem)
    for sides in binary_labellings(len(nodes))[1:-1]:
        chosen = nodes[sides == 1]
        if all(set(groups[i]) <= set(chosen) for i in chosen):
            after = labels.copy()
            after[chosen] = -1
            yield chosen, energy(after) - energy(labels)


def check_splits(problem, labels, explanation):
    w = pair_weights(problem)
    for c in range(explanation.n_clusters):
        split = explanation.split(c)
        costs = [cost for _, cost in splits(problem, labels, c)]
        assert split.cost == pytest.approx(min(costs, default=np.inf), **CLOSE)
        assert split.lower_bound <= split.cost
        assert split.is_exact, "of so few nodes all splits are known"
        if not costs:
            assert len(split.side) == 0
            assert split.weakest_link is None
            continue
        after = labels.copy()
        after[split.side] = -1
        energy = energies(problem)
        assert energy(after) - energy(labels) == pytest.approx(split.cost, **CLOSE)
        assert 1 <= len(split.side) <= explanation.clusters.size[c] / 2
        rest = np.setdiff1d(explanation.members(c), split.side)
        if split.weakest_link is not None:
            u, v, weight = split.weakest_link
            assert (u in split.side) != (v in split.side)
            assert weight == w[u, v] > 0
            u, v, x = problem.edges()
            cut = (np.isin(u, split.side) & np.isin(v, rest)) | (np.isin(v, split.side) & np.isin(u, rest))
            assert weight == x[cut].max()


def check_pairs(problem, labels, explanation):
    w = pair_weights(problem)
    groups = groups_of(problem, labels)
    energy = energies(problem)
    all_splits = [list(splits(problem, labels, c)) for c in range(explanation.n_clusters)]
    all_moves = [moves(problem, labels, i) for i in range(problem.n_nodes)]
    for u, v in itertools.combinations(range(problem.n_nodes), 2):
        reason = explanation.why(u, v)
        assert str(reason).startswith(f"Node {u} and node {v} are {'together' if reason.is_together else 'apart'}")
        assert reason.weight == pytest.approx(w[u, v], **CLOSE)
        c, d = labels[u], labels[v]
        assert reason.is_together == (c == d)
        if c == d:
            costs = [cost for side, cost in all_splits[c] if (u in side) != (v in side)]
            best = min(costs, default=np.inf)
            assert reason.separation_bound - 1e-9 <= best <= reason.separation_cost + 1e-9
            assert reason.is_constrained == (not costs)
            if (w[labels == c][:, labels == c] >= 0).all():
                assert reason.separation_cost == pytest.approx(best, **CLOSE)
                assert reason.separation_bound == pytest.approx(best, **CLOSE)
            check_chain(problem, labels, reason)
        else:
            is_allowed = may_join(problem, np.flatnonzero(labels == c), np.flatnonzero(labels == d))
            merged = energy(np.where(labels == d, c, labels)) - energy(labels)
            assert reason.merge_cost == pytest.approx(merged if is_allowed else np.inf, **CLOSE)
            for node, other, cost in ((u, v, reason.move_costs[0]), (v, u, reason.move_costs[1])):
                assert cost == pytest.approx(all_moves[node].get(labels[other], np.inf), **CLOSE)
            assert reason.is_constrained == (not may_join(problem, groups[u], groups[v]))


def check_chain(problem, labels, reason):
    """By the bottleneck of all chains (Floyd and Warshall)."""
    u, v, w = problem.edges()
    width = np.zeros((problem.n_nodes, problem.n_nodes))
    inside = (labels[u] == labels[v]) & (w > 0)
    width[u[inside], v[inside]] = width[v[inside], u[inside]] = w[inside]
    direct = width.copy()
    for k in range(problem.n_nodes):
        width = np.maximum(width, np.minimum(width[:, k, None], width[None, k, :]))
    best = width[reason.u, reason.v]
    if best == 0:
        assert reason.chain == reason.chain_weights == ()
        return
    assert (reason.chain[0], reason.chain[-1]) == (reason.u, reason.v)
    assert reason.chain_weights == tuple(direct[i, j] for i, j in itertools.pairwise(reason.chain))
    assert min(reason.chain_weights) == best


@given(drawn=problems_with_labels())
def test_everything_against_brute_force(drawn):
    problem, labels = drawn
    explanation = fr.explain(problem, labels)
    labels = problem.check_labels(labels)
    assert np.array_equal(explanation.labels, labels)
    for check in (check_margins, check_merges, check_table, check_violations):
        check(problem, labels, explanation)


@given(drawn=problems_with_labels(max_nodes=6), data=st.data())
def test_cuts_against_brute_force(drawn, data):
    problem, labels = drawn
    if data.draw(st.booleans()):
        labels = np.minimum(labels, 1)  # larger clusters
    explanation = fr.explain(problem, labels)
    labels = problem.check_labels(labels)
    check_splits(problem, labels, explanation)
    check_pairs(problem, labels, explanation)


@given(drawn=problems_with_labels(max_nodes=6), data=st.data())
def test_constraints(drawn, data):
    """What must be together moves as one, and forbidden places are not offered, even if the labels break some."""
    problem, labels = drawn
    n = problem.n_nodes
    pairs = st.lists(st.sampled_from(list(itertools.combinations(range(n), 2))), max_size=3) if n > 1 else st.just([])
    groups = data.draw(st.lists(st.sampled_from([0, 1, 2]), min_size=n, max_size=n))
    try:
        for add in (constraints.must_link, constraints.cannot_link):
            chosen = data.draw(pairs)
            problem = add(problem, np.array(chosen, int).reshape(-1, 2))
        if data.draw(st.booleans()):
            problem = constraints.at_most_one_per_group(problem, groups)
    except constraints.Contradiction:
        return
    labels = problem.check_labels(labels)
    explanation = fr.explain(problem, labels)
    for check in (check_margins, check_merges, check_table, check_splits, check_pairs):
        check(problem, labels, explanation)


@pytest.mark.parametrize("name", PROBLEMS)
def test_named_problems(name):
    problem, _ = PROBLEMS[name]
    for labels in (np.zeros(problem.n_nodes, int), np.arange(problem.n_nodes), fr.solve(problem).labels):
        explanation = fr.explain(problem, labels)
        for check in (check_margins, check_merges, check_table, check_violations, check_splits, check_pairs):
            check(problem, problem.check_labels(labels), explanation)


# ------------------------------------------------------------------------------------------------------ larger cuts


def energy_of(problem, split):
    """Of one big cluster that is split: as it has energy 0, what the split costs."""
    return problem.energy(np.isin(np.arange(problem.n_nodes), split.side).astype(int))


def test_minimum_cuts_of_attracting_clusters():
    """Against networkx, of clusters too large to try everything."""
    nx = pytest.importorskip("networkx")
    for seed in range(8):
        problem = random_problem(60, 140 + 40 * seed, seed, mean=6.0)
        assert problem.repelling_weight == 0
        split = fr.explain(problem, np.zeros(60)).split(0)
        graph = nx.Graph()
        graph.add_nodes_from(range(60))
        graph.add_weighted_edges_from(zip(*(a.tolist() for a in problem.edges()), strict=True))
        expected = nx.stoer_wagner(graph)[0] if nx.is_connected(graph) else 0.0
        assert split.is_exact
        assert split.cost == pytest.approx(expected)
        assert energy_of(problem, split) == pytest.approx(split.cost)


@pytest.mark.parametrize("missing", [0.0, -0.1, 0.1])
def test_splits_of_more_nodes_than_are_tried_one_by_one(missing):
    """Bounds and costs around what trying everything gives."""
    n = 17
    sides = (np.arange(2, 1 << n, 2)[:, None] >> np.arange(n) & 1).astype(np.float32)  # node 0 on the one side
    n_found = n_exact = 0
    for seed in range(6):
        problem = random_problem(n, 50 + 10 * (seed % 4), seed, mean=0.6, missing=missing)
        w = pair_weights(problem)
        best = ((sides @ w) * (1 - sides)).sum(axis=1).min()
        explanation = fr.explain(problem, np.zeros(n))
        split = explanation.split(0)
        assert split.lower_bound - 1e-9 <= best <= split.cost + 1e-9
        if split.is_exact:
            assert split.cost == pytest.approx(best, **CLOSE)
        assert energy_of(problem, split) == pytest.approx(split.cost, **CLOSE)
        reason = explanation.why(seed, 16)
        apart = sides[sides[:, seed] != sides[:, 16]]
        best_apart = ((apart @ w) * (1 - apart)).sum(axis=1).min()
        assert reason.separation_bound - 1e-9 <= best_apart <= reason.separation_cost + 1e-9
        n_found += split.cost <= best + 1e-9
        n_exact += split.is_exact
    assert n_found >= 5
    assert n_exact >= 1


@pytest.mark.parametrize("missing", [0.0, -0.02, 0.05])
def test_splits_of_mixed_clusters_are_what_they_say(missing):
    """Two dense halves with weak pairs between them, some of which repel; the planted split is known to be cheap."""
    for seed in range(4):
        rng = np.random.default_rng(seed)
        u, v = np.triu_indices(40, 1)
        is_across = (u < 20) != (v < 20)
        kept = rng.random(len(u)) < np.where(is_across, 0.1, 0.5)
        u, v, is_across = u[kept], v[kept], is_across[kept]
        w = rng.normal(np.where(is_across, 0.3, 2.0), 1.0)
        problem = fr.Problem.from_edges(u, v, w, n_nodes=40, missing=missing)
        planted = problem.energy(np.arange(40) // 20)
        split = fr.explain(problem, np.zeros(40)).split(0)
        assert split.cost <= planted + 1e-9
        assert energy_of(problem, split) == pytest.approx(split.cost)
        assert split.lower_bound <= split.cost
        if missing >= 0:
            assert split.is_exact, "roof duality closes these"


@pytest.mark.parametrize("missing", [0.0, -1e-4, 1e-4])
def test_large_clusters(missing):
    """Too many nodes for a flow each, and too many unlisted pairs to be stored: bounds hold, costs are true."""
    n = 3000
    problem = random_problem(n, 20_000, 1, mean=1.5, missing=missing)
    explanation = fr.explain(problem, np.zeros(n))
    split = explanation.split(0)
    assert energy_of(problem, split) == pytest.approx(split.cost)
    assert split.cost <= explanation.margins.min() + 1e-9, "a single node is a split too"
    assert split.lower_bound <= split.cost
    reason = explanation.why(5, 77)
    assert split.lower_bound - 1e-9 <= reason.separation_bound <= reason.separation_cost
    assert reason.separation_cost <= min(explanation.margins[[5, 77]]) + 1e-9


def test_unlisted_pairs_are_never_stored():
    """80,000 nodes have 3 * 10^9 pairs."""
    n = 80_000
    u = np.arange(n - 1)
    kept = u % 4 != 3
    problem = fr.Problem.from_edges(u[kept], u[kept] + 1, np.full(int(kept.sum()), 3.0), n_nodes=n, missing=-1.0)
    labels = np.arange(n) // 4
    explanation = fr.explain(problem, labels)
    # A path of four: the ends are held by 3 - 1 - 1, the others by 3 + 3 - 1.
    assert np.array_equal(explanation.margins[:4], [1.0, 5.0, 5.0, 1.0])
    assert explanation.n_together == explanation.n_unlisted == 3 * n // 4
    assert explanation.weight_together == -3.0 * n / 4
    assert np.all(explanation.clusters.merge_cost == 16.0)
    assert explanation.split(7).cost == 3.0 - 3.0  # in the middle: one pair of 3, and three unlisted ones
    together = fr.explain(problem, np.zeros(n))
    assert together.n_together == n * (n - 1) // 2 - problem.n_edges
    assert together.weight_together == -float(together.n_together)


# ------------------------------------------------------------------------------------------------------- what is said


def test_doubtful_first():
    # 0-1-2 hold together, 3 hangs by 0.25, 4 is alone and repelled, 5 is alone and unknown, 6-7 would rather be apart.
    u, v, w = zip((0, 1, 2), (1, 2, 2), (0, 2, 1), (2, 3, 0.25), (3, 4, -4), (6, 7, -1), strict=True)
    problem = fr.Problem.from_edges(u, v, w, n_nodes=8)
    explanation = fr.explain(problem, [0, 0, 0, 0, 1, 2, 3, 3])
    assert explanation.doubtful_nodes().tolist() == [6, 7, 3, 0, 2, 1]
    assert explanation.doubtful_nodes(2).tolist() == [6, 7]
    assert explanation.doubtful_nodes(None).tolist() == [6, 7, 3, 0, 2, 1]
    assert explanation.runner_up[[3, 4, 5, 6]].tolist() == [-1, -1, -1, -1]
    assert explanation.margins[[3, 4, 5, 6]].tolist() == [0.25, 0.0, 0.0, -1.0]
    assert explanation.doubtful_clusters().tolist() == [3, 0, 1]
    assert explanation.clusters.nearest.tolist() == [1, 0, -1, -1]
    assert explanation.clusters.merge_cost.tolist() == [4.0, 4.0, 0.0, 0.0]
    assert explanation.split(0).weakest_link == (2, 3, 0.25)
    assert repr(explanation).startswith("Explanation(n_nodes=8, n_clusters=4, n_apart=0")


def test_linked_nodes_that_are_a_cluster_are_as_one_alone():
    problem = fr.Problem.from_edges([0, 2], [1, 3], [-1.0, 1.0])
    problem = constraints.must_link(problem, [(0, 1)])
    explanation = fr.explain(problem, [0, 0, 1, 1])
    assert explanation.doubtful_nodes().tolist() == [2, 3]
    assert explanation.split(0).cost == np.inf
    reason = explanation.why(0, 1)
    assert reason.is_constrained
    assert "A constraint says that they must be together." in str(reason)


def test_sentences():
    problem = fr.Problem.from_edges([0, 1, 2, 1], [1, 2, 3, 3], [2.0, 1.0, -3.0, 0.5], n_nodes=6)
    explanation = fr.explain(problem, [0, 0, 0, 1, 2, 2])
    assert explanation.why(0, 1).text("abcdef".__getitem__) == (
        "a and b are together, in cluster 0 (3 nodes).\n"
        "The pair itself attracts by 2.\n"
        "No chain of attracting pairs between them is stronger than the pair itself.\n"
        "Separating them would raise the energy by 2."
    )
    assert str(explanation.why(3, 1)) == (
        "Node 3 and node 1 are apart, in clusters 1 (1 node) and 0 (3 nodes).\n"
        "The pair itself attracts by 0.5.\n"
        "Making the two clusters one would raise the energy by 2.5.\n"
        "Moving node 3 to cluster 0 would raise the energy by 2.5; moving node 1 to cluster 1 would raise the energy by"
        " 2.5."
    )
    assert str(explanation.why(4, 5)).splitlines()[1:] == [
        "The pair is not listed.",
        "No chain of listed pairs that attract joins them inside the cluster.",
        "Separating them would leave the energy as it is.",
    ]
    forbidden = fr.explain(constraints.cannot_link(problem, [(0, 3)]), explanation.labels)
    assert "A constraint says that they must be apart." in str(forbidden.why(0, 3))
    assert "Making the two clusters one would break a constraint." in str(forbidden.why(1, 3))


def test_long_chains_are_cut_short():
    problem = fr.Problem.from_edges(np.arange(29), np.arange(1, 30), np.ones(29))
    reason = fr.explain(problem, np.zeros(30)).why(0, 29)
    assert reason.chain == tuple(range(30))
    assert "... 22 more ..." in str(reason)


def test_matrices_are_problems():
    explanation = fr.explain(np.array([[0, 1, -2], [1, 0, 3], [-2, 3, 0]]), [4, 4, 4])
    assert explanation.margins.tolist() == [-1.0, 4.0, 1.0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda e: fr.explain(e.problem, [0, 1]), "labels must have shape (3,), one per node, got (2,)"),
        (lambda e: fr.explain(e.problem, [0, 1, 0.5]), "labels must be whole numbers, got 0.5 at node 2"),
        (lambda e: fr.explain(e.problem, ["a", "b", "c"]), "labels must be integers"),
        (lambda e: e.split(2), "cluster must be one of 0..1, got 2"),
        (lambda e: e.split(-1), "cluster must be one of 0..1, got -1"),
        (lambda e: e.members(0.5), "cluster must be one of 0..1, got 0.5"),
        (lambda e: e.why(0, 3), "node must be one of 0..2, got 3"),
        (lambda e: e.why(1, 1), "a pair is two different nodes, got 1 twice"),
        (lambda e: e.violated(-1), "limit must be a whole number of at least 0, or None for all, got -1"),
        (lambda e: e.violated(kind="both"), "kind must be 'apart', 'together' or None, got 'both'"),
        (lambda e: e.doubtful_nodes(1.5), "limit must be a whole number"),
    ],
)
def test_bad_input(call, message):
    explanation = fr.explain(fr.Problem.from_edges([0, 1], [1, 2], [1.0, -1.0]), [0, 0, 1])
    with pytest.raises(ValueError, match=".*") as error:
        call(explanation)
    assert message in str(error.value)


def test_nothing_has_no_clusters():
    explanation = fr.explain(fr.Problem.from_edges([], [], [], n_nodes=0), [])
    assert (len(explanation.margins), explanation.n_clusters, len(explanation.violated())) == (0, 0, 0)
    assert len(explanation.doubtful_nodes()) == len(explanation.doubtful_clusters()) == 0
    with pytest.raises(ValueError, match="cluster must be one of none"):
        explanation.split(0)


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
@pytest.mark.parametrize(
    "call",
    [
        "fr.explain(problem, labels)",
        "explanation.violated(10)",
        "explanation.split(0)",
        "explanation.why(0, 1)",
    ],
)
def test_ctrl_c(call):
    code, output = interrupted(
        f"""
        problem = random_problem(30_000, 300_000, 0, mean=1.0)
        labels = np.zeros(30_000, int)
        explanation = fr.explain(problem, labels)
        print("ready", flush=True)
        try:
            while True:
                {call}
        except KeyboardInterrupt:
            print("interrupted")
        """,
        seconds=0.3,
    )
    assert (code, output) == (0, "interrupted\n")

"""Doubtful decisions: what they cost is what the energy says, and what constraints settle is none."""

import numpy as np
import pytest

import frenemy as fr
from frenemy.apps.records.review.doubts import KINDS, find_doubts


def made(seed, missing=-0.5, n=24, degree=6):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 6, n)
    u, v = rng.integers(0, n, (2, degree * n // 2))
    u, v = u[u != v], v[u != v]
    weight = np.where(truth[u] == truth[v], 1.5, -1.5) + rng.normal(0, 1.5, len(u))
    return fr.Problem.from_edges(u, v, weight, n_nodes=n, missing=missing)


def other_way(doubts, place, labels):
    """The labels with the decision turned."""
    turned = labels.copy()
    kind = KINDS[doubts.kind[place]]
    if kind == "join":
        turned[turned == doubts.second[place]] = doubts.first[place]
    elif kind == "split":
        turned[(labels == doubts.first[place]) & doubts.is_in_side] = labels.max() + 1
    else:
        turned[doubts.record[place]] = doubts.second[place]
    return turned


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("missing", [0.0, -0.7])
def test_costs_are_differences_of_energies(seed, missing):
    problem = made(seed, missing)
    labels = fr.solve(problem).labels
    doubts = find_doubts(problem, labels)
    energy = problem.energy(labels)
    assert set(doubts.kind.tolist()) >= {0, 1}
    for place in range(len(doubts)):
        turned = other_way(doubts, place, labels)
        assert problem.energy(turned) - energy == pytest.approx(doubts.cost[place], abs=1e-9)
        u, v = doubts.u[place], doubts.v[place]
        assert u < v
        assert (labels[u] == labels[v]) == (KINDS[doubts.kind[place]] == "split")
        assert (turned[u] == turned[v]) != (labels[u] == labels[v])
        assert doubts.n_changed[place] <= min((turned == turned[u]).sum(), (labels == labels[u]).sum())
    assert ((doubts.wrong > 0) & (doubts.wrong < 1)).all()
    assert (doubts.wrong[doubts.cost > 0] < 0.5).all()


@pytest.mark.parametrize("seed", range(4))
def test_how_many_change_is_what_a_solve_does(seed):
    """A join counts whole clusters only if joining is the cheapest way to put its two records together."""
    problem = made(seed)
    labels = fr.solve(problem).labels
    doubts = find_doubts(problem, labels)
    for place in np.flatnonzero(doubts.kind == 0).tolist():
        u, v = int(doubts.u[place]), int(doubts.v[place])
        moved = []
        for one, other in ((u, v), (v, u)):
            turned = labels.copy()
            turned[one] = labels[other]
            moved.append(problem.energy(turned))
        joined = problem.energy(other_way(doubts, place, labels))
        smaller = min((labels == labels[u]).sum(), (labels == labels[v]).sum())
        if abs(joined - min(moved)) > 1e-9:
            assert doubts.n_changed[place] == (smaller if joined < min(moved) else 1)


def test_every_pair_of_clusters_and_every_cluster_is_there():
    problem = made(1)
    labels = fr.solve(problem).labels
    doubts = find_doubts(problem, labels)
    u, v, _ = problem.edges()
    linked = {(min(a, b), max(a, b)) for a, b in zip(labels[u].tolist(), labels[v].tolist(), strict=True) if a != b}
    joins = doubts.kind == 0
    assert set(zip(doubts.first[joins].tolist(), doubts.second[joins].tolist(), strict=True)) == linked
    several = np.flatnonzero(np.bincount(labels) > 1)
    assert sorted(doubts.first[doubts.kind == 1].tolist()) == several.tolist()


def test_what_constraints_settle_is_no_doubt():
    problem = made(2)
    labels = fr.solve(problem).labels
    before = find_doubts(problem, labels)
    join = int(np.flatnonzero(before.kind == 0)[0])
    split = int(np.flatnonzero(before.kind == 1)[0])
    problem = fr.constraints.cannot_link(problem, [(before.u[join], before.v[join])])
    nodes = np.flatnonzero(labels == before.first[split])
    problem = fr.constraints.must_link(problem, [(nodes[0], node) for node in nodes[1:]])
    after = find_doubts(problem, labels)
    asked = set(zip(after.first.tolist(), after.second.tolist(), strict=True))
    assert (int(before.first[join]), int(before.second[join])) not in asked
    assert (int(before.first[split]),) * 2 not in asked


def test_groups_settle_joins():
    problem = fr.Problem.from_edges([0, 2, 1, 3], [1, 3, 2, 4], [3.0, 3.0, -0.5, -0.5], n_nodes=5)
    labels = [0, 0, 1, 1, 2]
    assert (find_doubts(problem, labels).kind == 0).sum() == 2
    grouped = fr.constraints.at_most_one_per_group(problem, ["a", "b", "a", "c", "d"])
    left = find_doubts(grouped, labels)
    assert (left.first[left.kind == 0].tolist(), left.second[left.kind == 0].tolist()) == ([1], [2])


def test_correlated_pairs_leave_more_doubt():
    u, v = np.divmod(np.arange(16), 4)
    ends = np.array([(i + side, j + side) for side in (0, 4) for i in range(4) for j in range(i)])
    problem = fr.Problem.from_edges(
        np.concatenate((u, ends[:, 0])),
        np.concatenate((v + 4, ends[:, 1])),
        np.concatenate((np.full(16, -1.0), np.full(12, 5.0))),
    )
    wrong = [find_doubts(problem, [0] * 4 + [1] * 4, correlation=c).wrong[0] for c in (0.0, 0.5, 1.0)]
    np.testing.assert_allclose(np.log(1 / np.array(wrong) - 1), [16.0, 16.0 / 8.5, 1.0])


def test_few_clusters_are_cut_if_there_are_many():
    problem = made(3)
    labels = fr.solve(problem).labels
    assert (np.bincount(labels) > 2).sum() > 2
    all_of_them, some = find_doubts(problem, labels), find_doubts(problem, labels, max_splits=2)
    sizes = np.bincount(labels)
    assert (some.kind == 1).sum() == 2 + (sizes == 2).sum()
    assert some.n_not_cut == (sizes > 2).sum() - 2
    assert all_of_them.n_not_cut == 0


@pytest.mark.parametrize("n", [0, 1, 3])
def test_nothing_said_nothing_doubted(n):
    assert len(find_doubts(fr.Problem.from_edges([], [], [], n_nodes=n), np.arange(n))) == 0


def test_a_cluster_that_no_pair_holds():
    doubts = find_doubts(fr.Problem.from_edges([0], [1], [2.0], n_nodes=3, missing=-0.1), [0, 0, 0])
    assert (doubts.u.tolist(), doubts.v.tolist(), doubts.is_listed.tolist()) in (
        ([0], [2], [False]),
        ([1], [2], [False]),
    )
    assert doubts.weight[0] == -0.1
    assert doubts.wrong[0] > 0.5


def test_bad_correlation():
    with pytest.raises(ValueError, match=r"correlation must be in 0\.\.1, got 2"):
        find_doubts(made(0), np.zeros(24, int), correlation=2)

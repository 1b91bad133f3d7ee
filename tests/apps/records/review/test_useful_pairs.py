"""Pairs to ask a person about."""

import numpy as np
import pytest

import frenemy as fr
from frenemy.apps.records.knowledge.decisions import with_answers
from frenemy.apps.records.review import most_useful_pairs


def scored(seed, n=150, noise=2.0):
    """Records of entities of 1 to 5, most pairs of an entity and some others compared."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(n), rng.integers(1, 6, n))[:n]
    low, high = np.triu_indices(n, 1)
    is_same = truth[low] == truth[high]
    kept = np.flatnonzero(rng.random(len(low)) < np.where(is_same, 0.9, 0.02))
    weight = np.where(is_same[kept], 2.0, -2.0) + rng.normal(0, noise, len(kept))
    return fr.Problem.from_edges(low[kept], high[kept], weight, n_nodes=n, missing=-1.0), truth


def test_answers_are_told():
    problem, _ = scored(0)
    labels = fr.solve(problem).labels
    pairs = most_useful_pairs(problem, labels, budget=30)
    assert len(pairs) == len(pairs.why) == 30
    np.testing.assert_array_equal(pairs.is_together, labels[pairs.u] == labels[pairs.v])
    np.testing.assert_array_equal(pairs.if_same > 0, ~pairs.is_together)
    np.testing.assert_array_equal(pairs.if_different > 0, pairs.is_together)
    np.testing.assert_array_equal(pairs.is_together, np.array(pairs.why) == "split")
    assert (np.diff(pairs.value) <= 0).all()
    changed = np.where(pairs.is_together, 1 - pairs.probability, pairs.probability) * (
        pairs.if_same + pairs.if_different
    )
    assert (pairs.value <= changed + 1e-12).all()
    table = {(int(a), int(b)): w for a, b, w in zip(*problem.edges(), strict=True)}
    for u, v, weight in zip(pairs.u.tolist(), pairs.v.tolist(), pairs.weight.tolist(), strict=True):
        assert table.get((u, v), problem.missing) == weight


def test_one_question_for_two_clusters():
    problem, _ = scored(1)
    labels = fr.solve(problem).labels
    pairs = most_useful_pairs(problem, labels, budget=200)
    asked = [tuple(sorted(both)) for both in zip(labels[pairs.u], labels[pairs.v], strict=True)]
    assert len(set(asked)) == len(asked)


def test_what_others_settle_is_worth_less():
    """Three clusters, three doubts alike: the third question is worth what two noes leave of it."""
    problem = fr.Problem.from_edges([0, 2, 0], [2, 4, 4], [-0.1, -0.1, -0.1], n_nodes=6)
    linked = fr.constraints.must_link(problem, [(0, 1), (2, 3), (4, 5)])
    pairs = most_useful_pairs(linked, [0, 0, 1, 1, 2, 2])
    assert len(pairs) == 3
    open_share = (1 - pairs.probability[0]) * (1 - pairs.probability[1])
    np.testing.assert_allclose(pairs.value, pairs.value[0] * np.array([1.0, 1.0, open_share]))


@pytest.mark.parametrize("seed", range(3))
def test_true_answers_lead_to_the_truth(seed):
    """Nothing is asked twice, what follows from answers is not asked, and in the end little is wrong."""
    problem, truth = scored(seed, n=80)
    labels = fr.solve(problem).labels
    before, seen = fr.metrics.b_cubed(labels, truth).f1, set()
    for _ in range(8):
        pairs = most_useful_pairs(problem, labels, budget=15)
        asked = set(zip(pairs.u.tolist(), pairs.v.tolist(), strict=True))
        assert not asked & seen
        seen |= asked
        if problem.constraints is not None:
            tied = problem.constraints.joined
            assert (tied[pairs.u] != tied[pairs.v]).all()
        answer = np.where(truth[pairs.u] == truth[pairs.v], 1, -1)
        problem = with_answers(problem, pairs.u, pairs.v, answer)
        labels = fr.solve(problem).labels
    after = fr.metrics.b_cubed(labels, truth).f1
    assert after > before + 0.5 * (1 - before)


def test_better_than_the_least_sure_pairs():
    """40 answers, over three draws: pairs nearest to even odds are mostly settled by others."""
    gains = {"useful": 0.0, "least sure": 0.0}
    for seed in range(3):
        problem, truth = scored(seed, n=300)
        labels = fr.solve(problem).labels
        useful = most_useful_pairs(problem, labels, budget=40)
        u, v, weight = problem.edges()
        near = np.argsort(np.abs(weight))[:40]
        for name, (a, b) in {"useful": (useful.u, useful.v), "least sure": (u[near], v[near])}.items():
            answered = with_answers(problem, a, b, np.where(truth[a] == truth[b], 1, -1))
            gains[name] += fr.metrics.b_cubed(fr.solve(answered).labels, truth).f1
            gains[name] -= fr.metrics.b_cubed(labels, truth).f1
    assert gains["useful"] > 2 * gains["least sure"]


@pytest.mark.parametrize("budget", [0, 1, 10**9])
def test_budget(budget):
    problem, _ = scored(0, n=40)
    labels = fr.solve(problem).labels
    pairs = most_useful_pairs(problem, labels, budget=budget)
    assert len(pairs) <= budget
    assert (len(pairs) > 0) == (budget > 0)


@pytest.mark.parametrize("budget", [-1, 1.5, True])
def test_bad_budget(budget):
    with pytest.raises(ValueError, match="budget must be a whole number of at least 0, got"):
        most_useful_pairs(fr.Problem.from_edges([0], [1], [1.0]), [0, 0], budget=budget)


def test_nothing_to_ask():
    assert len(most_useful_pairs(fr.Problem.from_edges([], [], [], n_nodes=0), [])) == 0
    assert len(most_useful_pairs(fr.Problem.from_edges([], [], [], n_nodes=5), np.arange(5))) == 0

"""Scores of pairs that were not compared, on demand."""

import itertools

import numpy as np
import pytest

import frenemy as fr
from frenemy.apps.records.review.ask_for_scores import ask_for_scores
from frenemy.apps.records.review.doubt_rows import Edges
from frenemy.apps.records.review.unsupported_pairs import unsupported_pairs


def solved(problem):
    return fr.solve(problem, warn=False).labels  # in some problems nothing repels until scores are asked for


def bridged(n_entities, seed=0, size=4, missing=0.0):
    """Entities of some records, all pairs within compared, and wrong strong pairs between every second and the next."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(n_entities), size)
    pairs = [(e * size + i, e * size + j) for e in range(n_entities) for i in range(size) for j in range(i)]
    wrong = [(e * size + rng.integers(size), (e + 1) * size + rng.integers(size)) for e in range(0, n_entities - 1, 2)]
    u, v = np.array(pairs + wrong).T
    return fr.Problem.from_edges(u, v, np.full(len(u), 3.0), n_nodes=len(truth), missing=missing), truth


class Scorer:
    def __init__(self, truth, noise=0.0):
        self.truth, self.noise, self.batches = truth, noise, []

    def __call__(self, u, v):
        assert (u < v).all()
        self.batches.append(list(zip(u.tolist(), v.tolist(), strict=True)))
        rng = np.random.default_rng(len(self.batches))
        return np.where(self.truth[u] == self.truth[v], 3.0, -3.0) + rng.normal(0, self.noise, len(u))


def test_wrong_pairs_are_found_out():
    problem, truth = bridged(20)
    labels = solved(problem)
    assert labels.max() + 1 == 10
    score = Scorer(truth, noise=1.0)
    asked = ask_for_scores(problem, labels, score, solve=solved)
    assert fr.metrics.b_cubed(asked.labels, truth).f1 == 1.0
    assert asked.n_asked <= 10 * 16
    listed = set(zip(*(ends.tolist() for ends in problem.edges()[:2]), strict=True))
    told = list(itertools.chain(*score.batches))
    assert len(set(told)) == len(told) == asked.n_asked
    assert not set(told) & listed
    assert told == list(zip(asked.u.tolist(), asked.v.tolist(), strict=True))
    assert asked.problem.n_edges == problem.n_edges + asked.n_asked


@pytest.mark.parametrize("missing", [0.0, -0.5])
def test_answers_are_what_pairs_weigh(missing):
    problem, truth = bridged(6, missing=missing)
    asked = ask_for_scores(problem, solved(problem), Scorer(truth), solve=solved)
    assert asked.n_asked
    u, v, weight = problem.edges()
    columns = ((u, asked.u), (v, asked.v), (weight, asked.weight))
    whole = fr.Problem.from_edges(*map(np.concatenate, columns), n_nodes=problem.n_nodes, missing=missing)
    for one, other in zip(asked.problem.edges(), whole.edges(), strict=True):
        np.testing.assert_allclose(one, other)
    np.testing.assert_array_equal(asked.problem.graph.offsets, whole.graph.offsets)
    np.testing.assert_array_equal(asked.problem.graph.neighbors, whole.graph.neighbors)


def test_pieces_of_an_entity_find_each_other():
    """Two clusters that nearly join, one pair compared: the others say that they are one."""
    u, v = [0, 0, 1, 3, 3, 4, 0], [1, 2, 2, 4, 5, 5, 3]
    problem = fr.Problem.from_edges(u, v, [3.0] * 6 + [-0.5], n_nodes=6)
    labels = solved(problem)
    assert labels.tolist() == [0, 0, 0, 1, 1, 1]
    asked = ask_for_scores(problem, labels, Scorer(np.zeros(6)), solve=solved)
    assert asked.labels.tolist() == [0] * 6


@pytest.mark.parametrize("most", [0, 1, 7, 25])
def test_the_limit_is_kept_and_told(most):
    problem, truth = bridged(20)
    asked = ask_for_scores(problem, solved(problem), Scorer(truth), solve=solved, max_scores=most)
    assert asked.n_asked == most == sum(r.n_asked for r in asked.rounds)
    if most:
        assert asked.rounds[0].n_open > most
        assert f"asked for {most} scores in" in str(asked)
        assert "; the limit left out " in str(asked)


def test_rounds_are_kept():
    problem, truth = bridged(20)
    score = Scorer(-truth * 0)  # all the same: nothing ends it early
    asked = ask_for_scores(problem, solved(problem), score, solve=solved, rounds=2)
    assert len(score.batches) == len(asked.rounds) <= 2
    none = ask_for_scores(problem, solved(problem), score, solve=solved, rounds=0)
    assert str(none) == "asked for no score: no pair that was not compared matters"


def test_pairs_that_cannot_be_compared_are_asked_once():
    problem, _ = bridged(6)
    labels = solved(problem)
    seen = []

    def score(u, v):
        seen.extend(zip(u.tolist(), v.tolist(), strict=True))
        return np.full(len(u), np.nan)

    asked = ask_for_scores(problem, labels, score, solve=solved, rounds=50)
    assert len(set(seen)) == len(seen) > 0
    assert asked.problem == problem
    assert (asked.labels == labels).all()


def test_constraints_stay():
    problem, truth = bridged(6)
    problem = fr.constraints.must_link(problem, [(0, 4)])
    asked = ask_for_scores(problem, solved(problem), Scorer(truth), solve=solved)
    assert asked.labels[0] == asked.labels[4]
    assert asked.problem.constraints == problem.constraints


def one_only(u, v):
    return u[:1] + v[:1]


def endless(u, v):
    return np.full(u.shape, np.inf) + v


@pytest.mark.parametrize(
    ("score", "options", "message"),
    [
        (one_only, {}, r"score\(u, v\) must give one number for each of the \d+ pairs, got shape \(1,\)"),
        (endless, {}, r"scores must be finite log-odds, or nan for none, got inf for the"),
        (None, {"max_scores": -1}, "max_scores must be a whole number of at least 0, got -1"),
        (None, {"rounds": 1.5}, r"rounds must be a whole number of at least 0, got 1\.5"),
        (None, {"wrong_pairs": 2}, "wrong_pairs must be a probability, got 2"),
    ],
)
def test_bad_input(score, options, message):
    problem, _ = bridged(6)
    with pytest.raises(ValueError, match=message):
        ask_for_scores(problem, solved(problem), score, solve=solved, **options)


@pytest.mark.parametrize("seed", range(5))
def test_support_is_counted(seed):
    rng = np.random.default_rng(seed)
    n = 30
    low, high = np.triu_indices(n, 1)
    kept = rng.random(len(low)) < 0.15
    edges = Edges(low[kept].astype(np.int32), high[kept].astype(np.int32), rng.normal(1, 1, kept.sum()))
    labels = rng.integers(0, 2, n).astype(np.int32)
    near = {i: set() for i in range(n)}
    for u, v, w in zip(*(column.tolist() for column in edges), strict=True):
        if w > 0 and labels[u] == labels[v]:
            near[u].add(v)
            near[v].add(u)
    found = unsupported_pairs(edges, labels)
    expected = [(i, j) for i in range(n) for j in sorted(near[i]) if i < j and not near[i] & near[j]]
    assert sorted(zip(found.u.tolist(), found.v.tolist(), strict=True)) == expected
    for place, (u, v) in enumerate(zip(found.u.tolist(), found.v.tolist(), strict=True)):
        ones, others = found.sides(place)
        assert (ones[0], set(ones[1:])) == (u, near[u] - {v})
        assert (others[0], set(others[1:])) == (v, near[v] - {u})
        assert (len(ones), len(others)) == tuple(int(side[place]) for side in found.n_sides())

"""Answers about pairs, hard and as weights."""

import pickle

import numpy as np
import pytest
from reference import same_partition

import frenemy as fr
from frenemy.apps.records.knowledge.decisions import ContradictoryAnswers, answer_weight, read_answers, with_answers


@pytest.fixture
def chain():
    return fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [2.0, -1.0, 2.0], n_nodes=5)


def test_hard_answers_hold(chain):
    problem = with_answers(chain, [2, 4, 0], [1, 0, 1], [1, 1, -1])
    assert same_partition(fr.solve(problem).labels, [0, 1, 1, 1, 0])
    assert problem.edges()[2].tolist() == [2.0, -1.0, 2.0]


def test_no_answer_changes_nothing(chain):
    assert with_answers(chain, [0, 2], [1, 4], [0, 0]) == chain
    assert with_answers(chain, [], [], []) == chain
    assert with_answers(chain, [0, 2], [1, 4], [0, 0], weight=3.0) == chain


def test_weights_add_up(chain):
    problem = with_answers(chain, [1, 2, 4, 1], [2, 1, 0, 2], [1, 1, -1, -1], weight=[3.0, 1.0, 2.0, 0.5])
    found = {(int(u), int(v)): w for u, v, w in zip(*problem.edges(), strict=True)}
    assert found == {(0, 1): 2.0, (1, 2): 2.5, (2, 3): 2.0, (0, 4): -2.0}
    assert problem.constraints is None


def test_a_pair_not_compared_starts_from_missing():
    problem = fr.Problem.from_edges([0], [1], [2.0], n_nodes=3, missing=-1.0)
    assert with_answers(problem, [0], [2], [1], weight=3.0).edges()[2].tolist() == [2.0, 2.0]


def test_contradiction_names_the_chain(chain):
    names = ["ann", "anne", "anna", 7, None]
    with pytest.raises(ContradictoryAnswers) as error:
        with_answers(chain, [0, 1, 2, 3], [1, 2, 3, 0], [1, 1, 1, -1], names=names)
    assert str(error.value) == (
        "records 'ann' and 7 must be apart, but must-links join them: 'ann'-'anne', 'anne'-'anna', 'anna'-7"
    )
    assert error.value.chain == [0, 1, 2, 3]
    again = pickle.loads(pickle.dumps(error.value))
    assert (str(again), again.chain) == (str(error.value), error.value.chain)


def test_both_answers_about_a_pair(chain):
    with pytest.raises(ContradictoryAnswers, match="records 0 and 1 must be apart, but must-links join them: 0-1"):
        with_answers(chain, [0, 1], [1, 0], [1, -1])
    assert with_answers(chain, [0, 1], [1, 0], [1, -1], weight=1.0) == chain


def test_contradiction_with_sources(chain):
    grouped = fr.constraints.at_most_one_per_group(chain, ["shop", "bank", "shop", "bank", None])
    with pytest.raises(ContradictoryAnswers, match="records 0 and 2 are both in group 'shop'"):
        with_answers(grouped, [0], [2], [1])


def test_a_record_and_itself(chain):
    assert with_answers(chain, [1], [1], [1]) == chain
    for weight in (None, 1.0):
        with pytest.raises(ContradictoryAnswers, match="record 'b' cannot be different from itself, at answer 1"):
            with_answers(chain, [0, 1], [1, 1], [1, -1], names="abcde", weight=weight)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0, 9], [1, 1], [1, 1]), r"a record must be one of 0\.\.4, got 9 at answer 1"),
        (([0], [1, 1], [1]), "u, v and answer must have the same length, got 1, 2 and 1"),
    ],
)
def test_bad_arrays(chain, arguments, message):
    with pytest.raises(ValueError, match=message):
        with_answers(chain, *arguments)


@pytest.mark.parametrize("weight", [-1.0, np.inf, [1.0, np.nan]])
def test_bad_weights(chain, weight):
    with pytest.raises(ValueError, match="a weight must be a finite number of nats of at least 0, got"):
        with_answers(chain, [0, 1], [1, 2], [1, 1], weight=weight)


@pytest.mark.parametrize(
    ("values", "answers"),
    [
        (["same", "different", "unsure", ""], [1, -1, 0, 0]),
        ([" Match", "NO", "must-link", "cannot_link", "no match"], [1, -1, 1, -1, -1]),
        ([True, False, None], [1, -1, 0]),
        ([1, 0, 1.0, float("nan")], [1, -1, 1, 0]),
        (np.array([True, False]), [1, -1]),
        ([], []),
    ],
)
def test_answers_are_read(values, answers):
    assert read_answers(values).tolist() == answers


@pytest.mark.parametrize("value", ["sme", 2, 0.5, -1])
def test_unknown_answers(value):
    with pytest.raises(ValueError, match=rf"got {value!r} at row 1 \(from 0\)"):
        read_answers(["same", value])


def test_what_an_answer_is_worth():
    assert answer_weight(0.5) == 0.0
    assert answer_weight(0.9) == pytest.approx(np.log(9.0))
    for value in (0.4, 1.0, float("nan")):
        with pytest.raises(ValueError, match="the probability that an answer is right"):
            answer_weight(value)

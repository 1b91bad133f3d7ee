"""Nodes with ids: strings, tuples, numbers that are no positions, mixed kinds."""

import datetime
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import frenemy as fr
from frenemy.problem.ids import checked_ids, numbered_ids, numbered_pairs

IDS = st.one_of(
    st.text(max_size=3), st.integers(), st.tuples(st.integers(), st.text(max_size=2)), st.binary(max_size=2)
)


@pytest.mark.parametrize(
    ("u", "v", "ids"),
    [
        (["ann", "bob"], ["bob", "cid"], ("ann", "bob", "cid")),
        (np.array(["b", "a"]), np.array(["a", "c"]), ("b", "a", "c")),
        ([(0, 1), (0, 2)], [(0, 2), (5, 5, 5)], ((0, 1), (0, 2), (5, 5, 5))),
        (["a", 1], [1, ("x",)], ("a", 1, ("x",))),
        (["a", "b"], [1, 2], ("a", 1, "b", 2)),
        (np.array(["a", 7], object), [7, b"z"], ("a", 7, b"z")),
        (
            [datetime.date(2020, 1, 1)],
            [datetime.date(2021, 1, 1)],
            (datetime.date(2020, 1, 1), datetime.date(2021, 1, 1)),
        ),
        (["a"], np.array([2.0]), ("a", 2)),
    ],
)
def test_pairs_may_have_ids_of_any_kind(u, v, ids):
    problem = fr.Problem.from_edges(u, v, np.arange(1.0, 1 + len(u)))
    assert problem.ids == ids
    assert problem.n_nodes == len(ids)
    assert [problem.id_of(node) for node in range(len(ids))] == list(ids)


def test_whole_numbers_are_numbers_of_nodes():
    problem = fr.Problem.from_edges([0, 4], [4, 5], [1.0, 1.0])
    assert (problem.n_nodes, problem.ids, problem.id_of(4)) == (6, None, 4)


def test_in_lists_and_tables_other_whole_numbers_are_ids():
    assert numbered_ids([7, 1001], [1001, -3]).ids == (7, 1001, -3)
    assert numbered_ids([2, 1], [1, 0]).ids is None
    assert numbered_ids([2, 1], [1, 0]).u.tolist() == [2, 1]
    assert numbered_ids([2**70], [-1]).ids == (2**70, -1)
    assert numbered_ids([2**63, -1], [5, 6]).ids == (2**63, 5, -1, 6)
    assert numbered_ids([1.0, 2.0], [2.0, 3.0]).ids == (1, 2, 3)


@pytest.mark.parametrize(
    ("u", "v", "message"),
    [
        (["a", None], ["b", "c"], "u must not have missing ids, got None at edge 1"),
        (["a", "b"], ["b", float("nan")], "v must not have missing ids, got nan at edge 1"),
        (["a", np.datetime64("NaT")], ["b", "c"], "u must not have missing ids, got .*NaT.* at edge 1"),
        (["a", {}], ["b", "c"], "u must be hashable ids, got {} at edge 1"),
        (["a", True], ["b", "c"], "u must be ids, got True at edge 1"),
        ([True, False], [1, 2], "u must be integers, got bool"),
        ("ab", ["b", "c"], "u must hold one id per pair, got 'ab'"),
        (5, ["b", "c"], "u must hold one id per pair, got 5"),
        (["a", "b"], ["c"], "u and v must have the same length, got 2 and 1"),
        (["a", "b"], [0, 1.5], "v must be whole numbers, got 1.5 at edge 1"),
    ],
)
def test_bad_ids_are_shown_with_their_place(u, v, message):
    with pytest.raises(ValueError, match=message):
        fr.Problem.from_edges(u, v, [1.0, 1.0])


def test_ids_may_be_given_for_numbers_of_nodes():
    problem = fr.Problem.from_edges([0, 1], [1, 2], [1.0, -1.0], ids=["x", "y", "z", "alone"])
    assert (problem.ids, problem.n_nodes) == (("x", "y", "z", "alone"), 4)
    with pytest.raises(ValueError, match="ids must be distinct, got 'x' at node 0 and at node 2"):
        fr.Problem.from_edges([0, 1], [1, 2], [1.0, 1.0], ids=["x", "y", "x"])
    with pytest.raises(ValueError, match="ids must hold one id per node, 3, got 2"):
        fr.Problem.from_edges([0, 1], [1, 2], [1.0, 1.0], ids=["x", "y"])
    with pytest.raises(ValueError, match="n_nodes and ids go with numbers of nodes, got ids such as 'a'"):
        fr.Problem.from_edges(["a"], ["b"], [1.0], ids=["a", "b"])
    with pytest.raises(ValueError, match="ids must hold one id per node, got 'xyz'"):
        checked_ids("xyz", 3)


def test_ids_survive_pickling_restriction_and_constraints():
    problem = fr.Problem.from_edges(["a", "b", "c"], ["b", "c", "d"], [1.0, -1.0, 2.0])
    assert pickle.loads(pickle.dumps(problem)) == problem
    assert pickle.loads(pickle.dumps(problem)).ids == problem.ids
    assert problem.restrict([2, 0]).problem.ids == ("c", "a")
    assert problem.contract([0, 0, 1, 1]).problem.ids is None
    assert fr.constraints.must_link(problem, [(0, 2)]).ids == problem.ids
    assert fr.constraints.at_most_one_per_group(problem, [1, 1, 2, 2], weight=1.0).ids == problem.ids
    assert problem != fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 2.0])


def test_a_self_pair_is_named_by_its_id():
    with pytest.warns(UserWarning, match="of a node with itself, the first one node 'b' at edge 1") as caught:
        fr.Problem.from_edges(["a", "b"], ["b", "b"], [1.0, 1.0])
    assert caught[0].filename == __file__


@given(st.lists(st.tuples(IDS, IDS), max_size=20))
def test_ids_are_numbered_by_first_appearance(pairs):
    u, v = [a for a, _ in pairs] + ["end"], [b for _, b in pairs] + ["of list"]
    numbered = numbered_pairs(u, v)
    assert [numbered.ids[i] for i in numbered.u] == u
    assert [numbered.ids[i] for i in numbered.v] == v
    assert list(numbered.ids) == list(dict.fromkeys(one for pair in zip(u, v, strict=True) for one in pair))


@given(st.lists(st.tuples(st.integers(-(2**62), 2**62), st.integers(-3, 5)), min_size=1, max_size=20))
def test_integers_are_numbered_as_other_ids_are(pairs):
    u, v = zip(*pairs, strict=True)
    as_integers, as_texts = numbered_ids(u, v), numbered_pairs([str(a) for a in u], [str(b) for b in v])
    if as_integers.ids is None:
        assert (as_integers.u.tolist(), as_integers.v.tolist()) == (list(u), list(v))
    else:
        assert [str(one) for one in as_integers.ids] == list(as_texts.ids)
        assert np.array_equal(as_integers.u, as_texts.u)

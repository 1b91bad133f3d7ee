"""Exploring and correcting: the groups after every step are what the person said, and undo gives back what was."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import frenemy as fr
from frenemy.apps.explore import corrections
from frenemy.apps.explore.decisions import Steps
from frenemy.apps.explore.exploration import Exploration
from frenemy.apps.explore.source import Source
from frenemy.apps.explore.things import Things
from frenemy.apps.records.knowledge.decisions import ContradictoryAnswers
from frenemy.solving import solve_problem


def opened(problem: fr.Problem, steps: Steps | None = None) -> Exploration:
    result = solve_problem(problem)
    source = Source("test", "pairs", problem, result, Things.of(None, problem.n_nodes))
    return Exploration.open(source, steps or Steps())


def two_cliques() -> fr.Problem:
    """0..3 and 4..7, with one weak pair between them."""
    pairs = [(i, j) for block in (0, 4) for i in range(block, block + 4) for j in range(i + 1, block + 4)]
    u, v = np.array([*pairs, (3, 4)]).T
    return fr.Problem.from_edges(u, v, [*[1.0] * len(pairs), -0.5], n_nodes=9, missing=0.0)


@st.composite
def problems(draw: st.DrawFn) -> fr.Problem:
    n = draw(st.integers(2, 10))
    seed = draw(st.integers(0, 2**16))
    missing = draw(st.sampled_from([0.0, -0.3, 0.2]))
    rng = np.random.default_rng(seed)
    u, v = np.triu_indices(n, 1)
    kept = rng.random(len(u)) < 0.6
    return fr.Problem.from_edges(u[kept], v[kept], rng.normal(size=kept.sum()), n_nodes=n, missing=missing)


def partition(exploration: Exploration) -> list[list[int]]:
    labels = exploration.clustering.labels
    return sorted(np.flatnonzero(labels == one).tolist() for one in np.unique(labels))


def test_a_join_is_one_decision_and_one_undo() -> None:
    before = opened(two_cliques())
    a, b = (int(before.clustering.group_of[thing]) for thing in (0, 5))
    after = before.joined([a, b])
    assert len(after.steps.done) == 1
    assert len(after.steps.decisions) == 1
    assert partition(after) == [[0, 1, 2, 3, 4, 5, 6, 7], [8]]
    assert partition(after.undo()) == partition(before)
    assert partition(after.undo().redo()) == partition(after)


def test_a_join_takes_whole_groups_along() -> None:
    """0, 1 and 2 are one group, 3 and 4 another: a lone decision about 0 and 3 would leave 4 behind."""
    pairs = {(0, 1): 3.0, (0, 2): 3.0, (1, 2): 3.0, (3, 4): 1.0, (0, 4): -2.0, (1, 4): -2.0, (3, 5): 0.5, (4, 5): -1.0}
    u, v = np.array(list(pairs)).T
    before = opened(fr.Problem.from_edges(u, v, list(pairs.values()), n_nodes=6))
    a, b = (int(before.clustering.group_of[thing]) for thing in (0, 4))
    wanted = sorted([*before.clustering.members(a).tolist(), *before.clustering.members(b).tolist()])
    after = before.joined([a, b])
    assert wanted in partition(after)
    assert len(after.steps.done) == 1
    assert len(after.steps.decisions) == 2  # 0 with 3; 3 with 4, which fell apart; nothing about 0, 1 and 2
    assert partition(after.undo()) == partition(before)


@settings(deadline=None, max_examples=60)
@given(problems())
def test_joined_groups_are_in_one_group(problem: fr.Problem) -> None:
    before = opened(problem)
    groups = before.clustering.ids.tolist()[:2]
    if len(groups) < 2:
        return
    labels = before.joined(groups).clustering.labels
    assert len({int(labels[thing]) for group in groups for thing in before.clustering.members(group)}) == 1


def test_a_group_keeps_its_id_through_a_split_and_a_join() -> None:
    before = opened(two_cliques())
    group = int(before.clustering.group_of[0])
    after = before.split(group, [3])
    assert int(after.clustering.group_of[0]) == group
    new = int(after.clustering.group_of[3])
    assert new not in before.clustering.ids
    again = after.joined([group, new])
    assert int(again.clustering.group_of[3]) == group
    assert partition(again) == partition(before)


@settings(deadline=None, max_examples=60)
@given(problems(), st.data())
def test_a_split_gives_exactly_both_sides(problem: fr.Problem, data: st.DataObject) -> None:
    before = opened(problem)
    large = [group for group in before.clustering.ids.tolist() if len(before.clustering.members(group)) > 1]
    if not large:
        return
    group = data.draw(st.sampled_from(large))
    members = before.clustering.members(group).tolist()
    side = data.draw(st.lists(st.sampled_from(members), min_size=1, max_size=len(members) - 1, unique=True))
    after = before.split(group, side)
    labels = after.clustering.labels
    rest = sorted(set(members) - set(side))
    assert len(set(labels[side])) == 1
    assert len(set(labels[rest])) == 1
    assert labels[side[0]] != labels[rest[0]]


@settings(deadline=None, max_examples=60)
@given(problems(), st.data())
def test_things_move_where_they_are_told_and_take_nobody_along(problem: fr.Problem, data: st.DataObject) -> None:
    before = opened(problem)
    n = problem.n_nodes
    things = data.draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=max(1, n // 2), unique=True))
    groups = before.clustering.ids.tolist()
    target = data.draw(st.sampled_from([None, *groups]))
    if target is not None and set(before.clustering.members(target).tolist()) <= set(things):
        with pytest.raises(ValueError, match="whole group"):
            before.moved(things, target)
        return
    after = before.moved(things, target)
    labels = after.clustering.labels
    assert len(set(labels[things])) == 1
    if target is not None:
        others = sorted(set(before.clustering.members(target).tolist()) - set(things))
        assert labels[others[0]] == labels[things[0]]
    for old in {int(one) for one in before.clustering.group_of[things]} - {target}:
        left = set(before.clustering.members(old).tolist()) - set(things)
        assert not any(labels[one] == labels[things[0]] for one in left)


@settings(deadline=None, max_examples=40)
@given(problems(), st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.booleans()), max_size=6))
def test_every_decision_holds_and_the_file_brings_the_same_groups_back(
    problem: fr.Problem, said: list[tuple[int, int, bool]]
) -> None:
    exploration = opened(problem)
    for u, v, is_same in said:
        if u == v or max(u, v) >= problem.n_nodes:
            continue
        step = corrections.together(u, v) if is_same else corrections.apart(u, v)
        with suppress(ContradictoryAnswers):
            exploration = exploration.after(step)
    labels = exploration.clustering.labels
    for one in exploration.steps.decisions:
        assert (labels[one.u] == labels[one.v]) == one.is_same
    assert exploration.clustering.energy == pytest.approx(problem.energy(labels))
    assert exploration.clustering.lower_bound <= exploration.clustering.energy + 1e-9
    again = opened(problem, exploration.steps)
    assert partition(again) == partition(exploration)


def test_a_contradiction_names_the_things() -> None:
    exploration = opened(two_cliques()).after(corrections.together(0, 4)).after(corrections.together(4, 8))
    with pytest.raises(ValueError, match="'0' and '8' must be apart, but must-links join them: '0'-'4', '4'-'8'"):
        exploration.after(corrections.apart(0, 8))


def test_a_split_takes_earlier_answers_back() -> None:
    exploration = opened(two_cliques()).after(corrections.together(0, 3))
    group = int(exploration.clustering.group_of[0])
    after = exploration.split(group, [3])
    assert after.clustering.labels[0] != after.clustering.labels[3]
    assert partition(after.undo()) == partition(exploration)


def test_a_bias_joins_and_parts() -> None:
    exploration = opened(two_cliques())
    assert partition(exploration.at_bias(0.6)) == [[0, 1, 2, 3, 4, 5, 6, 7], [8]]
    assert exploration.at_bias(-2.0).clustering.n_groups == 9
    assert exploration.at_bias(0.6).at_bias(0.0).clustering.energy == pytest.approx(exploration.clustering.energy)


def test_changed_groups_are_those_that_are_not_as_opened() -> None:
    before = opened(two_cliques())
    assert not before.clustering.is_changed.any()
    after = before.split(int(before.clustering.group_of[0]), [3])
    changed = {int(group) for group in after.clustering.ids[after.clustering.is_changed]}
    assert changed == {int(after.clustering.group_of[0]), int(after.clustering.group_of[3])}


def test_those_who_stay_keep_the_id_of_their_group() -> None:
    before = opened(two_cliques())
    target = int(before.clustering.group_of[4])
    after = before.moved([0, 1, 2], target)
    assert after.clustering.moved_since(before.clustering).tolist() == [0, 1, 2]
    assert int(after.clustering.group_of[3]) == int(before.clustering.group_of[3])

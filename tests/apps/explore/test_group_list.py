"""The list of groups and the search for splits: the same numbers as a plain computation, in any order of work."""

from __future__ import annotations

import numpy as np
import pytest
from explored import people, planted, source_of_problem

from frenemy.apps.explore.decisions import Decision, Step
from frenemy.apps.explore.exploration import Exploration
from frenemy.apps.explore.group_list import FILTERS, SORTS, GroupList
from frenemy.apps.explore.group_view import GroupView
from frenemy.apps.explore.questions import Questions
from frenemy.apps.explore.split_search import SplitSearch
from frenemy.apps.records.review.possible_splits import cheapest_cuts
from frenemy.explain import explain
from frenemy.explain.joining_cost import joining_cost


def all_groups(source=None):
    exploration = Exploration.open(source or people())
    search = SplitSearch.begin(exploration.clustering)
    while not search.is_done:
        search = search.more(0.0)
    return GroupList(exploration, search.cuts.costs)


def test_split_costs_found_little_by_little_are_those_found_at_once():
    exploration = Exploration.open(people(200, seed=3))
    groups = all_groups(people(200, seed=3))
    at_once = cheapest_cuts(exploration.clustering.explanation, 10_000).costs
    np.testing.assert_allclose(groups.split_costs, at_once)


def test_the_search_goes_on_after_a_change_of_another_group():
    before = Exploration.open(people(200, seed=3))
    search = SplitSearch.begin(before.clustering).more(10.0)
    assert search.is_done
    group = int(before.clustering.ids[0])
    after = before.split(group)
    carried = SplitSearch.begin(after.clustering, search)
    assert carried.is_known.sum() >= after.clustering.n_groups - 2 - len(
        after.clustering.moved_since(before.clustering)
    )
    done = carried if carried.is_done else carried.more(10.0)
    fresh = cheapest_cuts(explain(after.clustering.problem, after.clustering.labels), 10_000)
    np.testing.assert_allclose(done.cuts.costs, fresh.costs)


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("filter", FILTERS)
def test_filters_and_orders(sort, filter):
    groups = all_groups()
    labels = groups.chosen(sort=sort, filter=filter)
    assert len(labels) == groups.counts[filter]
    clustering = groups.exploration.clustering
    values = {
        "size": clustering.sizes,
        "doubt": groups.doubt,
        "cohesion": clustering.explanation.clusters.cohesion,
        "mixed": clustering.mixed,
    }
    key = sort.removeprefix("-")
    if key == "name":
        names = [groups.exploration.source.things.name(one) for one in clustering.typical[labels]]
        assert names == sorted(names, reverse=sort.startswith("-"))
    else:
        column = values[key][labels]
        assert np.all(np.diff(column if not sort.startswith("-") else column[::-1]) >= 0)


def test_search_finds_groups_by_names_and_columns_in_any_case():
    groups = all_groups()
    clustering = groups.exploration.clustering
    assert groups.chosen(text="R007").tolist() == [clustering.labels[7]]
    assert groups.chosen(text="PARIS").tolist() == [clustering.labels[1]]
    assert len(groups.chosen(text="no such text")) == 0


def test_neighbors_cost_what_joining_costs():
    exploration = Exploration.open(source_of_problem(planted(seed=5)))
    clustering = exploration.clustering
    view = GroupView(exploration, int(clustering.ids[0]))
    assert view.neighbors
    for one in view.neighbors:
        expected = joining_cost(clustering.problem, view.members, clustering.members(one.group))
        assert one.cost == pytest.approx(expected)
    costs = [one.cost for one in view.neighbors]
    assert costs == sorted(costs)


def test_columns_that_differ_and_usual_values():
    exploration = Exploration.open(people())
    view = GroupView(exploration, int(exploration.clustering.group_of[1]))
    assert view.usual[0] == "York"
    assert 0 in view.differing


def test_questions_are_asked_until_nothing_is_left():
    exploration = Exploration.open(people(seed=2))
    asked = 0
    while asked < 200:
        search = SplitSearch.begin(exploration.clustering)
        questions = Questions.of(search if search.is_done else search.more(10.0))
        places = questions.open_ones(exploration)
        if not places:
            break
        n = questions.n_to_settle(places)
        assert 1 <= n <= len(places)
        assert str(n) in questions.settles(places)
        u, v = int(questions.pairs.u[places[0]]), int(questions.pairs.v[places[0]])
        exploration = exploration.after(Step("question", (Decision(u, v, u // 5 == v // 5),)))
        assert (min(u, v), max(u, v)) in {one.pair for one in exploration.steps.decisions}
        asked += 1
    truth = np.arange(60) // 5
    assert len(set(zip(truth, exploration.clustering.labels, strict=True))) == 12


def test_questions_of_large_problems_are_about_the_doubtful_groups(monkeypatch):
    exploration = Exploration.open(people(200, seed=3))
    search = SplitSearch.begin(exploration.clustering).more(10.0)
    whole = Questions.of(search)
    monkeypatch.setattr("frenemy.apps.explore.questions._MAX_PAIRS", 300)
    some = Questions.of(search)
    assert 0 < len(some) <= len(whole)
    known = {(int(u), int(v)) for u, v in zip(whole.pairs.u, whole.pairs.v, strict=True)}
    of_some = {(int(u), int(v)) for u, v in zip(some.pairs.u, some.pairs.v, strict=True)}
    assert len(of_some & known) >= 0.8 * len(of_some)

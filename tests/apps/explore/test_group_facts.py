"""After corrections, the facts of all groups are those of a new computation."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import frenemy as fr
from frenemy.apps.explore import corrections
from frenemy.apps.explore.clustering import Clustering
from frenemy.apps.explore.exploration import Exploration
from frenemy.apps.explore.group_facts import GroupFacts
from frenemy.apps.explore.source import Source
from frenemy.apps.explore.things import Things
from frenemy.explain.explained_clusters import ClusterTable
from frenemy.solving import solve_problem


def assert_fresh(clustering: Clustering) -> None:
    """The numbers of a new computation, to the last bit."""
    fresh = GroupFacts.of(clustering.problem, clustering.labels)
    np.testing.assert_array_equal(clustering.typical, fresh.typical)
    np.testing.assert_array_equal(clustering.mixed, fresh.mixed)
    for name in ("margins", "runner_up", "change_costs"):
        np.testing.assert_array_equal(
            getattr(clustering.explanation, name), getattr(fresh.explanation, name), err_msg=name
        )
    for field in fields(ClusterTable):
        ours, theirs = (getattr(one.clusters, field.name) for one in (clustering.explanation, fresh.explanation))
        np.testing.assert_array_equal(ours, theirs, err_msg=field.name)
    for label in range(clustering.n_groups):
        assert clustering.explanation.members(label).tolist() == np.flatnonzero(clustering.labels == label).tolist()
    assert abs(clustering.energy - clustering.problem.energy(clustering.labels)) <= 1e-9


def corrected(exploration: Exploration, rng: np.random.Generator) -> Exploration:
    """After a random step, or an undo or redo."""
    n, groups = len(exploration.clustering.labels), exploration.clustering.ids
    u, v = (int(one) for one in rng.choice(n, 2, replace=False))
    match rng.integers(7):
        case 0:
            return exploration.undo()
        case 1:
            return exploration.redo()
        case 2:
            return exploration.joined(rng.choice(groups, min(2, len(groups)), replace=False).tolist())
        case 3:
            return exploration.split(int(rng.choice(groups)))
        case 4:
            return exploration.moved([u, v], None if rng.random() < 0.3 else int(rng.choice(groups)))
        case 5:
            return exploration.after(corrections.together(u, v))
        case _:
            return exploration.after(corrections.apart(u, v))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**20), st.integers(3, 30), st.sampled_from([0.0, -0.3, 0.2]), st.sampled_from([0.1, 0.4]))
def test_facts_after_corrections_are_those_of_a_new_computation(
    seed: int, n: int, missing: float, share: float
) -> None:
    rng = np.random.default_rng(seed)
    u, v = np.triu_indices(n, 1)
    kept = rng.random(len(u)) < share
    weights = rng.normal(size=kept.sum()) if seed % 2 else rng.integers(-3, 4, kept.sum()) / 2
    problem = fr.Problem.from_edges(u[kept], v[kept], weights, n_nodes=n, missing=missing)
    source = Source("test", "pairs", problem, solve_problem(problem), Things.of(None, n))
    exploration = Exploration.open(source)
    assert_fresh(exploration.clustering)
    for _ in range(8):
        with suppress(ValueError):  # it contradicts earlier steps, or there is nothing to undo
            exploration = corrected(exploration, rng)
        assert_fresh(exploration.clustering)


def test_facts_are_carried_over() -> None:
    """50 pairs of things, of which two become one group: the others are not looked at again."""
    things = np.arange(100)
    problem = fr.Problem.from_edges(things[::2], things[1::2], np.ones(50))
    source = Source("test", "pairs", problem, solve_problem(problem), Things.of(None, 100))
    before = Exploration.open(source)
    assert before.clustering.n_groups == len(before.clustering.mixed) == 50
    after = before.joined([0, 1])
    assert after.clustering._facts_before is before.clustering._facts
    assert after.clustering._changed is not None
    assert after.clustering._changed.nodes.tolist() == [0, 1, 2, 3]

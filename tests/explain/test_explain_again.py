"""An explanation of a small change has the numbers of a new one."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import frenemy as fr
from frenemy.explain.changed_clusters import ChangedClusters
from frenemy.explain.explain_again import explain_again
from frenemy.explain.explained_clusters import ClusterTable
from frenemy.explain.explanation import Explanation


def assert_same(found: Explanation, expected: Explanation) -> None:
    """The same numbers, to the last bit; but the sum of all sizes, in what leaves a cluster, may be rounded."""
    is_rounded = found.problem.missing != 0 and found.problem.graph.has_sizes
    for name in ("labels", "margins", "runner_up", "_members", "_begin"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), err_msg=name)
    for field in fields(ClusterTable):
        ours, theirs = (getattr(one.clusters, field.name) for one in (found, expected))
        if is_rounded and field.name.startswith("cut_"):
            np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-12, err_msg=field.name)
        else:
            np.testing.assert_array_equal(ours, theirs, err_msg=field.name)
    for name in ("n_apart", "weight_apart", "n_together", "weight_together", "n_unlisted", "weight_unlisted"):
        assert getattr(found, name) == getattr(expected, name)


def problem_of(seed: int, n: int, missing: float, share: float, has_ties: bool) -> fr.Problem:
    """A random problem; weights that tie are halves."""
    rng = np.random.default_rng(seed)
    u, v = np.triu_indices(n, 1)
    kept = rng.random(len(u)) < share
    w = rng.integers(-3, 4, kept.sum()) / 2 if has_ties else rng.normal(size=kept.sum())
    sizes = rng.random(n) if missing and seed % 2 else None
    return fr.Problem.from_edges(u[kept], v[kept], w, n_nodes=n, missing=missing, sizes=sizes)


@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, 2**20),
    st.integers(2, 40),
    st.sampled_from([0.0, -0.3, 0.2]),
    st.sampled_from([0.05, 0.15, 0.5]),
    st.booleans(),
    st.booleans(),
)
def test_nodes_that_move_give_the_numbers_of_a_new_explanation(
    seed: int, n: int, missing: float, share: float, has_ties: bool, has_groups: bool
) -> None:
    problem = problem_of(seed, n, missing, share, has_ties)
    rng = np.random.default_rng(seed + 1)
    labels = problem.check_labels(rng.integers(0, max(n // 3, 1), n))
    if has_groups:  # one node per source and cluster
        sources = np.full(n, -1)
        for cluster in range(labels.max() + 1):
            nodes = np.flatnonzero(labels == cluster)[:3]
            sources[nodes] = rng.permutation(3)[: len(nodes)]
        problem = fr.constraints.at_most_one_per_group(problem, [one if one >= 0 else None for one in sources.tolist()])
    explanation = fr.explain(problem, labels)
    for _ in range(4):
        nodes = rng.choice(n, int(rng.integers(1, 3)), replace=False)
        after = explanation.labels.copy()
        after[nodes] = rng.integers(0, after.max() + 2, len(nodes))
        after = problem.check_labels(after)
        changed = ChangedClusters.between(explanation.labels, after)
        explanation = explain_again(explanation, problem, after, changed)
        assert_same(explanation, fr.explain(problem, after))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**20), st.integers(3, 40), st.sampled_from([0.0, -0.3]), st.booleans())
def test_new_constraints_give_the_numbers_of_a_new_explanation(
    seed: int, n: int, missing: float, has_ties: bool
) -> None:
    weights = problem_of(seed, n, missing, 0.15, has_ties)
    rng = np.random.default_rng(seed + 1)
    labels = weights.check_labels(rng.integers(0, max(n // 3, 1), n))
    explanation = fr.explain(weights, labels)
    links: list[tuple[int, int]] = []
    apart: list[tuple[int, int]] = []
    for _ in range(5):
        u, v = (int(one) for one in rng.choice(n, 2, replace=False))
        (links if labels[u] == labels[v] else apart).append((u, v))
        problem = fr.constraints.must_link(weights, links) if links else weights
        problem = fr.constraints.cannot_link(problem, apart) if apart else problem
        changed = ChangedClusters.between(labels, labels, [u, v])
        explanation = explain_again(explanation, problem, labels, changed)
        assert_same(explanation, fr.explain(problem, labels))


def test_a_small_change_is_not_read_as_a_whole() -> None:
    """100 pairs of nodes, of which one is split: the violated pairs are summed only when they are asked for."""
    nodes = np.arange(200)
    problem = fr.Problem.from_edges(nodes[::2], nodes[1::2], np.ones(100))
    before = fr.explain(problem, nodes // 2)
    labels = problem.check_labels(np.where(nodes == 7, 200, nodes // 2))
    found = explain_again(before, problem, labels, ChangedClusters.between(before.labels, labels))
    assert found._known_violations is None
    assert (found.n_apart, found.weight_apart) == (1, 1.0)

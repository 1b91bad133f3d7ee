"""Mutex watershed and signed linkages, beside slow versions that follow the definitions."""

import numpy as np
import pytest
from hypothesis import given
from lifted_reference import grid_problem, is_connected, lifted_problems
from reference import same_partition

import frenemy as fr
from frenemy.comparators import SignedLinkage, mutex_watershed, signed_linkage


def slow_mutex_watershed(problem):
    u, v, w = problem.edges()
    base = set(zip(*(ends.tolist() for ends in problem.base_edges()), strict=True))
    labels, apart = list(range(problem.n_nodes)), set()
    for k in sorted(range(len(w)), key=lambda k: (-abs(w[k]), u[k], v[k])):
        a, b = labels[u[k]], labels[v[k]]
        if a == b:
            continue
        if w[k] < 0:
            apart.add(frozenset((a, b)))
        elif (int(u[k]), int(v[k])) in base and frozenset((a, b)) not in apart:
            labels = [a if label == b else label for label in labels]
            apart = {frozenset(a if label == b else label for label in pair) for pair in apart}
    return labels


def average(problem, labels, a, b):
    u, v, w = problem.edges()
    ends = np.sort(np.stack((labels[u], labels[v])), axis=0)
    between = (ends[0] == min(a, b)) & (ends[1] == max(a, b))
    return w[between].mean() if between.any() else 0.0


@given(problem=lifted_problems())
def test_mutex_watershed_follows_the_definition(problem):
    assert same_partition(mutex_watershed(problem), slow_mutex_watershed(problem))


@given(problem=lifted_problems())
def test_linkages_end_where_nothing_that_touches_attracts(problem):
    u, v = problem.base_edges()
    for linkage in ("average", "sum"):
        labels = signed_linkage(problem, linkage)
        assert is_connected(problem, labels)
        for i, j in zip(u.tolist(), v.tolist(), strict=True):
            if labels[i] != labels[j]:
                assert average(problem, labels, labels[i], labels[j]) <= 1e-12


def test_they_keep_clusters_of_lifted_problems_connected():
    problem = grid_problem(20, 20, seed=4)
    for labels in (mutex_watershed(problem), signed_linkage(problem), signed_linkage(problem, "sum")):
        assert np.array_equal(problem.connected_parts(labels), labels)
    assert problem.energy(signed_linkage(problem, "sum")) == pytest.approx(
        min(round_.energy for round_ in fr.solve(problem, fr.LiftedGreedyAdditive()).history[:1])
    )


def test_linkages_by_name_only():
    with pytest.raises(ValueError, match="linkage must be 'average' or 'sum', got 'min'"):
        SignedLinkage(linkage="min")

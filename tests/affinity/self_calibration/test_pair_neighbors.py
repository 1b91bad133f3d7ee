"""Neighbors of pairs, counted one by one for comparison."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import frenemy.affinity.self_calibration.pair_neighbors as pair_neighbors
from frenemy.affinity.self_calibration.pair_neighbors import count_neighbors


def one_by_one(u, v, is_confident, chosen, n):
    listed, linked = np.zeros((n, n), bool), np.zeros((n, n), bool)
    for a, b, confident in zip(u, v, is_confident, strict=True):
        listed[a, b] = listed[b, a] = True
        linked[a, b] = linked[b, a] = confident
    count, joined, seen = [], [], []
    for a, b in zip(u[chosen], v[chosen], strict=True):
        of_a, of_b = ([c for c in range(n) if linked[end, c] and c not in (a, b)] for end in (a, b))
        count.append(len(of_a) + len(of_b))
        joined.append(sum(linked[b, c] for c in of_a) + sum(linked[a, c] for c in of_b))
        seen.append(sum(listed[b, c] for c in of_a) + sum(listed[a, c] for c in of_b))
    return count, joined, seen


@given(st.integers(2, 9), st.floats(0, 1), st.floats(0, 1), st.integers(0, 1000))
def test_as_counted_one_by_one(n, density, confidence, seed):
    rng = np.random.default_rng(seed)
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(n, 1))
    kept = rng.random(len(u)) < density
    u, v = u[kept], v[kept]
    is_confident = rng.random(len(u)) < confidence
    chosen = np.flatnonzero(rng.random(len(u)) < 0.7)
    found = count_neighbors(u, v, is_confident, chosen, n_nodes=n)
    assert (found.count.tolist(), found.joined.tolist(), found.listed.tolist()) == one_by_one(
        u, v, is_confident, chosen, n
    )


def test_few_at_a_time_is_the_same(monkeypatch: pytest.MonkeyPatch):
    rng = np.random.default_rng(0)
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(60, 1))
    is_confident, chosen = rng.random(len(u)) < 0.3, np.arange(len(u))
    at_once = count_neighbors(u, v, is_confident, chosen, n_nodes=60)
    monkeypatch.setattr(pair_neighbors, "_NEIGHBORS_PER_BLOCK", 7)
    in_parts = count_neighbors(u, v, is_confident, chosen, n_nodes=60)
    assert (at_once.joined == in_parts.joined).all()
    assert (at_once.listed == in_parts.listed).all()

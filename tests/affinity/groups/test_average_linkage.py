"""Average linkage in the core, beside SciPy's over all pairs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform

from frenemy import _core
from frenemy.run import Run


def joins_of(n, u, v, w):
    graph = _core.Graph.from_edges(n, u, v, w, 0.0, None, is_excess=False)
    return _core.average_linkage(graph, Run().core)


def clusters(n, a, b):
    """The members of every cluster of the tree."""
    members = [frozenset([i]) for i in range(n)]
    for x, y in zip(a, b, strict=True):
        members.append(members[x] | members[y])
    return members


@given(st.integers(2, 14), st.integers(0, 10**6), st.floats(0.2, 1.0))
def test_the_tree_is_that_of_all_pairs(n, seed, share):
    random = np.random.default_rng(seed)
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(n, 1))
    w = np.where(random.random(len(u)) < share, random.random(len(u)), 0.0)  # distinct, so no ties but those of 0
    listed = w > 0.0
    a, b, weight = joins_of(n, u[listed], v[listed], w[listed])
    theirs = linkage(1.0 - squareform(squareform(w), checks=False), "average")
    real = theirs[:, 2] < 1.0 - 1e-12  # the others join clusters that share no pair
    assert len(a) == real.sum()
    expected = clusters(n, theirs[real, 0].astype(int), theirs[real, 1].astype(int))
    found = clusters(n, a, b)
    assert set(found) == set(expected)
    sizes = np.array([len(one) for one in found])
    np.testing.assert_allclose(1.0 - weight / (sizes[a] * sizes[b]), theirs[real, 2], atol=1e-9)


def test_means_fall():
    random = np.random.default_rng(0)
    n = 2000
    u, v = random.integers(0, n, (2, 20000)).astype(np.int32)
    keep = u != v
    a, b, weight = joins_of(n, u[keep], v[keep], random.random(keep.sum()))
    sizes = np.array([len(one) for one in clusters(n, a, b)])
    means = weight / (sizes[a] * sizes[b])
    assert (np.diff(means) <= 1e-12).all()
    assert len(a) == n - 1  # all of these rows are connected


@pytest.mark.parametrize(("missing", "w", "told"), [(0.0, -1.0, "at least 0"), (-1.0, 1.0, "weight 0")])
def test_what_has_no_average_linkage(missing, w, told):
    graph = _core.Graph.from_edges(
        2, np.array([0], np.int32), np.array([1], np.int32), np.array([w]), missing, None, is_excess=False
    )
    with pytest.raises(ValueError, match=told):
        _core.average_linkage(graph, Run().core)


def test_shared_neighbors_count_the_rows_themselves():
    near = np.array([[1, 2], [0, 2], [1, 3], [2, -1]], np.int32)
    u, v = np.array([0, 0, 2], np.int32), np.array([1, 3, 3], np.int32)
    assert _core.shared_neighbors(near, u, v).tolist() == [3, 1, 2]
    with pytest.raises(ValueError, match="rows of the neighbors"):
        _core.shared_neighbors(near, np.array([0], np.int32), np.array([4], np.int32))


CHOICE = {"floor": 0.0, "pseudo": 0.5, "highest": 1.0, "min_size": 2, "least": 1.0, "clear": 3.0}


@pytest.mark.parametrize(
    ("a", "b", "weight"), [([0, 0], [1, 2], [1.0, 1.0]), ([5], [1], [1.0]), ([0], [1], []), ([-1], [0], [1.0])]
)
def test_bad_joins(a, b, weight):
    with pytest.raises(ValueError, match=r"join"):
        _core.persistent_groups(3, np.array(a, np.int32), np.array(b, np.int32), np.array(weight), **CHOICE)


def test_no_level_without_floor_and_pseudo():
    none = np.empty(0, np.int32)
    with pytest.raises(ValueError, match="floor or pseudo"):
        _core.persistent_groups(3, none, none, np.empty(0), **{**CHOICE, "pseudo": 0.0})


@given(st.integers(1, 40), st.integers(0, 10**6))
def test_groups_are_numbered_and_hold_between_their_levels(n, seed):
    random = np.random.default_rng(seed)
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(n, 1))
    keep = random.random(len(u)) < 0.3
    joins = joins_of(n, u[keep], v[keep], random.random(keep.sum()))
    labels, split, join, held = _core.persistent_groups(n, *joins, **CHOICE)
    assert len(labels) == n
    kept = labels[labels >= 0]
    assert sorted(set(kept.tolist())) == list(range(len(split)))
    assert list(dict.fromkeys(kept.tolist())) == list(range(len(split)))  # by first appearance
    assert (split >= join - 1e-12).all()
    assert (held >= -1e-12).all()

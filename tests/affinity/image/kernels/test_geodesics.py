"""Cheapest ways to seeds, against scipy's Dijkstra."""

import numpy as np
import pytest
from drawn_pictures import EIGHT, neighbors, photo, shapes
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.sparse import coo_array
from scipy.sparse.csgraph import dijkstra

from frenemy._core import geodesics, trace


def step_costs(cost):
    h, w = cost.shape
    u, v, c = [], [], []
    for y, x in np.ndindex(h, w):
        for there in neighbors(y, x, (h, w), EIGHT):
            u.append(y * w + x)
            v.append(there[0] * w + there[1])
            c.append((float(cost[y, x]) + float(cost[there])) / 2 * np.hypot(there[0] - y, there[1] - x))
    return coo_array((c, (u, v)), (h * w, h * w)).tocsr()


def check(cost, seeds, limit):
    distance, owner, parent = geodesics(cost, seeds, limit)
    graph = step_costs(cost)
    to_seed = dijkstra(graph, indices=seeds) if len(seeds) else np.full((0, cost.size), np.inf)
    nearest = to_seed.min(axis=0, initial=np.inf)
    flat = distance.ravel()
    reached = np.isfinite(flat)
    # What lies on the limit may fall on either side of it by rounding.
    assert reached[np.isfinite(nearest) & (nearest <= limit * (1 - 1e-5))].all()
    assert not reached[nearest > limit * (1 + 1e-5)].any()
    np.testing.assert_allclose(flat[reached], nearest[reached], rtol=1e-5)
    assert (flat[reached] <= np.float32(limit)).all()
    np.testing.assert_array_equal(owner.ravel() >= 0, reached)
    pixels = np.flatnonzero(reached)
    np.testing.assert_allclose(to_seed[owner.ravel()[pixels], pixels], nearest[pixels], rtol=1e-5)
    has_parent = parent.ravel() >= 0
    np.testing.assert_array_equal(has_parent, reached & (flat > 0))
    p = np.flatnonzero(has_parent)
    q = parent.ravel()[p]
    np.testing.assert_allclose(flat[q] + graph[q, p], flat[p], rtol=1e-5)
    np.testing.assert_array_equal(owner.ravel()[q], owner.ravel()[p])
    for pixel in pixels[:20]:
        path = trace(parent, int(pixel))
        assert path[0] == pixel
        assert path[-1] == seeds[owner.ravel()[pixel]]
        np.testing.assert_array_equal(parent.ravel()[path[:-1]], path[1:])


@given(st.data(), shapes, st.sampled_from([0.0, 1.0, 2.5, 4.0, np.inf]))
def test_small(data, shape, limit):
    cost = data.draw(hnp.arrays(np.float32, shape, elements=st.floats(0.125, 8, width=16)))
    seeds = data.draw(hnp.arrays(np.int32, st.integers(0, 4), elements=st.integers(0, cost.size - 1)))
    check(cost, seeds, limit)


@pytest.mark.parametrize("shape", [(1, 1), (1, 150), (150, 1), (41, 67)])
@pytest.mark.parametrize("limit", [3.0, np.inf])
def test_larger(shape, limit):
    rng = np.random.default_rng(0)
    check(photo(shape) ** 4 + np.float32(0.001), rng.integers(shape[0] * shape[1], size=6).astype(np.int32), limit)


def test_costs_of_very_different_size():
    rng = np.random.default_rng(1)
    cost = (10.0 ** rng.uniform(-6, 6, (30, 30))).astype(np.float32)
    check(cost, np.array([0, 450], np.int32), np.inf)


def test_of_seeds_on_one_pixel_the_first_owns_it():
    _, owner, _ = geodesics(np.ones((2, 3), np.float32), np.array([4, 4, 1], np.int32), np.inf)
    assert owner[1, 1] == 0
    assert set(owner.ravel().tolist()) == {0, 2}


def test_largest_and_smallest_costs():
    most, least = np.finfo(np.float32).max, np.float32(1e-45)
    distance, owner, _ = geodesics(np.array([[most, most, most]], np.float32), np.array([0], np.int32), np.inf)
    assert distance.tolist() == [[0.0, float(most), float("inf")]]  # twice the largest number is none
    assert owner.tolist() == [[0, 0, -1]]
    distance, owner, _ = geodesics(np.full((3, 3), least), np.array([4], np.int32), np.inf)
    assert (owner == 0).all()
    assert (distance <= 1e-44).all()


def test_a_way_that_goes_in_circles_or_leaves_the_picture():
    with pytest.raises(ValueError, match="parents go round in circles"):
        trace(np.array([[1, 0]], np.int32), 0)
    with pytest.raises(ValueError, match=r"parent must be a pixel in 0..2 or -1, got 7 at pixel 1"):
        trace(np.array([[1, 7, -1]], np.int32), 0)
    with pytest.raises(ValueError, match=r"parent must be a pixel in 0..2 or -1, got -2 at pixel 1"):
        trace(np.array([[1, -2, -1]], np.int32), 0)
    with pytest.raises(ValueError, match=r"pixel must be in 0..2, got 3"):
        trace(np.array([[1, -1, -1]], np.int32), 3)

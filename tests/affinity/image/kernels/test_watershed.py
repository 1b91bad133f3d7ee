"""Floods from markers, against a queue in Python and against scikit-image."""

import heapq

import numpy as np
import pytest
from drawn_pictures import FOUR, neighbors, photo, reliefs
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from frenemy._core import grid_minima, watershed


def flooded(height, markers):
    """By the definition: the lowest first, then the first to come; what is below the water is at its level."""
    labels = markers.copy()
    queue, count = [], 0
    for y, x in zip(*np.nonzero(markers), strict=True):
        queue.append((height[y, x], count, y, x))
        count += 1
    heapq.heapify(queue)
    while queue:
        level, _, y, x = heapq.heappop(queue)
        for there in neighbors(y, x, height.shape, FOUR):
            if labels[there] == 0:
                labels[there] = labels[y, x]
                heapq.heappush(queue, (max(level, height[there]), count, *there))
                count += 1
    return labels


@given(reliefs, st.data())
def test_exact_with_plateaus(height, data):
    markers = data.draw(hnp.arrays(np.int32, height.shape, elements=st.sampled_from([0, 0, 0, 1, 2, 2**31 - 1])))
    assume(markers.any())
    np.testing.assert_array_equal(watershed(height, markers), flooded(height, markers))


@pytest.mark.parametrize("shape", [(1, 1), (1, 300), (300, 1), (2, 2), (57, 83), (120, 200)])
def test_as_scikit_image_where_heights_differ(shape):
    segmentation = pytest.importorskip("skimage.segmentation")
    rng = np.random.default_rng(sum(shape))
    height = rng.permutation(shape[0] * shape[1]).reshape(shape).astype(np.float32)
    markers = grid_minima(photo(shape), 7)
    np.testing.assert_array_equal(watershed(height, markers), segmentation.watershed(height, markers, connectivity=1))


def test_heights_next_to_each_other_are_told_apart():
    # The left wall is higher by the least that a float can say, and so the right marker floods the middle.
    wall = np.float32(1.0)
    height = np.array([[0, np.nextafter(wall, np.float32(2)), 0, wall, 0]], np.float32)
    markers = np.array([[1, 0, 0, 0, 2]], np.int32)
    assert watershed(height, markers).tolist() == [[1, 1, 2, 2, 2]]


def test_a_flat_picture_is_shared_by_distance():
    markers = np.zeros((1, 9), np.int32)
    markers[0, 0], markers[0, 8] = 5, 3
    assert watershed(np.zeros((1, 9), np.float32), markers).tolist() == [[5, 5, 5, 5, 5, 3, 3, 3, 3]]


def test_regions_hold_together():
    height = photo((150, 211))
    labels = watershed(height, grid_minima(height, 10))
    from scipy import ndimage

    assert all(ndimage.label(labels == label)[1] == 1 for label in np.unique(labels))


def test_extreme_heights():
    most = np.finfo(np.float32).max
    height = np.array([[-most, 1e-45, most, -1e-45, -most]], np.float32)
    assert watershed(height, np.array([[1, 0, 0, 0, 2]], np.int32)).tolist() == [[1, 1, 2, 2, 2]]

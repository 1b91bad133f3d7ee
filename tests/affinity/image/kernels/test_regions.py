"""Connected regions, and small ones merged."""

import numpy as np
import pytest
from drawn_pictures import label_maps, numbered
from hypothesis import given
from hypothesis import strategies as st
from scipy import ndimage

from frenemy._core import connected_regions, merge_small


def parts(labels):
    """Regions by scipy, one label after the other."""
    found = np.zeros(labels.shape, np.int64)
    for label in np.unique(labels):
        part, _ = ndimage.label(labels == label)
        found += np.where(part > 0, part + found.max(), 0)
    return numbered(found)


def merged(labels, least):
    """By the definition, everything counted anew for each merge."""
    labels = parts(labels)
    while True:
        names, sizes = np.unique(labels, return_counts=True)
        size, name = min(zip(sizes, names, strict=True))
        if size >= least or len(names) == 1:
            break
        shared = {}
        for a, b in ((labels[:, :-1], labels[:, 1:]), (labels[:-1], labels[1:])):
            for one, other in ((a, b), (b, a)):
                for label in other[(one == name) & (other != name)]:
                    shared[int(label)] = shared.get(int(label), 0) + 1
        labels[labels == name] = max(shared, key=lambda label: (shared[label], -label))
    return numbered(labels)


@given(label_maps)
def test_connected_regions(labels):
    regions, count = connected_regions(labels)
    expected = parts(labels)
    np.testing.assert_array_equal(regions, expected)
    assert count == expected.max() + 1


@pytest.mark.parametrize("n_labels", [2, 3, 10])
@pytest.mark.parametrize("shape", [(1, 200), (200, 1), (90, 130)])
def test_connected_regions_of_noise(shape, n_labels):
    labels = np.random.default_rng(n_labels).integers(n_labels, size=shape).astype(np.int32)
    np.testing.assert_array_equal(connected_regions(labels)[0], parts(labels))


def test_a_spiral_is_one_region():
    # The worst for pieces that meet late: two arms that wind around each other.
    size = 101
    labels = np.zeros((size, size), np.int32)
    y = x = size // 2
    labels[y, x] = 1
    for turn, length in enumerate(np.repeat(np.arange(2, size, 2), 2)):
        dy, dx = ((0, 1), (1, 0), (0, -1), (-1, 0))[turn % 4]
        for _ in range(length):
            y, x = min(y + dy, size - 1), min(x + dx, size - 1)
            labels[max(y, 0), max(x, 0)] = 1
    np.testing.assert_array_equal(connected_regions(labels)[0], parts(labels))


@given(label_maps, st.integers(-1, 90))
def test_merge_small(labels, least):
    np.testing.assert_array_equal(merge_small(labels, least), merged(labels, least))


@pytest.mark.parametrize("least", [2, 5, 30, 2**40])
def test_merge_small_in_noise(least):
    labels = np.random.default_rng(least % 97).integers(4, size=(22, 27)).astype(np.int32)
    np.testing.assert_array_equal(merge_small(labels, least), merged(labels, least))


def test_sizes_and_borders_are_those_of_the_moment():
    # The two pixels of 1 (size 2) go first, to 2 with two cracks; 2 has six then and is no longer under five.
    labels = np.array([[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [1, 1, 2, 2, 3], [2, 2, 2, 3, 3], [3, 3, 3, 3, 3]], np.int32)
    merged_labels = merge_small(labels, 5)
    np.testing.assert_array_equal(merged_labels, merged(labels, 5))
    assert merged_labels.max() == 2


def test_nothing_small_is_left():
    labels = np.random.default_rng(0).integers(3, size=(150, 200)).astype(np.int32)
    found = merge_small(labels, 40)
    assert np.bincount(found.ravel()).min() >= 40
    np.testing.assert_array_equal(connected_regions(found)[0], found)


def test_a_picture_smaller_than_the_least_is_one_region():
    assert (merge_small(np.arange(12, dtype=np.int32).reshape(3, 4), 100) == 0).all()

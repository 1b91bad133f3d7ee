"""Cracks between labels, and which border each belongs to."""

import numpy as np
from drawn_pictures import label_maps, photo
from hypothesis import given

from frenemy._core import region_borders


def cracks(labels):
    """By the definition, in raster order; right before down."""
    h, w = labels.shape
    for pixel in range(h * w):
        y, x = divmod(pixel, w)
        for neighbor in ([pixel + 1] if x + 1 < w else []) + ([pixel + w] if y + 1 < h else []):
            a, b = sorted((pixel, neighbor), key=lambda p: labels.ravel()[p])
            if labels.ravel()[a] != labels.ravel()[b]:
                yield a, b


@given(label_maps)
def test_all_cracks_in_order(labels):
    u, v, border, first, second = region_borders(labels)
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == list(cracks(labels))
    flat = labels.ravel()
    np.testing.assert_array_equal(u[border], flat[first])
    np.testing.assert_array_equal(v[border], flat[second])
    pairs = list(zip(u.tolist(), v.tolist(), strict=True))
    assert pairs == sorted(set(pairs))
    assert all(a < b for a, b in pairs)
    assert set(border.tolist()) == set(range(len(pairs)))
    assert all(array.dtype == np.int32 for array in (u, v, border, first, second))


def test_many_labels():
    # A label for every pixel: as many borders as cracks, and the table of pairs has to grow.
    labels = np.random.default_rng(0).permutation(70 * 90).reshape(70, 90).astype(np.int32)
    u, _, border, first, _ = region_borders(labels)
    assert len(u) == len(first) == 70 * 89 + 69 * 90
    assert sorted(border.tolist()) == list(range(len(u)))


def test_lengths_of_borders():
    labels = (photo((60, 80)) * 6).astype(np.int32)
    n_across = (labels[:, 1:] != labels[:, :-1]).sum() + (labels[1:] != labels[:-1]).sum()
    assert len(region_borders(labels)[2]) == n_across


def test_one_label_has_no_borders():
    assert [len(array) for array in region_borders(np.full((5, 6), 9, np.int32))] == [0] * 5

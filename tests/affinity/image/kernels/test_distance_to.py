"""Distances to a mask, against scipy."""

import numpy as np
import pytest
from drawn_pictures import masks
from hypothesis import given
from scipy.ndimage import distance_transform_edt

from frenemy._core import distance_to


def check(mask):
    distance, nearest = distance_to(mask)
    if not mask.any():
        assert np.isinf(distance).all()
        assert (nearest == -1).all()
        return
    np.testing.assert_array_equal(distance, distance_transform_edt(~mask).astype(np.float32))
    assert mask.ravel()[nearest].all()
    y, x = np.indices(mask.shape)
    near_y, near_x = np.divmod(nearest, mask.shape[1])
    np.testing.assert_array_equal(np.hypot(y - near_y, x - near_x).astype(np.float32), distance)


@given(masks)
def test_small(mask):
    check(mask)


@pytest.mark.parametrize("share", [0.0001, 0.01, 0.3, 0.99])
@pytest.mark.parametrize("shape", [(1, 400), (400, 1), (123, 217)])
def test_larger(shape, share):
    mask = np.random.default_rng(0).random(shape) < share
    mask[shape[0] // 3, shape[1] // 2] = True
    check(mask)


def test_of_equally_near_ones_the_leftmost_then_the_upper():
    mask = np.zeros((3, 3), bool)
    mask[0, 1] = mask[1, 0] = mask[1, 2] = mask[2, 1] = True
    assert distance_to(mask)[1][1, 1] == 3
    mask[1, 0] = mask[1, 2] = False
    assert distance_to(mask)[1][1, 1] == 1


def test_a_long_row():
    mask = np.zeros((1, 200_000), bool)
    mask[0, 0] = True
    np.testing.assert_array_equal(distance_to(mask)[0][0], np.arange(200_000, dtype=np.float32))


def test_bytes_that_are_no_bools():
    mask = np.frombuffer(bytes([0, 2, 255, 0]), dtype=np.bool_).reshape(1, 4)
    assert distance_to(mask)[0].tolist() == [[1.0, 0.0, 0.0, 1.0]]

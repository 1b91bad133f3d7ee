"""Gaussians and their derivatives, against scipy."""

import numpy as np
import pytest
from drawn_pictures import pictures
from hypothesis import given
from hypothesis import strategies as st
from scipy import ndimage

from frenemy._core import gaussian_blur, gaussian_gradients


def by_scipy(picture, sigma, order):
    return ndimage.gaussian_filter(picture.astype(float), sigma, order=order, mode="nearest", truncate=4.0, axes=(0, 1))


def check(picture, sigma):
    # The derivative's weights grow as 1 / sigma, and so does what rounding makes of it.
    near = 2e-6 * max(1.0, 1.0 / sigma)
    np.testing.assert_allclose(gaussian_blur(picture, sigma), by_scipy(picture, sigma, (0, 0)), atol=near)
    dy, dx = gaussian_gradients(picture, sigma)
    np.testing.assert_allclose(dy, by_scipy(picture, sigma, (1, 0)), atol=near)
    np.testing.assert_allclose(dx, by_scipy(picture, sigma, (0, 1)), atol=near)


@given(st.integers(1, 4).flatmap(pictures), st.sampled_from([0.05, 0.3, 1.0, 1.7, 6.0]))
def test_small(picture, sigma):
    check(picture, sigma)


@pytest.mark.parametrize("sigma", [0.5, 1.5, 4.0])
@pytest.mark.parametrize("shape", [(1, 200, 3), (200, 1, 3), (83, 121, 1), (64, 97, 3), (40, 50, 7)])
def test_larger(shape, sigma):
    check(np.random.default_rng(0).random(shape, dtype=np.float32), sigma)


def test_a_ramp_has_its_slope():
    y, x = np.indices((60, 70), dtype=np.float32)
    dy, dx = gaussian_gradients((0.25 * y - 2.0 * x)[..., None], 2.0)
    np.testing.assert_allclose(dy[10:-10, 10:-10], 0.25, rtol=1e-2)
    np.testing.assert_allclose(dx[10:-10, 10:-10], -2.0, rtol=1e-2)


def test_a_kernel_much_wider_than_the_picture():
    picture = np.random.default_rng(0).random((5, 4, 2), dtype=np.float32)
    blurred = gaussian_blur(picture, 1000.0)
    # Half of everything lies beyond one border, half beyond the other: the corners count, a quarter each.
    corners = picture[[0, 0, -1, -1], [0, -1, 0, -1]].mean(axis=0)
    np.testing.assert_allclose(blurred, np.broadcast_to(corners, picture.shape), atol=5e-3)

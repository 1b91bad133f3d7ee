"""Cues of edges, against the same written plainly with scipy."""

import numpy as np
import pytest
from drawn_pictures import photo, pictures
from hypothesis import given
from scipy import ndimage

from frenemy import _core
from frenemy.affinity.image import edge_cues

LEAST = 0.003


def by_scipy(lab, sigmas):
    h, w = lab.shape[:2]
    y, x = np.indices((h, w), dtype=float)
    cues = []
    for sigma in sigmas:
        dy, dx = (
            ndimage.gaussian_filter(lab.astype(float), sigma, order=order, mode="nearest", truncate=4.0, axes=(0, 1))
            for order in ((1, 0), (0, 1))
        )
        lightness = sigma * np.hypot(dy[:, :, 0], dx[:, :, 0])
        color = sigma * np.sqrt((dy[:, :, 1:] ** 2 + dx[:, :, 1:] ** 2).sum(axis=2))
        both = np.hypot(lightness, color)
        tensor = np.einsum("hwic,hwjc->hwij", np.stack((dy, dx), axis=2), np.stack((dy, dx), axis=2))
        normal = np.linalg.eigh(tensor)[1][:, :, :, 1]  # of the larger eigenvalue
        beside = [
            ndimage.map_coordinates(
                both, [y + side * normal[:, :, 0], x + side * normal[:, :, 1]], order=1, mode="nearest"
            )
            for side in (1.5 * sigma, -1.5 * sigma)
        ]
        cues.append(
            [np.log(part + LEAST) for part in (lightness, color)]
            + [np.log(both + LEAST) - np.log(part + LEAST) for part in (texture(both, sigma), np.maximum(*beside))]
        )
    return np.concatenate([np.stack(one, axis=2) for one in cues], axis=2)


def texture(both, sigma):
    """The mean around, on a grid as coarse as the scale."""
    h, w = both.shape
    coarse = [max(1, int(np.floor(size / sigma + 0.5))) for size in (h, w)]
    small = _core.area_resize(both[:, :, None].astype(np.float32), *coarse)[:, :, 0].astype(float)
    small = ndimage.gaussian_filter(small, 6.0, mode="nearest", truncate=4.0)
    at = [(np.arange(size) + 0.5) * part / size - 0.5 for size, part in zip((h, w), coarse, strict=True)]
    return ndimage.map_coordinates(small, np.meshgrid(*at, indexing="ij"), order=1, mode="nearest")


def colored(shape, seed=0):
    return np.stack([photo(shape, seed + c, 1.5) for c in range(3)], axis=2)


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (1, 40), (40, 1), (37, 53)])
@pytest.mark.parametrize("sigmas", [(1.0, 2.0, 4.0), (0.7,)])
def test_against_scipy(shape, sigmas):
    lab = colored(shape)
    found = _core.edge_cues(lab, np.array(sigmas))
    assert found.shape == (*shape, 4 * len(sigmas))
    assert found.dtype == np.float32
    expected = by_scipy(lab, sigmas)
    if min(shape) > 2:
        # Where nothing changes more one way than another the direction is anyone's guess, and so are the two sides.
        near = np.isclose(found, expected, atol=2e-3)
        assert near[:, :, [i for i in range(found.shape[2]) if i % 4 != 3]].all()
        assert near.mean() > 0.999
    else:
        kept = [i for i in range(found.shape[2]) if i % 4 != 3]
        np.testing.assert_allclose(found[:, :, kept], expected[:, :, kept], atol=2e-3)


def test_scales_do_not_mix():
    lab = colored((30, 40))
    together = _core.edge_cues(lab, np.array([1.0, 3.0]))
    for i, sigma in enumerate((1.0, 3.0)):
        np.testing.assert_array_equal(together[:, :, 4 * i : 4 * i + 4], _core.edge_cues(lab, np.array([sigma])))
    assert _core.edge_cues(lab, np.zeros(0)).shape == (30, 40, 0)


def test_the_default_scales_are_one_two_and_four():
    lab = colored((20, 30))
    np.testing.assert_array_equal(edge_cues(lab), _core.edge_cues(lab, np.array([1.0, 2.0, 4.0])))


@given(pictures(3))
def test_always_finite(lab):
    assert np.isfinite(edge_cues(lab)).all()


def test_a_flat_picture_has_nothing_but_noise():
    cues = edge_cues(np.full((20, 30, 3), 0.5, np.float32))
    np.testing.assert_allclose(cues[:, :, 0::4], np.log(LEAST), atol=1e-3)
    np.testing.assert_allclose(cues[:, :, 1::4], np.log(LEAST), atol=1e-3)
    np.testing.assert_allclose(cues[:, :, 2::4], 0.0, atol=1e-3)
    np.testing.assert_allclose(cues[:, :, 3::4], 0.0, atol=1e-3)


def test_a_border_is_a_ridge():
    lab = np.zeros((40, 60, 3), np.float32)
    lab[:, 30:, 0] = 0.5  # lightness alone
    cues = edge_cues(lab)
    assert (cues[5:-5, [29, 30], 0] > cues[5:-5, [10, 50], 0] + 3.0).all()
    np.testing.assert_allclose(cues[:, :, 1], np.log(LEAST), atol=1e-4)
    assert (cues[5:-5, [29, 30], 2:4] > 0.3).all()
    assert (cues[5:-5, [27, 32], 3] < 0.0).all()  # beside it more changes on one side


@pytest.mark.parametrize("turned", [lambda a: a[::-1], lambda a: a[:, ::-1], lambda a: a.swapaxes(0, 1)])
def test_mirrored_and_transposed(turned):
    lab = colored((36, 52))
    there = edge_cues(np.ascontiguousarray(turned(lab)))
    here = turned(edge_cues(lab))
    np.testing.assert_allclose(there[:, :, 0::4], here[:, :, 0::4], atol=2e-4)
    np.testing.assert_allclose(there[:, :, 1::4], here[:, :, 1::4], atol=2e-4)
    np.testing.assert_allclose(there[:, :, 2::4], here[:, :, 2::4], atol=2e-4)
    assert np.isclose(there[:, :, 3::4], here[:, :, 3::4], atol=2e-3).mean() > 0.999


@pytest.mark.parametrize(
    ("lab", "sigmas", "message"),
    [
        (np.zeros((3, 4, 2), np.float32), [1.0], "lab must have 3 channels, got 2"),
        (np.zeros((3, 4, 3), np.float32), [1.0, 0.4], "sigmas must be 0.5 to 100, got 0.400000 at sigma 1"),
        (np.zeros((3, 4, 3), np.float32), [101.0], "sigmas must be 0.5 to 100, got 101.000000 at sigma 0"),
        (np.zeros((3, 4, 3), np.float32), [np.nan], "sigmas must be 0.5 to 100, got nan at sigma 0"),
        (np.zeros((0, 4, 3), np.float32), [1.0], "a picture must have 1 to 536870912 pixels, got 0 x 4"),
    ],
)
def test_messages(lab, sigmas, message):
    with pytest.raises(ValueError, match=message):
        _core.edge_cues(lab, np.array(sigmas))

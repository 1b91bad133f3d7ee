"""Pictures of every kind become the same colors, or an error that says where they go wrong."""

import numpy as np
import pytest

from frenemy.affinity.image import checked_picture, to_lab

RNG = np.random.default_rng(5)
COLORS = RNG.integers(0, 256, (6, 9, 3)).astype(np.uint8)


def test_bytes_floats_and_bits_mean_the_same():
    expected = COLORS / np.float32(255)
    for image in (COLORS, expected, expected.astype(np.float64), COLORS.astype(np.int64), COLORS.tolist()):
        np.testing.assert_allclose(checked_picture(image).rgb, expected, atol=1e-6)
    assert checked_picture(COLORS).rgb.dtype == np.float32


@pytest.mark.parametrize(
    ("most", "white"), [(255, 255), (256, 1023), (1023, 1023), (4000, 4095), (9000, 16383), (16384, 65535)]
)
def test_white_is_the_least_number_of_bits_that_holds_all(most, white):
    image = np.array([[0, most]], np.uint16)
    assert checked_picture(image).rgb[0, 1, 0] == pytest.approx(most / white, abs=1e-6)


def test_grey_is_three_times_the_same():
    grey = COLORS[:, :, 0]
    for image in (grey, grey[:, :, None]):
        rgb = checked_picture(image).rgb
        assert rgb.shape == (6, 9, 3)
        assert (rgb == rgb[:, :, :1]).all()
    assert checked_picture(grey > 100).rgb.max() == 1.0


def test_alpha_is_laid_over_white():
    half = np.dstack([COLORS, np.full((6, 9), 51, np.uint8)])
    np.testing.assert_allclose(checked_picture(half).rgb, 0.2 * (COLORS / 255) + 0.8, atol=1e-6)
    assert (checked_picture(np.zeros((2, 2, 2), np.uint8)).rgb == 1.0).all()


def test_a_part_is_cut_out_of_the_whole():
    picture = checked_picture(COLORS)
    assert (picture.part((1, 2, 5, 8)) == picture.rgb[1:5, 2:8]).all()


def test_resized_in_bands_as_at_once(monkeypatch):
    from frenemy import _core
    from frenemy.affinity.image import picture as module

    image = RNG.random((70, 50, 3)).astype(np.float32)
    monkeypatch.setattr(module, "_BAND_PIXELS", 7 * 50)
    np.testing.assert_allclose(checked_picture(image).resized(31, 17), _core.area_resize(image, 31, 17), atol=1e-6)
    assert (checked_picture(image).resized(70, 50) == image).all()


def test_bytes_come_back():
    assert (checked_picture(COLORS).as_bytes() == COLORS).all()
    assert (checked_picture(COLORS / 255).as_bytes() == COLORS).all()
    assert checked_picture(np.array([[True, False]])).as_bytes()[0, :, 0].tolist() == [255, 0]


def test_what_was_given_may_change_later_on():
    image = COLORS.copy()
    picture = checked_picture(image)
    image[:] = 0
    assert (picture.as_bytes() == COLORS).all()
    with pytest.raises(ValueError, match="read-only"):
        picture.values[0, 0] = 1


def test_rounding_errors_are_forgiven():
    assert checked_picture(np.array([[-1e-9, 1.0 + 1e-9]])).rgb[0, :, 0].tolist() == [0.0, 1.0]


@pytest.mark.parametrize(
    ("image", "message"),
    [
        (np.zeros(5), r"shape \(5,\)"),
        (np.zeros((2, 3, 5)), r"1 to 4 channels, got shape \(2, 3, 5\)"),
        (np.zeros((0, 3), np.uint8), r"at least one pixel, got shape \(0, 3\)"),
        (np.array([[0.0, np.nan]]), "finite, got nan at x = 1, y = 0"),
        (np.array([[[0.0, 0.0, np.inf]]]), "finite, got inf at x = 0, y = 0, channel 2"),
        (np.array([[0.5], [128.0]]), r"in 0..1, got 128.0 at x = 0, y = 1"),
        (np.array([[0, -3]]), "negative, got -3 at x = 1, y = 0"),
        (np.array([[0, 70000]]), "at most 65535, got 70000 at x = 1, y = 0"),
        (np.array([["a", "b"]]), "hold numbers, got <U1"),
        (np.array([[1j]]), "hold numbers, got complex128"),
        (None, "got shape"),
    ],
)
def test_what_is_no_picture_is_named(image, message):
    with pytest.raises(ValueError, match=message):
        checked_picture(image)


def test_lab_is_that_of_scikit_image():
    color = pytest.importorskip("skimage.color")
    rgb = RNG.random((40, 30, 3)).astype(np.float32)
    rgb[0, :3] = [[0, 0, 0], [1, 1, 1], [0.01, 0.02, 0.03]]
    np.testing.assert_allclose(to_lab(rgb), color.rgb2lab(rgb), atol=2e-2)

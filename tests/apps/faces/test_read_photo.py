"""Photos of every kind come out upright, RGB and of 8 bits."""

import io

import numpy as np
import pytest

pytest.importorskip("PIL")
from colored_squares import BLUE, GREEN, RED, animated, bad_files, encoded, photo, turned
from PIL import Image

from frenemy.apps.faces.photos.photo import read_photo
from frenemy.apps.faces.photos.thumbnail import thumbnail
from frenemy.io import read_picture


def assert_looks_like(read, picture, tolerance=8):
    expected = np.asarray(picture.convert("RGB")).astype(int)
    assert read.pixels.dtype == np.uint8
    assert read.pixels.shape == expected.shape
    assert read.size == picture.size
    assert np.abs(read.pixels - expected).mean() < tolerance


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_turned_as_exif_says(orientation):
    picture = photo(RED, GREEN)
    assert_looks_like(read_photo(turned(picture, orientation)), picture)


@pytest.mark.parametrize(
    ("mode", "format"),
    [("CMYK", "JPEG"), ("P", "PNG"), ("L", "PNG"), ("1", "PNG"), ("RGBA", "PNG"), ("LA", "PNG"), ("RGB", "TIFF")],
)
def test_modes(mode, format):
    picture = photo(RED, BLUE).convert(mode)
    assert_looks_like(read_photo(encoded(picture, format)), picture)


def test_16_bits_floats_and_clear_pixels():
    deep = Image.fromarray(np.full((4, 6), 40_000, np.uint16))
    assert np.unique(read_photo(encoded(deep, "PNG")).pixels).tolist() == [40_000 >> 8]
    real = Image.fromarray(np.array([[0.0, 0.5, 1.0, np.nan]], np.float32))
    assert read_photo(encoded(real, "TIFF")).pixels[0, :, 0].tolist() == [0, 127, 255, 0]
    clear = Image.fromarray(np.zeros((3, 3, 4), np.uint8))
    assert (read_photo(encoded(clear, "PNG")).pixels == 255).all()


def test_first_of_an_animation_of_pages_and_of_mpo():
    first, second = photo(RED), photo(GREEN, BLUE)
    assert_looks_like(read_photo(animated(first, second)), first)
    assert_looks_like(read_photo(encoded(first, "TIFF", save_all=True, append_images=[second])), first)
    assert_looks_like(read_photo(encoded(first, "MPO", save_all=True, append_images=[second])), first)


@pytest.mark.parametrize("format", ["JPEG", "PNG"])
@pytest.mark.parametrize("size", [(1000, 400), (400, 1000), (2000, 2)])
def test_large_ones_are_reduced_and_boxes_scaled_back(format, size):
    picture = photo(RED, size=size, side=100)
    read = read_photo(encoded(picture, format), max_side=250)
    assert max(read.pixels.shape[:2]) == 250
    assert read.size == size
    height, width = read.pixels.shape[:2]
    assert read.box_in_photo((0, 0, width, height)) == pytest.approx((0, 0, *size))
    expected = np.asarray(picture.resize((width, height), Image.Resampling.BOX)).astype(int)
    assert np.abs(read.pixels - expected).mean() < 8


def test_reduced_and_turned():
    picture = photo(RED, GREEN, size=(1200, 800), side=80)
    read = read_photo(turned(picture, 6), max_side=300)
    assert read.size == (1200, 800)
    assert read.pixels.shape == (200, 300, 3)
    assert read.pixels[10, 10, 0] > 180


@pytest.mark.parametrize("name", [name for name in bad_files() if name.endswith((".jpg", ".png"))])
def test_bad_files_are_errors_that_say_why(name):
    data, reason = bad_files()[name]
    with pytest.raises(ValueError, match=reason) as caught:
        read_photo(data)
    assert not str(caught.value).startswith("photo")


def test_a_large_jpeg_is_read_where_another_of_that_size_is_not():
    picture = photo(RED, size=(400, 300))
    assert read_photo(encoded(picture), max_side=100, max_pixels=40_000).size == (400, 300)
    with pytest.raises(ValueError, match="too large"):
        read_photo(encoded(picture, "PNG"), max_side=100, max_pixels=40_000)
    with pytest.raises(ValueError, match="too large"):
        read_photo(encoded(picture), max_side=100, max_pixels=20_000)


@pytest.mark.parametrize(
    ("box", "side"),
    [((60, 40, 90, 70), 51), ((-20, -20, 40, 40), 100), ((0, 0, 160, 100), 100), ((150, 90, 400, 300), 100)],
)
def test_thumbnails_are_small_squares(box, side):
    pixels = np.asarray(photo(RED))
    shape = read_picture(thumbnail(pixels, box)).shape
    assert shape == (side, side, 3)


def test_thumbnail_shows_the_face_and_some_margin():
    pixels = np.asarray(photo(RED, size=(300, 300), side=100))
    small = read_picture(io.BytesIO(thumbnail(pixels, (8, 8, 108, 108))).getvalue())
    n_red = (small[..., 0] > small[..., 1] + 60).mean()
    assert n_red == pytest.approx(1 / 1.7**2, abs=0.03)

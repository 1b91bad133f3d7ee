"""Strokes from drawings."""

import io
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import ndimage

from frenemy.affinity.image import Stroke
from frenemy.io import read_strokes
from frenemy.io.images.png import png_bytes
from frenemy.io.images.thinning import thinned

Image = pytest.importorskip("PIL.Image")
ImageDraw = pytest.importorskip("PIL.ImageDraw")

AROUND = np.ones((3, 3), bool)
masks = hnp.arrays(bool, hnp.array_shapes(min_dims=2, max_dims=2, max_side=12))


@settings(max_examples=200, deadline=None)
@given(masks)
def test_thinning_keeps_what_is_connected(mask):
    skeleton = thinned(mask)
    assert not (skeleton & ~mask).any()
    assert ndimage.label(skeleton, AROUND)[1] == ndimage.label(mask, AROUND)[1]
    holes = [ndimage.label(np.pad(~one, 1, constant_values=True))[1] for one in (mask, skeleton)]
    assert holes[0] == holes[1]
    assert np.array_equal(thinned(skeleton), skeleton)


def test_thinning_is_that_of_scikit_image():
    morphology = pytest.importorskip("skimage.morphology")
    mask = ndimage.gaussian_filter(np.random.default_rng(0).random((80, 90)), 3) > 0.5
    assert np.array_equal(thinned(mask), morphology.thin(mask))


def drawing(draw, *, size=(200, 150), mode="RGB", background="white", smooth=1):
    image = Image.new(mode, (size[0] * smooth, size[1] * smooth), background)
    draw(ImageDraw.Draw(image))
    image = image.resize(size, Image.Resampling.BOX) if smooth > 1 else image
    return read_strokes(png_bytes(np.asarray(image)), shape=(size[1], size[0]))


def furthest(stroke, points):
    """How far the stroke is at most from the polyline through the points, and the other way round."""

    def dense(polyline):
        steps = np.linspace(0, 1, 50)[:, None]
        return np.concatenate([a + steps * (b - a) for a, b in itertools.pairwise(polyline)])

    first, second = dense(stroke.points), dense(np.asarray(points, float))
    distance = np.hypot(*(first[:, None] - second[None]).transpose(2, 0, 1))
    return max(distance.min(axis=0).max(), distance.min(axis=1).max())


@pytest.mark.parametrize("width", [1, 2, 3, 5, 9])
@pytest.mark.parametrize(
    ("mode", "background", "ink"),
    [
        ("RGB", "white", "red"),
        ("RGB", (20, 40, 60), "yellow"),
        ("RGBA", (0, 0, 0, 0), "black"),
        ("RGBA", (255, 255, 255, 0), (255, 0, 0, 90)),
        ("RGBA", "white", "black"),
        ("L", 0, 255),
        ("L", 255, 225),
    ],
)
def test_a_line_becomes_a_stroke(width, mode, background, ink):
    ends = [(20, 30), (160, 100)]
    (stroke,) = drawing(lambda d: d.line(ends, fill=ink, width=width), mode=mode, background=background)
    assert furthest(stroke, ends) < 1.5 + 0.5 * width
    assert abs(stroke.width - width) < 0.5 + 0.2 * width  # the drawing program is not exact either
    assert len(stroke.points) < 12


def test_soft_edges_do_not_widen():
    (stroke,) = drawing(lambda d: d.line([(80, 120), (640, 400)], fill="black", width=16), smooth=4)
    assert abs(stroke.width - 4) < 0.6
    assert furthest(stroke, [(19.6, 29.6), (159.6, 99.6)]) < 2.5


def test_each_ink_is_a_stroke_of_its_own():
    def crossing(d):
        d.line([(80, 80), (640, 400)], fill="red", width=12)
        d.line([(80, 560), (720, 560)], fill="blue", width=12)
        d.line([(600, 40), (600, 580)], fill=(170, 170, 170), width=12)

    strokes = drawing(crossing, smooth=4)
    # Grey lies over red and blue, and cuts each of them in two.
    assert len(strokes) == 5
    assert max(stroke.length for stroke in strokes) == pytest.approx(147, abs=4)  # red up to x = 148: hypot(128, 73)


def test_a_cross_of_one_ink_splits_at_the_junction():
    strokes = drawing(
        lambda d: (d.line([(20, 20), (180, 130)], fill=0, width=5), d.line([(20, 75), (180, 75)], fill=0, width=5))
    )
    assert len(strokes) == 4
    assert {tuple(np.round(stroke.points[0])) for stroke in strokes} == {(100.0, 75.0)}


def test_branches_split():
    def branches(d):
        d.line([(100, 75), (20, 20)], fill="black", width=5)
        d.line([(100, 75), (180, 20)], fill="black", width=5)
        d.line([(100, 75), (100, 140)], fill="black", width=5)

    strokes = drawing(branches)
    assert len(strokes) == 3
    for stroke in strokes:
        assert min(np.hypot(*(stroke.points[[0, -1]] - (100, 75)).T)) < 3


def test_a_loop_ends_where_it_begins():
    (stroke,) = drawing(lambda d: d.ellipse((50, 40, 150, 110), outline="black", width=4))
    assert (stroke.points[0] == stroke.points[-1]).all()
    angle = np.linspace(0, 2 * np.pi, 60)
    assert furthest(stroke, np.stack((100 + 48 * np.cos(angle), 75 + 33 * np.sin(angle)), axis=1)) < 2
    assert abs(stroke.width - 4) < 1


def test_blots_and_dots():
    strokes = drawing(lambda d: (d.ellipse((40, 40, 60, 60), fill="black"), d.point((150, 20), fill="black")))
    blot, dot = sorted(strokes, key=lambda stroke: -stroke.width)
    assert dot == Stroke([[150, 20]], 1.0)
    assert np.hypot(*(blot.points.mean(axis=0) - 50)) < 3
    assert 15 < blot.width < 22


def test_rough_edges_grow_no_spurs():
    rng = np.random.default_rng(0)
    y, x = np.mgrid[:120, :300]
    mask = abs(y - 60 - 20 * np.sin(x / 40)) < 7 + rng.random((120, 300)) * 2
    mask[:, :20] = mask[:, -20:] = False
    strokes = read_strokes(png_bytes(~mask))
    assert max(stroke.length for stroke in strokes) > 240
    assert len(strokes) <= 3


def test_jpeg_leaves_no_specks():
    image = Image.new("RGB", (200, 150), "white")
    ImageDraw.Draw(image).line([(20, 20), (180, 130)], fill="black", width=5)
    file = io.BytesIO()
    image.save(file, "JPEG", quality=60)
    (stroke,) = read_strokes(file.getvalue())
    assert stroke.length > 180


def test_nothing_drawn():
    assert read_strokes(png_bytes(np.full((5, 6, 3), 200, np.uint8))) == ()
    assert read_strokes(png_bytes(np.zeros((5, 6, 4), np.uint8))) == ()


def test_a_photograph_is_no_drawing():
    noise = np.random.default_rng(0).integers(0, 256, (40, 40, 3), np.uint8)
    with pytest.raises(ValueError, match=r"^the strokes: must be lines on a background .*draw on an empty layer"):
        read_strokes(png_bytes(noise))
    opaque = np.full((10, 10, 4), 255, np.uint8)
    opaque[0, 0, 3] = 0
    with pytest.raises(ValueError, match="only 1% of it is transparent"):
        read_strokes(png_bytes(opaque))


def test_the_size_must_be_that_of_the_picture():
    with pytest.raises(ValueError, match="was drawn on a picture of 6 x 5 pixels, but this one has 60 x 50"):
        read_strokes(png_bytes(np.zeros((5, 6), np.uint8)), shape=(50, 60, 3))


@settings(max_examples=100, deadline=None)
@given(
    hnp.arrays(
        np.uint8,
        st.tuples(st.integers(1, 12), st.integers(1, 12), st.integers(1, 4)),
        elements=st.sampled_from([0, 40, 255]),
    )
)
def test_any_picture_gives_strokes_or_a_value_error(pixels):
    try:
        strokes = read_strokes(png_bytes(pixels))
    except ValueError as error:
        strokes, message = (), str(error)
        assert "background" in message
    for stroke in strokes:
        assert (stroke.points >= 0).all()
        assert (stroke.points <= (pixels.shape[1] - 1, pixels.shape[0] - 1)).all()
        assert stroke.width >= 1

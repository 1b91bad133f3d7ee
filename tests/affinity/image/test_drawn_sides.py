"""Colors beside the nearest stroke."""

import numpy as np
import pytest
from drawn_scenes import appearance_as_it_is, colored, odd_scenes

from frenemy.affinity.image import Stroke, StrokeLines
from frenemy.affinity.image.strokes.drawn_sides import DrawnSides
from frenemy.affinity.image.wires.paths import SIDE, Paths

ODD = odd_scenes()
SHAPE = (40, 50)
ABOVE, BELOW = np.array([0.6, 0.1, -0.2], np.float32), np.array([0.3, -0.1, 0.2], np.float32)


def halves():
    """One color above row 20, another from there on."""
    smooth = np.empty((*SHAPE, 3), np.float32)
    smooth[:20], smooth[20:] = ABOVE, BELOW
    return smooth


def near(smooth, strokes, pixels):
    return DrawnSides.near(smooth, StrokeLines.of(strokes, smooth.shape[:2]), np.asarray(pixels, np.int32))


def pixel(x, y):
    return y * SHAPE[1] + x


def test_right_is_below_a_stroke_that_goes_to_the_right():
    found = near(halves(), [Stroke([[5, 20], [40, 20]])], [pixel(5, 20), pixel(22, 20), pixel(40, 20)])
    np.testing.assert_allclose(found.right, [BELOW] * 3, rtol=1e-6)
    np.testing.assert_allclose(found.left, [ABOVE] * 3, rtol=1e-6)
    np.testing.assert_allclose(found.contrast, [np.linalg.norm(ABOVE - BELOW)] * 3, rtol=1e-6)
    assert found.right.dtype == found.left.dtype == found.contrast.dtype == np.float32


def test_means_over_the_steps_around_each():
    smooth = colored(SHAPE)
    lines = StrokeLines.of([Stroke([[3, 6], [45, 12]]), Stroke([[10, 35], [30, 20], [44, 33]])], SHAPE)
    paths = Paths(SHAPE[1], lines.offsets, lines.pixels)
    found = DrawnSides.near(smooth, lines, lines.pixels)
    for colors, distance in ((found.right, SIDE), (found.left, -SIDE)):
        beside = paths.beside(smooth, distance)
        for start, stop in ((0, lines.offsets[1]), (lines.offsets[1], lines.offsets[2])):
            for step in range(start, stop):
                expected = beside[max(start, step - 8) : min(stop, step + 9)].mean(axis=0)
                np.testing.assert_allclose(colors[step], expected, rtol=1e-5)


def test_where_strokes_cross_the_last_one_counts():
    smooth = colored(SHAPE)
    across, down = Stroke([[5, 20], [40, 20]]), Stroke([[22, 3], [22, 36]])
    at = [pixel(22, 20)]
    np.testing.assert_array_equal(near(smooth, [across, down], at).right, near(smooth, [down], at).right)
    np.testing.assert_array_equal(near(smooth, [down, across], at).right, near(smooth, [across], at).right)


@pytest.mark.parametrize("points", [[[5, 20], [40, 20]], [[22, 3], [22, 36]], [[6, 6], [30, 30]], [[9, 9]]])
def test_drawn_the_other_way_round(points):
    smooth = colored(SHAPE)
    lines = StrokeLines.of([Stroke(points)], SHAPE)
    here = DrawnSides.near(smooth, lines, lines.pixels)
    there = near(smooth, [Stroke(points[::-1])], lines.pixels)
    np.testing.assert_allclose(there.right, here.left, rtol=1e-5)
    np.testing.assert_allclose(there.left, here.right, rtol=1e-5)
    np.testing.assert_allclose(there.contrast, here.contrast, atol=1e-6)
    rng = np.random.default_rng(0)
    one, other = (rng.random((len(lines.pixels), 3), dtype=np.float32) for _ in range(2))
    np.testing.assert_allclose(there.compared(one, other), here.compared(one, other), rtol=1e-5)


def test_one_pixel_has_no_sides():
    smooth = colored(SHAPE)
    found = near(smooth, [Stroke([[12, 9]])], [pixel(12, 9)] * 4)
    np.testing.assert_allclose(found.right, [smooth[9, 12]] * 4, rtol=1e-6)
    np.testing.assert_array_equal(found.left, found.right)
    assert not found.contrast.any()


def test_nothing_drawn():
    found = near(colored(SHAPE), [], np.zeros(7))
    assert found.right.shape == found.left.shape == (7, 3)
    assert not found.right.any()
    assert not found.contrast.any()
    both, one = found.compared(np.ones((7, 3), np.float32), np.zeros((7, 3), np.float32))
    np.testing.assert_array_equal(both, one)
    assert near(colored(SHAPE), [], []).right.shape == (0, 3)


def test_compared():
    found = near(halves(), [Stroke([[5, 20], [40, 20]])], [pixel(22, 20)] * 4)
    contrast = float(found.contrast[0])
    first, second = np.stack((ABOVE, BELOW, ABOVE, BELOW)), np.stack((BELOW, ABOVE, ABOVE, BELOW))
    both, one = found.compared(first, second)
    np.testing.assert_allclose(both, [0, 0, contrast, contrast], atol=1e-6)
    np.testing.assert_allclose(one, [contrast, contrast, 0, 0], atol=1e-6)
    np.testing.assert_array_equal(found.compared(second, first), (both, one))


def test_some_of_them():
    smooth = colored(SHAPE)
    lines = StrokeLines.of([Stroke([[3, 6], [45, 12]])], SHAPE)
    chosen = np.array([4, 0, 4], np.int64)
    whole, some = (DrawnSides.near(smooth, lines, lines.pixels), DrawnSides.near(smooth, lines, lines.pixels[chosen]))
    np.testing.assert_array_equal(whole.at(chosen).right, some.right)
    np.testing.assert_array_equal(whole.at(chosen).left, some.left)


@pytest.mark.parametrize("name", ODD)
def test_odd_scenes(name):
    picture, strokes = ODD[name]
    looks = appearance_as_it_is(picture)
    lines = StrokeLines.of(strokes, looks.grid)
    found = DrawnSides.near(looks.smooth, lines, lines.pixels)
    assert found.right.shape == found.left.shape == (len(lines.pixels), 3)
    for values in (found.right, found.left, found.contrast, *found.compared(found.left, found.right)):
        assert np.isfinite(values).all()

"""Pictures with strokes, cut into pieces; pieces that strokes keep apart."""

import numpy as np
import pytest
from drawn_scenes import EDGE, WIRE, appearance, colored, lines_at, odd_scenes

from frenemy import _core
from frenemy.affinity.image import Stroke, StrokeLines, appearance_of, checked_picture, scene
from frenemy.affinity.image.regions.appearance import MAX_PIXELS, MIN_PIXELS, work_shape
from frenemy.affinity.image.regions.superpixels import superpixels
from frenemy.affinity.image.strokes.drawn_apart import drawn_apart

ODD = odd_scenes()


@pytest.mark.parametrize("name", ODD)
def test_odd_scenes(name):
    picture, strokes = ODD[name]
    looks = appearance(picture)
    assert all(np.isfinite(part).all() for part in (looks.lab, looks.smooth, looks.broad, looks.edge, looks.cost))
    assert (looks.cost > 0).all()
    told = []
    found = scene(looks, strokes, WIRE, told.append)
    assert told == sorted(told)
    assert found.pieces.shape == looks.grid
    assert found.pieces.dtype == np.int32
    np.testing.assert_array_equal(np.unique(found.pieces), np.arange(found.evidence.n_pieces))
    assert _core.connected_regions(found.pieces)[1] == found.evidence.n_pieces  # each hangs together
    assert found.apart.dtype == np.int32
    assert found.apart.shape[1] == 2
    assert (found.apart[:, 0] != found.apart[:, 1]).all()
    pairs = found.evidence.pairs(np.arange(found.evidence.n_pieces, dtype=np.int32))
    assert np.isfinite(pairs.features).all()


def test_the_same_scene_twice():
    looks, strokes = appearance(colored((60, 70))), lines_at((60, 70), 9)
    one, other = scene(looks, strokes, WIRE), scene(looks, strokes, WIRE)
    np.testing.assert_array_equal(one.pieces, other.pieces)
    np.testing.assert_array_equal(one.apart, other.apart)


def test_no_piece_goes_through_a_line():
    edge = np.random.default_rng(0).normal(-3, 2, (64, 64)).astype(np.float32)
    is_drawn = np.zeros((64, 64), bool)
    is_drawn[30] = True
    pieces = superpixels(edge, np.full((64, 64), -6, np.float32), is_drawn)
    assert not np.intersect1d(pieces[:30], pieces[31:]).size


def test_likely_wires_part_pieces_and_unlikely_ones_do_not():
    edge = np.random.default_rng(0).normal(-3, 0.5, (64, 64)).astype(np.float32)
    nothing, wires = np.full((64, 64), -6, np.float32), np.full((64, 64), -6, np.float32)
    is_drawn = np.zeros((64, 64), bool)
    plain = superpixels(edge, nothing, is_drawn)
    wires[30] = -2.0
    np.testing.assert_array_equal(superpixels(edge, wires, is_drawn), plain)
    wires[30] = 3.0  # 5 above all around it
    pieces = superpixels(edge, wires, is_drawn)
    assert not np.intersect1d(pieces[:30], pieces[31:]).size


@pytest.mark.parametrize("side", [40, 200, 400, 1000])
def test_pieces_are_as_large_whatever_the_picture(side):
    edge = np.random.default_rng(0).normal(-3, 0.5, (side, side)).astype(np.float32)
    pieces = superpixels(edge, np.full(edge.shape, -6, np.float32), np.zeros(edge.shape, bool))
    assert pieces.max() + 1 == pytest.approx((side / 8) ** 2, rel=0.1)


def test_edges_are_left_as_they_were():
    edge = np.zeros((9, 9), np.float32)
    superpixels(edge, np.full((9, 9), 3, np.float32), np.ones((9, 9), bool))
    assert not edge.any()


def test_facing_pieces():
    """A line along row 10: pieces are rows of blocks, and those 4 above face those 4 below."""
    pieces = (np.indices((20, 30))[1] // 10 + 3 * (np.indices((20, 30))[0] // 10)).astype(np.int32)
    lines = StrokeLines.of([Stroke([[2, 10], [27, 10]])], (20, 30))
    pairs = drawn_apart(lines, pieces)
    # Columns 2 to 27 without four at each end, every second: 6, 8, .., 22.
    columns = np.arange(6, 24, 2)
    np.testing.assert_array_equal(np.sort(pairs, axis=1), np.stack((columns // 10, columns // 10 + 3), axis=1))
    assert drawn_apart(StrokeLines.of([Stroke([[2, 10], [8, 10]])], (20, 30)), pieces).shape == (0, 2)  # all ends
    assert drawn_apart(StrokeLines.of([], (20, 30)), pieces).shape == (0, 2)
    assert drawn_apart(lines, np.zeros((20, 30), np.int32)).shape == (0, 2)


# ----------------------------------------------------------------------------------------------------------- work grid


@pytest.mark.parametrize("shape", [(321, 481), (400, 400), (3000, 4000), (1, 10**6), (10**6, 1), (2, 10**6)])
def test_work_grids(shape):
    h, w = work_shape(shape)
    assert 1 <= h <= shape[0]
    assert 1 <= w <= shape[1]
    assert h * w <= MAX_PIXELS
    if shape[0] * shape[1] <= MAX_PIXELS:
        assert (h, w) == shape
    elif min(shape) > 2:
        assert h * w > 0.99 * MAX_PIXELS
        assert h / w == pytest.approx(shape[0] / shape[1], rel=0.01)


@pytest.mark.parametrize("shape", [(30, 40), (40, 30), (120, 160), (244, 245)])
def test_small_pictures_are_enlarged(shape):
    h, w = work_shape(shape)
    assert h * w == pytest.approx(MIN_PIXELS, rel=0.01)
    assert h / w == pytest.approx(shape[0] / shape[1], rel=0.01)
    assert work_shape((h, w)) == pytest.approx((h, w), abs=1)


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 2), (1, 7), (5, 1), (1, 26_700), (26_700, 1), (1, 59_999)])
def test_tiny_and_thin_pictures_stay_within_bounds(shape):
    h, w = work_shape(shape)
    assert shape[0] <= h <= 64 * shape[0]
    assert shape[1] <= w <= 64 * shape[1]
    assert h * w <= MAX_PIXELS


def test_strokes_on_an_enlarged_picture():
    looks = appearance(colored((50, 60)))
    assert looks.shape == (50, 60)
    assert looks.grid == work_shape((50, 60))
    assert looks.small.shape == (*(round(size / 3) for size in looks.grid), 3)
    found = scene(looks, [Stroke([[-0.5, 25], [59.5, 25]])], WIRE)
    row = round(25.5 * looks.scale[1] - 0.5)
    assert not np.intersect1d(found.pieces[: row - 1], found.pieces[row + 2 :]).size


def test_strokes_are_those_of_the_whole_picture():
    small = colored((100, 120))
    large = checked_picture(np.kron(small, np.ones((6, 6, 1))).clip(0, 1))
    looks = appearance_of(large, EDGE)
    assert looks.shape == (600, 720)
    assert looks.grid == work_shape((600, 720))
    assert looks.scale == pytest.approx((looks.grid[1] / 720, looks.grid[0] / 600))
    found = scene(looks, [Stroke([[0, 300], [719, 300]])], WIRE)
    row = round(300 * looks.scale[1])
    above, below = found.pieces[: row - 1], found.pieces[row + 2 :]
    assert not np.intersect1d(above, below).size

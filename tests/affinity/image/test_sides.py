"""Which pixels lie on the two sides of a stroke, also of strokes that are drawn oddly."""

import numpy as np
import pytest

from frenemy.affinity.image import Stroke, across, sides

SHAPE = (60, 80)


def side_map(stroke, shape=SHAPE, **options):
    found = sides(stroke, shape, **options)
    whole = np.zeros(shape, np.int8)
    top, left, bottom, right = found.window
    whole[top:bottom, left:right] = found.side
    return whole


def test_strips_along_a_straight_stroke():
    side = side_map(Stroke([[20, 30], [40, 30]]))
    # From 1.5 to 5 pixels away: rows 25..28 above and 32..35 below, and nothing beyond the ends.
    assert np.array_equal(np.argwhere(side > 0).min(axis=0), [25, 20])
    assert np.array_equal(np.argwhere(side > 0).max(axis=0), [28, 40])
    assert np.array_equal(np.argwhere(side < 0).min(axis=0), [32, 20])
    assert np.array_equal(np.argwhere(side < 0).max(axis=0), [35, 40])
    assert np.count_nonzero(side) == 2 * 4 * 21


def test_the_other_way_round_has_the_other_signs():
    points = np.array([[12, 20], [30, 31], [50, 22]])
    assert np.array_equal(side_map(Stroke(points)), -side_map(Stroke(points[::-1])))


def test_wide_strokes_have_sides_further_out():
    side = side_map(Stroke([[20, 30], [40, 30]], width=8), depth=2)
    assert np.unique(np.argwhere(side)[:, 0]).tolist() == [24, 25, 35, 36]


def test_ends_are_excluded_for_any_direction():
    for angle in np.linspace(0, 2 * np.pi, 17):
        along = np.array([np.cos(angle), np.sin(angle)])
        ends = np.array([40, 30]) + np.outer([-10, 10], along)
        side = side_map(Stroke(ends))
        y, x = np.nonzero(side)
        at = (np.stack((x, y), axis=1) - [40, 30]) @ along
        assert np.abs(at).max() <= 10 + 1e-9
        # To the left on the screen is the direction turned towards smaller y for one that goes right.
        left = (np.stack((x, y), axis=1) - [40, 30]) @ np.array([along[1], -along[0]])
        assert np.array_equal(np.sign(left), side[y, x])
        assert np.abs(left).min() > 1.5
        assert np.abs(left).max() <= 5 + 1e-9


def test_bends_have_one_sign_on_each_side():
    side = side_map(Stroke([[20, 45], [40, 15], [60, 45]]))  # a roof
    assert side[10:13, 40].tolist() == [1, 1, 1]  # above the ridge
    assert side[20:23, 40].tolist() == [-1, -1, -1]  # below it


@pytest.mark.parametrize("gap", [0.0, 1.5])
def test_closed_strokes_have_an_inside_and_an_outside(gap):
    turn = np.linspace(0, 2 * np.pi - gap / 20, 60)
    circle = np.stack((40 + 20 * np.cos(turn), 30 + 20 * np.sin(turn)), axis=1)
    side = side_map(Stroke(circle))
    y, x = np.nonzero(side)
    radius = np.hypot(x - 40, y - 30)
    assert np.array_equal(side[y, x] > 0, radius > 20)  # clockwise on the screen, so the outside is to the left
    assert (side[29:32, 62:65] == 1).all()  # also where the ends meet
    assert (side[29:32, 56:58] == -1).all()


@pytest.mark.parametrize("points", [[[30, 30]], [[30, 30], [30, 30]], [[30, 30], [30.1, 30]]])
def test_points_have_no_sides(points):
    found = sides(Stroke(points), SHAPE)
    assert found.window == (0, 0, 0, 0)
    assert found.side.size == 0
    assert len(found.mirrored) == 0


def test_zigzags_alternate():
    zigzag = np.array([[10, 10], [60, 10], [60, 30], [10, 30], [10, 50], [60, 50]])
    column = side_map(Stroke(zigzag))[:, 35]
    assert np.unique(column[6:9]).tolist() == [1]
    assert np.unique(column[12:15]).tolist() == [-1]
    assert np.unique(column[26:29]).tolist() == [-1]
    assert np.unique(column[32:35]).tolist() == [1]
    assert np.unique(column[46:49]).tolist() == [1]
    assert np.unique(column[52:55]).tolist() == [-1]


def test_a_hairpin_has_no_sides_at_its_tip():
    side = side_map(Stroke([[10, 30], [40, 30], [10, 30.5]]))
    assert not side[:, 41:].any()


def test_no_sides_where_a_stroke_crosses_itself():
    side = side_map(Stroke([[20, 30], [60, 30], [60, 10], [40, 10], [40, 50]]))
    near = np.hypot(*(np.indices(SHAPE) - np.array([30, 40])[:, None, None])) <= 5
    assert not side[near].any()
    assert side[~near].any()


def test_beyond_the_picture():
    assert sides(Stroke([[-40, -40], [-20, -40]]), SHAPE).side.size == 0
    assert sides(Stroke([[1e9, 5], [1e9, 50]]), SHAPE).side.size == 0
    along_the_rim = side_map(Stroke([[-30, -0.5], [200, -0.5]]))
    assert np.unique(along_the_rim[:5]).tolist() == [-1, 0]
    whole, cut = Stroke([[-50, 20], [200, 40]]), Stroke([[-500, -16], [950, 100]])
    assert np.array_equal(side_map(whole), side_map(cut))


def test_many_close_points_say_the_same_as_few():
    few = Stroke([[10, 10], [60, 40]])
    many = Stroke(np.linspace([10, 10], [60, 40], 5000))
    assert np.array_equal(side_map(few), side_map(many))


def test_mirrored_pixels_are_opposite():
    stroke = Stroke([[20, 30], [40, 30]])
    pairs = sides(stroke, SHAPE).mirrored
    (y1, x1), (y2, x2) = (np.unravel_index(pairs[:, k], SHAPE) for k in (0, 1))
    assert len(pairs) == 4 * 21
    assert np.array_equal(x1, x2)
    assert np.array_equal(30 - y1, y2 - 30)
    side = side_map(stroke)
    assert (side[y1, x1] == 1).all()
    assert (side[y2, x2] == -1).all()


def test_across_names_each_pair_once():
    stroke = Stroke([[20, 30], [40, 34], [55, 20]])
    u, v, w = across([stroke], SHAPE)
    again = across([stroke, stroke, Stroke(stroke.points[::-1])], SHAPE)
    assert np.array_equal(u, again[0])
    assert np.array_equal(v, again[1])
    assert (u < v).all()
    assert len(np.unique(u.astype(np.int64) * 4800 + v)) == len(u)
    assert np.unique(w).tolist() == [-10]
    assert [len(part) for part in across([], SHAPE)] == [0, 0, 0]


@pytest.mark.parametrize("depth", [0, -1, np.inf, np.nan, "deep"])
def test_bad_depth(depth):
    with pytest.raises(ValueError, match="depth must be above 0 and finite"):
        sides(Stroke([[1, 1], [5, 5]]), SHAPE, depth=depth)


def test_bad_repulsion():
    with pytest.raises(ValueError, match="repulsion must be above 0 and finite, got 0"):
        across([[[1, 1], [5, 5]]], SHAPE, repulsion=0)

"""Strokes are checked values, and clip and scale as the pixel grid asks."""

import pickle

import numpy as np
import pytest

from frenemy.affinity.image import Stroke, as_strokes


def test_points_are_a_copy_that_cannot_be_written():
    points = np.array([[0, 1], [2, 3]])
    stroke = Stroke(points)
    points[0, 0] = 9
    assert stroke.points.dtype == np.float64
    assert stroke.points.tolist() == [[0, 1], [2, 3]]
    with pytest.raises(ValueError, match="read-only"):
        stroke.points[0, 0] = 9


def test_equal_by_value():
    one, same = Stroke([[0.0, 1], [2, 3]]), Stroke([(-0.0, 1), (2, 3)], 3)
    assert one == same
    assert hash(one) == hash(same)
    assert one != Stroke([[0, 1], [2, 3]], 4)
    assert one != Stroke([[0, 1]])
    assert one != "a stroke"


def test_pickles_and_stays_read_only():
    stroke = pickle.loads(pickle.dumps(Stroke([[0, 1], [2, 3]], 5)))
    assert stroke == Stroke([[0, 1], [2, 3]], 5)
    assert not stroke.points.flags.writeable


@pytest.mark.parametrize(
    ("points", "width", "message"),
    [
        ([], 3, r"one or more rows of x and y, got shape \(0,\)"),
        (np.zeros((0, 2)), 3, r"got shape \(0, 2\)"),
        ([1, 2], 3, r"got shape \(2,\)"),
        ([[1, 2, 3]], 3, r"got shape \(1, 3\)"),
        ([[1, 2], [3, np.nan]], 3, "finite, got nan at point 1"),
        ([[np.inf, 2]], 3, "finite, got inf at point 0"),
        ([["a", "b"]], 3, "points must be numbers"),
        ([[1, 2]], 0, "width must be above 0 and finite, got 0"),
        ([[1, 2]], np.inf, "got inf"),
        ([[1, 2]], "wide", "got 'wide'"),
    ],
)
def test_bad_input(points, width, message):
    with pytest.raises(ValueError, match=message):
        Stroke(points, width)


def test_mixed_strokes_and_the_name_of_a_bad_one():
    strokes = as_strokes([Stroke([[1, 1]], 7), [[0, 0], [4, 4]], np.ones((3, 2))])
    assert [len(s.points) for s in strokes] == [1, 2, 3]
    assert [s.width for s in strokes] == [7, 3, 3]
    assert as_strokes(strokes[0]) == strokes[:1]
    assert as_strokes(()) == ()
    with pytest.raises(ValueError, match=r"stroke 1: points must be finite, got nan at point 0"):
        as_strokes([[[0, 0]], [[np.nan, 0]]])
    with pytest.raises(ValueError, match="got points: for one stroke, write"):
        as_strokes(np.ones((3, 2)))
    for wrong in (None, "line", 3):
        with pytest.raises(ValueError, match="must be a list of strokes"):
            as_strokes(wrong)


def test_a_stroke_inside_is_not_changed_by_clipping():
    stroke = Stroke([[-0.5, -0.5], [3, 2], [9.5, 4.5]], 2)
    assert stroke.clipped((5, 10)) == stroke


def test_ends_outside_are_cut_off():
    clipped = Stroke([[-10, 2], [20, 2]], 2).clipped((5, 10, 3))
    assert clipped == Stroke([[-0.5, 2], [9.5, 2]], 2)


def test_a_part_outside_in_between_runs_along_the_rim():
    clipped = Stroke([[2, 2], [2, -6], [6, -6], [6, 2]]).clipped((5, 10))
    assert clipped.points[0].tolist() == [2, 2]
    assert clipped.points[-1].tolist() == [6, 2]
    assert clipped.points[:, 1].min() == -0.5
    assert clipped.length == pytest.approx(2.5 + 4 + 2.5)


@pytest.mark.parametrize("points", [[[-1, 2]], [[-1, 2], [-5, 9]], [[-3, 1], [1, -3]], [[1e9, 0], [1e9, 9]]])
def test_nothing_inside(points):
    assert Stroke(points).clipped((5, 10)) is None


def test_a_corner_cut_from_outside_to_outside():
    clipped = Stroke([[-2, 1], [1, -2]]).clipped((5, 10))  # the line x + y = -1 touches the corner (-0.5, -0.5)
    assert clipped.points == pytest.approx(np.full((len(clipped.points), 2), -0.5))
    clipped = Stroke([[-1, 2], [2, -1]]).clipped((5, 10))  # x + y = 1
    assert clipped.points[[0, -1]] == pytest.approx(np.array([[-0.5, 1.5], [1.5, -0.5]]))


def test_scaling_keeps_the_rim_of_the_picture():
    scaled = Stroke([[-0.5, -0.5], [9.5, 4.5], [4.5, 2]], 4).scaled(0.5, 2)
    assert scaled.points.tolist() == [[-0.5, -0.5], [4.5, 9.5], [2, 4.5]]
    assert scaled.width == 4
    there_and_back = scaled.scaled(2, 0.5)
    assert there_and_back == Stroke([[-0.5, -0.5], [9.5, 4.5], [4.5, 2]], 4)


def test_short_words():
    assert repr(Stroke([[1.25, 2]])) == "Stroke(1 point at (1.25, 2), width=3)"


@pytest.mark.parametrize(
    ("points", "width", "message"),
    [
        ([[0, 1e300]], 3, "points must be within -1e9 to 1e9, got 1e+300 at point 0"),
        ([[0, 1]], 1e308, "width must be at most 1e9, got 1e+308"),
    ],
)
def test_what_is_too_far_or_too_wide_is_refused(points, width, message):
    with pytest.raises(ValueError, match=message.replace("+", r"\+")):
        Stroke(points, width)


def test_points_in_place_of_strokes_are_told():
    with pytest.raises(ValueError, match="got points: for one stroke, write"):
        as_strokes([(1, 2), (3, 4)])

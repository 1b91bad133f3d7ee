"""Joins: lines across false borders make one object of what lies under them."""

import pickle
from time import process_time

import numpy as np
import pytest
from slowness import SLOWDOWN
from three_areas import ABOVE, BELOW, JOIN, LEFT, PICTURE, STROKES

import frenemy as fr


@pytest.fixture(scope="module")
def start():
    found = fr.segment(PICTURE, STROKES)
    assert found.n_objects == 3
    return found


def test_what_lies_under_a_join_is_one_object(start):
    found = start.join(JOIN)
    assert found.n_objects == 2
    assert found.object_at(*LEFT) == found.object_at(*ABOVE) != found.object_at(*BELOW)
    assert (np.unique(found.labels) == [0, 1]).all()
    assert found.labels[0, 0] == 0  # by first appearance
    assert len(np.unique(found.labels[10:50, 70:90])) == 1  # nothing is left of the false border
    assert (found.labels == fr.segment(PICTURE, STROKES, joins=[JOIN]).labels).all()


@pytest.mark.parametrize("scale", [0.5, 5])
def test_on_a_small_and_on_a_large_picture(scale):
    size = np.round(np.array(PICTURE.shape) * scale).astype(int)
    rows, columns = (((np.arange(n) + 0.5) / scale).astype(int) for n in size)
    strokes = [stroke.scaled(scale, scale) for stroke in STROKES]
    joins = [fr.Stroke(JOIN).scaled(scale, scale)]
    picture = PICTURE[rows][:, columns]
    apart, found = fr.segment(picture, strokes), fr.segment(picture, strokes, joins=joins)
    assert (apart.n_objects, found.n_objects) == (3, 2)
    border = slice(int(75 * scale), int(85 * scale))
    assert len(np.unique(found.labels[int(10 * scale) : int(50 * scale), border])) == 1


def test_the_recipe_of_the_paper_has_joins_too():
    apart = fr.segment(PICTURE[::2, ::2], [stroke.scaled(0.5, 0.5) for stroke in STROKES], recipe="paper")
    found = apart.join(fr.Stroke(JOIN).scaled(0.5, 0.5))
    assert found.n_objects == apart.n_objects - 1
    assert found.object_at(10, 30) == found.object_at(60, 10) != found.object_at(60, 50)


def test_without_strokes_a_join_removes_borders_and_changes_nothing_else():
    apart = fr.segment(PICTURE)
    found = apart.join(JOIN)
    assert found.n_objects == apart.n_objects - 1
    assert ((found.labels != found.labels[0, 0]) == (apart.labels == apart.labels[100, 120])).all()


def test_a_join_wins_over_a_stroke_around_an_object(start):
    angle = np.linspace(0, 2 * np.pi, 60)
    ring = np.stack((40 + 20 * np.cos(angle), 60 + 20 * np.sin(angle)), axis=1)
    enclosed = start.add(ring)
    assert enclosed.object_at(40, 60) != enclosed.object_at(20, 110)
    found = enclosed.join([(40, 60), (40, 110)])
    assert found.object_at(40, 60) == found.object_at(20, 110)
    assert (found.labels == start.join([(40, 60), (40, 110)]).add(ring).labels).all()  # whatever came first


@pytest.mark.parametrize("recipe", ["default", "paper"])
@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (2, 2), (5, 1)])
def test_tiny_pictures(shape, recipe):
    picture = np.random.default_rng(0).random(shape)
    ends = [(0, 0), (shape[1] - 1, shape[0] - 1)]
    found = fr.segment(picture, joins=[ends, ends[:1]], recipe=recipe)
    assert found.object_at(*ends[0]) == found.object_at(*ends[1])


def test_their_order_does_not_matter_and_the_same_twice_is_as_once(start):
    other = [(120, 40), (121, 90)]
    found = start.join(JOIN, other)
    assert found.n_objects == 1
    assert (fr.segment(PICTURE, STROKES[::-1], joins=[other, JOIN, other]).labels == found.labels).all()
    twice = start.join(JOIN, fr.Stroke(JOIN, 9), JOIN)  # widths do not count
    assert (twice.labels == start.join(JOIN).labels).all()
    assert twice.ignored_joins == (1, 2)
    assert len(twice.joins) == 3


def test_joins_outside_are_ignored_and_said_to_be(start):
    found = start.join([(-50, -50), (-10, -20)], JOIN, [(500, 3), (600, 4)])
    assert found.ignored_joins == (0, 2)
    assert found.ignored == ()
    assert (found.labels == start.join(JOIN).labels).all()
    assert (start.join([(-90, 20), (600, 20)]).labels == start.join([(-0.5, 20), (159.5, 20)]).labels).all()


def test_a_line_drawn_a_little_too_far_joins_nothing_there(start):
    assert (start.join([(20, 20), (80, 20)]).labels == start.labels).all()
    assert (start.join([(20, 20)]).labels == start.labels).all()  # one point


def test_joins_are_edits_like_others(start):
    joined = start.join(JOIN)
    assert joined.joins == (fr.Stroke(JOIN),)
    assert joined.undo().n_objects == 3
    assert joined.undo().redo().n_objects == 2
    assert joined.strokes == start.strokes
    assert start.join() is start
    assert (joined.unjoin(0).labels == start.labels).all()
    assert (joined.edit(joins=[]).labels == start.labels).all()
    assert joined.edit(strokes=STROKES[:2]).joins == joined.joins
    assert joined.add([(10, 10), (20, 15)]).remove(-1).joins == joined.joins
    again = pickle.loads(pickle.dumps(joined))
    assert again.joins == joined.joins
    assert (again.labels == joined.labels).all()
    assert repr(joined).startswith("Segmentation(2 objects in 160 x 120 pixels, 3 strokes, 1 join, ")


def test_merges_stay_beside_joins(start):
    merged = start.merge(start.object_at(*LEFT), start.object_at(*BELOW))
    found = merged.join(JOIN)
    assert found.n_objects == 1
    assert found.merges == merged.merges
    assert found.unjoin(0).n_objects == 2


def test_a_join_that_is_not_there(start):
    with pytest.raises(ValueError, match="no join 0: there are no joins"):
        start.unjoin(0)
    joined = start.join(JOIN, [(5, 5)])
    assert joined.unjoin(-1).joins == (fr.Stroke(JOIN),)
    with pytest.raises(ValueError, match="no join 9: there are 2 joins, 0 to 1"):
        joined.unjoin(9)
    with pytest.raises(ValueError, match=r"index must be a whole number, got 0\.5"):
        joined.unjoin(0.5)


@pytest.mark.parametrize(
    ("joins", "message"),
    [
        ([[(1, 2), (3, float("nan"))]], "join 0: points must be finite, got nan at point 1"),
        ([JOIN, [(float("inf"), 3)]], "join 1: points must be finite, got inf at point 0"),
        ([JOIN, []], "join 1: points must be one or more rows of x and y"),
        ([[(1, 2, 3)]], "join 0: points must be one or more rows of x and y"),
        ([[("a", 2)]], "join 0: "),
        ("line", "joins must be a list of joins, got 'line'"),
        (5, "joins must be a list of joins, got 5"),
        ([(1, 2), (3, 4)], "joins must be a list of joins, got points: for one join, write"),
    ],
)
def test_wrong_joins_are_named(start, joins, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        fr.segment(PICTURE, STROKES, joins=joins)
    with pytest.raises(ValueError, match=f"^{message}"):
        start.edit(joins=joins)


def test_a_join_of_very_many_points(start):
    angle = np.linspace(0, 200, 200_000)
    scribble = np.stack((80 + 60 * np.cos(angle), 30 + 20 * np.sin(1.01 * angle)), axis=1)
    began = process_time()
    found = start.join(scribble)
    assert process_time() - began < 2 * SLOWDOWN
    assert found.object_at(*LEFT) == found.object_at(*ABOVE)


def test_the_overlay_shows_joins_as_dashed_green_lines(start):
    joined = start.join([(40, 20), (120, 20)])
    drawn = joined.overlay(0)[20, 42:118].astype(int)
    is_green = (drawn[:, 1] > drawn[:, 0] + 100) & (drawn[:, 1] > drawn[:, 2] + 50)
    assert 0.5 < is_green.mean() < 0.9
    assert len(np.flatnonzero(np.diff(is_green))) > 4
    assert (joined.overlay(0, strokes=False) == PICTURE[..., None]).all()
    point = start.join([(30, 30)]).overlay(0)
    assert (point[30, 30] != start.overlay(0)[30, 30]).any()

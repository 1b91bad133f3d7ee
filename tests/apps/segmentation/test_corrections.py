"""Strokes and joins correct the automatic segmentation where they are, and leave the rest as it is."""

from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slowness import SLOWDOWN

import frenemy as fr
from frenemy.affinity.image import Stroke, StrokeLines, appearance_of, checked_picture, learned_weights, superpixels
from frenemy.apps.segmentation import sample
from frenemy.apps.segmentation.cut.corrections import Outlining, Pieces
from frenemy.apps.segmentation.cut.corrections.minimum_cut import RegionCuts

TRUTH = sample.labels()


@pytest.fixture(scope="module")
def start():
    return fr.segment(sample.picture())


def likeness(found):
    return fr.metrics.adjusted_rand_index(found.labels.ravel(), TRUTH.ravel())


@pytest.mark.parametrize("seed", [None, 0, 1])
def test_no_stroke_along_a_border_ruins_a_good_segmentation(start, seed):
    strokes = sample.strokes()
    order = np.arange(len(strokes)) if seed is None else np.random.default_rng(seed).permutation(len(strokes))
    before = likeness(start)
    assert before > 0.97
    for n in (1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 28):
        found = start.edit(strokes=[strokes[i] for i in order[:n]])
        assert likeness(found) > before - 0.005
        assert 7 <= found.n_objects <= 10
    assert found.n_objects == len(sample.NAMES)


def test_a_stroke_changes_nothing_far_away(start):
    wall = [(420, 30), (440, 60), (420, 90)]
    found = start.add(wall)
    changed = fr.metrics.adjusted_rand_index(found.labels[150:].ravel(), start.labels[150:].ravel())
    assert changed > 0.999
    assert found.n_objects <= start.n_objects + 1


# Two colors that hardly differ, beside a third one.
Y, X = np.mgrid[:160, :240]
FAINT = np.where(X < 120, 60, np.where((X - 180) ** 2 + (Y - 80) ** 2 < 900, 151, 148)).astype(np.uint8)


def test_a_stroke_splits_along_the_edge_that_was_missed():
    start = fr.segment(FAINT)
    assert start.n_objects == 2
    angle = np.linspace(-1.2, 1.2, 30)
    found = start.add(np.stack((180 + 30 * np.cos(angle), 80 + 30 * np.sin(angle)), axis=1))
    assert found.n_objects == 3
    disc = FAINT == 151
    inside = found.labels == found.labels[80, 180]
    assert (inside & disc).sum() / (inside | disc).sum() > 0.9
    assert ((found.labels == found.labels[80, 20]) == (start.labels == start.labels[80, 20])).all()


def test_several_strokes_around_one_object_make_one_object():
    flat = np.full((160, 240), 100, np.uint8)
    angle = np.linspace(0, 2 * np.pi, 121)
    ring = np.stack((120 + 40 * np.cos(angle), 80 + 40 * np.sin(angle)), axis=1)
    quarters = [ring[i : i + 31] for i in range(0, 120, 30)]
    found = fr.segment(flat, quarters)
    assert found.n_objects == 2
    assert abs((found.labels == found.labels[80, 120]).sum() / (np.pi * 1600) - 1) < 0.1


def test_a_stroke_beside_a_border_moves_it():
    step = np.where(X < 120, 60, 200).astype(np.uint8)
    start = fr.segment(step)
    found = start.add([(123, 0), (123, 159)])
    assert found.n_objects == start.n_objects == 2
    assert found.labels[80, 121] == found.labels[80, 20]


lines = st.lists(st.lists(st.tuples(st.integers(-5, 244), st.integers(-5, 164)), min_size=1, max_size=4), max_size=4)


@settings(max_examples=25)
@given(strokes=lines, joins=lines, seed=st.integers(0, 9))
def test_any_order_gives_the_same_labels(strokes, joins, seed):
    rng = np.random.default_rng(seed)
    start = fr.segment(FAINT)
    found = start.edit(strokes=strokes, joins=joins)
    for _ in range(2):
        one, other = ([given[i] for i in rng.permutation(len(given))] for given in (strokes, joins))
        again = start.edit(joins=other).edit(strokes=one)
        assert (again.labels == found.labels).all()
    assert (np.unique(found.labels) == np.arange(found.n_objects)).all()


def test_what_strokes_mean():
    automatic = np.where(X < 120, 0, np.where(Y < 80, 1, 2)).astype(np.int32)

    at_border = ((abs(X - 120) < 2) | ((abs(Y - 80) < 2) & (X > 120))).astype(np.float32)

    def meant(*strokes, edge=2.0, joins=()):
        lines, within = (
            StrokeLines.of([Stroke(stroke) for stroke in drawn], automatic.shape) for drawn in (strokes, joins)
        )
        return Outlining.of(automatic, edge * at_border - 2.0, lines, within, reach=4.0).certainty

    assert meant() == 0.0
    assert meant([(20, 20), (60, 90)], edge=0.2) == 0.0  # a correction
    along = [[(120, y), (120, y + 30)] for y in (0, 40, 80, 120)]
    assert meant(*along) == 0.0  # confirm what is there
    assert meant(*along[:1], edge=0.2) == 0.0  # one more line where there is a border already
    assert meant(*along, edge=0.2) == 1.0  # weak borders that are not drawn may be none
    assert meant(*along, edge=0.2, joins=[[(100, 40), (140, 40)], [(100, 120), (140, 120)]]) == 0.0  # there is none
    assert meant(*along, [(20, 20), (60, 60)]) == 0.0  # and correct it
    assert meant(*along, [(20, 20), (60, 60)], edge=0.2) == 1.0


@pytest.mark.parametrize("factor", [1, 3])
@pytest.mark.parametrize("noise", [0, 25])
@pytest.mark.parametrize("n_strokes", [1, 3, 4, 8])
def test_who_traces_one_object_keeps_the_others(factor, noise, n_strokes):
    height, width = 120 * factor, 160 * factor
    y, x = np.mgrid[:height, :width] / factor
    rng = np.random.default_rng(n_strokes)
    picture = np.where((x - 80) ** 2 + (y - 60) ** 2 < 900, 200, 90)
    picture[(x - 30) ** 2 + (y - 30) ** 2 < 196] = 30
    start = fr.segment(np.clip(picture + rng.normal(0, noise, picture.shape), 0, 255).astype(np.uint8))
    assert start.n_objects == 3

    def arc(begin):
        angle = begin + np.linspace(0, rng.uniform(0.7, 1.0) * 2 * np.pi / n_strokes, 20)
        circle = rng.uniform(29, 31) * np.stack((np.cos(angle), np.sin(angle)), axis=1)
        return factor * (np.array([80, 60]) + rng.uniform(-1, 1, 2) + circle)

    found = start.edit(strokes=[arc(begin) for begin in np.linspace(0, 2 * np.pi, n_strokes, endpoint=False)])
    assert found.n_objects == 3
    assert len({found.labels[row * factor, 30 * factor] for row in (30, 100)}) == 2


def test_the_noise_of_small_pictures_is_no_object():
    noisy = np.random.default_rng(0).normal(120, 25, (120, 160))
    noisy[:, 90:] += 80
    assert fr.segment(np.clip(noisy, 0, 255).astype(np.uint8)).n_objects == 2


def joined_across_the_border(found):
    """Joins that follow the border wherever it went, until it is gone or there are five."""
    joins = []
    while found.n_objects > 1 and len(joins) < 5:
        y = 70 + 5 * len(joins)
        x = int((found.labels[y] != found.labels[y, 0]).argmax())
        joins.append([(x - 12, y), (x + 11, y)])
        found = found.join(joins[-1])
    return found, joins


TWO = np.where(X < 120, 60, 190).astype(np.uint8)  # they look different


def test_who_joins_again_and_again_is_heard():
    start = fr.segment(TWO)
    assert start.n_objects == 2
    found, joins = joined_across_the_border(start)
    assert found.n_objects == 1
    assert (start.edit(joins=joins[::-1]).labels == found.labels).all()


def test_joins_do_not_remove_a_border_that_a_stroke_confirms():
    """The same joins as without the stroke, which runs along the border elsewhere: there, both regions stay."""
    found, joins = joined_across_the_border(fr.segment(TWO, [[(120, 120), (120, 155)]]))
    assert len(joins) == 5
    assert found.n_objects == 2
    assert found.labels[140, 60] != found.labels[140, 180]


def test_cuts_are_the_cheapest():
    rng = np.random.default_rng(3)
    looks = appearance_of(checked_picture(rng.integers(0, 255, (40, 40), np.uint8)), learned_weights().edge)
    lines = StrokeLines.of([], looks.grid)
    labels = superpixels(looks.edge, np.full_like(looks.edge, -np.inf), lines.is_drawn)
    pieces = Pieces.of(looks, lines, labels)
    within = np.zeros(pieces.n, bool)
    within[:12] = True
    cuts = RegionCuts.of(pieces, within)
    one, other = np.zeros(pieces.n, bool), np.zeros(pieces.n, bool)
    one[0] = other[11] = True
    best = min(
        cuts.cost_of(np.concatenate(([True], np.array(bits, bool), np.zeros(pieces.n - 11, bool))))
        for bits in np.ndindex(*[2] * 10)
    )
    found = cuts.cheapest(one, other)
    assert found[0]
    assert not found[11:].any()
    assert cuts.cost_of(found) == pytest.approx(best)


@pytest.mark.parametrize("kind", ["strokes", "joins"])
def test_a_line_that_runs_over_the_picture_again_and_again(kind):
    start = fr.segment(FAINT)
    points = np.random.default_rng(0).uniform(0, 160, (200_000, 2))
    began = process_time()
    found = start.edit(**{kind: [points]})
    assert process_time() - began < 2.0 * SLOWDOWN
    assert found.labels.shape == FAINT.shape

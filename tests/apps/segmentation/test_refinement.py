"""Borders at full size: on the edges of the picture, in the middle of strokes, without slivers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import frenemy as fr
from frenemy import _core
from frenemy.affinity.image import Stroke, checked_picture
from frenemy.apps.segmentation import sample
from frenemy.apps.segmentation.cut.enclosures import enclosures
from frenemy.apps.segmentation.cut.peeling import peel
from frenemy.apps.segmentation.cut.refinement import refined
from frenemy.apps.segmentation.drawn_strokes import line_pixels, ridge


def silent(done):
    assert 0 <= done <= 1


def circle(x, y, radius, *, n=90, width=3.0):
    angle = np.linspace(0, 2 * np.pi, n)
    return Stroke(np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=1), width)


def n_parts(labels):
    return _core.connected_regions(np.ascontiguousarray(labels, np.int32))[1]


# ---------------------------------------------------------------------------------------------------------------- seeds


@given(st.integers(0, 10_000), st.integers(1, 3))
def test_peeled_regions_stay_in_one_piece(seed, layers):
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(1, 16, 2))
    labels, n = _core.connected_regions(rng.integers(0, 3, shape).astype(np.int32))
    left = peel(labels, layers)
    assert (np.unique(labels[left]) == np.arange(n)).all()
    assert n_parts(np.where(left, labels, n)) - n_parts_of(~left) == n


def n_parts_of(mask):
    return n_parts(mask) - n_parts_without(mask)


def n_parts_without(mask):
    regions, n = _core.connected_regions(mask.astype(np.int32))
    return sum(not mask[regions == one].any() for one in range(n))


def test_layers_come_off_where_regions_meet_only():
    labels = np.repeat([[0, 1]], 10, axis=1).repeat(6, axis=0).astype(np.int32)
    left = peel(labels, 2)
    assert left[:, :8].all()
    assert not left[:, 8:12].any()
    assert left[:, 12:].all()


# -------------------------------------------------------------------------------------------------------------- strokes


@given(st.integers(0, 1000))
def test_a_drawn_line_has_no_gaps(seed):
    rng = np.random.default_rng(seed)
    points = rng.uniform((0, 0), (39, 29), (4, 2))
    pixels = line_pixels(Stroke(points), (30, 40))
    y, x = np.divmod(pixels, 40)
    near = np.maximum(np.abs(y[:, None] - y), np.abs(x[:, None] - x)) <= 1
    reached = np.zeros(len(pixels), bool)
    reached[0] = True
    for _ in pixels:
        reached |= near[reached].any(axis=0)
    assert reached.all()


def test_both_ways_to_draw_broad_strokes_agree(monkeypatch):
    from frenemy.apps.segmentation import drawn_strokes

    strokes = [circle(30, 30, 17, width=7), Stroke([[3, 50], [70, 57.5]], 7)]
    discs = ridge(strokes, (60, 80))
    monkeypatch.setattr(drawn_strokes, "_MIN_WORK", 0)
    distances = ridge(strokes, (60, 80))
    assert (discs[0] == distances[0]).all()
    np.testing.assert_allclose(discs[1], distances[1], atol=1e-5)
    assert discs[1].max() == 1.0
    assert discs[1].min() > 0.0


def test_what_strokes_separate():
    shape = (100, 100)
    assert enclosures([], shape).parts is None
    assert enclosures([Stroke([[10, 50], [90, 50]])], shape).parts is None
    assert enclosures([Stroke([[0, 50], [99, 50]])], shape).n_parts == 2
    assert enclosures([circle(50, 50, 20)], shape).n_parts == 2
    assert enclosures([circle(50, 50, 20), circle(50, 50, 40)], shape).n_parts == 3
    assert enclosures([circle(50, 50, 1)], shape).n_parts == 1
    gap = Stroke(circle(50, 50, 20, n=63).points[:-1], 3.0)  # two pixels are missing
    assert enclosures([gap], shape).n_parts == 2


# ------------------------------------------------------------------------------------------------------- whole pictures


def test_borders_come_to_lie_on_the_edges_of_the_picture():
    y, x = np.mgrid[:600, :900]
    known = (np.hypot(x - 431.3, y - 277.7) < 155.5).astype(np.int32)
    image = np.where(known[:, :, None], (200, 120, 40), (60, 90, 130)).astype(np.uint8)
    coarse = np.ascontiguousarray(known[7::13, 7::13])
    fine = refined(coarse, checked_picture(image), (), silent)
    assert fine.max() == 1
    assert (fine != known).mean() < 0.001


@pytest.mark.parametrize("width", [480, 1000])
def test_a_closed_stroke_is_the_border(width):
    """Even across an object without any edge there, on the work grid or above it."""
    image = sample.picture(width)
    scale = width / 480
    x, y, radius = 240 * scale, 80 * scale, 30 * scale
    found = fr.segment(image, [circle(x, y, radius, n=200, width=3 * scale)])
    inside = found.labels == found.labels[round(y), round(x)]
    rows, columns = np.mgrid[: image.shape[0], : image.shape[1]]
    far = np.hypot(columns - x, rows - y)
    assert inside[far < radius - 1.5].all()
    assert not inside[far > radius + 1.5].any()


def test_what_is_enclosed_is_not_lost():
    image = sample.picture(1000)  # 0.67 megapixels: a ten-thousandth is a circle of a radius of 4.6 pixels
    small = [circle(450 + 60 * i, 80, 5.5 + i, n=60) for i in range(6)]
    found = fr.segment(image, small)
    names = {found.object_at(450 + 60 * i, 80) for i in range(6)}
    assert len(names) == 6
    assert found.object_at(480, 80) not in names


def test_a_stroke_from_rim_to_rim_parts_the_picture():
    image = np.full((700, 900), 128, np.uint8)
    found = fr.segment(image, [[(0, 333), (400, 340), (899, 300)]])
    assert found.n_objects == 2
    above, below = found.labels[:295], found.labels[345:]
    assert len(np.unique(above)) == len(np.unique(below)) == 1
    assert found.labels[333, 0] != found.labels[330, 0] or found.labels[334, 0] != found.labels[332, 0]


def test_regions_are_connected_and_no_slivers():
    image = sample.picture(900)
    noise = np.random.default_rng(0).integers(-20, 21, image.shape)
    found = fr.segment(np.clip(image + noise, 0, 255).astype(np.uint8), sample.strokes(900))
    assert n_parts(found.labels) == found.n_objects
    assert np.bincount(found.labels.ravel()).min() >= 1e-4 * found.labels.size
    known = sample.labels(900)
    assert fr.metrics.adjusted_rand_index(found.labels.ravel(), known.ravel()) > 0.97


def test_very_broad_and_tiny_strokes():
    image = sample.picture(700)
    for width in (0.01, 300.0, 5000.0):
        found = fr.segment(image, [Stroke([[100, 100], [400, 300]], width)])
        assert found.labels.shape == image.shape[:2]

"""Strokes as lines of pixels, and paths over a grid."""

import numpy as np
import pytest
from drawn_scenes import lines_at
from hypothesis import given
from hypothesis import strategies as st

from frenemy.affinity.image import Stroke, StrokeLines, line_pixels
from frenemy.affinity.image.wires.paths import Paths

coordinate = st.floats(-3, 45, width=32) | st.sampled_from([0.5, -0.5, 1.5, 39.5])
drawn = st.builds(Stroke, st.lists(st.tuples(coordinate, coordinate), min_size=1, max_size=6))


def paths_of(*rows, width=10):
    offsets = np.cumsum([0, *map(len, rows)])
    return Paths(width, offsets, np.concatenate(rows).astype(np.int32))


def ragged(seed=0, n=7):
    rng = np.random.default_rng(seed)
    return paths_of(*(rng.integers(0, 100, rng.integers(1, 15)) for _ in range(n)))


def pieces_of(paths):
    return [slice(a, b) for a, b in zip(paths.offsets[:-1], paths.offsets[1:], strict=True)]


# --------------------------------------------------------------------------------------------------------------- lines


@given(drawn)
def test_lines_hang_together(stroke):
    shape = (30, 40)
    y, x = np.divmod(line_pixels(stroke, shape), shape[1])
    assert (y >= 0).all()
    assert (y < 30).all()
    steps = np.maximum(abs(np.diff(y)), abs(np.diff(x)))
    assert (steps == 1).all()
    first, last = (np.clip(np.rint(point), 0, [39, 29]) for point in stroke.points[[0, -1]])
    assert (x[0], y[0]) == tuple(first)
    assert (x[-1], y[-1]) == tuple(last)


def test_lines_are_under_the_stroke():
    stroke = Stroke([[2, 3], [20, 9], [22, 27]])
    y, x = np.divmod(line_pixels(stroke, (30, 40)), 40)
    along = np.concatenate([np.linspace(a, b, 500) for a, b in zip(stroke.points[:-1], stroke.points[1:], strict=True)])
    near = np.hypot(x[:, None] - along[:, 0], y[:, None] - along[:, 1]).min(axis=1)
    assert near.max() <= np.sqrt(0.5)


def test_all_lines_on_one_grid():
    strokes = [Stroke([[1, 1], [5, 1]]), Stroke([[3, 0], [3, 4]]), Stroke([[0, 4]])]
    lines = StrokeLines.of(strokes, (5, 8))
    assert lines.n_strokes == 3
    assert lines.offsets.tolist() == [0, 5, 10, 11]
    expected = np.zeros((5, 8), int)
    expected[1, 1:6] = 1
    expected[:, 3] = 2  # the last that goes through
    expected[4, 0] = 3
    np.testing.assert_array_equal(lines.of_pixel, expected)
    np.testing.assert_array_equal(lines.is_drawn, expected > 0)


def test_no_lines():
    lines = StrokeLines.of([], (2, 3))
    assert lines.n_strokes == 0
    assert not lines.is_drawn.any()
    assert lines.pixels.dtype == np.int32


def test_lines_of_a_large_grid_do_not_overflow():
    lines = line_pixels(Stroke([[19_999, 19_998], [19_999, 19_999]]), (20_000, 20_000))
    assert lines.tolist() == [19_998 * 20_000 + 19_999, 20_000 * 20_000 - 1]


# --------------------------------------------------------------------------------------------------------------- paths


def test_where_paths_begin_and_end():
    paths = paths_of([1, 2, 3], [40], [7, 17])
    assert paths.lengths.tolist() == [3, 1, 2]
    assert paths.first.tolist() == [0, 0, 0, 3, 4, 4]
    assert paths.last.tolist() == [2, 2, 2, 3, 5, 5]
    assert paths.points.tolist() == [[1, 0], [2, 0], [3, 0], [0, 4], [7, 0], [7, 1]]


def test_directions():
    right, down, still = paths_of(np.arange(9)), paths_of(np.arange(10) * 10), paths_of([55])
    np.testing.assert_array_equal(right.directions, np.tile([1, 0], (9, 1)))
    np.testing.assert_array_equal(down.directions, np.tile([0, 1], (10, 1)))
    np.testing.assert_array_equal(still.directions, [[0, 0]])
    both = paths_of(np.arange(9), np.arange(10) * 10, [55])
    np.testing.assert_array_equal(both.directions, np.concatenate([p.directions for p in (right, down, still)]))
    assert both.directions.dtype == np.float32


def test_right_is_to_the_right():
    """Of a path that goes right, y grows downwards: the right-hand side is below."""
    picture = np.arange(100, dtype=np.float32).reshape(10, 10, 1)
    paths = paths_of(np.arange(42, 49))
    np.testing.assert_array_equal(paths.beside(picture, 3.0)[:, 0], np.arange(72, 79))
    np.testing.assert_array_equal(paths.beside(picture, -3.0)[:, 0], np.arange(12, 19))
    np.testing.assert_array_equal(paths.beside(picture, 30.0)[:, 0], np.arange(92, 99))  # at the frame it ends
    np.testing.assert_array_equal(paths.beside(picture[:, :, 0], 3.0), np.arange(72, 79))


def test_means_are_of_each_path():
    paths = ragged()
    values = np.random.default_rng(1).random((len(paths.pixels), 3), dtype=np.float32)
    expected = [values[piece].mean(axis=0) for piece in pieces_of(paths)]
    np.testing.assert_allclose(paths.mean(values), expected, rtol=1e-5)
    np.testing.assert_allclose(paths.mean(values[:, 0]), np.array(expected)[:, 0], rtol=1e-5)


@pytest.mark.parametrize("n_steps", [1, 4, 100])
def test_ends_run_outwards(n_steps):
    paths = ragged()
    heads, tails = paths.ends(n_steps)
    for i, piece in enumerate(pieces_of(paths)):
        pixels = paths.pixels[piece].tolist()
        head = heads.pixels[pieces_of(heads)[i]].tolist()
        tail = tails.pixels[pieces_of(tails)[i]].tolist()
        assert head == pixels[:n_steps][::-1]
        assert tail == pixels[-n_steps:]


@pytest.mark.parametrize("window", [1, 3, 9])
def test_the_worst_piece(window):
    paths = ragged(2)
    values = np.random.default_rng(1).random(len(paths.pixels), dtype=np.float32)
    for found, piece in zip(paths.worst(values, window), pieces_of(paths), strict=True):
        mine = values[piece].astype(float)
        size = min(window, len(mine))
        expected = max(mine[i : i + size].mean() for i in range(len(mine) - size + 1))
        assert found == pytest.approx(expected, rel=1e-5)


def test_paths_of_strokes():
    lines = StrokeLines.of(lines_at((30, 40), 20), (30, 40))
    paths = Paths(40, lines.offsets, lines.pixels)
    length = np.linalg.norm(paths.directions, axis=1)
    assert (np.isclose(length, 1.0) | (length == 0.0)).all()

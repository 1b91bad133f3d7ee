"""Wires that lead on from strokes, and what is measured of them."""

import numpy as np
import pytest
from drawn_scenes import WIRE, appearance_as_it_is, colored, lines_at, network, odd_scenes

from frenemy.affinity.image import Stroke, StrokeLines, completions
from frenemy.affinity.image.wires.completions import N_FEATURES, UNLIKELY

ODD = odd_scenes()
_COLUMNS = (
    *("surprise", "worst", "log_length", "log_cost", "rank", "dearer", "to_frame", "at_end", "along", "straight"),
    *("straight_on", "mutual", "same", "one_sided", "other", "contrast", "at_own_end", "spread", "log_drawn", "log_n"),
    *("log_gaps", "share"),
)
NAMES = {name: number for number, name in enumerate(_COLUMNS)}


def seen(picture, strokes):
    looks = appearance_as_it_is(picture)
    return looks, completions(looks, StrokeLines.of(strokes, looks.grid))


@pytest.mark.parametrize("name", ODD)
def test_odd_scenes(name):
    picture, strokes = ODD[name]
    looks, found = seen(picture, strokes)
    assert found.features.shape == (len(found.end), N_FEATURES)
    assert found.features.dtype == np.float32
    assert np.isfinite(found.features).all()
    assert len(found.paths.lengths) == len(found.line) == len(found.end)
    assert (np.diff(found.end) >= 0).all()
    assert (found.end >= 0).all()
    assert (found.end < 2 * len(strokes)).all()
    assert (found.line >= 1).all()
    assert (found.line <= len(strokes) + 1).all()
    assert (np.bincount(found.end, minlength=1) <= 3).all()
    assert found.typical_gap >= 1.0
    assert 0.0 <= found.drawn_share <= 1.0
    drawn = found.map(WIRE, looks.grid)
    assert drawn.shape == looks.grid
    assert drawn.dtype == np.float32
    assert np.isfinite(drawn).all()
    assert (drawn >= UNLIKELY).all()
    is_wired = np.zeros(looks.grid, bool)
    is_wired.flat[found.paths.pixels] = True
    assert (drawn[~is_wired] == UNLIKELY).all()


def test_the_likeliest_wire_stays():
    looks, found = seen(colored((30, 40)), lines_at((30, 40), 12))
    log_odds = np.maximum(WIRE.log_odds(found.features), UNLIKELY)
    expected = np.full(looks.grid, UNLIKELY, np.float32)
    for i, value in enumerate(log_odds):
        pixels = found.paths.pixels[found.paths.offsets[i] : found.paths.offsets[i + 1]]
        expected.flat[pixels] = np.maximum(expected.flat[pixels], value)
    np.testing.assert_array_equal(found.map(WIRE, looks.grid), expected)


def test_two_strokes_on_one_line_meet():
    picture = np.zeros((120, 120))
    picture[60:] = 0.8
    _, found = seen(picture, [Stroke([[30, 60], [50, 60]]), Stroke([[70, 60], [90, 60]])])
    (wire,) = np.flatnonzero((found.end == 1) & (found.line == 2))
    features = dict(zip(NAMES, found.features[wire], strict=True))
    length = 21  # from column 50 to column 70
    assert found.paths.lengths[wire] >= length
    assert features["at_end"] == 1.0
    assert features["to_frame"] == 0.0
    assert features["log_length"] == pytest.approx(np.log(found.paths.lengths[wire]))
    assert features["straight"] > 0.7
    assert features["straight_on"] > 0.7
    assert features["mutual"] == 1.0
    assert features["log_drawn"] == pytest.approx(np.log(42 / np.hypot(120, 120)))
    assert features["log_n"] == pytest.approx(np.log(2))
    to_frame = found.features[found.line == 3]
    assert (to_frame[:, NAMES["to_frame"]] == 1.0).all()
    assert (to_frame[:, NAMES["along"]] == 0.0).all()
    assert (to_frame[:, NAMES["at_end"]] == 0.0).all()


def test_ranks_rise_with_cost():
    _, found = seen(colored((50, 60)), lines_at((50, 60), 15, 1))
    rank, dearer = found.features[:, NAMES["rank"]], found.features[:, NAMES["dearer"]]
    for end in np.unique(found.end):
        mine = found.end == end
        assert rank[mine].tolist() == list(range(mine.sum()))
        assert dearer[mine][0] == 0.0
        assert (np.diff(dearer[mine]) >= 0.0).all()


def test_how_much_was_drawn():
    """Half of all gaps, as each is seen from both its ends."""
    _, found = seen(colored((50, 60)), lines_at((50, 60), 6, 2))
    is_first = np.append(True, found.end[1:] != found.end[:-1])
    gaps = found.paths.lengths[is_first]
    n_drawn = np.exp(found.features[0, NAMES["log_drawn"]]) * np.hypot(50, 60)
    assert found.drawn_share == pytest.approx(n_drawn / (n_drawn + gaps.sum() / 2), rel=1e-5)
    assert found.typical_gap == np.median(gaps)


def turned_strokes(strokes, turn, shape):
    h, w = shape
    place = {
        "rows": lambda p: np.stack((p[:, 0], h - 1 - p[:, 1]), axis=1),
        "columns": lambda p: np.stack((w - 1 - p[:, 0], p[:, 1]), axis=1),
        "diagonal": lambda p: p[:, ::-1],
    }[turn]
    return [Stroke(place(stroke.points)) for stroke in strokes]


TURNS = {"rows": lambda a: a[::-1], "columns": lambda a: a[:, ::-1], "diagonal": lambda a: a.swapaxes(0, 1)}


@pytest.mark.parametrize("turn", TURNS)
def test_mirrored_and_transposed(turn):
    """Right and left change places, which the features do not tell."""
    picture, shape = colored((48, 64)), (48, 64)
    # Whole and odd numbers of pixels: no half that is rounded one way here and the other there.
    strokes = [
        Stroke([[10.2, 10.1], [20.3, 10.1]]),
        Stroke([[33.3, 12.2], [33.3, 25.7]]),
        Stroke([[12.1, 33.8], [25.3, 33.8]]),
        Stroke([[50.7, 30.3]]),
    ]
    _, here = seen(picture, strokes)
    _, there = seen(np.ascontiguousarray(TURNS[turn](picture)), turned_strokes(strokes, turn, shape))
    np.testing.assert_array_equal(there.end, here.end)
    np.testing.assert_array_equal(there.line, here.line)
    np.testing.assert_array_equal(there.paths.lengths, here.paths.lengths)
    np.testing.assert_allclose(there.features, here.features, atol=5e-3)


def test_drawn_the_other_way_round():
    """Ends change places, and nothing else."""
    picture, strokes = colored((48, 64)), lines_at((48, 64), 8, 5, n_points=2)
    looks, here = seen(picture, strokes)
    back = [StrokeLines.of([Stroke(s.points[::-1])], looks.grid).pixels for s in strokes]
    forth = [StrokeLines.of([s], looks.grid).pixels for s in strokes]
    if not all(np.array_equal(a, b[::-1]) for a, b in zip(back, forth, strict=True)):
        strokes = [Stroke(np.stack((p % 64, p // 64), axis=1)) for p in forth]  # the same pixels either way
        looks, here = seen(picture, strokes)
    _, there = seen(picture, [Stroke(s.points[::-1]) for s in strokes])
    order = np.lexsort((np.arange(len(there.end)), there.end ^ 1))
    np.testing.assert_array_equal((there.end ^ 1)[order], here.end)
    np.testing.assert_array_equal(there.line[order], here.line)
    np.testing.assert_allclose(there.features[order], here.features, atol=1e-4)


def test_other_networks_other_maps():
    looks, found = seen(colored((30, 40)), lines_at((30, 40), 5))
    assert (found.map(WIRE, looks.grid) != found.map(network(N_FEATURES, 9), looks.grid)).any()

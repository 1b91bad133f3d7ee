"""Live wires from the ends of lines, against scipy's Dijkstra over what no line bars."""

import numpy as np
import pytest
from drawn_pictures import EIGHT, photo, shapes
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.sparse import coo_array
from scipy.sparse.csgraph import dijkstra

from frenemy._core import live_wires


def ways_from(cost, lines, end, own):
    """Steps that a wire from an end may take: out of the end and of pixels without a line, never onto its own line."""
    h, w = cost.shape
    y, x = np.indices((h, w))
    may_leave = (lines == 0) | (y * w + x == end)
    may_enter = (lines != own) & (y * w + x != end)
    u, v, c = [], [], []
    for down, right in EIGHT:
        inside = may_leave & (y + down >= 0) & (y + down < h) & (x + right >= 0) & (x + right < w)
        one = (y[inside], x[inside])
        other = (one[0] + down, one[1] + right)
        kept = may_enter[other]
        u.append((one[0] * w + one[1])[kept])
        v.append((other[0] * w + other[1])[kept])
        c.append(((cost[one].astype(float) + cost[other]) / 2 * np.hypot(down, right))[kept])
    return coo_array((np.concatenate(c), (np.concatenate(u), np.concatenate(v))), (h * w, h * w)).tocsr()


def wires_of(cost, lines, ends, own, n_wires, most):
    """Each as (end, line, cost, pixels)."""
    end, line, paid, offsets, pixels = live_wires(cost, lines, ends, own, n_wires, most)
    assert offsets[0] == 0
    assert offsets[-1] == len(pixels)
    assert len(end) == len(line) == len(paid) == len(offsets) - 1
    return [(end[i], line[i], paid[i], pixels[offsets[i] : offsets[i + 1]]) for i in range(len(end))]


def check(cost, lines, ends, own, n_wires, most):
    found = wires_of(cost, lines, ends, own, n_wires, most)
    assert [wire[0] for wire in found] == sorted(wire[0] for wire in found)
    width = cost.shape[1]
    for number, (end, own_line) in enumerate(zip(ends, own, strict=True)):
        graph = ways_from(cost, lines, end, own_line)
        distance = dijkstra(graph, indices=end)
        others = [line for line in np.unique(lines) if line not in (0, own_line)]
        nearest = {
            line: distance[(lines.ravel() == line) & (np.arange(lines.size) != end)].min(initial=np.inf)
            for line in others
        }
        expected = sorted(d for d in nearest.values() if np.isfinite(d))
        mine = [wire for wire in found if wire[0] == number]
        paid = [wire[2] for wire in mine]
        assert paid == sorted(paid)
        assert len({wire[1] for wire in mine}) == len(mine)
        limit = most * max(expected[0], 1.0) if expected else 0.0
        # What lies on the limit may fall on either side of it by rounding.
        sure = [d for d in expected if d <= limit * (1 - 1e-5)][:n_wires]
        possible = [d for d in expected if d <= limit * (1 + 1e-5)][:n_wires]
        assert len(sure) <= len(mine) <= len(possible)
        np.testing.assert_allclose(paid, expected[: len(mine)], rtol=1e-5)
        for _, line, price, pixels in mine:
            np.testing.assert_allclose(price, nearest[line], rtol=1e-5)
            assert pixels[0] == end
            assert lines.flat[pixels[-1]] == line
            assert not lines.flat[pixels[1:-1]].any()  # no wall on the way, its own line least of all
            y, x = np.divmod(pixels, width)
            assert (np.maximum(abs(np.diff(y)), abs(np.diff(x))) == 1).all()
            along = np.hypot(np.diff(y), np.diff(x)) * (cost.flat[pixels[1:]] + cost.flat[pixels[:-1]]) / 2
            np.testing.assert_allclose(price, along.sum(), rtol=1e-5)


@given(st.data(), shapes, st.integers(1, 4), st.sampled_from([1.0, 1.5, 4.0, np.inf]))
def test_small(data, shape, n_wires, most):
    cost = data.draw(hnp.arrays(np.float32, shape, elements=st.floats(0.125, 8, width=16)))
    lines = data.draw(hnp.arrays(np.int32, shape, elements=st.sampled_from([0, 0, 0, 0, 1, 2, 3, 7])))
    ends = data.draw(hnp.arrays(np.int32, st.integers(0, 4), elements=st.integers(0, cost.size - 1)))
    own = data.draw(hnp.arrays(np.int32, len(ends), elements=st.sampled_from([1, 2, 3, 9])))
    check(cost, lines, ends, own, n_wires, most)


@pytest.mark.parametrize("most", [1.3, 4.0])
def test_larger(most):
    rng = np.random.default_rng(3)
    cost = photo((41, 67)) ** 4 + np.float32(0.01)
    lines = np.zeros(cost.shape, np.int32)
    ends, own = [], []
    for line in range(1, 9):
        y, x, length = rng.integers(2, 38), rng.integers(2, 50), rng.integers(1, 14)
        lines[y, x : x + length] = line
        ends += [y * 67 + x, y * 67 + x + length - 1]
        own += [line, line]
    lines[[0, -1]] = lines[:, [0, -1]] = 9
    check(cost, lines, np.array(ends, np.int32), np.array(own, np.int32), 3, most)


def test_nothing_to_reach():
    lines = np.zeros((4, 5), np.int32)
    lines[2, 1:4] = 1
    for ends in ([], [11, 13]):
        found = live_wires(
            np.ones((4, 5), np.float32), lines, np.array(ends, np.int32), np.ones(len(ends), np.int32), 3, 4.0
        )
        assert [len(part) for part in found] == [0, 0, 0, 1, 0]


def test_one_pixel():
    found = live_wires(
        np.ones((1, 1), np.float32), np.ones((1, 1), np.int32), np.array([0], np.int32), np.array([1], np.int32), 3, 4.0
    )
    assert [len(part) for part in found] == [0, 0, 0, 1, 0]


def test_a_wire_goes_around_its_own_line():
    cost, lines = np.ones((7, 9), np.float32), np.zeros((7, 9), np.int32)
    lines[1:6, 4] = 1
    lines[3, 1] = 2
    lines[3, 8] = 3
    # From the middle of line 1 there is a way to either side; from the right of it only over or under it.
    ((_, line, cost_of_it, pixels),) = wires_of(
        cost, lines, np.array([5 * 9 + 4], np.int32), np.array([1], np.int32), 1, 4.0
    )
    assert line == 2
    assert cost_of_it == pytest.approx(2 * np.sqrt(2) + 1)
    assert pixels.tolist() == [49, 39, 29, 28] or pixels[-1] == 28
    assert (lines.flat[pixels[1:-1]] == 0).all()


def test_the_frame_can_be_a_line():
    cost, lines = np.ones((9, 9), np.float32), np.zeros((9, 9), np.int32)
    lines[4, 4] = 1
    lines[[0, -1]] = lines[:, [0, -1]] = 2
    ((_, line, paid, pixels),) = wires_of(cost, lines, np.array([40], np.int32), np.array([1], np.int32), 3, 4.0)
    assert (line, paid, len(pixels)) == (2, 4.0, 5)


def test_further_wires_up_to_so_many_and_so_much():
    cost, lines = np.ones((1, 30), np.float32), np.zeros((1, 30), np.int32)
    lines[0, [4, 13, 29]] = [1, 2, 3]
    ends, own = np.array([13], np.int32), np.array([2], np.int32)
    assert [wire[1] for wire in wires_of(cost, lines, ends, own, 3, 4.0)] == [1, 3]  # 9 and 16 pixels away
    assert [wire[1] for wire in wires_of(cost, lines, ends, own, 1, 4.0)] == [1]
    assert [wire[1] for wire in wires_of(cost, lines, ends, own, 3, 1.7)] == [1]  # 1.7 * 9 < 16
    lines[0, 12] = 4
    # A first wire of less than 1 counts as 1: further ones may cost at most 4.
    assert [wire[1] for wire in wires_of(cost * np.float32(0.25), lines, ends, own, 3, 15.0)] == [4, 3]
    assert [wire[1] for wire in wires_of(cost * np.float32(0.25), lines, ends, own, 3, 3.9)] == [4]


def test_the_same_wires_in_any_company():
    """What one search leaves behind does not change the next."""
    cost = photo((30, 40)) + np.float32(0.05)
    lines = np.zeros(cost.shape, np.int32)
    lines[5, 5:9], lines[20, 30:35], lines[15, 3] = 1, 2, 3
    ends, own = np.array([205, 208, 830, 834, 603], np.int32), np.array([1, 1, 2, 2, 3], np.int32)
    together = wires_of(cost, lines, ends, own, 2, 4.0)
    alone = [wire for i in range(5) for wire in wires_of(cost, lines, ends[i : i + 1], own[i : i + 1], 2, 4.0)]
    for one, other in zip(together, alone, strict=True):
        assert one[1:3] == other[1:3]
        np.testing.assert_array_equal(one[3], other[3])


COST, LINES = np.ones((3, 4), np.float32), np.ones((3, 4), np.int32)
ENDS, OWN = np.array([0, 11], np.int32), np.array([1, 1], np.int32)


def with_value(array, value):
    changed = array.copy()
    changed[1, 2] = value
    return changed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((with_value(COST, 0.0), LINES, ENDS, OWN, 3, 4.0), r"cost must be positive and finite, got 0 at \(1, 2\)"),
        (
            (with_value(COST, np.nan), LINES, ENDS, OWN, 3, 4.0),
            r"cost must be positive and finite, got nan at \(1, 2\)",
        ),
        (
            (with_value(COST, np.inf), LINES, ENDS, OWN, 3, 4.0),
            r"cost must be positive and finite, got inf at \(1, 2\)",
        ),
        ((COST, with_value(LINES, -1), ENDS, OWN, 3, 4.0), r"line_of_pixel must be 0 or more, got -1 at \(1, 2\)"),
        (
            (COST, LINES[:2].copy(), ENDS, OWN, 3, 4.0),
            r"line_of_pixel must have the shape of cost, got \(2, 4\) and \(3, 4\)",
        ),
        ((COST, LINES, ENDS + np.int32(1), OWN, 3, 4.0), r"ends must be in 0\.\.11, got 12 at end 1"),
        ((COST, LINES, ENDS - np.int32(1), OWN, 3, 4.0), r"ends must be in 0\.\.11, got -1 at end 0"),
        ((COST, LINES, ENDS, OWN[:1].copy(), 3, 4.0), "own must be as long as ends, got 1 and 2"),
        ((COST, LINES, ENDS, OWN, 0, 4.0), "n_wires must be at least 1, got 0"),
        ((COST, LINES, ENDS, OWN, 3, 0.5), "max_ratio must be at least 1, got 0.5"),
        ((COST, LINES, ENDS, OWN, 3, np.nan), "max_ratio must be at least 1, got nan"),
        ((COST[:0], LINES[:0], ENDS, OWN, 3, 4.0), "a picture must have 1 to 536870912 pixels, got 0 x 4"),
    ],
)
def test_messages(arguments, message):
    with pytest.raises(ValueError, match=message):
        live_wires(*arguments)


def test_other_types():
    with pytest.raises(TypeError):
        live_wires(COST, LINES.astype(np.int64), ENDS, OWN, 3, 4.0)
    with pytest.raises(TypeError):
        live_wires(COST, LINES, ENDS.astype(np.int64), OWN, 3, 4.0)

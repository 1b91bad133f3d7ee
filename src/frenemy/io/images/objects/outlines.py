"""Outlines of the objects of a label map, along the cracks between pixels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.problem.array_types import Bools, Ints

Ring = Ints

# Sides of a pixel in the order in which its outline is walked, with the pixel to the right hand: top, right, bottom,
# left. Where the walk along each leads, as (dy, dx), and from which corner of the pixel it starts.
_AHEAD = np.array([(0, 1), (1, 0), (0, -1), (-1, 0)])
_LEFT = np.roll(_AHEAD, 1, axis=0)
_CORNER = np.array([(0, 0), (0, 1), (1, 1), (1, 0)])


@dataclass(frozen=True, eq=False)
class Part:
    """A 4-connected component of an object.

    Attributes
    ----------
    outer : (n, 2) int64
        x, y of its corners in order, in corners of pixels: 0 is the left or upper border of the picture, the width or
        the height the opposite one. The first is not repeated at the end. Its area by the shoelace formula is above 0.
    holes : tuple of (n, 2) int64
        The same in the opposite direction: their areas are below 0.
    """

    outer: Ring
    holes: tuple[Ring, ...]


def outlines(labels: LabelMap) -> list[list[Part]]:
    """The parts of each object ``0..k-1`` of a label map (height, width), in raster order.

    Every side of a pixel that has another label beyond it is one step, with its pixel to the right. The next step
    follows from the two pixels ahead: turn right where the one on the right is of another label, go straight where
    only the one on the left is, turn left where neither is (crack following with 4-connected objects; see Rosenfeld &
    Kak 1982, section 11.1.1). So the steps form closed rings. A ring that touches itself is cut there, so that each
    is simple, as GIS programs expect.
    """
    regions, n_regions = _core.connected_regions(np.ascontiguousarray(labels, np.int32))
    of_region = np.zeros(n_regions, np.int64)
    of_region[regions] = labels
    outer: dict[int, Ring] = {}
    holes: list[list[Ring]] = [[] for _ in range(n_regions)]
    for region, ring in _rings(labels, regions):
        for simple in _cut_where_it_touches(ring):
            if _doubled_area(simple) > 0:
                outer[region] = simple
            else:
                holes[region].append(simple)
    parts: list[list[Part]] = [[] for _ in range(int(labels.max(initial=-1)) + 1)]
    for region in range(n_regions):
        parts[of_region[region]].append(Part(outer[region], tuple(holes[region])))
    return parts


def _rings(labels: LabelMap, regions: LabelMap) -> Iterator[tuple[int, Ring]]:
    """Each ring with its region; corners where it turns, as (x, y)."""
    height, width = labels.shape
    pixel, side, following, is_turn = _steps(labels)
    step_of = np.full(4 * height * width, -1, np.int32)
    step_of[4 * pixel + side] = np.arange(len(pixel), dtype=np.int32)
    after: list[int] = step_of[following].tolist()
    corner = np.stack((pixel % width + _CORNER[side, 1], pixel // width + _CORNER[side, 0]), axis=1)
    # A step ends in a turn; the corner of the turn is where the next one starts.
    starts_new_line = np.zeros(len(pixel), bool)
    starts_new_line[step_of[following[is_turn]]] = True
    is_corner: list[bool] = starts_new_line.tolist()
    is_seen = bytearray(len(pixel))
    region = regions.ravel()[pixel]
    for first in range(len(after)):
        if is_seen[first]:
            continue
        kept, step = [], first
        while not is_seen[step]:
            is_seen[step] = 1
            if is_corner[step]:
                kept.append(step)
            step = after[step]
        yield int(region[first]), corner[kept]


def _steps(labels: LabelMap) -> tuple[Ring, Ring, Ring, Bools]:
    """Pixel and side of each step, the step after it as ``4 * pixel + side``, and whether there is a turn between."""
    height, width = labels.shape
    padded = np.full((height + 2, width + 2), -1, np.int32)
    padded[1:-1, 1:-1] = labels
    found = []
    for side in range(4):
        dy, dx = _LEFT[side]
        y, x = np.nonzero(padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width] != labels)
        own = labels[y, x]
        ahead_y, ahead_x = y + _AHEAD[side, 0], x + _AHEAD[side, 1]
        is_right_other = padded[1 + ahead_y, 1 + ahead_x] != own
        is_left_other = padded[1 + ahead_y + dy, 1 + ahead_x + dx] != own
        right = 4 * (y * width + x) + (side + 1) % 4
        straight = 4 * (ahead_y * width + ahead_x) + side
        left = 4 * ((ahead_y + dy) * width + ahead_x + dx) + (side - 1) % 4
        following = np.where(is_right_other, right, np.where(is_left_other, straight, left))
        is_turn = is_right_other | ~is_left_other
        found.append((y * width + x, np.full(len(y), side), following, is_turn))
    pixel, side_of, following, is_turn = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.argsort(4 * pixel + side_of, kind="stable")  # raster order, whatever the side
    return pixel[order], side_of[order], following[order], is_turn[order]


def _cut_where_it_touches(ring: Ring) -> Iterator[Ring]:
    if len(set(map(tuple, ring.tolist()))) == len(ring):
        yield ring
        return
    at: dict[tuple[int, int], int] = {}
    open_points: list[tuple[int, int]] = []
    for x, y in ring.tolist():
        point = (x, y)
        if point in at:
            back = at[point]
            yield np.array(open_points[back:], np.int64)
            for closed in open_points[back + 1 :]:
                del at[closed]
            del open_points[back + 1 :]
        else:
            at[point] = len(open_points)
            open_points.append(point)
    yield np.array(open_points, np.int64)


def _doubled_area(ring: Ring) -> int:
    x, y = ring.T
    return int((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())

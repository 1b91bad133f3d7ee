"""Live wires (Mortensen & Barrett 1995): open ends of strokes continue along edges until they meet something."""

from __future__ import annotations

import numpy as np

from experiments.segmentation.data.edges import (
    Floats,
    LabelMap,
    Picture,
    Strokes,
    drawn_line,
    gradient,
    lab,
    without_small,
)

#: Tuned on the tuned half.
SIGMA = 1.5
FLOOR = 0.4  # cost of a pixel on a strong edge, beside 1 where there is none
LEAST = 0.005  # of the picture
BAND = 4  # pixels beside a stroke that its own wires do not enter
WINDOW = 32  # pixels to each side that are looked at first


def live_wires(
    picture: Picture, strokes: Strokes, *, sigma: float = SIGMA, floor: float = FLOOR, least: float = LEAST
) -> LabelMap:
    """Regions between strokes and wires, which end at the nearest other stroke or side of the picture."""
    height = gradient(lab(picture), sigma)
    costs = floor + np.exp(-height / max(float(height.mean()), 1e-6))
    lines = [drawn_line(picture.shape, stroke) for stroke in strokes]
    wall = np.zeros(height.shape, bool)
    for line in lines:
        wall[line[:, 0], line[:, 1]] = True
    wires = [wire(costs, lines, number, end) for number in range(len(lines)) for end in (0, -1)]
    for path in wires:
        wall[path[:, 0], path[:, 1]] = True
    return _regions(wall, height, least * wall.size)


def wire(costs: Floats, lines: list[LabelMap], number: int, end: int) -> LabelMap:
    """(n, 2) pixels of the cheapest path from the first (0) or last (-1) pixel of a line to any end."""
    line = lines[number]
    start = tuple(line[end])
    targets = _picture_sides(costs.shape)
    for other, pixels in enumerate(lines):
        if other != number:
            targets[pixels[:, 0], pixels[:, 1]] = True
    if targets[start]:
        return line[:0]
    blocked = costs.copy()
    _block_beside(blocked, line if end == 0 else line[::-1])
    blocked[line[:, 0], line[:, 1]] = -1.0
    blocked[start] = costs[start]
    return _cheapest_way(blocked, start, targets)


def _block_beside(costs: Floats, line: LabelMap) -> None:
    """Block a band around the line but its beginning: a path back along it would be cheap."""
    for down in range(-BAND, BAND + 1):
        for right in range(-BAND, BAND + 1):
            row, column = (line[2 * BAND :] + np.array([down, right])).T
            kept = (row >= 0) & (column >= 0) & (row < costs.shape[0]) & (column < costs.shape[1])
            costs[row[kept], column[kept]] = -1.0


def _cheapest_way(costs: Floats, start: tuple[int, ...], targets: LabelMap) -> LabelMap:
    """Searched in growing windows around the start until no path outside can be cheaper."""
    from skimage.graph import MCP_Geometric

    reach = WINDOW
    while True:
        low = np.maximum(np.array(start) - reach, 0)
        high = np.minimum(np.array(start) + reach + 1, costs.shape)
        window = tuple(slice(a, b) for a, b in zip(low, high, strict=True))
        search = MCP_Geometric(costs[window])
        reached, _ = search.find_costs([tuple(start - low)])
        is_all = bool((low == 0).all() and (high == costs.shape).all())
        nearest = np.argwhere(targets[window])
        if len(nearest):
            best = nearest[reached[targets[window]].argmin()]
            cost = reached[tuple(best)]
            if np.isfinite(cost) and (is_all or cost <= reached[_picture_sides(reached.shape)].min()):
                return np.array(search.traceback(best)) + low
        if is_all:
            return np.empty((0, 2), np.intp)
        reach *= 2


def _picture_sides(shape: tuple[int, ...]) -> LabelMap:
    sides = np.ones(shape, bool)
    sides[1:-1, 1:-1] = False
    return sides


def _regions(wall: LabelMap, height: Floats, least: float) -> LabelMap:
    from skimage.measure import label
    from skimage.segmentation import watershed

    parts = label(~wall, connectivity=1)
    if parts.max() == 0:
        return np.zeros(wall.shape, np.intp)
    return without_small(watershed(height, parts), height, least)

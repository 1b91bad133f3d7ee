"""The lines of a skeleton: between ends and junctions, and closed ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from frenemy.io.images.thinning import thinned
from frenemy.problem.array_types import Bools, Floats, Floats32, Ints

_MAX_PRUNINGS = 20
_SPUR, _BRIDGE = 1.75, 3.0  # the longest, in multiples of the depth


@dataclass(frozen=True, eq=False)
class Path:
    """One line.

    Attributes
    ----------
    points : (n, 2) float64
        x, y of its pixels in order. At a junction it ends at the middle of the pixels that make the junction; a closed
        line ends where it begins.
    pixels : (m,) int64
        The flat indices of the pixels that are its own: without those of junctions.
    n_free_ends : int
        How many of its two ends are not at a junction; 0 for a closed line, 2 for a single pixel.
    """

    points: Floats
    pixels: Ints
    n_free_ends: int


def skeleton_paths(skeleton: Bools, depth: Floats32) -> list[Path]:
    """The lines of a skeleton.

    Thinning leaves short spurs where an edge is rough: lines with a free end that are little longer than the depth of
    the drawing at their junction. They are left out. And where two lines cross, it leaves two junctions with a bridge
    between them: a line that is short for its depth is contracted to one junction.

    Parameters
    ----------
    skeleton : (height, width) bool
        From :func:`~frenemy.io.images.thinning.thinned`.
    depth : (height, width) float32
        The distance of each drawn pixel to the background.
    """
    depths = depth.ravel()
    for _ in range(_MAX_PRUNINGS):
        paths = _traced(skeleton)
        spurs = _spurs(paths, depths, skeleton.shape[1])
        if not spurs:
            break
        skeleton = skeleton.copy()
        for spur in spurs:
            skeleton.ravel()[spur.pixels] = False
        skeleton = thinned(skeleton)  # junctions without their spurs may be thick
    return _without_bridges(paths, depths, skeleton.shape[1])


def _spurs(paths: list[Path], depths: Floats32, width: int) -> list[Path]:
    short: dict[tuple[float, float], list[Path]] = {}
    n_at: dict[tuple[float, float], int] = {}
    for path in paths:
        if path.n_free_ends == 2:
            continue
        ends = [_place(path.points[0]), _place(path.points[-1])]
        for place in ends:
            n_at[place] = n_at.get(place, 0) + 1
        if path.n_free_ends == 1 and len(path.pixels) <= _SPUR * _depth_at(path.points[0], depths, width) + 1:
            short.setdefault(ends[0], []).append(path)
    spurs = []
    for place, branches in short.items():
        branches.sort(key=lambda path: len(path.pixels))
        # At the end of a line, all branches are spurs. Of a star of short branches, the two longest are its line.
        n_kept = 2 if n_at[place] == len(branches) else 0
        spurs += branches[: len(branches) - n_kept]
    return spurs


def _without_bridges(paths: list[Path], depths: Floats32, width: int) -> list[Path]:
    joined: dict[tuple[float, float], tuple[float, float]] = {}

    def root(place: tuple[float, float]) -> tuple[float, float]:
        while place in joined:
            place = joined[place]
        return place

    kept = []
    for path in paths:
        ends = path.points[[0, -1]]
        deep = min(_depth_at(end, depths, width) for end in ends)
        if path.n_free_ends or (ends[0] == ends[1]).all() or len(path.pixels) > _BRIDGE * deep:
            kept.append(path)
            continue
        first, second = root(_place(ends[0])), root(_place(ends[1]))
        if first != second:
            middle = ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)
            joined |= {place: middle for place in (first, second) if place != middle}
    return [_with_ends_moved(path, root) for path in kept] if joined else kept


def _with_ends_moved(path: Path, root: Callable[[tuple[float, float]], tuple[float, float]]) -> Path:
    if path.n_free_ends == 2:
        return path
    points = path.points.copy()
    points[0] = root(_place(points[0]))
    points[-1] = root(_place(points[-1]))
    return Path(points, path.pixels, path.n_free_ends)


def _depth_at(point: Floats, depths: Floats32, width: int) -> float:
    return float(depths[round(point[1]) * width + round(point[0])])


def _place(point: Floats) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _traced(skeleton: Bools) -> list[Path]:
    pixels = np.flatnonzero(skeleton)
    neighbors = _neighbors(skeleton, pixels)
    junction_of, middles = _junctions(pixels, neighbors, skeleton.shape[1])
    width = skeleton.shape[1]
    is_seen = [False] * len(pixels)
    paths: list[Path] = []

    def follow(at: int, before: int) -> tuple[list[int], int]:
        """Pixels from ``at`` on, away from ``before``, and the junction at which they end, or -1."""
        chain = [at]
        is_seen[at] = True
        while True:
            following = [n for n in neighbors[chain[-1]] if n != before]
            if not following:
                return chain, -1
            before, at = chain[-1], following[0]
            if junction_of[at] >= 0:
                return chain, junction_of[at]
            if is_seen[at]:  # a closed line
                return chain, -1
            chain.append(at)
            is_seen[at] = True

    def add(chain: list[int], begins: int, ends: int, is_closed: bool) -> None:
        own = pixels[chain]
        points = np.stack((own % width, own // width), axis=1).astype(np.float64)
        parts = [middles[begins : begins + 1] if begins >= 0 else points[:0], points]
        parts.append(points[:1] if is_closed else middles[ends : ends + 1] if ends >= 0 else points[:0])
        n_free = 0 if is_closed else (begins < 0) + (ends < 0)
        paths.append(Path(np.concatenate(parts), own, n_free))

    for start, around in enumerate(neighbors):
        if junction_of[start] >= 0:
            for first in around:
                if junction_of[first] < 0 and not is_seen[first]:
                    chain, end = follow(first, start)
                    add(chain, junction_of[start], end, False)
        elif len(around) < 2 and not is_seen[start] and not any(junction_of[n] >= 0 for n in around):
            chain, end = follow(start, -1)
            if end < 0:
                add(chain, -1, -1, False)
            else:  # from the junction outward, like the others
                add(chain[::-1], end, -1, False)
    for start in range(len(pixels)):
        if junction_of[start] < 0 and not is_seen[start]:
            chain, _ = follow(start, neighbors[start][1])
            add(chain, -1, -1, True)
    return paths + _lone_junctions(pixels, neighbors, junction_of, middles)


def _lone_junctions(
    pixels: Ints,
    neighbors: list[list[int]],
    junction_of: list[int],
    middles: Floats,
) -> list[Path]:
    """Junctions without lines, as in blots."""
    members: list[list[int]] = [[] for _ in middles]
    has_lines = [False] * len(middles)
    for pixel, junction in enumerate(junction_of):
        if junction >= 0:
            members[junction].append(pixel)
            has_lines[junction] |= any(junction_of[other] < 0 for other in neighbors[pixel])
    lone = [at for at, has_line in enumerate(has_lines) if not has_line]
    return [Path(middles[at : at + 1], pixels[members[at]], 2) for at in lone]


def _neighbors(skeleton: Bools, pixels: Ints) -> list[list[int]]:
    """Of each pixel: its 4-neighbors, and its diagonal neighbors that share none of these with it."""
    height, width = skeleton.shape
    number = np.full((height, width), -1, np.int64)
    number.ravel()[pixels] = np.arange(len(pixels))
    s = skeleton
    corner_down = s[:-1, :-1] & s[1:, 1:] & ~s[:-1, 1:] & ~s[1:, :-1]
    corner_up = s[1:, :-1] & s[:-1, 1:] & ~s[:-1, :-1] & ~s[1:, 1:]
    ends = (
        (s[:, :-1] & s[:, 1:], number[:, :-1], number[:, 1:]),
        (s[:-1] & s[1:], number[:-1], number[1:]),
        (corner_down, number[:-1, :-1], number[1:, 1:]),
        (corner_up, number[1:, :-1], number[:-1, 1:]),
    )
    found: list[list[int]] = [[] for _ in pixels]
    for is_edge, first, second in ends:
        for a, b in zip(first[is_edge].tolist(), second[is_edge].tolist(), strict=True):
            found[a].append(b)
            found[b].append(a)
    return found


def _junctions(pixels: Ints, neighbors: list[list[int]], width: int) -> tuple[list[int], Floats]:
    """The junction of each pixel, or -1, and the middle of each junction: pixels with three neighbors and more."""
    junction_of = [-1] * len(pixels)
    middles: list[Floats] = []
    for start, around in enumerate(neighbors):
        if len(around) < 3 or junction_of[start] >= 0:
            continue
        junction_of[start] = len(middles)
        members, at = [start], 0
        while at < len(members):
            for other in neighbors[members[at]]:
                if len(neighbors[other]) >= 3 and junction_of[other] < 0:
                    junction_of[other] = len(middles)
                    members.append(other)
            at += 1
        own = pixels[members]
        middles.append(np.array([(own % width).mean(), (own // width).mean()]))
    return junction_of, np.array(middles).reshape(-1, 2)

"""Possible continuations of strokes: live wires to other strokes, and features of each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image.regions.appearance import Appearance
from frenemy.affinity.image.regions.network import Network
from frenemy.affinity.image.strokes.stroke_lines import StrokeLines
from frenemy.affinity.image.wires.paths import SIDE, Paths
from frenemy.problem.array_types import Bools, Floats32, Ints, Ints32

N_FEATURES = 22
UNLIKELY = -6.0  # log-odds of a boundary where there is no wire
_N_WIRES = 3  # per end of a stroke
_MAX_COST_RATIO = 4.0  # of a wire to the cheapest wire from the same end
_AT_END = 6  # pixels along a stroke: a wire that arrives within these arrives at its end
_END_PIXELS = 16  # pixels of a stroke over which colors and direction at its end are measured
_WINDOW = 9  # pixels of the weakest section of a wire
_DIRECTION_STEPS = 7  # steps at both ends of a wire over which its direction is measured


@dataclass(frozen=True, eq=False)
class Completions:
    """Live wires from the ends of strokes.

    Attributes
    ----------
    end : (n_wires,) int32
        The end that each wire starts from: 2 i and 2 i + 1 are the start and the end of stroke i.
    line : (n_wires,) int32
        1 + the stroke that it reaches; 1 + the number of strokes for the edge of the picture.
    paths : Paths
    features : (n_wires, N_FEATURES) float32
    typical_gap : float
        Median length of the cheapest wire from an end of a stroke, in pixels.
    drawn_share : float
        Share of the boundaries that is drawn, with wires as the estimate of the rest.
    """

    end: Ints32
    line: Ints32
    paths: Paths
    features: Floats32
    typical_gap: float
    drawn_share: float

    def map(self, network: Network, shape: tuple[int, int]) -> Floats32:
        """Log-odds of the likeliest wire through each pixel, ``UNLIKELY`` where there is none."""
        log_odds_map = np.full(shape, UNLIKELY, np.float32)
        if len(self.end):
            log_odds = np.maximum(network.log_odds(self.features), np.float32(UNLIKELY))
            by_rank = np.argsort(log_odds, kind="stable")
            of_step = np.repeat(np.argsort(by_rank), self.paths.lengths)
            order = np.argsort(of_step, kind="stable")  # the likeliest come last and overwrite the others
            log_odds_map.flat[self.paths.pixels[order]] = np.repeat(log_odds, self.paths.lengths)[order]
        return log_odds_map


def completions(appearance: Appearance, lines: StrokeLines) -> Completions:
    """Live wires from both ends of every stroke, and their features."""
    n = lines.n_strokes
    with_frame = lines.of_pixel.copy()
    for side in (with_frame[0], with_frame[-1], with_frame[:, 0], with_frame[:, -1]):
        side[side == 0] = n + 1
    ends = np.empty(2 * n, np.int32)
    ends[0::2], ends[1::2] = lines.pixels[lines.offsets[:-1]], lines.pixels[lines.offsets[1:] - 1]
    own = np.repeat(np.arange(1, n + 1, dtype=np.int32), 2)
    end, line, cost, offsets, pixels = _core.live_wires(
        appearance.cost, with_frame, ends, own, _N_WIRES, _MAX_COST_RATIO
    )
    paths = Paths(lines.shape[1], offsets, pixels)
    is_first = np.concatenate(([True], end[1:] != end[:-1]))[: len(end)]
    n_drawn = max(1, len(lines.pixels))
    gaps = paths.lengths[is_first]
    gap = max(1.0, float(np.median(gaps))) if len(gaps) else 1.0
    share = n_drawn / (n_drawn + float(gaps.sum()) / 2.0) if n else 0.0
    features = np.zeros((0, N_FEATURES), np.float32)
    if len(end):
        features = _features(appearance, lines, end, line, cost, paths, is_first, gap, share)
    return Completions(end, line, paths, features, gap, share)


def _features(
    appearance: Appearance,
    lines: StrokeLines,
    end: Ints32,
    line: Ints32,
    cost: Floats32,
    paths: Paths,
    is_first: Bools,
    gap: float,
    share: float,
) -> Floats32:
    n = lines.n_strokes
    outward, right, left, spread = _at_ends(appearance, lines)
    surprise = np.logaddexp(np.float32(0.0), -appearance.edge.flat[paths.pixels])
    length = paths.lengths.astype(np.float32)
    first_of = np.flatnonzero(is_first)[np.cumsum(is_first) - 1]
    rank = np.arange(len(end)) - first_of
    log_cost = np.log1p(cost)

    hit, at_hit = paths.pixels[paths.offsets[1:] - 1], line - 1
    to_frame = line == n + 1
    along, nearest_end = _where_hit(lines, hit, np.where(to_frame, 0, at_hit))
    along[to_frame] = 0
    at_end = ~to_frame & (along <= _AT_END)
    best_line = np.zeros(2 * n, np.int32)
    best_line[end[is_first]] = line[is_first]
    mutual = ~to_frame & (best_line[nearest_end] == end // 2 + 1)

    a, b = paths.beside(appearance.smooth, SIDE), paths.beside(appearance.smooth, -SIDE)

    def color_distance(colors: Floats32, of_end: npt.NDArray[np.integer], at_ends: Floats32) -> Floats32:
        """Mean distance between the colors along each wire and those at an end of a stroke."""
        difference = colors - np.repeat(at_ends[of_end], paths.lengths, axis=0)
        return paths.mean(np.sqrt((difference**2).sum(axis=1)))

    same_right, same_left = color_distance(a, end, right), color_distance(b, end, left)
    # The stroke at the other end points towards the wire, so right and left are swapped.
    other = color_distance(a, nearest_end, left) + color_distance(b, nearest_end, right)
    same = same_right + same_left
    heads, tails = paths.ends(_DIRECTION_STEPS)
    # Both run outwards, so the head runs against the direction of the wire.
    departs = -_mean_direction(heads, paths)
    arrives = _mean_direction(tails, paths)
    diagonal = float(np.hypot(*lines.shape))
    columns = [
        paths.mean(surprise),
        paths.worst(surprise, _WINDOW),
        np.log(length),
        log_cost,
        rank,
        log_cost - log_cost[first_of],
        to_frame,
        at_end,
        np.log1p(along),
        (departs * outward[end]).sum(axis=1),
        np.where(at_end, -(arrives * outward[nearest_end]).sum(axis=1), 0.0),
        mutual,
        same,
        np.abs(same_right - same_left),
        np.where(at_end, other, same),
        paths.mean(np.sqrt(((a - b) ** 2).sum(axis=1))),
        np.sqrt(((right - left) ** 2).sum(axis=1))[end],
        spread[end],
        np.full(len(end), np.log(max(1, len(lines.pixels)) / diagonal)),
        np.full(len(end), np.log(n)),
        np.log(length / gap),
        np.full(len(end), share),
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def _mean_direction(pieces: Paths, paths: Paths) -> Floats32:
    """Unit vector from the first to the last pixel of each piece; 0 for a wire of one pixel."""
    step = pieces.points[pieces.offsets[1:] - 1] - pieces.points[pieces.offsets[:-1]]
    length = np.linalg.norm(step, axis=1, keepdims=True)
    return np.where((paths.lengths > 1)[:, None], step / np.maximum(length, np.float32(1e-6)), np.float32(0.0))


def _at_ends(appearance: Appearance, lines: StrokeLines) -> tuple[Floats32, Floats32, Floats32, Floats32]:
    """At both ends of each stroke: the outward direction, mean colors right and left, and their deviation."""
    heads, tails = Paths(lines.shape[1], lines.offsets, lines.pixels).ends(_END_PIXELS)
    found = []
    for pieces in (heads, tails):
        step = pieces.directions[pieces.offsets[1:] - 1]
        sides = []
        spread = np.zeros(len(step), np.float32)
        for distance in (SIDE, -SIDE):
            colors = pieces.beside(appearance.smooth, distance)
            mean = pieces.mean(colors)
            variance = pieces.mean(colors**2) - mean**2
            spread += np.sqrt(np.maximum(variance, np.float32(0.0))).mean(axis=1)
            sides.append(mean)
        found.append((step, *sides, spread))
    head, tail = found
    both = [np.stack((h, t), axis=1).reshape(-1, *h.shape[1:]) for h, t in zip(head, tail, strict=True)]
    return both[0], both[1], both[2], both[3]


def _where_hit(lines: StrokeLines, hit: Ints32, stroke: npt.NDArray[np.integer]) -> tuple[Ints, Ints]:
    """The distance in pixels from each hit to the nearer end of its stroke, and that end."""
    # A stroke may pass a pixel several times, and another may be drawn over it: the first pass counts.
    order = np.lexsort((np.arange(len(lines.pixels)), lines.pixels, _stroke_of_step(lines)))
    n_pixels = lines.shape[0] * lines.shape[1]
    keys = _stroke_of_step(lines)[order] * n_pixels + lines.pixels[order]
    at = np.minimum(np.searchsorted(keys, stroke * np.int64(n_pixels) + hit), len(keys) - 1)
    step = order[at] - lines.offsets[stroke]
    remaining = np.diff(lines.offsets)[stroke] - 1 - step
    return np.minimum(step, remaining), 2 * stroke + (remaining < step)


def _stroke_of_step(lines: StrokeLines) -> Ints:
    return np.repeat(np.arange(lines.n_strokes, dtype=np.int64), np.diff(lines.offsets))

"""How borders may go on where strokes end: live wires to other strokes, and how likely each of them is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image.appearance import Appearance
from frenemy.affinity.image.network import Network
from frenemy.affinity.image.paths import SIDE, Paths
from frenemy.affinity.image.stroke_lines import StrokeLines

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]

N_FEATURES = 22
UNLIKELY = -6.0  # log-odds of a border where no wire goes
_N_WIRES = 3  # of each end
_MOST_COST = 4.0  # of a further wire, in those of the first of the same end
_AT_END = 6  # pixels along a stroke: a wire that arrives within these arrives at its end
_LOOK_BACK = 16  # pixels of a stroke that tell what it looks like at its end
_WINDOW = 9  # pixels over which the weakest piece of a wire is taken
_START = 7  # steps of a wire that tell where it sets out to


@dataclass(frozen=True, eq=False)
class Completions:
    """Wires that lead on from the ends of strokes.

    Attributes
    ----------
    end : (n_wires,) int32
        Which end each starts from: 2 i and 2 i + 1 are the start and the end of stroke i.
    line : (n_wires,) int32
        1 + the stroke that it reaches; 1 + the number of strokes for the border of the picture.
    paths : Paths
    features : (n_wires, N_FEATURES) float32
    typical_gap : float
        How far it is from the end of a stroke to the next, in pixels: half of the ends have it shorter.
    drawn_share : float
        How much of all borders was drawn, as far as the wires tell.
    """

    end: Ints
    line: Ints
    paths: Paths
    features: Floats
    typical_gap: float
    drawn_share: float

    def map(self, network: Network, shape: tuple[int, int]) -> Floats:
        """Log-odds of the likeliest wire through each pixel, ``UNLIKELY`` where there is none."""
        found = np.full(shape, UNLIKELY, np.float32)
        if len(self.end):
            log_odds = np.maximum(network.log_odds(self.features), np.float32(UNLIKELY))
            by_rank = np.argsort(log_odds, kind="stable")
            of_step = np.repeat(np.argsort(by_rank), self.paths.lengths)
            order = np.argsort(of_step, kind="stable")  # the likeliest come last, and stay
            found.flat[self.paths.pixels[order]] = np.repeat(log_odds, self.paths.lengths)[order]
        return found


def completions(appearance: Appearance, lines: StrokeLines) -> Completions:
    """Wires from both ends of every stroke, and what is known of each."""
    n = lines.n_strokes
    with_frame = lines.of_pixel.copy()
    for side in (with_frame[0], with_frame[-1], with_frame[:, 0], with_frame[:, -1]):
        side[side == 0] = n + 1
    ends = np.empty(2 * n, np.int32)
    ends[0::2], ends[1::2] = lines.pixels[lines.offsets[:-1]], lines.pixels[lines.offsets[1:] - 1]
    own = np.repeat(np.arange(1, n + 1, dtype=np.int32), 2)
    end, line, cost, offsets, pixels = _core.live_wires(appearance.cost, with_frame, ends, own, _N_WIRES, _MOST_COST)
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
    end: Ints,
    line: Ints,
    cost: Floats,
    paths: Paths,
    is_first: npt.NDArray[np.bool_],
    gap: float,
    share: float,
) -> Floats:
    n = lines.n_strokes
    out_way, right, left, spread = _at_ends(appearance, lines)
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

    def apart(colors: Floats, of_end: npt.NDArray[np.integer], at_ends: Floats) -> Floats:
        """How far the colors along each wire are from those at an end of a stroke, on the average."""
        difference = colors - np.repeat(at_ends[of_end], paths.lengths, axis=0)
        return paths.mean(np.sqrt((difference**2).sum(axis=1)))

    same_right, same_left = apart(a, end, right), apart(b, end, left)
    # At the other end the stroke comes towards the wire, so that right and left change places.
    other = apart(a, nearest_end, left) + apart(b, nearest_end, right)
    same = same_right + same_left
    heads, tails = paths.ends(_START)
    # Both of these run outwards: the first against the way of the wire.
    sets_out = -_mean_direction(heads, paths)
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
        (sets_out * out_way[end]).sum(axis=1),
        np.where(at_end, -(arrives * out_way[nearest_end]).sum(axis=1), 0.0),
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


def _mean_direction(pieces: Paths, paths: Paths) -> Floats:
    """Of the way from the first to the last pixel of each piece; 0 for a wire of one pixel."""
    step = pieces.points[pieces.offsets[1:] - 1] - pieces.points[pieces.offsets[:-1]]
    length = np.linalg.norm(step, axis=1, keepdims=True)
    return np.where((paths.lengths > 1)[:, None], step / np.maximum(length, np.float32(1e-6)), np.float32(0.0))


def _at_ends(appearance: Appearance, lines: StrokeLines) -> tuple[Floats, Floats, Floats, Floats]:
    """At both ends of each stroke: the way out, the mean colors to the right and to the left, and how they vary."""
    heads, tails = Paths(lines.shape[1], lines.offsets, lines.pixels).ends(_LOOK_BACK)
    found = []
    for pieces in (heads, tails):
        step = pieces.directions[pieces.offsets[1:] - 1]
        sides = []
        varied = np.zeros(len(step), np.float32)
        for distance in (SIDE, -SIDE):
            colors = pieces.beside(appearance.smooth, distance)
            mean = pieces.mean(colors)
            deviation = pieces.mean(colors**2) - mean**2
            varied += np.sqrt(np.maximum(deviation, np.float32(0.0))).mean(axis=1)
            sides.append(mean)
        found.append((step, *sides, varied))
    head, tail = found
    both = [np.stack((h, t), axis=1).reshape(-1, *h.shape[1:]) for h, t in zip(head, tail, strict=True)]
    return both[0], both[1], both[2], both[3]


def _where_hit(
    lines: StrokeLines, hit: Ints, stroke: npt.NDArray[np.integer]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """How many pixels from its nearer end each stroke was hit, and which end that is."""
    # A stroke may pass a pixel more than once, and another may have been drawn over it: the first pass counts.
    order = np.lexsort((np.arange(len(lines.pixels)), lines.pixels, _stroke_of_step(lines)))
    n_pixels = lines.shape[0] * lines.shape[1]
    keys = _stroke_of_step(lines)[order] * n_pixels + lines.pixels[order]
    at = np.minimum(np.searchsorted(keys, stroke * np.int64(n_pixels) + hit), len(keys) - 1)
    step = order[at] - lines.offsets[stroke]
    left = np.diff(lines.offsets)[stroke] - 1 - step
    return np.minimum(step, left), 2 * stroke + (left < step)


def _stroke_of_step(lines: StrokeLines) -> npt.NDArray[np.int64]:
    return np.repeat(np.arange(lines.n_strokes, dtype=np.int64), np.diff(lines.offsets))

"""Ways to respond to strokes along missed borders and across false ones; all see the same person."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import frenemy as fr
from experiments.segmentation.data.edges import LabelMap, Picture, Strokes, drawn
from experiments.segmentation.methods.live_wire import live_wires
from experiments.segmentation.methods.watersheds import gradient_watershed
from harness.method import Method

Respond = Callable[[Strokes, Strokes], LabelMap]
Start = Callable[[Picture], Respond]
Responder = Method[Start]

OURS, OURS_BOUNDARIES = "ours", "ours, boundary strokes only"
BOUNDARIES_ONLY = (OURS_BOUNDARIES, "live wires from nothing", "watershed from the strokes")


def methods() -> dict[str, Responder]:
    """By name."""
    peers = ("skimage",)
    return {
        OURS: Responder(_ours, "`fr.segment(picture, strokes, joins=joins)`, no other setting"),
        OURS_BOUNDARIES: Responder(_ours, "the same without joins", line="--"),
        "by hand": Responder(
            _by_hand,
            "the automatic regions: a join merges two of them; a stroke, continued straight on, cuts one",
            "#d55e00",
        ),
        "live wires from nothing": Responder(
            lambda picture: lambda strokes, _: live_wires(picture, strokes),
            "open ends go on along edges to what is nearest",
            "#009e73",
            needs=peers,
        ),
        "watershed from the strokes": Responder(
            lambda picture: lambda strokes, _: gradient_watershed(picture, strokes),
            "basins of the gradient, strokes as ridges",
            "#999999",
            needs=peers,
        ),
    }


def _ours(picture: Picture) -> Respond:
    started = fr.segment(picture)

    def respond(strokes: Strokes, joins: Strokes) -> LabelMap:
        return started.edit(strokes=list(strokes), joins=list(joins)).labels

    return respond


def _by_hand(picture: Picture) -> Respond:
    automatic = fr.segment(picture).labels

    def respond(strokes: Strokes, joins: Strokes) -> LabelMap:
        labels = np.array(automatic, np.int64)
        for join in joins:
            one, other = (labels[_pixel(point, labels.shape)] for point in (join[0], join[-1]))
            labels[labels == other] = one
        return _cut(labels, strokes)

    return respond


def _cut(labels: LabelMap, strokes: Strokes) -> LabelMap:
    """Regions without the lines of strokes, which go straight on to the border of their region; then grown again."""
    from scipy.ndimage import distance_transform_edt

    from experiments.segmentation.data.scores import connected_parts

    if not len(strokes):
        return labels
    lines = drawn(labels.shape, [_continued(stroke, labels) for stroke in strokes])
    parts = connected_parts(np.where(lines, labels.max() + 1, labels))
    rows, columns = distance_transform_edt(lines, return_distances=False, return_indices=True)
    return np.asarray(parts[rows, columns])


def _continued(stroke: np.ndarray, labels: LabelMap) -> np.ndarray:
    ends = [_straight_on(points, labels) for points in (stroke[::-1], stroke)]
    return np.concatenate((ends[0][::-1], stroke, ends[1]))


def _straight_on(stroke: np.ndarray, labels: LabelMap) -> np.ndarray:
    """Points in the direction of the end of a stroke, until the region ends."""
    step = stroke[-1] - stroke[max(0, len(stroke) - 4)]
    length = float(np.hypot(*step))
    if length == 0.0:
        return stroke[:0]
    inside, points = labels[_pixel(stroke[-1], labels.shape)], []
    for distance in range(1, sum(labels.shape)):
        point = stroke[-1] + step / length * distance
        if not (-0.5 <= point[0] < labels.shape[1] - 0.5 and -0.5 <= point[1] < labels.shape[0] - 0.5):
            break
        points.append(point)
        if labels[_pixel(point, labels.shape)] != inside:
            break
    return np.array(points).reshape(-1, 2)


def _pixel(point: np.ndarray, shape: tuple[int, ...]) -> tuple[int, int]:
    x, y = np.rint(point).astype(int)
    return int(np.clip(y, 0, shape[0] - 1)), int(np.clip(x, 0, shape[1] - 1))

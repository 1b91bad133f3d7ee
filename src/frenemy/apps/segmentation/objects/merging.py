"""Merges by the user: pairs of points whose objects are merged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import Stroke
from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.problem.checked_arrays import number

Point = tuple[float, float]
Merge = tuple[Point, Point]

_BESIDE = 4.0  # pixels from the center line of a stroke to the samples on its sides; at least its width
_ALONG = 0.5  # share of a stroke that must run between two merged objects to undo the merge


def checked_merges(values: Iterable[Any], shape: tuple[int, int]) -> tuple[Merge, ...]:
    """Check pairs of points within a picture; an error names an invalid one."""
    return tuple(_checked_merge(value, at, shape) for at, value in enumerate(values))


def _checked_merge(value: Any, at: int, shape: tuple[int, int]) -> Merge:
    try:
        (x0, y0), (x1, y1) = value
    except (TypeError, ValueError):
        raise ValueError(f"merge {at}: must be two points ((x, y), (x, y)), got {value!r}") from None
    merge = (number(x0), number(y0)), (number(x1), number(y1))
    for point in merge:
        if not is_inside(point, shape):
            raise ValueError(f"merge {at}: must be within the picture of {shape[1]} x {shape[0]} pixels, got {point}")
    return merge


def is_inside(point: Point, shape: tuple[int, int]) -> bool:
    return -0.5 <= point[0] <= shape[1] - 0.5 and -0.5 <= point[1] <= shape[0] - 0.5  # false for nan


def label_at(labels: LabelMap, point: Point) -> int:
    """The label of the pixel at a point within the picture."""
    x, y = (min(max(int(np.floor(c + 0.5)), 0), n - 1) for c, n in zip(point, labels.shape[::-1], strict=True))
    return int(labels[y, x])


def merged_labels(labels: LabelMap, merges: Sequence[Merge]) -> npt.NDArray[np.int32]:
    """The new label of each label after merging, ``0..k-1``; merged objects need not touch.

    The labels are in order of first appearance, and so are the new ones.
    """
    label = np.arange(int(labels.max()) + 1, dtype=np.int32)
    for one, other in merges:
        a, b = sorted((int(label[label_at(labels, one)]), int(label[label_at(labels, other)])))
        label[label == b] = a
    return np.unique(label, return_inverse=True)[1].astype(np.int32)


def remaining_merges(labels: LabelMap, merges: tuple[Merge, ...], strokes: Sequence[Stroke]) -> tuple[Merge, ...]:
    """The merges that remain after strokes were drawn.

    A stroke along the border of two merged objects undoes the merge. ``labels`` are those before any merge.
    """
    kept = []
    for merge in merges:
        sides = {label_at(labels, point) for point in merge}
        if len(sides) == 1 or not any(_separates(labels, stroke, sides) for stroke in strokes):
            kept.append(merge)
    return tuple(kept)


def _separates(labels: LabelMap, stroke: Stroke, sides: set[int]) -> bool:
    """Whether a stroke has the two labels on opposite sides for most of its length."""
    if len(stroke.points) < 2:
        return False
    steps = np.diff(stroke.points, axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    normals = np.stack([-steps[:, 1], steps[:, 0]], axis=1) / np.maximum(lengths, 1e-9)[:, None]
    middles = stroke.points[:-1] + steps / 2
    reach = max(_BESIDE, stroke.width)
    found = []
    for side in (-reach, reach):
        at = np.rint(middles + side * normals).astype(np.int64)
        x, y = np.clip(at[:, 0], 0, labels.shape[1] - 1), np.clip(at[:, 1], 0, labels.shape[0] - 1)
        found.append(labels[y, x])
    one, other = sides
    is_between = ((found[0] == one) & (found[1] == other)) | ((found[0] == other) & (found[1] == one))
    return bool(lengths[is_between].sum() >= _ALONG * lengths.sum() > 0.0)

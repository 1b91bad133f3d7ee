"""Area, box and center of each object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.apps.segmentation.objects.ids import Ids
from frenemy.io.images.objects.label_runs import LabelMap, LabelRuns
from frenemy.io.images.objects.object_names import ObjectName
from frenemy.problem.distinct import distinct

_MAX_PIXELS = 250_000  # of the subsampled label map in which centers are searched


@dataclass(frozen=True)
class ObjectSummary:
    """One object of a segmentation.

    Attributes
    ----------
    id : int
        Stays the same over edits.
    label : int
        Its number in ``labels``.
    area : int
        Pixels.
    box : (left, top, right, bottom)
        Bounding box; right and bottom are exclusive.
    center : (x, y)
        A pixel of the object, far from its border.
    name, class_name : str
        As the user gave them, or nothing.
    """

    id: int
    label: int
    area: int
    box: tuple[int, int, int, int]
    center: tuple[int, int]
    name: str = ""
    class_name: str = ""


def summaries(labels: LabelMap, ids: Ids, names: Sequence[ObjectName | None]) -> tuple[ObjectSummary, ...]:
    """All objects, in the order of their labels."""
    area, boxes = _areas_and_boxes(labels, len(ids))
    centers = inner_points(labels, len(ids))
    rows = zip(ids.tolist(), centers.tolist(), names, strict=True)
    return tuple(
        ObjectSummary(id, label, int(area[label]), _box(boxes[label]), (x, y), *_words(name))
        for label, (id, (x, y), name) in enumerate(rows)
    )


def _words(name: ObjectName | None) -> tuple[str, str]:
    return ("", "") if name is None else (name.name, name.class_name)


def inner_points(labels: LabelMap, n_labels: int) -> npt.NDArray[np.int64]:
    """(n_labels, 2): x and y of the pixel of each label farthest from its boundary, in a subsampled map."""
    step = max(1, int(np.ceil(np.sqrt(labels.size / _MAX_PIXELS))))
    seen = np.ascontiguousarray(labels[step // 2 :: step, step // 2 :: step])
    depth, order = _depth(seen).ravel(), seen.ravel()
    best = np.lexsort((-depth, order))  # of each label the deepest first, then in raster order
    firsts = best[np.concatenate(([True], order[best][1:] != order[best][:-1]))] if len(best) else best
    points = np.full((n_labels, 2), -1, np.int64)
    y, x = np.divmod(firsts, seen.shape[1]) if len(firsts) else (firsts, firsts)
    points[order[firsts]] = np.stack([x, y], axis=1) * step + step // 2
    for label in np.flatnonzero(points[:, 0] < 0):  # not in the subsampled map
        rows, columns = np.nonzero(labels == label)
        points[label] = columns[len(rows) // 2], rows[len(rows) // 2]
    return points


def _depth(labels: LabelMap) -> npt.NDArray[np.float32]:
    """The distance of each pixel to the nearest pixel beside another label or at the edge of the picture."""
    padded = np.pad(labels, 1, constant_values=-1)
    inner = padded[1:-1, 1:-1]
    is_edge = np.zeros(labels.shape, bool)
    for other in (padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:]):
        is_edge |= inner != other
    distance, _ = _core.distance_to(is_edge)
    return distance


def _areas_and_boxes(labels: LabelMap, n_labels: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Pixels of each label; left, top, right and bottom of each."""
    height, width = labels.shape
    runs = LabelRuns.of(labels)
    # Split runs at row ends, so that each lies in one row.
    starts = distinct(np.concatenate((runs.starts, np.arange(height, dtype=np.int64) * width)))
    lengths = np.diff(starts, append=labels.size)
    of = labels.ravel()[starts]
    top, left = np.divmod(starts, width)
    area = np.zeros(n_labels, np.int64)
    np.add.at(area, of, lengths)
    boxes = np.empty((n_labels, 4), np.int64)
    boxes[:, :2], boxes[:, 2:] = max(height, width), 0
    np.minimum.at(boxes[:, 0], of, left)
    np.minimum.at(boxes[:, 1], of, top)
    np.maximum.at(boxes[:, 2], of, left + lengths)
    np.maximum.at(boxes[:, 3], of, top + 1)
    return area, boxes


def _box(row: npt.NDArray[np.int64]) -> tuple[int, int, int, int]:
    left, top, right, bottom = row.tolist()
    return left, top, right, bottom

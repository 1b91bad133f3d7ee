"""What each edit of a segmentation makes of its marks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from frenemy.affinity.image import Stroke
from frenemy.apps.segmentation.objects import inner_points
from frenemy.apps.segmentation.objects.ids import Ids
from frenemy.apps.segmentation.objects.merging import label_at, merged_labels, remaining_merges
from frenemy.apps.segmentation.objects.naming import all_classes
from frenemy.apps.segmentation.objects.painting import is_painted
from frenemy.apps.segmentation.snapshot import Snapshot
from frenemy.io.images.marks import Marks
from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.io.images.objects.mask import Mask, masks_within
from frenemy.io.images.objects.object_names import ObjectName, checked_names
from frenemy.io.images.objects.points import Point
from frenemy.problem.checked_arrays import number, whole_number

Mark = TypeVar("Mark")


def with_strokes(now: Snapshot, strokes: tuple[Stroke, ...]) -> Marks:
    """More strokes; one along the border of two merged objects undoes the merge."""
    marks = now.marks
    merges = remaining_merges(now.regions.label_map(), marks.merges, strokes) if marks.merges else ()
    return replace(marks, strokes=(*marks.strokes, *strokes), merges=merges)


def without(marks: tuple[Mark, ...], index: int, name: str) -> tuple[Mark, ...]:
    """The marks without one of them; an error calls it by this name."""
    n = len(marks)
    at = number(index)
    if not np.isfinite(at) or at != int(at):
        raise ValueError(f"index must be a whole number, got {index!r}")
    if not -n <= at < n:
        there = f"there are {n} {name}s, 0 to {n - 1}" if n else f"there are no {name}s"
        raise ValueError(f"no {name} {index}: {there}")
    remaining = list(marks)
    del remaining[int(at)]
    return tuple(remaining)


def with_merge(now: Snapshot, id_a: int, id_b: int) -> Marks:
    """A merge of two objects, as two points; an object of nothing but paint is painted to the other one."""
    a, b = _label_of(now.ids, id_a), _label_of(now.ids, id_b)
    if a == b:
        raise ValueError(f"object {id_a} cannot be merged with itself")
    labels = now.labels.label_map()
    one, other = (_unpainted_point(labels, label, now.marks.masks) for label in (a, b))
    if one is None:
        return with_paint(now, labels == a, id_b)
    if other is None:
        return with_paint(now, labels == b, id_a)
    return replace(now.marks, merges=(*now.marks.merges, (one, other)))


def without_merges_of(now: Snapshot, id: int) -> Marks:
    """All merges but those of an object."""
    merges = now.marks.merges
    point = _unpainted_point(now.labels.label_map(), _label_of(now.ids, id), now.marks.masks)
    regions = now.regions.label_map()  # without paint, which may cover the points of a merge
    label_of_region = merged_labels(regions, merges)
    label = -1 if point is None else label_of_region[label_at(regions, point)]
    remaining = tuple(one for one in merges if label_of_region[label_at(regions, one[0])] != label)
    if len(remaining) == len(merges):
        raise ValueError(f"object {id} was not merged")
    return replace(now.marks, merges=remaining)


def with_paint(now: Snapshot, pixels: Any, id: int | None, kind: str = "brush") -> Marks:
    """A mask of these pixels, with a point of the object that it is about; without an id, of a new object."""
    labels = now.labels.label_map()
    at = None if id is None else _inner_point(labels, _label_of(now.ids, id))
    masks = (*now.marks.masks, Mask(pixels, at, kind))
    return replace(now.marks, masks=masks_within(masks, labels.shape))


def with_name(now: Snapshot, id: int, name: str, class_name: str) -> Marks:
    """This name and class of an object, instead of those it had."""
    labels, label = now.labels.label_map(), _label_of(now.ids, id)
    names = tuple(one for one in now.marks.names if label_at(labels, one.at) != label)
    (new,) = checked_names([ObjectName(_inner_point(labels, label), name, class_name)])
    if new.name or new.class_name:
        names = *names, new
    return replace(now.marks, names=names, classes=all_classes(now.marks.classes, names))


def _inner_point(labels: LabelMap, label: int) -> Point:
    """A point of the object, far from its border."""
    x, y = inner_points(labels, int(labels.max()) + 1)[label].astype(float).tolist()
    return x, y


def _unpainted_point(labels: LabelMap, label: int, masks: tuple[Mask, ...]) -> Point | None:
    """The same, but not under paint, since merges come before masks; None if all is painted."""
    if not masks:
        return _inner_point(labels, label)
    is_bare = (labels == label) & ~is_painted(masks, labels.shape)
    return _inner_point(is_bare.astype(np.int32), 1) if is_bare.any() else None


def _label_of(ids: Ids, id: int) -> int:
    found = np.flatnonzero(ids == whole_number(id, "id"))
    if not len(found):
        shown = ", ".join(map(str, np.sort(ids)[:20].tolist())) + (", ..." if len(ids) > 20 else "")
        raise ValueError(f"no object {id}; there are {shown}")
    return int(found[0])

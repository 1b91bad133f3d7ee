"""The objects of a label map: what every format is written from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.io.images.objects.label_runs import LabelMap, LabelRuns
from frenemy.io.images.objects.object_names import ObjectClass, ObjectName
from frenemy.problem.array_types import Ints


@dataclass(frozen=True, eq=False)
class LabeledObjects:
    """Objects of a picture.

    Attributes
    ----------
    labels : (height, width) int32
        ``0..k-1``, all of them used.
    values : (k,) int64
        The label of each in the given label map.
    ids : (k,) int64
        The id of each.
    areas : (k,) int64
        Pixels.
    colors : (k, 3) uint8, optional
    names : (k,) tuple of ObjectName or None
        The name and class of each, or None; all None for a plain label map.
    classes : tuple of ObjectClass
    """

    labels: LabelMap
    values: Ints
    ids: Ints
    areas: Ints
    colors: npt.NDArray[np.uint8] | None
    names: tuple[ObjectName | None, ...] = ()
    classes: tuple[ObjectClass, ...] = ()

    @staticmethod
    def of(found: Any) -> LabeledObjects:
        """From a :class:`frenemy.Segmentation`, or from a (height, width) array of whole numbers, 0 or more."""
        given = np.asarray(getattr(found, "labels", found))
        if given.ndim != 2 or not given.size:
            raise ValueError(f"labels must be (height, width) and not empty, got shape {given.shape}")
        if given.dtype.kind not in "iub":
            raise ValueError(f"labels must be whole numbers, got {given.dtype}")
        if given.min() < 0:
            row, column = np.argwhere(given < 0)[0].tolist()
            raise ValueError(f"labels must be 0 or more, got {given[row, column]} at row {row}, column {column}")
        largest = int(given.max())
        if largest < 4 * given.size:  # quicker than sorting all pixels
            counts = np.bincount(given.ravel())
            values = np.flatnonzero(counts)
            number = np.cumsum(counts > 0) - 1
            labels = number.astype(np.int32)[given]
        else:
            values, flat = np.unique(given, return_inverse=True)
            labels = flat.reshape(given.shape).astype(np.int32)
        areas = np.bincount(labels.ravel()).astype(np.int64)
        ids, colors = getattr(found, "ids", None), getattr(found, "colors", None)
        if ids is not None and colors is not None:
            ids, colors = np.asarray(ids)[values], np.asarray(colors)[values]
        named: tuple[ObjectName | None, ...] = getattr(found, "object_names", ())
        return LabeledObjects(
            labels,
            values.astype(np.int64),
            values.astype(np.int64) if ids is None else ids,
            areas,
            colors,
            tuple(named[value] for value in values.tolist()) if named else (None,) * len(values),
            getattr(found, "classes", ()),
        )

    @property
    def has_names(self) -> bool:
        return any(name is not None for name in self.names)

    def color_text(self, at: int) -> str | None:
        """The color of an object as ``#rrggbb``."""
        return None if self.colors is None else "#" + self.colors[at].astype(np.uint8).tobytes().hex()

    def boxes(self) -> Ints:
        """(k, 4): left, top, right, bottom; the last two are exclusive."""
        k = len(self.values)
        boxes = np.zeros((k, 4), np.int64)
        rows, columns = (_ends(self.labels, k), _ends(self.labels.T, k))
        boxes[:, 1], boxes[:, 3] = rows
        boxes[:, 0], boxes[:, 2] = columns
        return boxes


def _ends(labels: LabelMap, k: int) -> tuple[Ints, Ints]:
    """Of each label, the first row that has it, and one more than the last."""
    runs = LabelRuns.of(labels)
    first, last = np.full(k, labels.shape[0]), np.zeros(k, np.int64)
    np.minimum.at(first, runs.labels, runs.starts // labels.shape[1])
    np.maximum.at(last, runs.labels, (runs.starts + runs.lengths - 1) // labels.shape[1])
    return first, last + 1

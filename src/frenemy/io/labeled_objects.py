"""What label maps of every format are written from: labels, and what the objects are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class LabeledObjects:
    """Objects of a picture.

    Attributes
    ----------
    labels : (height, width) int32
        ``0..k-1``, all of them used.
    values : (k,) int64
        What each is in the label map that was given.
    ids : (k,) int64
        The name of each.
    areas : (k,) int64
        Pixels.
    colors : (k, 3) uint8, optional
    """

    labels: npt.NDArray[np.int32]
    values: npt.NDArray[np.int64]
    ids: npt.NDArray[np.int64]
    areas: npt.NDArray[np.int64]
    colors: npt.NDArray[np.uint8] | None

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
        names, colors = getattr(found, "ids", None), getattr(found, "colors", None)
        if names is not None and colors is not None:
            names, colors = np.asarray(names)[values], np.asarray(colors)[values]
        return LabeledObjects(
            labels, values.astype(np.int64), values.astype(np.int64) if names is None else names, areas, colors
        )

    def boxes(self) -> npt.NDArray[np.int64]:
        """(k, 4): left, top, and the first column and row beyond."""
        k = len(self.values)
        boxes = np.zeros((k, 4), np.int64)
        rows, columns = (_ends(self.labels, k), _ends(self.labels.T, k))
        boxes[:, 1], boxes[:, 3] = rows
        boxes[:, 0], boxes[:, 2] = columns
        return boxes


def _ends(labels: npt.NDArray[np.int32], k: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Of each label, the first row that has it and the first beyond the last."""
    n_columns = labels.shape[1]
    flat = labels.ravel()
    starts = np.flatnonzero(np.diff(flat, prepend=-1))
    ends = np.append(starts[1:], flat.size) - 1
    of = flat[starts]
    first, last = np.full(k, labels.shape[0]), np.zeros(k, np.int64)
    np.minimum.at(first, of, starts // n_columns)
    np.maximum.at(last, of, ends // n_columns)
    return first, last + 1

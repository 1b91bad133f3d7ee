"""Masks on labels: painted pixels go to an object, erased ones leave it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from frenemy import _core
from frenemy.apps.segmentation.objects.merging import label_at
from frenemy.io.images.objects.label_runs import LabelMap, LabelRuns
from frenemy.io.images.objects.mask import Mask
from frenemy.problem.array_types import Bools, Ints, Ints32

_MIN_MARGIN = 16  # pixels around a mask in which the nearest other object is searched first


def painted(
    labels: LabelMap, masks: Sequence[Mask], report: Callable[[float], None], known: Ints32
) -> tuple[LabelRuns, Ints32]:
    """The labels after masks, one after the other: each is about the object that is at its point before it.

    Parameters
    ----------
    labels : (height, width) int32
        ``0..k-1``.
    masks : sequence of Mask
        Of the same size.
    report : callable
        Called with the share of masks that are done.
    known : (n_known,) int32
        The objects of the first masks, if the labels have these already.

    Returns
    -------
    labels : LabelRuns
        Without gaps, by first appearance.
    object_of_mask : (n_masks,) int32
        The label of the object that each mask is about; -1 if nothing is left of it.
    """
    made = labels.copy()
    n_labels = int(labels.max()) + 1
    objects = known.tolist()
    for i, mask in enumerate(masks[len(known) :], len(known)):
        report(i / len(masks))
        where = mask.pixels.where()
        label = n_labels if mask.at is None else label_at(made, mask.at)
        if mask.kind == "eraser":
            _erase(made, where, label, f"mask {i}")
        else:
            made[where] = label
        n_labels += mask.at is None
        objects.append(label)
    runs = LabelRuns.of(made)
    names = _names(runs.labels, n_labels)
    return runs.renamed(names), np.append(names, np.int32(-1))[objects]


def is_painted(masks: Sequence[Mask], shape: tuple[int, int]) -> Bools:
    """(height, width): which pixels are in a mask."""
    found = np.zeros(shape, bool)
    for mask in masks:
        found[mask.pixels.where()] = True
    return found


def _names(labels: LabelMap, n_labels: int) -> Ints32:
    """A new name of each label, by first appearance; -1 if it does not appear."""
    found, first = np.unique(labels, return_index=True)
    names = np.full(n_labels, -1, np.int32)
    names[found[np.argsort(first)]] = np.arange(len(found))
    return names


def _erase(labels: LabelMap, where: tuple[Ints, Ints], label: int, place: str) -> None:
    """Give the pixels of this label to that of the nearest pixel of another one."""
    erased = labels[where] == label
    rows, columns = where[0][erased], where[1][erased]
    if not len(rows):
        return
    margin = _MIN_MARGIN
    while True:
        top, left = max(int(rows.min()) - margin, 0), max(int(columns.min()) - margin, 0)
        around = labels[top : int(rows.max()) + margin + 1, left : int(columns.max()) + margin + 1]
        is_other = around != label
        if is_other.any():
            distance, nearest = _core.distance_to(is_other)
            # What lies outside of this part of the picture is farther away than the margin.
            if around.size == labels.size or distance[rows - top, columns - left].max() <= margin:
                break
        elif around.size == labels.size:
            raise ValueError(
                f"{place}: an eraser gives pixels to the nearest other object, but there is only one object here; "
                "leave this mask out, or draw a stroke where the object should be split"
            )
        margin *= 4
    labels[rows, columns] = around.ravel()[nearest[rows - top, columns - left]]

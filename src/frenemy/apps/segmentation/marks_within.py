"""Marks checked against the size of their picture."""

from __future__ import annotations

from dataclasses import replace

from frenemy.apps.segmentation.objects.merging import checked_merges
from frenemy.apps.segmentation.objects.naming import all_classes, names_within
from frenemy.io.images.marks import Marks
from frenemy.io.images.objects.mask import masks_within


def marks_within(marks: Marks, shape: tuple[int, int]) -> Marks:
    """The marks, with the classes of all names; an error names one that does not fit a picture of this size.

    Lines may leave the picture.
    """
    names = names_within(marks.names, shape)
    return replace(
        marks,
        merges=checked_merges(marks.merges, shape),
        names=names,
        classes=all_classes(marks.classes, names),
        masks=masks_within(marks.masks, shape),
    )

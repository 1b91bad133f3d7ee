"""Names and classes of objects: points with words, and which object each of them is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.apps.segmentation.objects.merging import is_inside, label_at
from frenemy.apps.segmentation.objects.palette import PALETTE
from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.io.images.objects.object_names import ObjectClass, ObjectName, checked_classes, checked_names

_NO_CLASS_COLOR = (154, 160, 168)  # of objects without a class: grey


def names_within(values: Iterable[Any], shape: tuple[int, int]) -> tuple[ObjectName, ...]:
    """Check names within a picture; an error names an invalid one."""
    names = checked_names(values)
    for i, name in enumerate(names):
        if not is_inside(name.at, shape):
            raise ValueError(f"name {i}: must be within the picture of {shape[1]} x {shape[0]} pixels, got {name.at}")
    return names


def all_classes(values: Iterable[Any], names: Sequence[ObjectName]) -> tuple[ObjectClass, ...]:
    """The checked classes, and after them those that names have in addition; each with a color."""
    classes = list(checked_classes(values))
    known = {one.name for one in classes}
    for name in names:
        if name.class_name and name.class_name not in known:
            known.add(name.class_name)
            classes.append(ObjectClass(name.class_name))
    used = {one.color for one in classes}
    unused = [color for color in PALETTE_TEXT if color not in used] or list(PALETTE_TEXT)
    n_chosen = 0
    for i, one in enumerate(classes):
        if not one.color:
            classes[i] = ObjectClass(one.name, unused[n_chosen % len(unused)])
            n_chosen += 1
    return tuple(classes)


#: The colors of the palette as text.
PALETTE_TEXT = tuple("#" + color.tobytes().hex() for color in PALETTE)


def names_of_objects(labels: LabelMap, names: Sequence[ObjectName], n_labels: int) -> tuple[ObjectName | None, ...]:
    """The name of each object: of several in one object, the last one."""
    found: list[ObjectName | None] = [None] * n_labels
    for name in names:
        found[label_at(labels, name.at)] = name
    return tuple(found)


def colors_of_classes(names: Sequence[ObjectName | None], classes: Sequence[ObjectClass]) -> npt.NDArray[np.uint8]:
    """(n_objects, 3): the color of the class of each object; grey without a class."""
    colors = {one.name: tuple(bytes.fromhex(one.color[1:])) for one in classes}
    rows = [colors.get(name.class_name if name else "", _NO_CLASS_COLOR) for name in names]
    return np.array(rows, np.uint8).reshape(-1, 3)

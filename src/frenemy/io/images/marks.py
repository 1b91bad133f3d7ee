"""All that is drawn and written on a picture to find its objects: strokes, joins, merges, masks, names and classes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from frenemy.affinity.image.strokes.drawing import Drawing
from frenemy.affinity.image.strokes.stroke import Stroke, as_strokes
from frenemy.io.images.objects.mask import Mask, as_masks
from frenemy.io.images.objects.masks_json import mask_as_json
from frenemy.io.images.objects.object_names import ObjectClass, ObjectName, checked_classes, checked_names
from frenemy.io.images.objects.points import Point


@dataclass(frozen=True)
class Marks:
    """Everything that a file of strokes holds, as one value; :func:`frenemy.segment` takes it in place of strokes.

    Attributes
    ----------
    strokes : tuple of Stroke
    joins : tuple of Stroke
        Lines that lie within one object.
    merges : tuple of pairs of points
    names : tuple of ObjectName
    classes : tuple of ObjectClass
    masks : tuple of Mask
        Painted pixels, in the order in which they were painted.
    """

    strokes: tuple[Stroke, ...] = ()
    joins: tuple[Stroke, ...] = ()
    merges: tuple[tuple[Point, Point], ...] = ()
    names: tuple[ObjectName, ...] = ()
    classes: tuple[ObjectClass, ...] = ()
    masks: tuple[Mask, ...] = ()

    @property
    def drawing(self) -> Drawing:
        """The lines."""
        return Drawing(self.strokes, self.joins)

    def without_names(self) -> Marks:
        """What the objects depend on: all but names and classes."""
        return replace(self, names=(), classes=())

    def summary(self) -> str:
        """As in ``"3 strokes, 1 merge"``."""
        counts = {kind: len(getattr(self, kind)) for kind in ("strokes", "joins", "merges", "masks", "names")}
        shown = {kind: n for kind, n in counts.items() if n or kind == "strokes"}
        return ", ".join(f"{n:,} {kind[:-1] if n == 1 else kind}" for kind, n in shown.items())

    def as_json(self) -> dict[str, Any]:
        """What :func:`marks_of_json` reads. Joins are written without their widths, which do not matter."""
        return {
            "strokes": [{"points": stroke.points.tolist(), "width": stroke.width} for stroke in self.strokes],
            "joins": [join.points.tolist() for join in self.joins],
            "merges": [[list(point) for point in merge] for merge in self.merges],
            "names": [name.as_json() for name in self.names],
            "classes": [one.as_json() for one in self.classes],
            "masks": [mask_as_json(mask) for mask in self.masks],
        }


def as_marks(
    strokes: Marks | Iterable[Any],
    *,
    joins: Iterable[Any] = (),
    merges: Iterable[Any] = (),
    names: Iterable[Any] = (),
    classes: Iterable[Any] = (),
    masks: Iterable[Any] = (),
) -> Marks:
    """One value of single kinds, or of Marks and more of single kinds.

    An error names an invalid one; whether merges, names and masks lie within a picture is not known here.
    """
    given = strokes if isinstance(strokes, Marks) else Marks(as_strokes(strokes))
    return Marks(
        as_strokes(given.strokes),
        (*as_strokes(given.joins, "join"), *as_strokes(joins, "join")),
        (*given.merges, *merges),
        (*checked_names(given.names), *checked_names(names)),
        checked_classes([*given.classes, *checked_classes(classes)]),
        (*as_masks(given.masks), *as_masks(masks)),
    )

"""From the marks that the page sends to a segmentation, by the shortest way."""

from __future__ import annotations

from typing import Any

from frenemy.affinity.image import Stroke
from frenemy.io.images.objects.object_names import ObjectClass, ObjectName, checked_classes, checked_names
from frenemy.run import OnStage


def read_document(content: dict[str, Any]) -> dict[str, Any]:
    """Strokes, merges, names and classes of a message, with the number of strokes drawn after the merges."""
    return {
        "strokes": tuple(Stroke(stroke["points"], stroke["width"]) for stroke in content["strokes"]),
        "merges": tuple((tuple(map(float, a)), tuple(map(float, b))) for a, b in content["merges"]),
        "n_drawn": int(content.get("drawn", 0)),
        "names": checked_names(content.get("names", ())),
        "classes": checked_classes(content.get("classes", ())),
    }


def written_document(found: Any) -> dict[str, Any]:
    """Strokes, merges, names and classes of a segmentation as a message."""
    return {
        "strokes": [{"points": stroke.points.tolist(), "width": stroke.width} for stroke in found.strokes],
        "merges": [list(map(list, merge)) for merge in found.merges],
        "names": [name.as_json() for name in found.names],
        "classes": [one.as_json() for one in found.classes],
    }


def followed(
    found: Any,
    strokes: tuple[Stroke, ...],
    merges: tuple[Any, ...],
    n_drawn: int = 0,
    names: tuple[ObjectName, ...] = (),
    classes: tuple[ObjectClass, ...] = (),
    on_stage: OnStage | None = None,
) -> Any:
    """The segmentation with these marks, as a step from another one.

    A step back or forward is found in the history, with its ids. The last ``n_drawn`` strokes were drawn after the
    merges, and undo those between whose objects they run.
    """
    known = [found]
    known += [found.undo()] if found.can_undo else []
    known += [found.redo()] if found.can_redo else []
    n_old = len(strokes) - (n_drawn if merges else 0)
    old = (strokes[:n_old], merges, names, classes)
    for one in known:
        if (one.strokes, one.merges, one.names, one.classes) == old:
            return one.add(*strokes[n_old:], on_stage=on_stage)
    before = found.edit(strokes=strokes[:n_old], merges=merges, names=names, classes=classes, on_stage=on_stage)
    return before.add(*strokes[n_old:], on_stage=on_stage)

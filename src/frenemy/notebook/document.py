"""From the strokes and merges that the page sends to a segmentation, by the shortest way."""

from __future__ import annotations

from typing import Any

from frenemy.affinity.image import Stroke
from frenemy.run import OnStage


def read_document(content: dict[str, Any]) -> dict[str, Any]:
    """Strokes and merges of a message as values of Python, with the number of strokes drawn after the merges."""
    strokes = tuple(Stroke(stroke["points"], stroke["width"]) for stroke in content["strokes"])
    merges = tuple((tuple(map(float, a)), tuple(map(float, b))) for a, b in content["merges"])
    return {"strokes": strokes, "merges": merges, "n_drawn": int(content.get("drawn", 0))}


def written_document(found: Any) -> dict[str, Any]:
    """Strokes and merges of a segmentation as a message."""
    strokes = [{"points": stroke.points.tolist(), "width": stroke.width} for stroke in found.strokes]
    return {"strokes": strokes, "merges": [list(map(list, merge)) for merge in found.merges]}


def followed(
    found: Any,
    strokes: tuple[Stroke, ...],
    merges: tuple[Any, ...],
    n_drawn: int = 0,
    on_stage: OnStage | None = None,
) -> Any:
    """The segmentation with these strokes and merges, as a step from another one.

    A step back or forward is found in the history, with its ids. The last ``n_drawn`` strokes were drawn after the
    merges, and undo those between whose objects they run.
    """
    known = [found]
    known += [found.undo()] if found.can_undo else []
    known += [found.redo()] if found.can_redo else []
    n_old = len(strokes) - (n_drawn if merges else 0)
    for one in known:
        if (one.strokes, one.merges) == (strokes[:n_old], merges):
            return one.add(*strokes[n_old:], on_stage=on_stage)
    before = found.edit(strokes=strokes[:n_old], merges=merges, on_stage=on_stage)
    return before.add(*strokes[n_old:], on_stage=on_stage)

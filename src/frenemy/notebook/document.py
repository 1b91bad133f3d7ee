"""From the marks that the page sends to a segmentation, by the shortest way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from frenemy.affinity.image import Stroke
from frenemy.io.images.marks import Marks
from frenemy.io.images.read_marks import marks_of_json
from frenemy.run import OnStage


def read_document(content: dict[str, Any]) -> tuple[Marks, int]:
    """The marks of a message, and the number of the last strokes, drawn after the merges."""
    return marks_of_json("the page", content), int(content.get("drawn", 0))


def marks_of(found: Any) -> Marks:
    """What was drawn and written on a segmentation; joins have the width of those of the page, which does not count."""
    marks: Marks = found.marks
    return replace(marks, joins=tuple(Stroke(join.points) for join in marks.joins))


def followed(found: Any, marks: Marks, n_drawn: int = 0, *, on_stage: OnStage | None = None) -> Any:
    """The segmentation with these marks, as a step from another one.

    A step back or forward is found in the history, with its ids. The last ``n_drawn`` strokes were drawn after the
    merges, and undo those between whose objects they run.
    """
    known = [found]
    known += [found.undo()] if found.can_undo else []
    known += [found.redo()] if found.can_redo else []
    n_old = len(marks.strokes) - (n_drawn if marks.merges else 0)
    old, new = replace(marks, strokes=marks.strokes[:n_old]), marks.strokes[n_old:]
    before = next((one for one in known if marks_of(one) == old), None)
    if before is None:
        before = found.edit(old, on_stage=on_stage)
    return before.add(*new, on_stage=on_stage)

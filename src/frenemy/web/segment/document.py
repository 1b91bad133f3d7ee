"""The marks that the page sends."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from frenemy.io.images.marks import Marks
from frenemy.io.images.read_marks import marks_of_json
from frenemy.web.limits import Limits
from frenemy.web.request_error import RequestError


@dataclass(frozen=True)
class Document:
    """Marks, the last ``n_drawn`` strokes of which were drawn after the merges."""

    marks: Marks
    n_drawn: int = 0


def read_document(body: bytes, limits: Limits) -> Document:
    """Read marks as in files; ``"drawn": 1`` counts the last strokes that are newer than the merges.

    Names and classes are for exports. Anything else raises :class:`RequestError`, with a message that names the stroke,
    join, merge, mask, name or class.
    """
    try:
        content = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RequestError(400, f"the strokes are not JSON: {error}") from error
    if not isinstance(content, dict):
        raise RequestError(400, f'the strokes must be an object with "strokes" and "merges", got {_shown(content)}')
    _check_counts(content, limits)
    try:
        marks = marks_of_json("the page", {"strokes": [], **content})
    except ValueError as error:
        raise RequestError(400, str(error)) from error
    n_points = sum(len(line.points) for line in (*marks.strokes, *marks.joins))
    if n_points > limits.points:
        raise RequestError(413, f"too many points in the strokes and joins: {n_points:,}, at most {limits.points:,}")
    n_drawn, n_strokes = content.get("drawn", 0), len(marks.strokes)
    if isinstance(n_drawn, bool) or not isinstance(n_drawn, int) or not 0 <= n_drawn <= n_strokes:
        raise RequestError(400, f'"drawn" must be a number of strokes, 0 to {n_strokes}, got {_shown(n_drawn)}')
    return Document(marks, n_drawn)


def _check_counts(content: dict[str, Any], limits: Limits) -> None:
    for kind in vars(Marks()):
        values = content.get(kind)
        limit = getattr(limits, kind, limits.strokes)  # that of strokes holds for joins and for merges, too
        if isinstance(values, list) and len(values) > limit:
            raise RequestError(413, f"too many {kind}: {len(values):,}, at most {limit:,}")


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "..."

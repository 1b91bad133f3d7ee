"""What a person has drawn, as the page sends it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from frenemy.affinity.image.stroke import Stroke
from frenemy.web.limits import Limits
from frenemy.web.refusal import Refusal

Point = tuple[float, float]


@dataclass(frozen=True)
class Document:
    """Strokes, and pairs of points each of which lies in one object.

    ``n_drawn`` is how many of the last strokes were drawn after the merges. It says how the document came about, not
    what it means, so documents that differ in it alone are equal.
    """

    strokes: tuple[Stroke, ...]
    merges: tuple[tuple[Point, Point], ...]
    n_drawn: int = field(default=0, compare=False)


def read_document(body: bytes, limits: Limits) -> Document:
    """Read ``{"strokes": [{"points": [[x, y], ...], "width": w}, ...], "merges": [[[x, y], [x, y]], ...]}``.

    And how many of the last strokes are newer than the merges: ``"drawn": 1``.

    Anything else is refused, with a message that says which stroke or merge it is.
    """
    try:
        document = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Refusal(400, f"the strokes are not JSON: {error}") from error
    if not isinstance(document, dict):
        raise Refusal(400, f'the strokes must be an object with "strokes" and "merges", got {_shown(document)}')
    strokes, merges = _list(document, "strokes"), _list(document, "merges")
    if len(strokes) > limits.strokes:
        raise Refusal(413, f"too many strokes: {len(strokes):,}, at most {limits.strokes:,}")
    if len(merges) > limits.strokes:
        raise Refusal(413, f"too many merges: {len(merges):,}, at most {limits.strokes:,}")
    read = tuple(_stroke(i, value) for i, value in enumerate(strokes))
    n_points = sum(len(stroke.points) for stroke in read)
    if n_points > limits.points:
        raise Refusal(413, f"too many points in the strokes: {n_points:,}, at most {limits.points:,}")
    n_drawn = document.get("drawn", 0)
    if isinstance(n_drawn, bool) or not isinstance(n_drawn, int) or not 0 <= n_drawn <= len(read):
        raise Refusal(400, f'"drawn" must be a number of strokes, 0 to {len(read)}, got {_shown(n_drawn)}')
    return Document(read, tuple(_merge(i, value) for i, value in enumerate(merges)), n_drawn)


def _list(document: dict[str, Any], name: str) -> list[Any]:
    value = document.get(name, [])
    if not isinstance(value, list):
        raise Refusal(400, f'"{name}" must be a list, got {_shown(value)}')
    return value


def _stroke(i: int, value: Any) -> Stroke:
    if not isinstance(value, dict) or "points" not in value:
        raise Refusal(400, f'stroke {i} must be an object with "points", got {_shown(value)}')
    width = value.get("width", 3.0)
    if isinstance(width, bool) or not isinstance(width, int | float):
        raise Refusal(400, f"stroke {i}: the width must be a number, got {_shown(width)}")
    try:
        return Stroke(_points(value["points"]), float(width))
    except (ValueError, TypeError, OverflowError) as error:
        raise Refusal(400, f"stroke {i}: {error}") from error


def _merge(i: int, value: Any) -> tuple[Point, Point]:
    try:
        points = _points(value)
    except (ValueError, TypeError, OverflowError) as error:
        raise Refusal(400, f"merge {i}: {error}") from error
    if points.shape != (2, 2) or not np.isfinite(points).all():
        raise Refusal(400, f"merge {i} must be two points [[x, y], [x, y]], got {_shown(value)}")
    (a, b), (c, d) = points.tolist()
    return (a, b), (c, d)


def _points(value: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Numbers only: numpy alone would also read text and true/false as such."""
    if not isinstance(value, list) or not all(
        isinstance(point, list)
        and len(point) == 2
        and all(isinstance(x, int | float) and not isinstance(x, bool) for x in point)
        for point in value
    ):
        raise ValueError(f"points must be a list of [x, y], got {_shown(value)}")
    return np.array(value, np.float64).reshape(-1, 2)


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "..."

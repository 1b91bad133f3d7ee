"""The strokes, joins, merges and names that the page sends."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from frenemy.affinity.image.strokes.stroke import Stroke
from frenemy.io.images.objects.object_names import ObjectClass, ObjectName, checked_classes, checked_names
from frenemy.problem.array_types import Floats
from frenemy.web.limits import Limits
from frenemy.web.request_error import RequestError

Point = tuple[float, float]


@dataclass(frozen=True)
class Document:
    """Strokes, pairs of points each of which lies in one object, lines within one object, and names and classes.

    ``n_drawn`` counts the last strokes, drawn after the merges. It describes how the document was made, not what it
    means, and names do not change the objects, so documents that differ in these alone are equal.
    """

    strokes: tuple[Stroke, ...]
    merges: tuple[tuple[Point, Point], ...]
    joins: tuple[Stroke, ...] = ()
    n_drawn: int = field(default=0, compare=False)
    names: tuple[ObjectName, ...] = field(default=(), compare=False)
    classes: tuple[ObjectClass, ...] = field(default=(), compare=False)


def read_document(body: bytes, limits: Limits) -> Document:
    """Read ``{"strokes": [{"points": [[x, y], ...], "width": w}, ...], "merges": [[[x, y], [x, y]], ...]}``.

    ``"joins": [[[x, y], ...], ...]`` are lines within one object; ``"drawn": 1`` counts the last strokes that are newer
    than the merges; ``"names": [{"at": [x, y], "name": ..., "class": ...}]`` and ``"classes": [{"name": ..., "color":
    "#rrggbb"}]`` are for exports. Anything else raises :class:`RequestError`, with a message that names the stroke,
    join, merge, name or class.
    """
    try:
        document = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RequestError(400, f"the strokes are not JSON: {error}") from error
    if not isinstance(document, dict):
        raise RequestError(400, f'the strokes must be an object with "strokes" and "merges", got {_shown(document)}')
    strokes, merges = _list(document, "strokes", limits.strokes), _list(document, "merges", limits.strokes)
    joins = tuple(_join(i, value) for i, value in enumerate(_list(document, "joins", limits.strokes)))
    names, classes = _list(document, "names", limits.names), _list(document, "classes", limits.classes)
    read = tuple(_stroke(i, value) for i, value in enumerate(strokes))
    n_points = sum(len(line.points) for line in (*read, *joins))
    if n_points > limits.points:
        raise RequestError(413, f"too many points in the strokes and joins: {n_points:,}, at most {limits.points:,}")
    n_drawn = document.get("drawn", 0)
    if isinstance(n_drawn, bool) or not isinstance(n_drawn, int) or not 0 <= n_drawn <= len(read):
        raise RequestError(400, f'"drawn" must be a number of strokes, 0 to {len(read)}, got {_shown(n_drawn)}')
    try:
        named, known = checked_names(names), checked_classes(classes)
    except ValueError as error:
        raise RequestError(400, str(error)) from error
    pairs = tuple(_merge(i, value) for i, value in enumerate(merges))
    return Document(read, pairs, joins, n_drawn, named, known)


def _list(document: dict[str, Any], name: str, limit: int) -> list[Any]:
    value = document.get(name, [])
    if not isinstance(value, list):
        raise RequestError(400, f'"{name}" must be a list, got {_shown(value)}')
    if len(value) > limit:
        raise RequestError(413, f"too many {name}: {len(value):,}, at most {limit:,}")
    return value


def _stroke(i: int, value: Any) -> Stroke:
    if not isinstance(value, dict) or "points" not in value:
        raise RequestError(400, f'stroke {i} must be an object with "points", got {_shown(value)}')
    width = value.get("width", 3.0)
    if isinstance(width, bool) or not isinstance(width, int | float):
        raise RequestError(400, f"stroke {i}: the width must be a number, got {_shown(width)}")
    try:
        return Stroke(_points(value["points"]), float(width))
    except (ValueError, TypeError, OverflowError) as error:
        raise RequestError(400, f"stroke {i}: {error}") from error


def _join(i: int, value: Any) -> Stroke:
    try:
        return Stroke(_points(value))
    except (ValueError, TypeError, OverflowError) as error:
        raise RequestError(400, f"join {i}: {error}") from error


def _merge(i: int, value: Any) -> tuple[Point, Point]:
    try:
        points = _points(value)
    except (ValueError, TypeError, OverflowError) as error:
        raise RequestError(400, f"merge {i}: {error}") from error
    if points.shape != (2, 2) or not np.isfinite(points).all():
        raise RequestError(400, f"merge {i} must be two points [[x, y], [x, y]], got {_shown(value)}")
    (a, b), (c, d) = points.tolist()
    return (a, b), (c, d)


def _points(value: Any) -> Floats:
    """Numbers only: numpy alone would also accept text and true/false."""
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

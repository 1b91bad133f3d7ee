"""Reading of marks: of JSON, or of a drawing from a paint program."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from frenemy.affinity.image.strokes.stroke import Stroke
from frenemy.io.images.drawing import drawn_strokes
from frenemy.io.images.marks import Marks
from frenemy.io.images.objects.mask import Mask, check_mask_size
from frenemy.io.images.objects.masks_json import mask_of_json
from frenemy.io.images.objects.object_names import checked_classes, checked_names
from frenemy.io.images.objects.points import Point
from frenemy.io.images.pictures import decoded_picture
from frenemy.io.json_text import loaded_json
from frenemy.io.source import PathFileOrBytes, Source, load_bytes, suffix_of
from frenemy.io.text import shortened, text_bytes


def read_marks(source: PathFileOrBytes, *, shape: tuple[int, ...] | None = None) -> Marks:
    """Read strokes and what goes with them: joins, merges, masks, names and classes of objects.

    The same files as for :func:`read_strokes`. In JSON, all but the strokes is optional::

        {"strokes": [{"points": [[12, 30.5], [40, 33]], "width": 3}],
         "joins": [[[60, 20], [75, 24], [90, 22]]],
         "merges": [[[100, 20], [130, 25]]],
         "masks": [{"kind": "brush", "at": [100, 20], "size": [480, 640], "counts": [9620, 12, 468, 14, ...]}],
         "names": [{"at": [100, 20], "name": "Tom", "class": "cat"}],
         "classes": [{"name": "cat", "color": "#3078cc"}]}

    A mask is painted pixels: ``"size"`` is height and width of the picture, and ``"counts"`` are the lengths of runs of
    pixels outside, inside, outside, ... down the columns, as in COCO. See :class:`Mask`.

    Parameters
    ----------
    source : path, bytes, ``"-"`` or open file
        ``"-"`` is standard input.
    shape : (height, width, ...), optional
        The shape of the picture. A file for a picture of another size is an error.

    Raises
    ------
    OSError
        If the file cannot be opened.
    ValueError
        If it does not hold such marks; the message names the stroke, join, merge, mask, name or class, counted from 0.

    Examples
    --------
    >>> from frenemy.io import read_marks
    >>> marks = read_marks(b'{"strokes": [], "names": [{"at": [5, 2], "name": "Tom", "class": "cat"}]}')
    >>> marks.names[0].name, marks.names[0].class_name
    ('Tom', 'cat')
    """
    name, data = load_bytes(source, default_name="the strokes")
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"[", b"{") or suffix_of(name) == ".json":
        return marks_of_json(name, loaded_json(name, text_bytes(Source(name, data, ""))), shape)
    try:
        pixels = decoded_picture(name, data)
    except ValueError as error:
        if "is not a picture" in str(error):
            raise ValueError(f"{name}: holds no strokes: it is neither JSON nor a picture with lines in it") from None
        raise
    _check_size(name, pixels.shape[1], pixels.shape[0], shape)
    try:
        return Marks(drawn_strokes(pixels))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def marks_of_json(name: str, content: Any, shape: tuple[int, ...] | None = None) -> Marks:
    """The marks of JSON that is loaded already; errors begin with the name."""
    strokes = content.get("strokes") if isinstance(content, dict) else content
    if not isinstance(strokes, list):
        raise ValueError(
            f'{name}: must be {{"strokes": [...]}} or a list of strokes, got {_shown(content)}'
            if not isinstance(content, dict) or "strokes" not in content
            else f"{name}: strokes must be a list, got {_shown(strokes)}"
        )
    read = tuple(_stroke(f"{name}: stroke {at}", stroke) for at, stroke in enumerate(strokes))
    if not isinstance(content, dict):
        return Marks(read)
    width, height = (_whole_number(name, key, content.get(key)) for key in ("width", "height"))
    if width is not None and height is not None:
        _check_size(name, width, height, shape)
        shape = height, width
    joins, merges, names, classes, masks = (
        _list(name, key, content.get(key)) for key in ("joins", "merges", "names", "classes", "masks")
    )
    try:
        named, known = checked_names(names), checked_classes(classes)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    return Marks(
        read,
        tuple(_stroke(f"{name}: join {at}", join) for at, join in enumerate(joins)),
        tuple(_merge(f"{name}: merge {at}", merge) for at, merge in enumerate(merges)),
        named,
        known,
        tuple(_mask(f"{name}: mask {at}", mask, shape) for at, mask in enumerate(masks)),
    )


def _stroke(place: str, value: Any) -> Stroke:
    points = value.get("points") if isinstance(value, dict) else value
    if not isinstance(points, list):
        raise ValueError(
            f'{place}: must be {{"points": [[x, y], ...]}} or a list of points, got {_shown(value)}'
            if not isinstance(value, dict) or "points" not in value
            else f"{place}: points must be a list of [x, y], got {_shown(points)}"
        )
    if not points:
        raise ValueError(f"{place}: has no points")
    for at, point in enumerate(points):
        if not _is_point(point):
            raise ValueError(f"{place}, point {at}: must be two finite numbers, got {_shown(point)}")
    width = value.get("width") if isinstance(value, dict) else None
    if width is not None and (not _is_finite_number(width) or width <= 0):
        raise ValueError(f"{place}: width must be a number above 0, got {_shown(width)}")
    try:
        return Stroke(np.array(points, np.float64), *(() if width is None else (float(width),)))
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def _merge(place: str, value: Any) -> tuple[Point, Point]:
    if not isinstance(value, list) or len(value) != 2 or not all(map(_is_point, value)):
        raise ValueError(f"{place}: must be two points [[x, y], [x, y]], got {_shown(value)}")
    (a, b), (c, d) = value
    return (float(a), float(b)), (float(c), float(d))


def _mask(place: str, value: Any, shape: tuple[int, ...] | None) -> Mask:
    try:
        mask = mask_of_json(value)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    if shape is not None:
        check_mask_size(place, mask, shape)
    return mask


def _is_point(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_finite_number, value))


def _list(name: str, key: str, value: Any) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise ValueError(f"{name}: {key} must be a list, got {_shown(value)}")
    return value


def _is_finite_number(value: Any) -> bool:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer beyond all floats
        return False


def _whole_number(name: str, key: str, value: Any) -> int | None:
    if value is None:
        return None
    if not _is_finite_number(value) or value != int(value) or value < 1:
        raise ValueError(f"{name}: {key} must be the pixels of the picture, a whole number, got {_shown(value)}")
    return int(value)


def _check_size(name: str, width: int, height: int, shape: tuple[int, ...] | None) -> None:
    if shape is not None and (height, width) != tuple(shape[:2]):
        raise ValueError(
            f"{name}: was drawn on a picture of {width:,} x {height:,} pixels, but this one has {shape[1]:,} x "
            f"{shape[0]:,}"
        )


def _shown(value: Any) -> str:
    return shortened(json.dumps(value))[1:-1]

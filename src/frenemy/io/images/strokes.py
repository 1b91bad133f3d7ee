"""Strokes from files and to files: as JSON, or as a picture from a paint program."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from frenemy.affinity.image.strokes.stroke import Stroke, as_strokes
from frenemy.io.images.drawing import drawn_strokes
from frenemy.io.images.pictures import decoded_picture
from frenemy.io.json_text import loaded_json
from frenemy.io.source import PathFileOrBytes, PathOrFile, Source, load_bytes, suffix_of
from frenemy.io.text import shortened, text_bytes
from frenemy.io.whole_files import write_whole


def read_strokes(source: PathFileOrBytes, *, shape: tuple[int, ...] | None = None) -> tuple[Stroke, ...]:
    """Read strokes.

    As JSON, points being ``[x, y]``, x to the right and y down, with ``[0, 0]`` at the center of the first pixel::

        {"strokes": [{"points": [[12, 30.5], [40, 33]], "width": 3}, ...], "width": 640, "height": 480}

    where both widths and the height are optional, the outer ones being those of the picture; or as a plain list of
    polylines, ``[[[12, 30.5], [40, 33]], ...]``.

    Or as a drawing of the same size as the picture, with lines on a background that is transparent or of one color:
    each line becomes a stroke (lines of one color are split where they branch or cross).

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
        If it does not hold strokes; the message names the stroke and the point, counted from 0.

    Examples
    --------
    >>> from frenemy.io import read_strokes
    >>> read_strokes(b'{"strokes": [{"points": [[2, 3], [2, 7]], "width": 5}]}')
    (Stroke(2 points from (2, 3) to (2, 7), width=5),)
    """
    name, data = load_bytes(source, default_name="the strokes")
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"[", b"{") or suffix_of(name) == ".json":
        return _from_json(name, data, shape)
    try:
        pixels = decoded_picture(name, data)
    except ValueError as error:
        if "is not a picture" in str(error):
            raise ValueError(f"{name}: holds no strokes: it is neither JSON nor a picture with lines in it") from None
        raise
    _check_size(name, pixels.shape[1], pixels.shape[0], shape)
    try:
        return drawn_strokes(pixels)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def write_strokes(where: PathOrFile, strokes: Iterable[Any], shape: tuple[int, ...] | None = None) -> None:
    """Write strokes as JSON, to be read by :func:`read_strokes`.

    Parameters
    ----------
    where : path, ``"-"`` or open binary file
    strokes : iterable of Stroke or of (n, 2) points
    shape : (height, width, ...), optional
        The shape of the picture.
    """
    content: dict[str, Any] = {
        "strokes": [{"points": stroke.points.tolist(), "width": stroke.width} for stroke in as_strokes(strokes)]
    }
    if shape is not None:
        content |= {"width": int(shape[1]), "height": int(shape[0])}
    write_whole(where, json.dumps(content).encode() + b"\n")


def _from_json(name: str, data: bytes, shape: tuple[int, ...] | None) -> tuple[Stroke, ...]:
    content = loaded_json(name, text_bytes(Source(name, data, "")))
    strokes = content.get("strokes") if isinstance(content, dict) else content
    if not isinstance(strokes, list):
        raise ValueError(
            f'{name}: must be {{"strokes": [...]}} or a list of strokes, got {_shown(content)}'
            if not isinstance(content, dict) or "strokes" not in content
            else f"{name}: strokes must be a list, got {_shown(strokes)}"
        )
    if isinstance(content, dict):
        width, height = (_whole_number(name, key, content.get(key)) for key in ("width", "height"))
        if width is not None and height is not None:
            _check_size(name, width, height, shape)
    return tuple(_stroke(f"{name}: stroke {at}", stroke) for at, stroke in enumerate(strokes))


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
        if not isinstance(point, list) or len(point) != 2 or not all(map(_is_finite_number, point)):
            raise ValueError(f"{place}, point {at}: must be two finite numbers, got {_shown(point)}")
    width = value.get("width") if isinstance(value, dict) else None
    if width is not None and (not _is_finite_number(width) or width <= 0):
        raise ValueError(f"{place}: width must be a number above 0, got {_shown(width)}")
    try:
        return Stroke(np.array(points, np.float64), *(() if width is None else (float(width),)))
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


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

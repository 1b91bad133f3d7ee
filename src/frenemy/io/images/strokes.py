"""Strokes from files and to files: as JSON, or as a picture from a paint program."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from frenemy.affinity.image.strokes.stroke import Stroke
from frenemy.io.images.marks import Marks, as_marks
from frenemy.io.images.objects.mask import Mask
from frenemy.io.images.read_marks import read_marks
from frenemy.io.source import PathFileOrBytes, PathOrFile
from frenemy.io.whole_files import write_whole


def read_strokes(source: PathFileOrBytes, *, shape: tuple[int, ...] | None = None) -> tuple[Stroke, ...]:
    """Read strokes.

    In JSON, a point is ``[x, y]``, x to the right and y down, and ``[0, 0]`` is the center of the first pixel::

        {"strokes": [{"points": [[12, 30.5], [40, 33]], "width": 3}, ...], "width": 640, "height": 480}

    Both widths and the height are optional; the outer ones are those of the picture. A plain list of polylines works,
    too: ``[[[12, 30.5], [40, 33]], ...]``.

    A drawing of the same size as the picture works as well: lines on a background that is transparent or of one color.
    Each line becomes a stroke (lines of one color are split where they branch or cross).

    Joins, merges, masks, names and classes in the file are read by :func:`read_marks`.

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
    return read_marks(source, shape=shape).strokes


def write_strokes(
    where: PathOrFile,
    strokes: Marks | Iterable[Any],
    shape: tuple[int, ...] | None = None,
    *,
    joins: Iterable[Any] = (),
    merges: Iterable[Any] = (),
    names: Iterable[Any] = (),
    classes: Iterable[Any] = (),
    masks: Iterable[Mask] = (),
) -> None:
    """Write strokes as JSON, to be read by :func:`read_strokes`, or with the rest by :func:`read_marks`.

    Parameters
    ----------
    where : path, ``"-"`` or open binary file
    strokes : iterable of Stroke or of (n, 2) points, or Marks
        Marks also hold everything else.
    shape : (height, width, ...), optional
        The shape of the picture.
    joins : iterable of Stroke or of (n, 2) points
        Lines that lie within one object; written without their widths, which do not matter.
    merges : iterable of pairs of points
    names : iterable of ObjectName
    classes : iterable of ObjectClass
    masks : iterable of Mask
        Joins, merges, names, classes and masks are written if there are any.
    """
    marks = as_marks(strokes, joins=joins, merges=merges, names=names, classes=classes, masks=masks)
    content = {key: value for key, value in marks.as_json().items() if value or key == "strokes"}
    if shape is not None:
        content |= {"width": int(shape[1]), "height": int(shape[0])}
    write_whole(where, json.dumps(content).encode() + b"\n")

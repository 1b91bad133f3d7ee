"""Thumbnails: small square pictures of faces, for web pages."""

from __future__ import annotations

import io

import numpy as np

from frenemy.apps.faces.photos.face import Box
from frenemy.apps.faces.photos.photo import Pixels

#: Side of a thumbnail in pixels; small faces have smaller ones.
SIDE = 160

_MARGIN = 0.35  # on each side, relative to the longer side of the face: hair and chin help to recognize people
_QUALITY = 82


def thumbnail(pixels: Pixels, box: Box, *, side: int = SIDE) -> bytes:
    """JPEG bytes of a square around a box (left, top, right, bottom) of an RGB picture.

    The square is moved or reduced to stay within the picture. It is at most ``side`` pixels wide, and not enlarged.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.faces.photos.thumbnail import thumbnail
    >>> from frenemy.io import read_picture
    >>> read_picture(thumbnail(np.zeros((300, 500, 3), np.uint8), (400, 10, 480, 90))).shape
    (136, 136, 3)
    """
    from PIL import Image

    height, width = pixels.shape[:2]
    left, top, right, bottom = box
    length = min(max(1, round(max(right - left, bottom - top) * (1 + 2 * _MARGIN))), height, width)
    x = _moved_within((left + right - length) / 2, length, width)
    y = _moved_within((top + bottom - length) / 2, length, height)
    picture = Image.fromarray(np.ascontiguousarray(pixels[y : y + length, x : x + length]))
    if length > side:
        picture = picture.resize((side, side), Image.Resampling.LANCZOS, reducing_gap=2.0)
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=_QUALITY)
    return file.getvalue()


def _moved_within(begin: float, length: int, end: int) -> int:
    """The nearest start such that ``length`` pixels lie within 0..end."""
    return round(min(max(begin, 0), end - length))

"""A small square picture of a face, for pages."""

from __future__ import annotations

import io

import numpy as np

from frenemy.apps.faces.face import Box
from frenemy.apps.faces.photo import Pixels

#: Side of a thumbnail in pixels; small faces have smaller ones.
SIDE = 160

_MARGIN = 0.35  # of the face's longer side, on each side: hair and chin help people to recognize people
_QUALITY = 82


def thumbnail(pixels: Pixels, box: Box, *, side: int = SIDE) -> bytes:
    """JPEG bytes of a square around a box (left, top, right, bottom) of an RGB picture.

    The square stays within the picture where it can, by being moved; where the picture is smaller, it is grey beyond
    the border. It is at most ``side`` pixels wide, and not enlarged.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.faces.thumbnail import thumbnail
    >>> from frenemy.io import read_picture
    >>> read_picture(thumbnail(np.zeros((300, 500, 3), np.uint8), (400, 10, 480, 90))).shape
    (136, 136, 3)
    """
    from PIL import Image

    height, width = pixels.shape[:2]
    left, top, right, bottom = box
    length = max(1, round(max(right - left, bottom - top) * (1 + 2 * _MARGIN)))
    length = min(length, 2 * max(height, width))  # a box that is far too large must not take all memory
    x = _moved_within((left + right - length) / 2, length, width)
    y = _moved_within((top + bottom - length) / 2, length, height)
    crop = np.full((length, length, 3), 128, np.uint8)
    inside = pixels[max(y, 0) : max(y + length, 0), max(x, 0) : max(x + length, 0)]
    crop[max(-y, 0) : max(-y, 0) + inside.shape[0], max(-x, 0) : max(-x, 0) + inside.shape[1]] = inside
    picture = Image.fromarray(crop)
    if length > side:
        picture = picture.resize((side, side), Image.Resampling.LANCZOS, reducing_gap=2.0)
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=_QUALITY)
    return file.getvalue()


def _moved_within(begin: float, length: int, end: int) -> int:
    """Where to begin so that ``length`` pixels lie within 0..end, or in the middle of it if they are more."""
    if length >= end:
        return (end - length) // 2
    return round(min(max(begin, 0), end - length))

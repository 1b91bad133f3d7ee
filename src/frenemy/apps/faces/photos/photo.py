"""Read a photo for a describer: upright, RGB, 8 bits per channel, and of limited size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.apps.faces.photos.face import Box, Point
from frenemy.io.images.pictures import decoded_in_size

Pixels = npt.NDArray[np.uint8]

#: Photos are reduced to this longer side, that of 12 megapixels, before faces are cropped.
MAX_SIDE = 4096

#: Photos with more pixels, according to the header, are rejected. For JPEG, which is decoded at reduced size, the
#: limit is four times as high.
MAX_PIXELS = 80_000_000


@dataclass(frozen=True, eq=False)
class UprightPhoto:
    """A decoded photo.

    Attributes
    ----------
    pixels : (height, width, 3) uint8
        Upright RGB, possibly reduced.
    size : (width, height)
        Size of the original photo, upright.
    """

    pixels: Pixels
    size: tuple[int, int]

    @property
    def scale(self) -> Point:
        """Pixels of the photo per pixel here, across and down."""
        height, width = self.pixels.shape[:2]
        return self.size[0] / width, self.size[1] / height

    def box_in_photo(self, box: Box) -> Box:
        """A box of these pixels in pixels of the photo."""
        across, down = self.scale
        left, top, right, bottom = box
        return left * across, top * down, right * across, bottom * down

    def point_in_photo(self, point: Point) -> Point:
        """A point of these pixels in pixels of the photo."""
        return point[0] * self.scale[0], point[1] * self.scale[1]


def read_photo(data: bytes, *, max_side: int = MAX_SIDE, max_pixels: int = MAX_PIXELS) -> UprightPhoto:
    """Decode a photo from the bytes of a file; a ValueError names the problem.

    The photo is rotated upright by its EXIF data. Of animations and multi-page files, the first frame is read. 16-bit
    and floating-point values are converted to 8 bits, and transparent pixels are blended with white.

    Examples
    --------
    >>> import io
    >>> import numpy as np
    >>> from frenemy.apps.faces.photos.photo import read_photo
    >>> from frenemy.io import write_png
    >>> file = io.BytesIO()
    >>> write_png(file, np.full((20, 40), 65535, np.uint16))
    >>> photo = read_photo(file.getvalue(), max_side=10)
    >>> photo.size, photo.pixels.shape, photo.pixels.max()
    ((40, 20), (5, 10, 3), np.uint8(255))
    """
    if not data:
        raise ValueError("is empty")
    try:
        pixels, size = decoded_in_size("photo", data, frame=0, max_pixels=max_pixels, side=max_side)
    except ValueError as error:
        raise ValueError(str(error).removeprefix("photo: ")) from error
    return UprightPhoto(reduced(_rgb(_in_8_bits(pixels)), max_side), size)


def _in_8_bits(pixels: npt.NDArray[Any]) -> Pixels:
    if pixels.dtype == np.uint16:
        return (pixels >> 8).astype(np.uint8)
    if pixels.dtype.kind == "f":
        finite = np.nan_to_num(pixels, nan=0.0, posinf=0.0, neginf=0.0)
        low, high = min(float(finite.min()), 0.0), float(finite.max())
        stretched: Pixels = ((finite - low) * (255.0 / (high - low if high > low else 1.0))).astype(np.uint8)
        return stretched
    return pixels.astype(np.uint8, copy=False)


def _rgb(pixels: Pixels) -> Pixels:
    colors = pixels[..., None] if pixels.ndim == 2 else pixels
    if colors.shape[2] in (2, 4):
        alpha = colors[..., -1:].astype(np.uint16)
        colors = ((colors[..., :-1] * alpha + 255 * (255 - alpha)) // 255).astype(np.uint8)
    return np.ascontiguousarray(np.broadcast_to(colors, (*colors.shape[:2], 3)))


def reduced(pixels: Pixels, max_side: int) -> Pixels:
    """The picture, reduced if its longer side is above ``max_side``."""
    height, width = pixels.shape[:2]
    longer = max(height, width)
    if longer <= max_side:
        return pixels
    from PIL import Image

    size = (max(1, round(width * max_side / longer)), max(1, round(height * max_side / longer)))
    return np.array(Image.fromarray(pixels).resize(size, Image.Resampling.BILINEAR, reducing_gap=3.0))

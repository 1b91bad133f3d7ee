"""Check and convert pictures: grey or color, with or without alpha, 1 to 16 bits per channel or floats."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem.array_types import Bools, Floats32

Box = tuple[int, int, int, int]  # top, left, bottom, right; bottom and right are exclusive

_WHITES = (255, 1023, 4095, 16383, 65535)  # the largest values of 8, 10, 12, 14 and 16 bits
_ROUNDING = 1e-6  # floats may leave 0..1 by this much, as after resizing
_BAND_PIXELS = 4_000_000  # converted to floats at a time
_WHITE_POINT = np.array([0.95047, 1.0, 1.08883], np.float32)  # D65
_TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]],
    np.float32,
)  # IEC 61966-2-1


@dataclass(frozen=True, eq=False)
class Picture:
    """The values of a picture, read-only, and the value that stands for white.

    Float colors are computed on demand: they take twelve times the memory of a grey byte, and only the work grid and
    the boundaries of regions need them.

    Attributes
    ----------
    values : (height, width) or (height, width, n_channels)
        Grey, grey and alpha, RGB or RGBA.
    white : float
        The value of full brightness; black is 0.
    """

    values: npt.NDArray[Any]
    white: float

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self.values.shape[0], self.values.shape[1]

    @property
    def n_pixels(self) -> int:
        return self.shape[0] * self.shape[1]

    @property
    def rgb(self) -> Floats32:
        """(height, width, 3) sRGB in 0..1; transparent pixels are blended with white."""
        return self.part((0, 0, *self.shape))

    def part(self, box: Box) -> Floats32:
        """The colors within a box, as ``rgb``."""
        top, left, bottom, right = box
        cut = self.values[top:bottom, left:right]
        # Division in float32 maps white to exactly 1.
        floats = cut.astype(np.float32) / np.float32(self.white)
        if floats.ndim == 2:
            floats = floats[:, :, None]
        n_channels = floats.shape[2]
        if n_channels in (2, 4):
            alpha = floats[:, :, -1:]
            floats = floats[:, :, :-1] * alpha + (1.0 - alpha)
        return np.ascontiguousarray(np.broadcast_to(floats, (*floats.shape[:2], 3)))

    def resized(self, height: int, width: int) -> Floats32:
        """(height, width, 3) sRGB in 0..1 by area averaging; works on a band of rows at a time."""
        if (height, width) == self.shape:
            return self.rgb
        n_rows = max(1, _BAND_PIXELS // self.shape[1])
        bands = []
        for top in range(0, self.shape[0], n_rows):
            bottom = min(top + n_rows, self.shape[0])
            # Resize along rows first, so that bands do not depend on each other.
            bands.append(_core.area_resize(self.part((top, 0, bottom, self.shape[1])), bottom - top, width))
        return _core.area_resize(np.concatenate(bands), height, width)

    def as_bytes(self) -> npt.NDArray[np.uint8]:
        """(height, width, 3) uint8 sRGB in 0..255."""
        if self.values.dtype == np.uint8 and self.values.ndim == 3 and self.values.shape[2] == 3:
            return self.values
        made = np.empty((*self.shape, 3), np.uint8)
        n_rows = max(1, _BAND_PIXELS // self.shape[1])
        for top in range(0, self.shape[0], n_rows):
            band = self.part((top, 0, min(top + n_rows, self.shape[0]), self.shape[1]))
            made[top : top + n_rows] = band * np.float32(255.0) + np.float32(0.5)
        return made


def checked_picture(image: Any) -> Picture:
    """A picture from an array or array-like; an error names the first invalid value and its pixel.

    Parameters
    ----------
    image : (height, width) or (height, width, n_channels)
        1 channel: grey; 2: grey and alpha; 3: RGB; 4: RGBA. The values are bool, uint8, floats in 0..1, or other
        integers up to 65535. For other integers, white is the smallest of 255, 1023, 4095, 16383 and 65535 that is not
        below any value.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.image import checked_picture
    >>> checked_picture(np.array([[0, 51], [102, 255]], np.uint8)).rgb[:, :, 0]
    array([[0. , 0.2],
           [0.4, 1. ]], dtype=float32)
    >>> checked_picture(np.zeros((4, 5, 7)))
    Traceback (most recent call last):
    ...
    ValueError: image must be (height, width) or have 1 to 4 channels, got shape (4, 5, 7)
    """
    if isinstance(image, Picture):
        return image
    if isinstance(image, (str, bytes, PathLike)):
        raise ValueError(f"image must be an array, got {image!r}: frenemy.io.read_picture reads files")
    values = np.asarray(image)
    if values.ndim not in (2, 3) or (values.ndim == 3 and values.shape[2] not in (1, 2, 3, 4)):
        raise ValueError(f"image must be (height, width) or have 1 to 4 channels, got shape {values.shape}")
    if values.size == 0:
        raise ValueError(f"image must have at least one pixel, got shape {values.shape}")
    white = _white(values)
    kept = np.array(values, np.float32 if values.dtype.kind == "f" else None, order="C")
    if kept.dtype.kind == "f":
        np.clip(kept, 0.0, 1.0, out=kept)
    kept.flags.writeable = False  # a copy, so the caller cannot change it later
    return Picture(kept, white)


def _white(values: npt.NDArray[Any]) -> float:
    kind = values.dtype.kind
    if kind == "b":
        return 1.0
    if kind == "f":
        low, high = values.min(), values.max()  # nan if any value is nan
        if not low >= -_ROUNDING or not high <= 1.0 + _ROUNDING:
            _raise_at(~np.isfinite(values), values, "image must be finite")
            wrong = ~((values >= -_ROUNDING) & (values <= 1.0 + _ROUNDING))
            _raise_at(wrong, values, "an image of floats must be in 0..1", " (integers may be larger)")
        return 1.0
    if kind not in "iu":
        raise ValueError(f"image must hold numbers, got {values.dtype}")
    if values.dtype == np.uint8:
        return 255.0
    if values.min() < 0:
        _raise_at(values < 0, values, "image must not be negative")
    if values.max() > _WHITES[-1]:
        _raise_at(values > _WHITES[-1], values, f"image must be at most {_WHITES[-1]}")
    return float(next(white for white in _WHITES if values.max() <= white))


def _raise_at(wrong: Bools, values: npt.NDArray[Any], rule: str, hint: str = "") -> None:
    """Raise ValueError for the first wrong value, if there is one."""
    if wrong.any():
        at = tuple(np.argwhere(wrong)[0])
        channel = f", channel {at[2]}" if len(at) == 3 else ""
        raise ValueError(f"{rule}, got {values[at]} at x = {at[1]}, y = {at[0]}{channel}{hint}")


def to_lab(rgb: Floats32) -> Floats32:
    """Convert sRGB to CIELAB (white point D65), in which equal distances look about equally large.

    Parameters
    ----------
    rgb : (..., 3) float32
        In 0..1.

    Returns
    -------
    (..., 3) float32
        L* in 0..100, a* from green to red, b* from blue to yellow.
    """
    rgb = np.asarray(rgb, np.float32)
    linear = np.where(rgb > 0.04045, ((rgb + np.float32(0.055)) / np.float32(1.055)) ** np.float32(2.4), rgb / 12.92)
    xyz = (linear.astype(np.float32) @ _TO_XYZ.T) / _WHITE_POINT
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz * np.float32((29 / 6) ** 2 / 3) + np.float32(4 / 29))
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1).astype(np.float32)

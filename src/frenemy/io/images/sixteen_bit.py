"""Pictures of 16 bits a channel, of which pillow keeps only 8 if there is more than one channel."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile

Pixels = npt.NDArray[Any]

_BITS, _PHOTOMETRIC, _PLANES = 258, 262, 284  # TIFF tags
_SWAPPED = {"B": "L", "L": "B", "N": "L" if sys.byteorder == "big" else "B"}


class UnsupportedPixels(ValueError):
    """The file is valid, but its values cannot be represented."""


def sixteen_bit_pixels(image: ImageFile, reopened: Callable[[], ImageFile]) -> Pixels | None:
    """The pixels of an image that is open but not loaded, as uint16 or float32; None if it has 8 bits a channel.

    pillow keeps only the high byte of each value. Decoded a second time with the byte order swapped, it keeps the low
    byte; the two together are the picture.

    Parameters
    ----------
    image : ImageFile
    reopened : callable
        Opens the same image again.
    """
    if image.mode in ("I", "F") or image.mode.startswith("I;16"):
        return _grey(image)
    if _tag(image, _PLANES) == 2 and 16 in np.ravel(_tag(image, _BITS)):
        raise UnsupportedPixels("has 16 bits a channel in separate planes, which cannot be read; save it interleaved")
    raw = _raw_mode(image)
    if ";16" not in raw or image.mode not in ("RGB", "RGBA"):
        return None
    if raw.startswith("LA"):
        # Four bytes a pixel: high and low of grey, high and low of alpha.
        _set_raw_mode(image, "RGBA")
        image.load()
        parts = np.asarray(image).astype(np.uint16)
        return parts[..., 0::2] << 8 | parts[..., 1::2]
    straight = raw.replace("RGBa", "RGBA")
    low = reopened()
    _set_raw_mode(image, straight)
    _set_raw_mode(low, straight[:-1] + _SWAPPED[straight[-1]])
    image.load()
    low.load()
    pixels: Pixels = np.asarray(image).astype(np.uint16) << 8 | np.asarray(low)
    if raw.startswith("RGBa"):  # colors are premultiplied by alpha
        alpha = pixels[..., 3:].astype(np.float64)
        colors = np.minimum(pixels[..., :3] * 65535.0 / np.maximum(alpha, 1.0), 65535.0)
        pixels[..., :3] = np.rint(colors).astype(np.uint16)
    return _with_transparent_color(pixels, image.info.get("transparency"))


def _grey(image: ImageFile) -> Pixels:
    is_white_zero = _tag(image, _PHOTOMETRIC) == 0
    image.load()
    pixels: Pixels = np.array(image)
    if pixels.dtype.kind == "f":
        return pixels.astype(np.float32)
    if pixels.min() < 0 or pixels.max() > 65535:
        raise UnsupportedPixels(f"has values from {pixels.min()} to {pixels.max()}; 0 to 65,535 can be read")
    pixels = pixels.astype(np.uint16)
    return _with_transparent_color(65535 - pixels if is_white_zero else pixels, image.info.get("transparency"))


def _with_transparent_color(pixels: Pixels, transparent: Any) -> Pixels:
    """With alpha, if a PNG declares one color as transparent."""
    if not isinstance(transparent, (int, tuple)) or (pixels.ndim == 3 and pixels.shape[2] == 4):
        return pixels
    channels = pixels if pixels.ndim == 3 else pixels[..., None]
    is_transparent = (channels == np.asarray(transparent)).all(axis=2, keepdims=True)
    return np.concatenate((channels, np.where(is_transparent, 0, 65535).astype(np.uint16)), axis=2)


def _raw_mode(image: ImageFile) -> str:
    if not image.tile:
        return ""
    options = image.tile[0][3]
    return str(options[0] if isinstance(options, tuple) else options)


def _set_raw_mode(image: ImageFile, raw: str) -> None:
    changed: list[Any] = []
    for tile in image.tile:
        codec, extents, offset, options = tile
        new = (codec, extents, offset, (raw, *options[1:]) if isinstance(options, tuple) else raw)
        changed.append(getattr(type(tile), "_make", tuple)(new))
    image.tile = changed


def _tag(image: ImageFile, number: int) -> Any:
    return getattr(image, "tag_v2", {}).get(number)

"""PNG files, written without an imaging library."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt

from frenemy.io.source import PathOrFile
from frenemy.io.whole_files import write_whole

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}  # by number of channels
_INDEXED = 3  # the color type of a palette
_FILTER_NONE, _FILTER_UP = 0, 2


def write_png(where: PathOrFile, pixels: npt.ArrayLike) -> None:
    """Write a picture as PNG.

    Parameters
    ----------
    where : path, ``"-"`` or open binary file
    pixels : (height, width) or (height, width, 1 to 4) bool, uint8 or uint16
        Grey, grey and alpha, RGB or RGBA; of bool, True is white.
    """
    write_whole(where, png_bytes(pixels))


def png_bytes(pixels: npt.ArrayLike) -> bytes:
    """A PNG file; see :func:`write_png`."""
    array = np.asarray(pixels)
    if array.dtype == bool:
        array = array.astype(np.uint8) * 255
    if array.dtype not in (np.uint8, np.uint16):
        raise ValueError(f"pixels must be bool, uint8 or uint16, got {array.dtype}")
    if array.ndim == 2:
        array = array[..., None]
    if array.ndim != 3 or array.shape[2] not in _COLOR_TYPES or not array.size:
        raise ValueError(f"pixels must be (height, width) or (height, width, 1 to 4), got shape {np.shape(pixels)}")
    height, _, n_channels = array.shape
    rows = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder(">")).view(np.uint8).reshape(height, -1)
    # Each byte less the one above it: label maps and overlays are flat, so almost all become 0.
    lines = np.full((height, 1 + rows.shape[1]), _FILTER_UP, np.uint8)
    lines[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=lines[1:, 1:])
    return _file(array.shape, 8 * array.dtype.itemsize, _COLOR_TYPES[n_channels], lines)


def indexed_png_bytes(indices: npt.NDArray[np.uint8], palette: bytes, alpha: bytes) -> bytes:
    """A PNG file of 8 bits a pixel with a palette.

    Parameters
    ----------
    indices : (height, width) uint8
    palette, alpha : bytes
        Red, green and blue of each color, and its opacity.
    """
    lines = np.pad(indices, ((0, 0), (1, 0)), constant_values=_FILTER_NONE)
    return _file(indices.shape, 8, _INDEXED, lines, _chunk(b"PLTE", palette), _chunk(b"tRNS", alpha))


def _file(shape: tuple[int, ...], bits: int, color_type: int, lines: npt.NDArray[np.uint8], *chunks: bytes) -> bytes:
    """As ISO/IEC 15948, section 11, says; ``lines`` are filtered, each after the number of its filter."""
    height, width = shape[:2]
    header = struct.pack(">IIBBBBB", width, height, bits, color_type, 0, 0, 0)
    content = zlib.compress(np.ascontiguousarray(lines).data, 6)
    return b"".join((_SIGNATURE, _chunk(b"IHDR", header), *chunks, _chunk(b"IDAT", content), _chunk(b"IEND", b"")))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(content, zlib.crc32(kind)))

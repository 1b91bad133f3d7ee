"""PNG files, written without any library for pictures."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt

from frenemy.io.source import PathOrFile
from frenemy.io.whole_files import write_whole

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}  # channels: as PNG numbers them


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
    height, width, n_channels = array.shape
    bits = 8 * array.dtype.itemsize
    rows = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder(">")).view(np.uint8).reshape(height, -1)
    # Each byte less the one above it: label maps and overlays are flat, so almost all become 0.
    lines = np.full((height, 1 + rows.shape[1]), 2, np.uint8)
    lines[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=lines[1:, 1:])
    header = struct.pack(">IIBBBBB", width, height, bits, _COLOR_TYPES[n_channels], 0, 0, 0)
    content = zlib.compress(lines.data, 6)
    return b"".join((_SIGNATURE, _chunk(b"IHDR", header), _chunk(b"IDAT", content), _chunk(b"IEND", b"")))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(content, zlib.crc32(kind)))

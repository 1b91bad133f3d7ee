"""Pictures of signed values as PNG, by hand: the report needs no imaging library."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt

BLUE = (37, 112, 200)  # attracts
ORANGE = (217, 110, 10)  # repels; the two stay apart for every kind of color blindness

_LEVELS = 40  # per sign: finer ones cannot be told apart, and noise in them does not compress
_FAINTEST = 0.12  # so that a weak weight can still be told from none


def signed_png(values: npt.NDArray[np.float64], scale: float) -> bytes:
    """Blue above 0, orange below, as full as the value is large, up to ``scale``; 0 is transparent.

    What is drawn is the opacity, so that one picture suits light and dark backgrounds.
    """
    strength = np.minimum(np.abs(values) / scale, 1.0)
    level = np.maximum(np.ceil(strength * _LEVELS), values != 0).astype(np.uint8)
    index = np.where(values < 0, level + np.uint8(_LEVELS), level).astype(np.uint8)
    index[values == 0] = 0
    opacity = _FAINTEST + (1.0 - _FAINTEST) * np.arange(1, _LEVELS + 1) / _LEVELS
    alpha = np.rint(255 * np.concatenate(([0.0], opacity, opacity))).astype(np.uint8)
    palette = bytes((0, 0, 0)) + bytes(BLUE) * _LEVELS + bytes(ORANGE) * _LEVELS
    return _indexed_png(index, palette, alpha.tobytes())


def _indexed_png(index: npt.NDArray[np.uint8], palette: bytes, alpha: bytes) -> bytes:
    """The PNG specification (ISO/IEC 15948), sections 11.2 and 11.3: eight bits a pixel, color type 3, no filter."""
    height, width = index.shape
    rows = np.zeros((height, width + 1), np.uint8)  # every row begins with the number of its filter
    rows[:, 1:] = index
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            _chunk(b"tRNS", alpha),
            _chunk(b"IDAT", zlib.compress(rows.tobytes(), 6)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

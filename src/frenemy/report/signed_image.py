"""Pictures of signed values, as PNG."""

from __future__ import annotations

import numpy as np

from frenemy.io.images.png import indexed_png_bytes
from frenemy.problem.array_types import Floats
from frenemy.sign_colors import BLUE, ORANGE

_LEVELS = 40  # per sign: the eye sees no finer ones, and their noise does not compress
_MIN_OPACITY = 0.12  # a weak weight must still differ from none


def signed_png(values: Floats, scale: float) -> bytes:
    """Blue above 0, orange below, the fuller the larger the value, up to ``scale``; 0 is transparent.

    The opacity carries the value, so one picture suits light and dark backgrounds.
    """
    strength = np.minimum(np.abs(values) / scale, 1.0)
    level = np.maximum(np.ceil(strength * _LEVELS), values != 0).astype(np.uint8)
    index = np.where(values < 0, level + np.uint8(_LEVELS), level).astype(np.uint8)
    index[values == 0] = 0
    opacity = _MIN_OPACITY + (1.0 - _MIN_OPACITY) * np.arange(1, _LEVELS + 1) / _LEVELS
    alpha = np.rint(255 * np.concatenate(([0.0], opacity, opacity))).astype(np.uint8)
    palette = bytes((0, 0, 0)) + bytes(BLUE) * _LEVELS + bytes(ORANGE) * _LEVELS
    return indexed_png_bytes(index, palette, alpha.tobytes())

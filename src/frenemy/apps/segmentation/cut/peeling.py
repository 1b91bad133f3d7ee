"""Erode regions without disconnecting them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.io.images.objects.label_runs import LabelMap

_OUTSIDE, _PEELED = -2, -1
# The eight neighbors in a circle, the one to the right first.
_AROUND = ((0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1))


def peel(labels: LabelMap, layers: int) -> npt.NDArray[np.bool_]:
    """Pixels that remain after ``layers`` layers are removed along the borders between regions.

    A pixel is removed only if its neighbors of the same region stay connected (its Yokoi number for four neighbors is
    one; Yokoi, Toriwaki & Fukumura 1975), so connected regions stay connected, and thin ones are reduced to a line.
    Pixels are processed in four interleaved sets, so that no two neighbors are removed at once.

    Parameters
    ----------
    labels : (height, width) int32
    layers : int

    Returns
    -------
    (height, width) bool
    """
    height, width = labels.shape
    code = np.full((height + 2, width + 2), _OUTSIDE, np.int32)
    code[1:-1, 1:-1] = labels
    flat = code.ravel()
    steps = np.array([down * (width + 2) + right for down, right in _AROUND])
    for _ in range(layers):
        rim = _rim(code)
        for parity in range(4):
            pixels = rim[(rim // (width + 2) % 2) * 2 + rim % (width + 2) % 2 == parity]
            beside = flat[pixels[:, None] + steps]
            flat[pixels[_yokoi(beside == flat[pixels][:, None]) == 1]] = _PEELED
    return np.asarray(code[1:-1, 1:-1] != _PEELED)


def _rim(code: LabelMap) -> npt.NDArray[np.int64]:
    """Flat indices of remaining pixels with a 4-neighbor that is of another region or removed."""
    inner = code[1:-1, 1:-1]
    is_rim = np.zeros(inner.shape, bool)
    for other in (code[:-2, 1:-1], code[2:, 1:-1], code[1:-1, :-2], code[1:-1, 2:]):
        is_rim |= (inner != other) & (other != _OUTSIDE)
    y, x = np.nonzero(is_rim & (inner != _PEELED))
    return np.asarray((y + 1) * code.shape[1] + x + 1)


def _yokoi(same: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Number of 4-connected components of the region at the sides of a pixel; (n, 8) neighbors in a circle."""
    side, corner = same[:, 0::2], same[:, 1::2]
    return np.asarray((side & ~(corner & np.roll(side, -1, axis=1))).sum(axis=1))

"""The inside of regions: what is left of them after their rims are peeled off, still in one piece each."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.apps.segmentation.label_runs import LabelMap

_OUTSIDE, _PEELED = -2, -1
# The eight neighbors in a circle, the one to the right first.
_AROUND = ((0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1))


def peeled(labels: LabelMap, layers: int) -> npt.NDArray[np.bool_]:
    """Pixels that stay when so many layers are taken off every region where it meets another one.

    A pixel is taken only if those of its region around it stay connected (its Yokoi number for four neighbors is one;
    Yokoi, Toriwaki & Fukumura 1975), so a region that is in one piece stays so, and of a thin one a line is left. Every
    fourth pixel is looked at a time, so that no two neighbors go at once.

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
    """Flat indices of pixels that are left and have a neighbor, by a side, of another region or peeled."""
    inner = code[1:-1, 1:-1]
    is_rim = np.zeros(inner.shape, bool)
    for other in (code[:-2, 1:-1], code[2:, 1:-1], code[1:-1, :-2], code[1:-1, 2:]):
        is_rim |= (inner != other) & (other != _OUTSIDE)
    y, x = np.nonzero(is_rim & (inner != _PEELED))
    return np.asarray((y + 1) * code.shape[1] + x + 1)


def _yokoi(same: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """How many parts of the same region, connected by sides, touch a pixel by a side; (n, 8) neighbors in a circle."""
    side, corner = same[:, 0::2], same[:, 1::2]
    return np.asarray((side & ~(corner & np.roll(side, -1, axis=1))).sum(axis=1))

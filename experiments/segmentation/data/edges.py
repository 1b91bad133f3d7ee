"""Features of a picture that several methods use: colors, color changes, and where strokes are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Strokes = Sequence[npt.NDArray[np.float64]]
LabelMap = npt.NDArray[Any]


def lab(picture: Picture) -> Floats:
    from skimage.color import rgb2lab

    return np.asarray(rgb2lab(picture))


def gradient(colors: Floats, sigma: float) -> Floats:
    """How much the color changes at each pixel, over all channels, per pixel."""
    from scipy.ndimage import gaussian_gradient_magnitude

    changes = [gaussian_gradient_magnitude(colors[..., channel], sigma) for channel in range(colors.shape[2])]
    return np.asarray(np.linalg.norm(changes, axis=0))


def drawn_line(shape: tuple[int, ...], stroke: npt.NDArray[np.float64]) -> npt.NDArray[np.intp]:
    """(n, 2) rows and columns of the pixels of a stroke, from its first to its last, each touching the one before."""
    from skimage.draw import line

    points = np.clip(np.rint(stroke[:, ::-1]).astype(np.intp), 0, np.array(shape[:2]) - 1)
    pixels = [points[:1]]
    for one, other in pairwise(points):
        pixels.append(np.stack(line(*one, *other), axis=1)[1:])
    return np.concatenate(pixels)


def drawn(shape: tuple[int, ...], strokes: Strokes) -> npt.NDArray[np.bool_]:
    """Pixels on strokes: a closed one separates 4-connected regions."""
    mask = np.zeros(shape[:2], bool)
    for stroke in strokes:
        row, column = drawn_line(shape, stroke).T
        mask[row, column] = True
    return mask


def without_small(labels: LabelMap, height: Floats, least: float) -> LabelMap:
    """Parts under ``least`` pixels are removed and filled from their surroundings."""
    from skimage.segmentation import watershed

    from experiments.segmentation.data.scores import connected_parts

    parts = connected_parts(labels)
    sizes = np.bincount(parts.ravel())
    if sizes.max() < least or sizes.min() >= least:
        return parts
    return np.asarray(watershed(height, np.where(sizes[parts] >= least, parts + 1, 0))) - 1

"""Watersheds as in image toolboxes: of the gradient with strokes as ridges, and of the distance to strokes."""

from __future__ import annotations

import numpy as np

from experiments.segmentation.data.edges import LabelMap, Picture, Strokes, drawn, gradient, lab, without_small

#: Both tuned on the tuned half, for the mean covering over all shares.
GRADIENT_SIGMA, GRADIENT_DEPTH = 2.0, 2.0
DISTANCE_DEPTH = 8.0
LEAST = 0.002  # of the picture


def gradient_watershed(
    picture: Picture, strokes: Strokes, *, sigma: float = GRADIENT_SIGMA, depth: float = GRADIENT_DEPTH
) -> LabelMap:
    """Basins of the color gradient that are at least ``depth`` deep; strokes are ridges above everything."""
    from skimage.measure import label
    from skimage.morphology import h_minima
    from skimage.segmentation import watershed

    height = gradient(lab(picture), sigma)
    height[drawn(picture.shape, strokes)] = height.max() + 2.0 * depth
    markers = label(h_minima(height, depth), connectivity=2)
    return without_small(watershed(height, markers), height, LEAST * height.size)


def distance_watershed(picture: Picture, strokes: Strokes, *, depth: float = DISTANCE_DEPTH) -> LabelMap:
    """Basins around the points farthest from all strokes; the picture itself is not used."""
    from scipy.ndimage import distance_transform_edt
    from skimage.measure import label
    from skimage.morphology import h_minima
    from skimage.segmentation import watershed

    mask = drawn(picture.shape, strokes)
    if not mask.any():
        return np.zeros(mask.shape, np.intp)
    height = -distance_transform_edt(~mask)
    markers = label(h_minima(height, depth), connectivity=2)
    return without_small(watershed(height, markers), height, LEAST * height.size)

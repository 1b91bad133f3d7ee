"""A method on a smaller copy of a picture, if full size takes minutes."""

from __future__ import annotations

import numpy as np

from experiments.segmentation.data.edges import LabelMap, Picture, Strokes
from experiments.segmentation.methods.method import Segmenter


def at_scale(segment: Segmenter, scale: float) -> Segmenter:
    """The method on a picture of ``scale`` times the width and height, with labels enlarged again."""
    return segment if scale == 1.0 else lambda picture, strokes: _reduced(segment, scale, picture, strokes)


def _reduced(segment: Segmenter, scale: float, picture: Picture, strokes: Strokes) -> LabelMap:
    from skimage.transform import resize

    shape = tuple(max(1, round(scale * side)) for side in picture.shape[:2])
    factors = np.array([shape[1] / picture.shape[1], shape[0] / picture.shape[0]])
    small = (255.0 * resize(picture, shape, anti_aliasing=True)).round().astype(np.uint8)
    labels = segment(small, [(np.asarray(stroke) + 0.5) * factors - 0.5 for stroke in strokes])
    rows, columns = (np.arange(side) * of // side for side, of in zip(picture.shape[:2], shape, strict=True))
    return labels[np.ix_(rows, columns)]

"""Superpixels whose borders follow edges and strokes, and the features of those borders."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from experiments.segmentation.data.edges import Floats, LabelMap, Picture, Strokes, drawn, gradient, lab

SPACING = 9  # pixels between superpixels, about
SIGMA = 1.5


@dataclass(frozen=True, eq=False)
class Superpixels:
    """A picture in pieces.

    Attributes
    ----------
    piece : (height, width) int
        Which superpixel a pixel is in, ``0..n-1``.
    colors : (height, width, 3) float
        Lab.
    height : (height, width) float
        How much colors change.
    u, v : (n_borders,) int
        The two sides of each border, ``u < v``.
    border : (n_cracks,) int
        Which border a crack between two pixels belongs to.
    one, other : (n_cracks,) int
        Those two pixels, counted row by row.
    """

    piece: LabelMap
    colors: Floats
    height: Floats
    u: npt.NDArray[np.intp]
    v: npt.NDArray[np.intp]
    border: npt.NDArray[np.intp]
    one: npt.NDArray[np.intp]
    other: npt.NDArray[np.intp]

    @property
    def n_pieces(self) -> int:
        return int(self.piece.max()) + 1

    @property
    def lengths(self) -> npt.NDArray[np.intp]:
        return np.bincount(self.border, minlength=len(self.u))

    def border_means(self, values: Floats) -> Floats:
        """(n_borders,): mean over cracks of the greater value of their two pixels."""
        flat = values.ravel()
        at_cracks = np.maximum(flat[self.one], flat[self.other])
        return np.bincount(self.border, at_cracks, minlength=len(self.u)) / self.lengths

    def piece_means(self, values: Floats) -> Floats:
        return np.bincount(self.piece.ravel(), values.ravel()) / np.bincount(self.piece.ravel())


def superpixels(picture: Picture, strokes: Strokes, *, spacing: int = SPACING) -> Superpixels:
    """By a watershed of the gradient from its least pixel in each cell of a grid, with strokes as ridges."""
    from skimage.segmentation import watershed

    colors = lab(picture)
    height = gradient(colors, SIGMA)
    ridged = height.copy()
    ridged[drawn(height.shape, strokes)] = 2.0 * height.max() + 1.0
    piece = np.asarray(watershed(ridged, _least_of_cells(ridged, spacing))) - 1
    return Superpixels(piece, colors, height, *_borders(piece))


def _least_of_cells(height: Floats, spacing: int) -> LabelMap:
    markers = np.zeros(height.shape, np.int32)
    number = 0
    for top in range(0, height.shape[0], spacing):
        for left in range(0, height.shape[1], spacing):
            cell = height[top : top + spacing, left : left + spacing]
            row, column = divmod(int(cell.argmin()), cell.shape[1])
            number += 1
            markers[top + row, left + column] = number
    return markers


def _borders(piece: LabelMap) -> tuple[npt.NDArray[np.intp], ...]:
    ids = np.arange(piece.size).reshape(piece.shape)
    one = np.concatenate([ids[:, :-1].ravel(), ids[:-1].ravel()])
    other = np.concatenate([ids[:, 1:].ravel(), ids[1:].ravel()])
    flat = piece.ravel().astype(np.int64)
    differ = flat[one] != flat[other]
    one, other = one[differ], other[differ]
    low, high = np.minimum(flat[one], flat[other]), np.maximum(flat[one], flat[other])
    pairs, border = np.unique(low * (flat.max() + 1) + high, return_inverse=True)
    return *divmod(pairs, flat.max() + 1), border, one, other

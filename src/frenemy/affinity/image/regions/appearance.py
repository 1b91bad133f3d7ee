"""Stroke-independent features of a picture: colors and boundary probability."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.affinity.image.picture import Picture, to_lab
from frenemy.affinity.image.regions.network import Network
from frenemy.problem.array_types import Floats32
from frenemy.problem.renamed_parameters import renamed_parameters

MAX_PIXELS = 160_000  # of the work grid
MIN_PIXELS = 60_000  # of the work grid: boundaries were learned from photographs, not from thumbnails
_MAX_ENLARGEMENT = 64.0  # factor for height and width
SIGMAS = (1.0, 2.0, 4.0)  # pixels: scales of boundary detection
_SMOOTH_SIGMA = 1.5  # pixels: local colors without noise
_BROAD_SIGMA = 4.0  # pixels: colors of the surroundings
_SMALL_FACTOR = 3  # how much coarser the small picture is than the work grid
_MIN_PROBABILITY = 0.03  # added to boundary probabilities, so that the cost of flat areas stays finite


@dataclass(frozen=True, eq=False)
class Appearance:
    """Features of a picture on the work grid.

    Attributes
    ----------
    shape : (height, width)
        Of the full picture.
    lab : (h, w, 3) float32
        CIELAB over 100, on the work grid.
    smooth, broad : (h, w, 3) float32
        ``lab`` with a narrow and a wide Gaussian blur.
    edge : (h, w) float32
        Log-odds of an object boundary at each pixel, from local cues.
    cost : (h, w) float32
        Cost of a boundary through each pixel.
    small : (h', w', 3) float32
        sRGB in 0..1 on a grid three times as coarse, for global soft segmentations.
    """

    shape: tuple[int, int]
    lab: Floats32
    smooth: Floats32
    broad: Floats32
    edge: Floats32
    cost: Floats32
    small: Floats32

    @property
    def grid(self) -> tuple[int, int]:
        """Height and width of the work grid."""
        return self.edge.shape[0], self.edge.shape[1]

    @property
    def scale(self) -> tuple[float, float]:
        """Factors of x and y from the full picture to the work grid."""
        h, w = self.grid
        return w / self.shape[1], h / self.shape[0]


def work_shape(shape: tuple[int, int], max_pixels: int = MAX_PIXELS) -> tuple[int, int]:
    """Height and width of the work grid: those of the picture, scaled if it has too many or too few pixels."""
    height, width = shape
    if height * width < MIN_PIXELS:
        factor = min(np.sqrt(MIN_PIXELS / (height * width)), _MAX_ENLARGEMENT)
        return round(height * factor), round(width * factor)
    if height * width <= max_pixels:
        return shape
    factor = np.sqrt(max_pixels / (height * width))
    h, w = max(1, int(height * factor)), max(1, int(width * factor))
    return (h, min(width, max_pixels)) if h == 1 else (min(height, max_pixels), w) if w == 1 else (h, w)


def _on_work_grid(picture: Picture) -> Floats32:
    """(h, w, 3) sRGB in 0..1; an enlarged picture is blurred, so that its pixel grid shows no edges."""
    h, w = work_shape(picture.shape)
    rgb = picture.resized(h, w)
    factor = h / picture.shape[0]
    return _core.gaussian_blur(rgb, 0.5 * factor) if factor > 1.0 else rgb


@renamed_parameters(tell="report")
def appearance_of(picture: Picture, edge: Network, report: Callable[[float], None] = lambda _: None) -> Appearance:
    """Compute the features of a picture; ``report`` is called with the share that is done."""
    rgb = _on_work_grid(picture)
    lab = to_lab(rgb) / np.float32(100.0)
    report(0.3)
    cues = edge_cues(lab)
    report(0.7)
    log_odds = edge.log_odds(cues.reshape(-1, cues.shape[2])).reshape(lab.shape[:2])
    probability = 1.0 / (1.0 + np.exp(-log_odds))
    cost = (1.0 / (np.float32(_MIN_PROBABILITY) + probability)).astype(np.float32)
    report(0.8)
    smooth, broad = _core.gaussian_blur(lab, _SMOOTH_SIGMA), _core.gaussian_blur(lab, _BROAD_SIGMA)
    small = _core.area_resize(rgb, *(max(1, round(size / _SMALL_FACTOR)) for size in rgb.shape[:2]))
    return Appearance(picture.shape, lab, smooth, broad, log_odds, cost, small)


def edge_cues(lab: Floats32) -> Floats32:
    """Features that separate object boundaries from texture, ``(h, w, n_cues)``."""
    return _core.edge_cues(lab, np.array(SIGMAS))

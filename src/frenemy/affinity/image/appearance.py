"""What is seen of a picture, whatever was drawn: colors, and where borders of objects may be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image.network import Network
from frenemy.affinity.image.picture import Picture, to_lab

Floats = npt.NDArray[np.float32]

MOST_PIXELS = 160_000  # of the work grid
LEAST_PIXELS = 60_000  # likewise: what borders look like was learned from photographs, not from stamps
_MOST_ENLARGED = 64.0  # times the height and width
SIGMAS = (1.0, 2.0, 4.0)  # pixels: the scales at which borders are looked for
_SMOOTH = 1.5  # pixels: colors of a place, without its noise
_BROAD = 4.0  # pixels: colors of the surroundings of a place
_COARSER = 3  # how many times the grid of the small picture is as coarse as the work grid
_LEAST_PROBABILITY = 0.03  # of a border: keeps the way over plain ground possible


@dataclass(frozen=True, eq=False)
class Appearance:
    """A picture on the work grid.

    Attributes
    ----------
    shape : (height, width)
        Of the whole picture.
    lab : (h, w, 3) float32
        CIELAB over 100, on the work grid.
    smooth, broad : (h, w, 3) float32
        The same, blurred a little and more.
    edge : (h, w) float32
        Log-odds of a border of an object at each pixel, as far as the pixels around it tell.
    cost : (h, w) float32
        What a border pays for going through a pixel.
    small : (h', w', 3) float32
        sRGB in 0..1 on a grid three times as coarse, for what looks at all of the picture at once.
    """

    shape: tuple[int, int]
    lab: Floats
    smooth: Floats
    broad: Floats
    edge: Floats
    cost: Floats
    small: Floats

    @property
    def grid(self) -> tuple[int, int]:
        """Height and width of the work grid."""
        return self.edge.shape[0], self.edge.shape[1]

    @property
    def scale(self) -> tuple[float, float]:
        """From the whole picture to the work grid: what x and y are multiplied by."""
        h, w = self.grid
        return w / self.shape[1], h / self.shape[0]


def work_shape(shape: tuple[int, int], most: int = MOST_PIXELS) -> tuple[int, int]:
    """Height and width of the work grid: those of the picture, or as many of the same proportions as are wanted."""
    height, width = shape
    if height * width < LEAST_PIXELS:
        factor = min(np.sqrt(LEAST_PIXELS / (height * width)), _MOST_ENLARGED)
        return round(height * factor), round(width * factor)
    if height * width <= most:
        return shape
    factor = np.sqrt(most / (height * width))
    h, w = max(1, int(height * factor)), max(1, int(width * factor))
    return (h, min(width, most)) if h == 1 else (min(height, most), w) if w == 1 else (h, w)


def _on_work_grid(picture: Picture) -> Floats:
    """(h, w, 3) sRGB in 0..1; pixels that were enlarged are smoothed, so that their rims are no borders."""
    h, w = work_shape(picture.shape)
    rgb = picture.resized(h, w)
    factor = h / picture.shape[0]
    return _core.gaussian_blur(rgb, 0.5 * factor) if factor > 1.0 else rgb


def appearance_of(picture: Picture, edge: Network, tell: Callable[[float], None] = lambda _: None) -> Appearance:
    """What needs no strokes, once per picture; ``tell`` hears how much of it is done."""
    rgb = _on_work_grid(picture)
    lab = to_lab(rgb) / np.float32(100.0)
    tell(0.3)
    cues = edge_cues(lab)
    tell(0.7)
    log_odds = edge.log_odds(cues.reshape(-1, cues.shape[2])).reshape(lab.shape[:2])
    probability = 1.0 / (1.0 + np.exp(-log_odds))
    cost = (1.0 / (np.float32(_LEAST_PROBABILITY) + probability)).astype(np.float32)
    tell(0.8)
    smooth, broad = _core.gaussian_blur(lab, _SMOOTH), _core.gaussian_blur(lab, _BROAD)
    small = _core.area_resize(rgb, *(max(1, round(size / _COARSER)) for size in rgb.shape[:2]))
    return Appearance(picture.shape, lab, smooth, broad, log_odds, cost, small)


def edge_cues(lab: Floats) -> Floats:
    """What tells borders from texture at each pixel, ``(h, w, n_cues)``."""
    return _core.edge_cues(lab, np.array(SIGMAS))

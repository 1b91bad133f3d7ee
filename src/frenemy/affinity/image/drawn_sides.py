"""What borders that were drawn look like: the colors to both sides of the nearest stroke, for places anywhere."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image.paths import SIDE, Paths
from frenemy.affinity.image.stroke_lines import StrokeLines

Floats = npt.NDArray[np.float32]

_REACH = 8  # pixels before and behind along a stroke over which its sides are averaged


@dataclass(frozen=True, eq=False)
class DrawnSides:
    """Colors beside the nearest stroke of each of some places.

    Attributes
    ----------
    right, left : (n_places, 3) float32
    """

    right: Floats
    left: Floats

    @classmethod
    def near(cls, smooth: Floats, lines: StrokeLines, pixels: npt.NDArray[np.int32]) -> DrawnSides:
        """Of places given by the pixel of a stroke that is nearest to each."""
        if not len(lines.pixels):
            nothing = np.zeros((len(pixels), 3), np.float32)
            return cls(nothing, nothing)
        paths = Paths(lines.shape[1], lines.offsets, lines.pixels)
        step_of_pixel = np.zeros(lines.shape[0] * lines.shape[1], np.int64)
        step_of_pixel[lines.pixels] = np.arange(len(lines.pixels))
        step = step_of_pixel[pixels]
        right, left = (_averaged(paths, paths.beside(smooth, distance))[step] for distance in (SIDE, -SIDE))
        return cls(right, left)

    def at(self, chosen: npt.NDArray[np.int64]) -> DrawnSides:
        return DrawnSides(self.right[chosen], self.left[chosen])

    def compared(self, first: Floats, second: Floats) -> tuple[Floats, Floats]:
        """How far two colors at each place are from those on both sides of the stroke, and from those on one side.

        A border that goes on looks as the one that was drawn; where both colors are those of one side, there is none.

        Parameters
        ----------
        first, second : (n_places, 3) float32

        Returns
        -------
        (n_places,) float32 twice
        """
        first_right, first_left = _apart(first, self.right), _apart(first, self.left)
        second_right, second_left = _apart(second, self.right), _apart(second, self.left)
        both = np.minimum(first_right + second_left, first_left + second_right)
        one = np.minimum(first_right + second_right, first_left + second_left)
        return both, one

    @property
    def contrast(self) -> Floats:
        """(n_places,) float32: how different the sides of the stroke are"""
        return _apart(self.right, self.left)


def _apart(colors: Floats, others: Floats) -> Floats:
    difference = colors - others
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", difference, difference)), np.float32)


def _averaged(paths: Paths, colors: Floats) -> Floats:
    """Means over the steps around each."""
    sums = np.concatenate((np.zeros((1, 3)), np.cumsum(colors, axis=0, dtype=np.float64)))
    at = np.arange(len(colors))
    start, stop = np.maximum(at - _REACH, paths.first), np.minimum(at + _REACH, paths.last) + 1
    return np.asarray((sums[stop] - sums[start]) / (stop - start)[:, None], np.float32)

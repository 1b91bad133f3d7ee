"""Colors on both sides of the nearest stroke, as a model of how a boundary looks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy.affinity.image.strokes.stroke_lines import StrokeLines
from frenemy.affinity.image.wires.paths import SIDE, Paths
from frenemy.problem.array_types import Floats32, Ints, Ints32

_REACH = 8  # pixels along a stroke, in both directions, over which colors are averaged


@dataclass(frozen=True, eq=False)
class DrawnSides:
    """Colors beside the stroke nearest to each of several places.

    Attributes
    ----------
    right, left : (n_places, 3) float32
    """

    right: Floats32
    left: Floats32

    @classmethod
    def near(cls, smooth: Floats32, lines: StrokeLines, pixels: Ints32) -> DrawnSides:
        """The sides for places, each given by its nearest pixel of a stroke."""
        if not len(lines.pixels):
            nothing = np.zeros((len(pixels), 3), np.float32)
            return cls(nothing, nothing)
        paths = Paths(lines.shape[1], lines.offsets, lines.pixels)
        step_of_pixel = np.zeros(lines.shape[0] * lines.shape[1], np.int64)
        step_of_pixel[lines.pixels] = np.arange(len(lines.pixels))
        step = step_of_pixel[pixels]
        right, left = (_averaged(paths, paths.beside(smooth, distance))[step] for distance in (SIDE, -SIDE))
        return cls(right, left)

    def at(self, chosen: Ints) -> DrawnSides:
        return DrawnSides(self.right[chosen], self.left[chosen])

    def compared(self, first: Floats32, second: Floats32) -> tuple[Floats32, Floats32]:
        """Distances of two colors at each place to the colors of both sides of the stroke, and to those of one side.

        The first is small where the boundary continues, the second where both colors lie on the same side of it.

        Parameters
        ----------
        first, second : (n_places, 3) float32

        Returns
        -------
        (n_places,) float32 twice
        """
        first_right, first_left = _color_distance(first, self.right), _color_distance(first, self.left)
        second_right, second_left = _color_distance(second, self.right), _color_distance(second, self.left)
        both = np.minimum(first_right + second_left, first_left + second_right)
        one = np.minimum(first_right + second_right, first_left + second_left)
        return both, one

    @property
    def contrast(self) -> Floats32:
        """(n_places,) float32: color difference between the sides of the stroke."""
        return _color_distance(self.right, self.left)


def _color_distance(colors: Floats32, others: Floats32) -> Floats32:
    difference = colors - others
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", difference, difference)), np.float32)


def _averaged(paths: Paths, colors: Floats32) -> Floats32:
    """Moving averages along each path."""
    sums = np.concatenate((np.zeros((1, 3)), np.cumsum(colors, axis=0, dtype=np.float64)))
    at = np.arange(len(colors))
    start, stop = np.maximum(at - _REACH, paths.first), np.minimum(at + _REACH, paths.last) + 1
    return np.asarray((sums[stop] - sums[start]) / (stop - start)[:, None], np.float32)

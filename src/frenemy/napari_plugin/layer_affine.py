"""Where the pixels of layers lie in the world of the viewer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy.problem.array_types import Floats


@dataclass(frozen=True, eq=False)
class LayerAffine:
    """The map from positions in the data of a layer to those in the world: scale, translation, rotation and shear.

    Attributes
    ----------
    matrix : (n_axes, n_axes) float64
    offset : (n_axes,) float64
    """

    matrix: Floats
    offset: Floats

    @classmethod
    def of(cls, layer: Any) -> LayerAffine:
        """That of a napari layer, found by mapping the origin and one step along each axis."""
        offset = np.array(layer.data_to_world(np.zeros(layer.ndim)), np.float64)
        steps = [np.array(layer.data_to_world(step), np.float64) - offset for step in np.eye(layer.ndim)]
        return cls(np.array(steps).T, offset)

    @property
    def n_axes(self) -> int:
        return len(self.offset)

    def to_world(self, points: Floats) -> Floats:
        """(n, n_axes) positions in the data, in the world."""
        return points @ self.matrix.T + self.offset

    def to_data(self, points: Floats) -> Floats:
        """(n, n_axes) positions in the world, in the data."""
        return np.linalg.solve(self.matrix, (points - self.offset).T).T.astype(np.float64)

    @property
    def plane_scale(self) -> float:
        """The side of a pixel, in the plane of the last two axes, as a length in the world."""
        return float(np.sqrt(abs(np.linalg.det(self.matrix[-2:, -2:]))))

"""Densities given by a table: steps, or straight lines between points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class Steps:
    """A density that is ``heights[i]`` from ``edges[i]`` to ``edges[i + 1]``, both ends of the last one included."""

    edges: npt.NDArray[np.float64]
    heights: npt.NDArray[np.float64]

    def logpdf(self, x: npt.NDArray[np.float64], /) -> npt.NDArray[np.float64]:
        inner = np.searchsorted(self.edges[1:-1], x, side="right")
        return np.where((x < self.edges[0]) | (x > self.edges[-1]), -np.inf, _log(self.heights)[inner])


@dataclass(frozen=True, eq=False)
class Lines:
    """A density with straight lines between ``heights[i]`` at ``knots[i]``, and 0 beyond the ends."""

    knots: npt.NDArray[np.float64]
    heights: npt.NDArray[np.float64]

    def __call__(self, x: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return np.interp(x, self.knots, self.heights, left=0.0, right=0.0)

    def logpdf(self, x: npt.NDArray[np.float64], /) -> npt.NDArray[np.float64]:
        return _log(self(x))


def _log(heights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    with np.errstate(divide="ignore"):
        return np.log(heights)

"""Tabulated densities: piecewise constant and piecewise linear."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Floats, Ints


@dataclass(frozen=True, eq=False)
class Steps:
    """A piecewise constant density: ``heights[i]`` from ``edges[i]`` to ``edges[i + 1]``, 0 outside the edges."""

    edges: Floats
    heights: Floats

    def pdf(self, x: npt.ArrayLike, /) -> Floats:
        return self._at(x, self.heights, 0.0)

    def logpdf(self, x: npt.ArrayLike, /) -> Floats:
        return self._at(x, _log(self.heights), -np.inf)

    def _at(self, x: npt.ArrayLike, heights: Floats, outside: float) -> Floats:
        values = np.asarray(x, np.float64)
        inner = np.searchsorted(self.edges[1:-1], values, side="right")
        return np.where((values < self.edges[0]) | (values > self.edges[-1]), outside, heights[inner])

    def rvs(self, size: int = 1, random_state: Any = None) -> Floats:
        rng = np.random.default_rng(random_state)
        widths = np.diff(self.edges)
        step = _sample_pieces(self.heights * widths, size, rng)
        return self.edges[step] + rng.random(size) * widths[step]

    def __repr__(self) -> str:
        return f"Steps({len(self.heights)} from {self.edges[0]:.4g} to {self.edges[-1]:.4g})"


@dataclass(frozen=True, eq=False)
class Lines:
    """A piecewise linear density: ``heights[i]`` at ``knots[i]``, 0 outside the knots."""

    knots: Floats
    heights: Floats

    def pdf(self, x: npt.ArrayLike, /) -> Floats:
        return np.interp(np.asarray(x, np.float64), self.knots, self.heights, left=0.0, right=0.0)

    def logpdf(self, x: npt.ArrayLike, /) -> Floats:
        return _log(self.pdf(x))

    def rvs(self, size: int = 1, random_state: Any = None) -> Floats:
        rng = np.random.default_rng(random_state)
        widths = np.diff(self.knots)
        left, right = self.heights[:-1], self.heights[1:]
        line = _sample_pieces((left + right) * widths, size, rng)
        # A linear piece is a mixture of two triangular densities, one decreasing and one increasing.
        near, far = np.sort(rng.random((2, size)), axis=0)
        is_rising = rng.random(size) * (left + right)[line] < right[line]
        scores: Floats = self.knots[line] + np.where(is_rising, far, near) * widths[line]
        return scores

    def __repr__(self) -> str:
        return f"Lines({len(self.knots) - 1} from {self.knots[0]:.4g} to {self.knots[-1]:.4g})"


def _sample_pieces(masses: Floats, size: int, rng: np.random.Generator) -> Ints:
    """Indices drawn with probabilities proportional to the masses."""
    return rng.choice(len(masses), size, p=masses / masses.sum())


def _log(heights: Floats) -> Floats:
    with np.errstate(divide="ignore"):
        return np.log(heights)

"""Weights of pairs of regions from the boundary values on their faces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from frenemy.affinity.calibrate.log_odds import log_odds, logit
from frenemy.affinity.volume.region_graph import RegionGraph
from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import number


class EdgeWeights(Protocol):
    """From a region graph to weights, (n_edges,): above 0 together, below 0 apart."""

    def __call__(self, graph: RegionGraph, /) -> Floats: ...


@dataclass(frozen=True)
class BoundaryWeights:
    """Log-odds of the mean boundary value, times a power of the number of faces.

    Parameters
    ----------
    prior : float
        Share of the pairs that are expected together, above 0 and below 1. Larger: fewer, larger cells.
    quantile : float, optional
        Use this quantile of the boundary values on the faces instead of their mean: above one half, a boundary with
        holes counts as closed.
    size_power : float
        A face of many voxels says more than a small one: 0, as much as a small one; 1, as many times more as it is
        larger.
    """

    prior: float = 0.5
    quantile: float | None = None
    size_power: float = 0.5

    def __post_init__(self) -> None:
        logit(self.prior, "prior")
        if self.quantile is not None and not 0.0 <= number(self.quantile) <= 1.0:
            raise ValueError(f"quantile must be in 0..1, got {self.quantile!r}")
        if not 0.0 <= number(self.size_power) <= 2.0:
            raise ValueError(f"size_power must be in 0..2, got {self.size_power!r}")

    def __call__(self, graph: RegionGraph) -> Floats:
        apart = graph.mean if self.quantile is None else graph.quantile(self.quantile)
        return sized(log_odds(1.0 - np.clip(apart, _LEAST, 1.0 - _LEAST), target=self.prior), graph, self.size_power)


_LEAST = 1e-3  # no boundary map is surer than that


def sized(weights: Floats, graph: RegionGraph, power: float) -> Floats:
    """Weights of faces of the mean size, times a power of how many times larger each is."""
    relative = graph.n_faces / max(float(graph.n_faces.mean()), 1.0) if graph.n_edges else np.ones(0)
    scaled: Floats = weights * relative**power
    return scaled

"""Weights of pairs of regions from the boundary values on their faces."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.special import expit

from frenemy.affinity.calibrate.log_odds import log_odds, logit
from frenemy.affinity.volume.region_graph import RegionGraph
from frenemy.affinity.volume.triangles import mixed_triangles
from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import number


class EdgeWeights(Protocol):
    """From a region graph to weights, (n_edges,): above 0 together, below 0 apart."""

    def __call__(self, graph: RegionGraph, /) -> Floats: ...


@dataclass(frozen=True)
class BoundaryWeights:
    """Log-odds of the mean boundary value, times a power of the number of faces: for maps that hold probabilities.

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
        _check_size_power(self.size_power)

    def __call__(self, graph: RegionGraph) -> Floats:
        apart = graph.mean if self.quantile is None else graph.quantile(self.quantile)
        return sized(log_odds(1.0 - np.clip(apart, _LEAST, 1.0 - _LEAST), target=self.prior), graph, self.size_power)


_LEAST = 1e-3  # no boundary map is surer than that


@dataclass(frozen=True)
class ContrastWeights:
    """Weights from how much a face stands out from the two regions, measured by the map itself.

    The contrast of a pair is the mean boundary value on its faces less that inside the two regions. The contrast of a
    clear boundary is what one face in ten exceeds. Halfway to it, the odds are even; from there they grow by the same
    factor with each step. They are also proportional to the share of the surface of a region that the face is, and even
    at a sixth: cells are compact, so what cuts one has a large face, and most small faces are between cells. So neither
    the unit nor the zero of the boundary values matters, and a map need not hold probabilities.

    The share of the pairs that are together is estimated, too. Pairs inside cells are transitive: if one region is in a
    cell with two others that touch, these are in one cell. If the pairs that look together are so no more often than
    by chance, they are faint boundaries, and the share is the least, 2 %.

    Parameters
    ----------
    prior : float, optional
        Share of the pairs that are expected together, above 0 and below 1. Larger: fewer, larger cells. By default
        the share that makes the contrasts most probable (Saerens et al.), or less if pairs are not transitive.
    size_power : float
        As in :class:`BoundaryWeights`.

    References
    ----------
    Saerens, Latinne and Decaestecker, "Adjusting the outputs of a classifier to new a priori probabilities" (2002).
    """

    prior: float | None = None
    size_power: float = 0.5

    def __post_init__(self) -> None:
        if self.prior is not None:
            logit(self.prior, "prior")
        _check_size_power(self.size_power)

    def __call__(self, graph: RegionGraph) -> Floats:
        if not graph.n_edges:
            return np.zeros(0)
        sizes = np.sqrt(graph.n_faces)
        clear = _weighted_quantile(graph.contrast, sizes, _CLEAR)
        if clear < _LEAST:
            return sized(np.full(graph.n_edges, _SLOPE / 2), graph, self.size_power)
        odds = _SLOPE * (0.5 - graph.contrast / clear) + np.log(_N_NEIGHBORS * graph.surface_share)
        share = _transitive_share(graph, odds, _share_together(odds, sizes)) if self.prior is None else self.prior
        return sized(odds + math.log(share / (1.0 - share)), graph, self.size_power)


_CLEAR = 0.9  # the share of the faces that are not clearer
#: The log-odds between no contrast and a clear boundary: what a logistic regression finds on made-up volumes and on
#: sections of ISBI 2012 (docs/guides/segment_volumes.md).
_SLOPE = 8.0
_N_NEIGHBORS = 6.0  # of a cell of the plane, in the mean
_LEAST_SHARE = 0.02
#: Triangles with two pairs together and one apart, as a share of those by chance: in maps whose regions are parts of
#: cells, with faint boundaries, too; and from where on the share together is less than the contrasts say. A graph with
#: few of them counts as the first: as if so many more by chance had been seen.
_USUAL_MIXED, _MANY_MIXED, _N_BEFORE = 0.75, 0.9, 4.0


def _share_together(odds: Floats, sizes: Floats) -> float:
    """The prior with the highest likelihood, if ``odds`` are log-odds at even priors; by expectation maximization."""
    share = 0.5
    for _ in range(200):
        together = expit(odds + math.log(share / (1.0 - share)))
        before, share = share, float(np.clip(np.average(together, weights=sizes), _LEAST_SHARE, 1.0 - _LEAST_SHARE))
        if abs(share - before) < 1e-6:
            break
    return share


def _transitive_share(graph: RegionGraph, odds: Floats, share: float) -> float:
    """Less than ``share`` if the pairs that it says are together are hardly more transitive than chance."""
    mixed, by_chance = mixed_triangles(graph, expit(odds + math.log(share / (1.0 - share))))
    ratio = (mixed + _N_BEFORE * _USUAL_MIXED) / (by_chance + _N_BEFORE)
    trust = float(np.clip((1.0 - ratio) / (1.0 - _MANY_MIXED), 0.0, 1.0))
    return max(_LEAST_SHARE, trust * share)


def _weighted_quantile(values: Floats, weights: Floats, q: float) -> float:
    order = np.argsort(values, kind="stable")
    below = np.cumsum(weights[order])
    return float(values[order[np.searchsorted(below, q * below[-1])]])


def _check_size_power(size_power: float) -> None:
    if not 0.0 <= number(size_power) <= 2.0:
        raise ValueError(f"size_power must be in 0..2, got {size_power!r}")


def sized(weights: Floats, graph: RegionGraph, power: float) -> Floats:
    """Weights of faces of the mean size, times a power of how many times larger each is."""
    relative = graph.n_faces / max(float(graph.n_faces.mean()), 1.0) if graph.n_edges else np.ones(0)
    scaled: Floats = weights * relative**power
    return scaled

"""Co-segmentation of two pictures as a problem: superpixels of both, with log-odds of showing the same thing.

Stand-ins for the 77 matrices of Glasner et al. (2011) that the paper measures and that are not public. They have what
the paper reports: 87 to 788 nodes, 6 to 50 % of all pairs, about as many that attract as that repel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt

import frenemy as fr
from experiments.coclustering.superpixels import (
    Floats,
    Picture,
    Superpixels,
    color_distance,
    contour_between,
    read_picture,
    superpixels,
)
from harness.folders import DATA

PICTURES = DATA / "coseg_msrc_cow" / "image"
MIN_NODES, MAX_NODES = 87, 788
SPARSEST, DENSEST = 0.06, 0.5
#: Both ends of the paper's ranges have about this many partners per node: 0.5 * 87 and 0.06 * 788.
PARTNERS = 45.0

# Log-odds = constant - slope * cue. Near what logistic regression gives for the object masks of all ten pictures, with
# 120 superpixels each, and pairs of the same and of different things counted alike. Then the prior odds are set such
# that half of the pairs of a problem attract, as in the data of the paper: the median weight is taken off.
WITHIN, WITHIN_COLOR, WITHIN_CONTOUR = 7.0, 5.5, 0.22  # a contour is in Lab units per pixel
ACROSS, ACROSS_COLOR = 5.5, 6.0

_Ids = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class CoSegmentation:
    """Two pictures in pieces; nodes are the superpixels of the first, then those of the second."""

    first: Superpixels
    second: Superpixels
    problem: fr.Problem


@dataclass(frozen=True)
class Plan:
    """Two pictures to join, and their total number of superpixels."""

    first: Path
    second: Path
    n_nodes: int

    @property
    def name(self) -> str:
        return f"{self.first.stem}+{self.second.stem}"

    @lru_cache(maxsize=4)  # the figure shows a few that have just been measured  # noqa: B019
    def make(self) -> CoSegmentation:
        return cosegmentation(read_picture(self.first), read_picture(self.second), n_nodes=self.n_nodes)


def plans(folder: Path = PICTURES, *, min_nodes: int = MIN_NODES, max_nodes: int = MAX_NODES) -> list[Plan]:
    """Every two pictures of a folder; numbers of nodes cover the range evenly, in a fixed random order."""
    pairs = list(combinations(sorted(folder.glob("*.bmp")), 2))
    sizes = np.random.default_rng(0).permutation(np.linspace(min_nodes, max_nodes, len(pairs)).round().astype(int))
    return [Plan(first, second, int(size)) for (first, second), size in zip(pairs, sizes, strict=True)]


def cosegmentation(first: Picture, second: Picture, *, n_nodes: int) -> CoSegmentation:
    """The problem of two pictures with ``n_nodes`` superpixels together.

    Listed are the pairs that are nearest by place, within a picture and across the two with one laid on the other:
    such that a node has about 45 partners, but 6 to 50 % of all pairs. Two superpixels of one picture attract if their
    colors are alike and no contour runs between them, two of different pictures if their colors are alike; half of all
    pairs attract.
    """
    a, b = superpixels(first, n_nodes // 2), superpixels(second, n_nodes - n_nodes // 2)
    n = len(a) + len(b)
    share = float(np.clip(PARTNERS / max(n - 1, 1), SPARSEST, DENSEST))
    parts = [*_within(a, share, 0), *_within(b, share, len(a)), *_across(a, b, share)]
    u, v, w = (np.concatenate([part[column] for part in parts]) for column in range(3))
    return CoSegmentation(a, b, fr.Problem.from_edges(u, v, w - np.median(w), n_nodes=n))


def _within(pieces: Superpixels, share: float, offset: int) -> Iterator[tuple[_Ids, _Ids, Floats]]:
    u, v = np.triu_indices(len(pieces), 1)
    u, v = _nearest(u, v, pieces.place[u] - pieces.place[v], share)
    color = color_distance(pieces.colors[u], pieces.colors[v])
    weight = WITHIN - WITHIN_COLOR * color - WITHIN_CONTOUR * contour_between(pieces, u, v)
    yield u + offset, v + offset, weight


def _across(a: Superpixels, b: Superpixels, share: float) -> Iterator[tuple[_Ids, _Ids, Floats]]:
    u, v = np.divmod(np.arange(len(a) * len(b)), len(b))
    u, v = _nearest(u, v, a.place[u] - b.place[v], share)
    yield u, v + len(a), ACROSS - ACROSS_COLOR * color_distance(a.colors[u], b.colors[v])


def _nearest(u: _Ids, v: _Ids, between: Floats, share: float) -> tuple[_Ids, _Ids]:
    """This share of the pairs, the nearest ones."""
    order = np.argsort(np.linalg.norm(between, axis=1), kind="stable")
    kept = np.sort(order[: round(share * len(u))])
    return u[kept], v[kept]

"""What holds clusters together, and what it would take to change them: the tables of an explanation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.problem import Labels

Floats = npt.NDArray[np.float64]


class Pair(NamedTuple):
    """A listed pair and what it weighs."""

    u: int
    v: int
    weight: float


@dataclass(frozen=True, eq=False)
class ClusterTable:
    """What holds each cluster together, and what it would take to change it; one entry per cluster.

    Attributes
    ----------
    size : int64
        Number of nodes.
    inside_attraction, inside_repulsion : float64
        Weight of the pairs inside that attract, and of those that repel (at most 0), unlisted ones included.
    cohesion : float64
        Share of the weight inside that attracts, ``inside_attraction / (inside_attraction - inside_repulsion)``; 1 if
        nothing weighs anything, as in a cluster of one node.
    cut_attraction, cut_repulsion : float64
        The same of the pairs that leave the cluster.
    weakest_node : int32
        The member with the least margin.
    nearest : int32
        The cluster that it costs least to merge with: of those that share a listed pair with it and, if unlisted pairs
        attract, of all others. If no such cluster may be merged with, the best of the others; -1 if those are all the
        same (``missing`` is 0) or there is none.
    merge_cost : float64
        What the energy would rise by if the two became one; infinite if there is no cluster to merge with.
    """

    size: npt.NDArray[np.int64]
    inside_attraction: Floats
    inside_repulsion: Floats
    cohesion: Floats
    cut_attraction: Floats
    cut_repulsion: Floats
    weakest_node: Labels
    nearest: Labels
    merge_cost: Floats

    def __len__(self) -> int:
        return len(self.size)


@dataclass(frozen=True, eq=False)
class Split:
    """The cheapest way found to split a cluster in two.

    Attributes
    ----------
    cluster : int
    cost : float
        What the energy would rise by; infinite if the cluster cannot be split (one node, or all tied by must-links).
    lower_bound : float
        No split costs less than this.
    side : (n_side,) int32
        The nodes of the smaller side, sorted.
    weakest_link : Pair or None
        The pair that attracts most of those that the split cuts: what the two sides hang by. None if none attracts.
    is_exact : bool
        Whether no split is cheaper.
    """

    cluster: int
    cost: float
    lower_bound: float
    side: Labels
    weakest_link: Pair | None
    is_exact: bool

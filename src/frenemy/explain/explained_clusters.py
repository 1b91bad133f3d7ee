"""How well clusters hold together, and what changing them would cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.problem import Labels
from frenemy.problem.array_types import Floats


class Pair(NamedTuple):
    """A listed pair and its weight."""

    u: int
    v: int
    weight: float


@dataclass(frozen=True, eq=False)
class ClusterTable:
    """How well each cluster holds together, and what changing it would cost; one entry per cluster.

    Attributes
    ----------
    size : int64
        Number of nodes.
    inside_attraction, inside_repulsion : float64
        Weight of the pairs inside that attract, and of those that repel (at most 0), including unlisted ones.
    cohesion : float64
        Share of the weight inside that attracts, ``inside_attraction / (inside_attraction - inside_repulsion)``; 1 if
        all weights are 0, as in a cluster of one node.
    cut_attraction, cut_repulsion : float64
        The same for pairs that leave the cluster.
    weakest_node : int32
        The member with the smallest margin.
    nearest : int32
        The cluster that is cheapest to merge with, among those that share a listed pair with it or, if unlisted pairs
        attract, among all others. If constraints forbid all of these, the best of the rest; -1 if the rest are all
        equal (``missing`` is 0) or there is none.
    merge_cost : float64
        How much the energy would rise by the merge; infinite if there is no cluster to merge with.
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
        How much the energy would rise; infinite if the cluster cannot be split (one node, or all joined by must-links).
    lower_bound : float
        No split costs less than this.
    side : (n_side,) int32
        The nodes of the smaller side, sorted.
    weakest_link : Pair or None
        The most attracting pair that the split cuts; None if none attracts.
    is_exact : bool
        Whether no split is cheaper.
    """

    cluster: int
    cost: float
    lower_bound: float
    side: Labels
    weakest_link: Pair | None
    is_exact: bool

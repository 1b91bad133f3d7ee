"""A hierarchy of clusters: the merges in order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from experiments.records.data.scored_pairs import Floats, Labels


@dataclass(frozen=True, eq=False)
class Merges:
    """
    Attributes
    ----------
    n : int
        Records.
    ends : (n_merges, 2) int64
        The cluster that goes on and the one that ends in it, each named by one of its records.
    height : (n_merges,) float64
        How alike the two were; it never rises.
    """

    n: int
    ends: npt.NDArray[np.int64]
    height: Floats

    def labels(self, threshold: float) -> Labels:
        """The clusters once all merges at this height or above are made."""
        root = np.arange(self.n)
        made = self.ends[: int((self.height >= threshold).sum())]
        root[made[:, 1]] = made[:, 0]  # a cluster that ended is never named again: each has one way up
        while True:
            above = root[root]
            if np.array_equal(above, root):
                return root
            root = above

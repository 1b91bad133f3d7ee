"""A calibration and the counts of all pairs, kept to weigh pairs of some nodes as they would be weighed among all."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy.affinity.self_calibration.confident_pairs import ConfidentPairs
from frenemy.affinity.self_calibration.open_pairs import OpenCounts
from frenemy.affinity.self_calibration.self_calibration import SelfCalibration
from frenemy.problem.array_types import Floats, Ints32


@dataclass(frozen=True, eq=False)
class OpenWeights:
    """Weighs pairs by their scores, and by whether a third node supports them.

    Attributes
    ----------
    fit : SelfCalibration
    counts : OpenCounts
        Of all pairs.
    n_nodes : int
        The number of all nodes.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.self_calibration.open_weights import OpenWeights
    >>> from frenemy.affinity.self_calibration.self_calibration import SelfCalibration
    >>> fit = SelfCalibration(0.0, 1.0, false_share=0.05, closure=0.9, n_seen=1000)
    >>> u, v = np.array([0, 1], np.int32), np.array([1, 2], np.int32)
    >>> counts = fit.confident_pairs(u, v, [4.0, 5.0]).counts()
    >>> OpenWeights(fit, counts, n_nodes=3)(u, v, [4.0, 5.0]).round(1)
    array([2.6, 2.8])
    """

    fit: SelfCalibration
    counts: OpenCounts
    n_nodes: int

    def __call__(self, u: Ints32, v: Ints32, scores: Floats) -> Floats:
        """The weights of pairs, each once, that have all confident pairs of their nodes among them."""
        return self.of(self.fit.confident_pairs(u, v, scores))

    def of(self, pairs: ConfidentPairs) -> Floats:
        """The same from pairs whose confident ones are found."""
        return self.fit.limited(pairs, self.counts, n_nodes=self.n_nodes)

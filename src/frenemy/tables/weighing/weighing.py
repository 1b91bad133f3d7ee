"""The map from scores to weights, kept for pairs that come later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.self_calibration.open_weights import OpenWeights
from frenemy.problem.array_types import Floats, Ints32
from frenemy.tables.options import KnownValues
from frenemy.tables.weighing.score_weights import ScoreWeights, score_weights


@dataclass(frozen=True, eq=False)
class Weighing:
    """Maps scores to weights.

    Attributes
    ----------
    kind : KnownValues
        What the scores are.
    prior, tool_prior : float, optional
        As in :func:`~frenemy.tables.weighing.score_weights.score_weights`.
    curve : callable
        Maps log-odds in nats to weights, as chosen by :func:`~frenemy.tables.weighing.evidence.pair_evidence`.
    open_weights : OpenWeights, optional
        What pairs weigh that no third record supports; without it, all pairs weigh what their scores say.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.tables.weighing.weighing import Weighing
    >>> Weighing("probabilities", None, None, lambda nats: 2 * nats)(np.array([0.5, 1.0])).weights
    array([ 0., 40.])
    """

    kind: KnownValues
    prior: float | None
    tool_prior: float | None
    curve: Callable[[Floats], Floats]
    open_weights: OpenWeights | None = None

    def __call__(self, scores: npt.ArrayLike) -> ScoreWeights:
        made = score_weights(scores, kind=self.kind, prior=self.prior, tool_prior=self.tool_prior)
        return ScoreWeights(np.asarray(self.curve(made.weights), np.float64), made.n_clipped)

    def of_pairs(self, u: Ints32, v: Ints32, scores: npt.ArrayLike) -> ScoreWeights:
        """The weights of some pairs, each once, that have all confident pairs of their nodes among them."""
        if self.open_weights is None:
            return self(scores)
        made = score_weights(scores, kind=self.kind, prior=self.prior, tool_prior=self.tool_prior)
        return ScoreWeights(self.open_weights(u, v, made.weights), made.n_clipped)

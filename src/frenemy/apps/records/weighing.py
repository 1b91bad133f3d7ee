"""How scores became weights, kept so that later ones become so in the same way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.columns import ScoreKind
from frenemy.apps.records.score_weights import ScoreWeights, score_weights

_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Weighing:
    """From scores to weights.

    Attributes
    ----------
    kind : "match_weight", "probability" or "weight"
        What the scores are.
    prior, tool_prior : float, optional
        As in :func:`~frenemy.apps.records.score_weights.score_weights`.
    curve : callable
        From log-odds in nats to weights, as :func:`~frenemy.apps.records.evidence.pair_evidence` chose it.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.records.weighing import Weighing
    >>> Weighing("probability", None, None, lambda nats: 2 * nats)(np.array([0.5, 1.0])).weights
    array([ 0., 40.])
    """

    kind: ScoreKind
    prior: float | None
    tool_prior: float | None
    curve: Callable[[_Floats], _Floats]

    def __call__(self, scores: npt.ArrayLike) -> ScoreWeights:
        made = score_weights(scores, kind=self.kind, prior=self.prior, tool_prior=self.tool_prior)
        return ScoreWeights(np.asarray(self.curve(made.weights), np.float64), made.n_clipped)

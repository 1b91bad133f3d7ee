"""Scores of pairs to weights: log-odds, in nats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.log_odds import MOST, from_bits, log_odds, logit
from frenemy.apps.records.columns import ScoreKind


@dataclass(frozen=True, eq=False)
class ScoreWeights:
    """Weights of pairs.

    Attributes
    ----------
    weights : (n_pairs,) float64
        Log-odds in nats; above 0 for "the same".
    n_clipped : int
        How many were cut, because their scores were beyond what any score may weigh.
    """

    weights: npt.NDArray[np.float64]
    n_clipped: int


def score_weights(
    scores: npt.ArrayLike,
    *,
    kind: ScoreKind,
    prior: float | None = None,
    tool_prior: float | None = None,
    most: float = MOST,
) -> ScoreWeights:
    """Weights from what a record-linkage tool says of pairs.

    - A ``"match_weight"`` is log-odds in bits, as splink's: times ``log(2)``.
    - A ``"probability"`` ``p`` is ``log(p / (1 - p))``.
    - A ``"weight"`` is log-odds in nats and stays as it is.

    A tool's score has in it how common matches are among the pairs that it thinks of: splink's
    ``probability_two_random_records_match``. To judge by another share, say both: ``logit(prior) - logit(tool_prior)``
    is added. ``prior=0.5`` takes the tool's out and puts nothing in, which leaves the evidence alone.

    A probability of 1 would be a weight of infinity, and one such pair, if wrong, would outvote all others. So the
    weights of probabilities and match weights are cut at ``most`` nats, up and down, before the prior is changed. At
    20 nats, odds of 485 million to 1, there is more trust in a score than any deserves; probabilities come so close
    to 1 only by rounding. Weights in nats are not cut.

    Parameters
    ----------
    scores : (n_pairs,) float
        Match weights may be infinite.
    kind : "match_weight", "probability" or "weight"
    prior, tool_prior : float, optional
        The share of matches to assume, and the one the tool assumed; both or neither.
    most : float
        In nats.

    Returns
    -------
    ScoreWeights

    Examples
    --------
    >>> from frenemy.apps.records.score_weights import score_weights
    >>> made = score_weights([0.5, 0.9, 1.0], kind="probability")
    >>> made.weights.round(3), made.n_clipped
    (array([ 0.   ,  2.197, 20.   ]), 1)
    >>> score_weights([-1.0, 10.0], kind="match_weight", prior=0.5, tool_prior=0.001).weights.round(3)
    array([ 6.214, 13.838])
    """
    if (prior is None) != (tool_prior is None):
        raise ValueError(
            "prior replaces the share of matches that is in the scores, so tool_prior must say which (splink: "
            f"probability_two_random_records_match); got {prior=} and {tool_prior=}"
        )
    shift = 0.0
    if prior is not None and tool_prior is not None:
        shift = logit(prior, "prior") - logit(tool_prior, "tool_prior")
    if kind == "weight":
        weights = np.asarray(scores, dtype=np.float64)
        if not np.isfinite(weights).all():
            place = int(np.flatnonzero(~np.isfinite(weights))[0])
            raise ValueError(f"weights must be finite, got {weights[place]} for pair {place}")
        return ScoreWeights(weights + shift, 0)
    values = np.asarray(scores, dtype=np.float64)
    made = from_bits(values, most=most) if kind == "match_weight" else log_odds(values, most=most)
    return ScoreWeights(made + shift, int(np.count_nonzero(np.abs(made) >= most)))

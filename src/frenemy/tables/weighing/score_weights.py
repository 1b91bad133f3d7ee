"""Scores of pairs as weights: log-odds in nats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.log_odds import MAX_LOG_ODDS, from_bits, log_odds, logit
from frenemy.problem.array_types import Floats
from frenemy.tables.options import KnownValues


@dataclass(frozen=True, eq=False)
class ScoreWeights:
    """Weights of pairs.

    Attributes
    ----------
    weights : (n_pairs,) float64
        Log-odds in nats; above 0 for "the same".
    n_clipped : int
        How many weights were clipped.
    """

    weights: Floats
    n_clipped: int


def score_weights(
    scores: npt.ArrayLike,
    *,
    kind: KnownValues,
    prior: float | None = None,
    tool_prior: float | None = None,
    max_weight: float = MAX_LOG_ODDS,
) -> ScoreWeights:
    """Convert the scores of a record-linkage tool to weights.

    - ``"match_weights"`` are log-odds in bits, as splink's: times ``log(2)``.
    - ``"probabilities"`` ``p`` are ``log(p / (1 - p))``; ``"percentages"`` are 100 times as high.
    - ``"scores"`` and ``"weights"`` are log-odds in nats and stay as they are.

    A tool's score includes a prior, the share of matches that the tool assumes: splink's
    ``probability_two_random_records_match``. To use another prior, give both: ``logit(prior) - logit(tool_prior)`` is
    added. ``prior=0.5`` removes the prior and keeps only the evidence.

    A probability of 1 would have infinite weight, and one such pair, if wrong, would outvote all others. So
    probabilities and match weights are clipped to ``max_weight`` nats, up and down, before the prior is changed. 20
    nats are odds of 485 million to 1; probabilities that close to 1 arise only from rounding. Numbers in nats are not
    clipped.

    Parameters
    ----------
    scores : (n_pairs,) float
        Match weights may be infinite.
    kind : "match_weights", "probabilities", "percentages", "scores" or "weights"
    prior, tool_prior : float, optional
        The share of matches to assume, and the one that the tool assumed; both or neither.
    max_weight : float
        In nats.

    Returns
    -------
    ScoreWeights

    Examples
    --------
    >>> from frenemy.tables.weighing.score_weights import score_weights
    >>> made = score_weights([0.5, 0.9, 1.0], kind="probabilities")
    >>> made.weights.round(3), made.n_clipped
    (array([ 0.   ,  2.197, 20.   ]), 1)
    >>> score_weights([-1.0, 10.0], kind="match_weights", prior=0.5, tool_prior=0.001).weights.round(3)
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
    if kind in ("weights", "scores"):
        weights = np.asarray(scores, dtype=np.float64)
        if not np.isfinite(weights).all():
            place = int(np.flatnonzero(~np.isfinite(weights))[0])
            raise ValueError(f"weights must be finite, got {weights[place]} for pair {place}")
        return ScoreWeights(weights + shift, 0)
    values = np.asarray(scores, dtype=np.float64)
    if kind == "match_weights":
        made = from_bits(values, max_weight=max_weight)
    else:
        made = log_odds(values / 100.0 if kind == "percentages" else values, max_weight=max_weight)
    return ScoreWeights(made + shift, int(np.count_nonzero(np.abs(made) >= max_weight)))

"""Calibration: weights and probabilities from scores, by a curve fitted to labelled pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy.typing as npt

from frenemy.affinity.calibrate.labeled_pairs import finite_scores
from frenemy.affinity.calibrate.log_odds import MAX_LOG_ODDS, check_max_weight, clipped, logit, sigmoid
from frenemy.problem.array_types import Floats
from frenemy.problem.renamed_parameters import renamed_parameters


class Curve(Protocol):
    """From scores to log-likelihood ratios, in nats."""

    def __call__(self, scores: Floats, /) -> Floats: ...


@renamed_parameters(most="max_weight")
@dataclass(frozen=True)
class Calibration:
    """Weights and probabilities of pairs from their scores, made by :func:`fit_logistic` or :func:`fit_isotonic`.

    Parameters
    ----------
    curve : Curve
        From scores to log-likelihood ratios, such as :class:`Logistic` or :class:`Isotonic`, without the effect of the
        share of labelled pairs that were together.
    share : float
        Share of the labelled pairs that were together, the default prior of :meth:`probability`.
    max_weight : float
        Weights are clipped to this many nats; :func:`is_clipped` shows which.

    Examples
    --------
    >>> from frenemy.affinity import fit_logistic
    >>> calibration = fit_logistic([0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9], [0, 0, 0, 1, 0, 1, 1, 1])
    >>> calibration.probability([0.2, 0.5, 0.8]).round(2)
    array([0.23, 0.5 , 0.77])
    >>> (calibration.log_odds([0.2, 0.5, 0.8]).round(2) + 0.0).tolist()
    [-1.23, 0.0, 1.23]
    """

    curve: Curve
    share: float
    max_weight: float = MAX_LOG_ODDS

    def __post_init__(self) -> None:
        logit(self.share, "share")
        check_max_weight(self.max_weight)

    def log_odds(self, scores: npt.ArrayLike, *, prior: float = 0.5) -> Floats:
        """Weights of pairs with these scores, (n_pairs,).

        With the default ``prior``, one half, a weight is the log-likelihood ratio: the evidence of the score alone,
        however many pairs of each kind were labelled. Another prior adds ``logit(prior)``.
        """
        return clipped(self.curve(finite_scores(scores)) + logit(prior, "prior"), self.max_weight)

    def probability(self, scores: npt.ArrayLike, *, prior: float | None = None) -> Floats:
        """Probabilities that pairs with these scores are together, (n_pairs,).

        ``prior`` is the share of all pairs that are together; by default the share of the labelled ones.
        """
        share = self.share if prior is None else prior
        return sigmoid(self.log_odds(scores, prior=share))

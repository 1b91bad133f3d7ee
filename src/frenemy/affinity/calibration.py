"""Scores to probabilities and weights, by a curve learned from labelled pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from frenemy.affinity.labeled_pairs import finite_scores
from frenemy.affinity.log_odds import MOST, check_most, clipped, logit, sigmoid


class Curve(Protocol):
    """What scores say about pairs: log-likelihood ratios, in nats."""

    def __call__(self, scores: npt.NDArray[np.float64], /) -> npt.NDArray[np.float64]: ...


@dataclass(frozen=True)
class Calibration:
    """Weights and probabilities of pairs from their scores, made by :func:`fit_logistic` or :func:`fit_isotonic`.

    Parameters
    ----------
    curve : Curve
        From scores to log-likelihood ratios, :class:`Logistic` or :class:`Isotonic`. What the share of the labelled
        pairs added is taken out.
    share : float
        Share of the labelled pairs that were together, which :meth:`probability` begins with.
    most : float
        Weights beyond this many nats are cut to it; :func:`is_clipped` tells which.

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
    most: float = MOST

    def __post_init__(self) -> None:
        logit(self.share, "share")
        check_most(self.most)

    def log_odds(self, scores: npt.ArrayLike, *, prior: float = 0.5) -> npt.NDArray[np.float64]:
        """Weights of pairs with these scores, (n_pairs,).

        With the default, a ``prior`` of one half, a weight is the log-likelihood ratio: what the score says and nothing
        else, however many pairs of each kind were labelled. Another one adds ``logit(prior)``.
        """
        return clipped(self.curve(finite_scores(scores)) + logit(prior, "prior"), self.most)

    def probability(self, scores: npt.ArrayLike, *, prior: float | None = None) -> npt.NDArray[np.float64]:
        """How probable it is that pairs with these scores are together, (n_pairs,).

        ``prior`` is the share of all pairs that are; by default as among the labelled ones.
        """
        share = self.share if prior is None else prior
        return sigmoid(self.log_odds(scores, prior=share))

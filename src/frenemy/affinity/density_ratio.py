"""Log-odds from two densities: how scores are spread among pairs that are together, and among pairs that are apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from frenemy.affinity.labeled_pairs import finite_scores
from frenemy.affinity.log_odds import MOST, check_most, clipped, logit, sigmoid


class Density(Protocol):
    """A density of scores; the frozen distributions of ``scipy.stats`` are such."""

    def logpdf(self, x: Any, /) -> Any:
        """The logarithm of the density; minus infinity where it is 0."""


@dataclass(frozen=True)
class DensityRatio:
    """Weights ``log(f+ / f-)`` from the densities of scores of the two kinds of pairs.

    Made from two densities that are known, or from labelled pairs by :func:`fit_parametric`, :func:`fit_histogram` or
    :func:`fit_kernel`. The ratio does not depend on how many pairs of each kind were labelled.

    Parameters
    ----------
    plus, minus : Density
        ``f+`` and ``f-``: the densities of scores of pairs that are together, and of pairs that are apart. Anything
        with ``logpdf``, such as ``scipy.stats.norm(1, 0.5)``.
    share : float
        Share of the labelled pairs that were together, which :meth:`probability` begins with.
    low, high : float
        Scores beyond these weigh what a score there weighs. When fitted they are the lowest and the highest labelled
        score: tails of densities say little where nothing was seen, and may even turn the sign.
    most : float
        Weights beyond this many nats are cut to it, as where one density is 0; :func:`is_clipped` tells which. Where
        both densities are 0, or both infinite, nothing is known and the weight is that of the prior alone.

    Examples
    --------
    >>> from scipy.stats import norm
    >>> from frenemy.affinity import DensityRatio
    >>> DensityRatio(norm(1, 1), norm(-1, 1)).log_odds([-2.0, 0.0, 0.5])  # 2 * score
    array([-4.,  0.,  1.])
    """

    plus: Density
    minus: Density
    share: float = 0.5
    low: float = -np.inf
    high: float = np.inf
    most: float = MOST

    def __post_init__(self) -> None:
        for name in ("plus", "minus"):
            if not hasattr(getattr(self, name), "logpdf"):
                raise ValueError(
                    f"{name} must have a logpdf, such as scipy.stats.norm(1, 0.5), got {getattr(self, name)!r}"
                )
        logit(self.share, "share")
        check_most(self.most)
        if not self.low <= self.high:
            raise ValueError(f"low must not be above high, got {self.low} and {self.high}")

    def f_plus(self, scores: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """The density of scores among pairs that are together, (n_pairs,)."""
        return np.exp(np.asarray(self.plus.logpdf(finite_scores(scores)), np.float64))

    def f_minus(self, scores: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """The density of scores among pairs that are apart, (n_pairs,)."""
        return np.exp(np.asarray(self.minus.logpdf(finite_scores(scores)), np.float64))

    def log_odds(self, scores: npt.ArrayLike, *, prior: float = 0.5) -> npt.NDArray[np.float64]:
        """Weights of pairs with these scores, (n_pairs,): ``log(f+ / f-) + logit(prior)``.

        With the default, one half, a weight is the log-likelihood ratio, what the score says and nothing else.
        """
        return clipped(self._evidence(scores) + logit(prior, "prior"), self.most)

    def probability(self, scores: npt.ArrayLike, *, prior: float | None = None) -> npt.NDArray[np.float64]:
        """How probable it is that pairs with these scores are together, (n_pairs,).

        ``prior`` is the share of all pairs that are; by default as among the labelled ones.
        """
        share = self.share if prior is None else prior
        return sigmoid(clipped(self._evidence(scores) + logit(share, "prior"), self.most))

    def _evidence(self, scores: npt.ArrayLike) -> npt.NDArray[np.float64]:
        within = np.clip(finite_scores(scores), self.low, self.high)
        # A density may be too small for a number far out, and infinity less infinity is none.
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            ratio = np.asarray(self.plus.logpdf(within) - self.minus.logpdf(within), np.float64)
        return np.where(np.isnan(ratio), 0.0, ratio)

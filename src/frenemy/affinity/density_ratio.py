"""Log-odds from two densities: how scores are spread among pairs that are together, and among pairs that are apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.density import Density, check_density, described, log_density
from frenemy.affinity.generative import PairModel
from frenemy.affinity.held_ends import check_ends
from frenemy.affinity.labeled_pairs import finite_scores
from frenemy.affinity.log_odds import MOST, check_most, clipped, logit, sigmoid


@dataclass(frozen=True)
class DensityRatio:
    """Weights ``log(f+ / f-)`` from the densities of scores of the two kinds of pairs.

    Made from two densities that are known, or from labelled pairs by :func:`fit_parametric`, :func:`fit_histogram` or
    :func:`fit_kernel`. The ratio does not depend on how many pairs of each kind were labelled.

    Parameters
    ----------
    f_plus, f_minus : Density
        The densities of scores of pairs that are together, and of pairs that are apart. Anything with ``logpdf`` (or
        ``logpmf``), such as ``scipy.stats.norm(1, 0.5)``; what is fitted has ``pdf`` and ``rvs``, too.
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

    f_plus: Density
    f_minus: Density
    share: float = 0.5
    low: float = -np.inf
    high: float = np.inf
    most: float = MOST

    def __post_init__(self) -> None:
        for name in ("f_plus", "f_minus"):
            check_density(getattr(self, name), name)
        logit(self.share, "share")
        check_most(self.most)
        check_ends(self.low, self.high)

    @property
    def model(self) -> PairModel:
        """The same densities and ends as a model to draw scores from, and to judge clusterings by; it cuts nothing."""
        return PairModel(self.f_plus, self.f_minus, self.low, self.high)

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
        plus, minus = log_density(self.f_plus, "f_plus", within), log_density(self.f_minus, "f_minus", within)
        with np.errstate(invalid="ignore"):  # infinity less infinity is none
            ratio = plus - minus
        return np.where(np.isnan(ratio), 0.0, ratio)

    def __repr__(self) -> str:
        return (
            f"DensityRatio({described(self.f_plus)}, {described(self.f_minus)}, share={self.share:.4g}, "
            f"low={self.low:.4g}, high={self.high:.4g}, most={self.most:g})"
        )

"""Log-odds from two densities: of the scores of pairs that are together, and of pairs that are apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.calibration import Calibration
from frenemy.affinity.calibrate.log_odds import MAX_LOG_ODDS
from frenemy.affinity.densities.density import Density, check_density, check_ends, described, log_density
from frenemy.affinity.densities.generative import PairModel
from frenemy.problem.array_types import Floats
from frenemy.problem.renamed_parameters import renamed_parameters


@renamed_parameters(most="max_weight")
@dataclass(frozen=True)
class DensityRatio:
    """Weights ``log(f+ / f-)`` from the densities of scores of the two kinds of pairs.

    Made from two known densities, or from labelled pairs by :func:`fit_parametric`, :func:`fit_histogram` or
    :func:`fit_kernel`. The ratio does not depend on how many pairs of each kind were labelled.

    Parameters
    ----------
    f_plus, f_minus : Density
        The densities of scores of pairs that are together, and of pairs that are apart. Anything with ``logpdf`` (or
        ``logpmf``), such as ``scipy.stats.norm(1, 0.5)``; what is fitted has ``pdf`` and ``rvs``, too.
    share : float
        Share of the labelled pairs that were together, the default prior of :meth:`probability`.
    low, high : float
        Scores are clipped to this range. When fitted, it is the range of the labelled scores: beyond it, the tails of
        fitted densities are unreliable and may even change the sign.
    max_weight : float
        Weights are clipped to this many nats, for example where one density is 0; :func:`is_clipped` shows which.
        Where both densities are 0, or both infinite, the weight is that of the prior alone.

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
    max_weight: float = MAX_LOG_ODDS

    def __post_init__(self) -> None:
        for name in ("f_plus", "f_minus"):
            check_density(getattr(self, name), name)
        Calibration(self._log_ratio, self.share, self.max_weight)  # checks them
        check_ends(self.low, self.high)

    @property
    def model(self) -> PairModel:
        """The same densities and range as a model to sample scores from and to score clusterings; without clipping."""
        return PairModel(self.f_plus, self.f_minus, self.low, self.high)

    def log_odds(self, scores: npt.ArrayLike, *, prior: float = 0.5) -> Floats:
        """Weights of pairs with these scores, (n_pairs,): ``log(f+ / f-) + logit(prior)``.

        With the default ``prior``, one half, a weight is the log-likelihood ratio: the evidence of the score alone.
        """
        return self.calibration.log_odds(scores, prior=prior)

    def probability(self, scores: npt.ArrayLike, *, prior: float | None = None) -> Floats:
        """Probabilities that pairs with these scores are together, (n_pairs,).

        ``prior`` is the share of all pairs that are together; by default the share of the labelled ones.
        """
        return self.calibration.probability(scores, prior=prior)

    @property
    def calibration(self) -> Calibration:
        """The same weights with the log ratio of the densities as the curve."""
        return Calibration(self._log_ratio, self.share, self.max_weight)

    def _log_ratio(self, scores: Floats, /) -> Floats:
        within = np.clip(scores, self.low, self.high)
        plus, minus = log_density(self.f_plus, "f_plus", within), log_density(self.f_minus, "f_minus", within)
        with np.errstate(invalid="ignore"):  # inf - inf is nan
            ratio = plus - minus
        return np.where(np.isnan(ratio), 0.0, ratio)

    def __repr__(self) -> str:
        return (
            f"DensityRatio({described(self.f_plus)}, {described(self.f_minus)}, share={self.share:.4g}, "
            f"low={self.low:.4g}, high={self.high:.4g}, max_weight={self.max_weight:g})"
        )

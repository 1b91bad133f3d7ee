"""From data to a Problem."""

from typing import TYPE_CHECKING

from frenemy.affinity import neighbors
from frenemy.affinity.calibrate.brier import BrierScore, brier_score
from frenemy.affinity.calibrate.calibration import Calibration
from frenemy.affinity.calibrate.calibration_curve import CalibrationCurve, calibration_curve
from frenemy.affinity.calibrate.isotonic import Isotonic, fit_isotonic
from frenemy.affinity.calibrate.log_odds import from_bits, is_clipped, log_odds, probability
from frenemy.affinity.calibrate.logistic import Logistic, fit_logistic
from frenemy.affinity.densities.density_ratio import DensityRatio
from frenemy.affinity.densities.generative import Observed, PairModel
from frenemy.affinity.densities.histogram import fit_histogram
from frenemy.affinity.densities.kernel import fit_kernel
from frenemy.affinity.densities.parametric import fit_parametric
from frenemy.affinity.features.distance_weights import (
    DistanceWeigher,
    guess_distance_weights,
    learn_distance_weights,
    learn_pair_weights,
)
from frenemy.affinity.features.feature_problem import feature_problem
from frenemy.affinity.features.pair_weigher import PairWeigher, PairWeights
from frenemy.affinity.features.spread_learning import guess_spread_weights, learn_spread_weights
from frenemy.affinity.features.spread_weights import SpreadWeigher
from frenemy.affinity.prior import PriorOnK, approximate_mode, paper_mode, prior_on_clusters, uniform_partition
from frenemy.affinity.prior.partition_counts import log_bell, log_stirling
from frenemy.affinity.self_calibration.self_calibrate import self_calibrate
from frenemy.affinity.self_calibration.self_calibration import SelfCalibration
from frenemy.affinity.synthetic import planted
from frenemy.lazy_names import lazy_names

if TYPE_CHECKING:
    from frenemy.affinity import image, volume

__all__ = [
    "BrierScore",
    "Calibration",
    "CalibrationCurve",
    "DensityRatio",
    "DistanceWeigher",
    "Isotonic",
    "Logistic",
    "Observed",
    "PairModel",
    "PairWeigher",
    "PairWeights",
    "PriorOnK",
    "SelfCalibration",
    "SpreadWeigher",
    "approximate_mode",
    "brier_score",
    "calibration_curve",
    "feature_problem",
    "fit_histogram",
    "fit_isotonic",
    "fit_kernel",
    "fit_logistic",
    "fit_parametric",
    "from_bits",
    "guess_distance_weights",
    "guess_spread_weights",
    "image",
    "is_clipped",
    "learn_distance_weights",
    "learn_pair_weights",
    "learn_spread_weights",
    "log_bell",
    "log_odds",
    "log_stirling",
    "neighbors",
    "paper_mode",
    "planted",
    "prior_on_clusters",
    "probability",
    "self_calibrate",
    "uniform_partition",
    "volume",
]

__getattr__, __dir__ = lazy_names(__name__, {"image": "frenemy.affinity.image", "volume": "frenemy.affinity.volume"})

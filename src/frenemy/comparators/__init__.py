"""Methods of the literature to compare with; for answers there are better ones."""

from frenemy.comparators.lp_relaxation import LPRelaxation
from frenemy.comparators.normalized_cuts import NormalizedCuts, normalized_cuts
from frenemy.comparators.signed_normalized_cuts import SignedNormalizedCuts, signed_normalized_cuts
from frenemy.comparators.spectral_clustering import SpectralClustering
from frenemy.comparators.spectral_gap import spectral_gap
from frenemy.comparators.thresholded_components import (
    Components,
    ThresholdedComponents,
    best_by_truth,
    components_by_threshold,
    spaced_thresholds,
)

__all__ = [
    "Components",
    "LPRelaxation",
    "NormalizedCuts",
    "SignedNormalizedCuts",
    "SpectralClustering",
    "ThresholdedComponents",
    "best_by_truth",
    "components_by_threshold",
    "normalized_cuts",
    "signed_normalized_cuts",
    "spaced_thresholds",
    "spectral_gap",
]

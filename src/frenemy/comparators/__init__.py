"""Baseline methods from the literature, for comparisons; the solvers find better clusterings."""

from frenemy.comparators.catalogue import COMPARATORS
from frenemy.comparators.lp_relaxation import LPRelaxation
from frenemy.comparators.messages.belief_propagation import BeliefPropagation
from frenemy.comparators.messages.potts import PottsLabels, minimize_potts
from frenemy.comparators.messages.trws import TRWS
from frenemy.comparators.mutex_watershed import MutexWatershed, mutex_watershed
from frenemy.comparators.signed_linkage import SignedLinkage, signed_linkage
from frenemy.comparators.spectral.normalized_cuts import NormalizedCuts, normalized_cuts
from frenemy.comparators.spectral.signed_normalized_cuts import SignedNormalizedCuts, signed_normalized_cuts
from frenemy.comparators.spectral.spectral_clustering import SpectralClustering
from frenemy.comparators.spectral.spectral_gap import spectral_gap
from frenemy.comparators.thresholded_components import (
    Components,
    ThresholdedComponents,
    best_by_truth,
    components_by_threshold,
    spaced_thresholds,
)

__all__ = [
    "COMPARATORS",
    "TRWS",
    "BeliefPropagation",
    "Components",
    "LPRelaxation",
    "MutexWatershed",
    "NormalizedCuts",
    "PottsLabels",
    "SignedLinkage",
    "SignedNormalizedCuts",
    "SpectralClustering",
    "ThresholdedComponents",
    "best_by_truth",
    "components_by_threshold",
    "minimize_potts",
    "mutex_watershed",
    "normalized_cuts",
    "signed_linkage",
    "signed_normalized_cuts",
    "spaced_thresholds",
    "spectral_gap",
]

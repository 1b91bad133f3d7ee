"""Comparators that are solvers, by name; the contract tests run all of them."""

from __future__ import annotations

from frenemy.comparators.lp_relaxation import LPRelaxation
from frenemy.comparators.messages.belief_propagation import BeliefPropagation
from frenemy.comparators.messages.trws import TRWS
from frenemy.comparators.mutex_watershed import MutexWatershed
from frenemy.comparators.signed_linkage import SignedLinkage
from frenemy.comparators.spectral.normalized_cuts import NormalizedCuts
from frenemy.comparators.spectral.signed_normalized_cuts import SignedNormalizedCuts
from frenemy.comparators.thresholded_components import ThresholdedComponents
from frenemy.solvers.protocol import Solver

#: Comparators that are solvers, by name.
COMPARATORS: dict[str, type[Solver]] = {
    "belief_propagation": BeliefPropagation,
    "lp_relaxation": LPRelaxation,
    "mutex_watershed": MutexWatershed,
    "normalized_cuts": NormalizedCuts,
    "signed_linkage": SignedLinkage,
    "signed_normalized_cuts": SignedNormalizedCuts,
    "thresholded_components": ThresholdedComponents,
    "trws": TRWS,
}

"""Every comparator that is a solver, by name: what the contract tests run."""

from __future__ import annotations

from frenemy.comparators.belief_propagation import BeliefPropagation
from frenemy.comparators.lp_relaxation import LPRelaxation
from frenemy.comparators.normalized_cuts import NormalizedCuts
from frenemy.comparators.signed_normalized_cuts import SignedNormalizedCuts
from frenemy.comparators.thresholded_components import ThresholdedComponents
from frenemy.comparators.trws import TRWS
from frenemy.solvers.protocol import Solver

#: Every comparator that is a solver, by name.
COMPARATORS: dict[str, type[Solver]] = {
    "belief_propagation": BeliefPropagation,
    "lp_relaxation": LPRelaxation,
    "normalized_cuts": NormalizedCuts,
    "signed_normalized_cuts": SignedNormalizedCuts,
    "thresholded_components": ThresholdedComponents,
    "trws": TRWS,
}

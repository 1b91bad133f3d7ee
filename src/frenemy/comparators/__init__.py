"""Methods of the literature to compare with; for answers there are better ones."""

from frenemy.comparators.belief_propagation import BeliefPropagation
from frenemy.comparators.catalogue import COMPARATORS
from frenemy.comparators.lp_relaxation import LPRelaxation
from frenemy.comparators.potts import PottsLabels, minimize_potts
from frenemy.comparators.trws import TRWS

__all__ = ["COMPARATORS", "TRWS", "BeliefPropagation", "LPRelaxation", "PottsLabels", "minimize_potts"]

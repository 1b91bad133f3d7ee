"""Every comparator that is a solver, by name: what the contract tests run."""

from __future__ import annotations

from frenemy.comparators.belief_propagation import BeliefPropagation
from frenemy.comparators.lp_relaxation import LPRelaxation
from frenemy.comparators.trws import TRWS
from frenemy.solvers.protocol import Solver

#: Every comparator that is a solver, by name.
COMPARATORS: dict[str, type[Solver]] = {
    "belief_propagation": BeliefPropagation,
    "lp_relaxation": LPRelaxation,
    "trws": TRWS,
}

"""Solvers of lifted problems: they keep every cluster connected in the base graph."""

from frenemy.solvers.lifted.base_graph import check_keeps_connected
from frenemy.solvers.lifted.evolve import LiftedEvolve
from frenemy.solvers.lifted.greedy_additive import LiftedGreedyAdditive
from frenemy.solvers.lifted.kernighan_lin import LiftedKernighanLin
from frenemy.solvers.lifted.multilevel import LiftedMultilevel

__all__ = [
    "LiftedEvolve",
    "LiftedGreedyAdditive",
    "LiftedKernighanLin",
    "LiftedMultilevel",
    "check_keeps_connected",
]

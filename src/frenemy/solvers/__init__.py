"""Solvers: values that map labels to better labels."""

from frenemy.solvers.catalogue import DEFAULT, SOLVERS, solver_by_name
from frenemy.solvers.compiled import AdaptiveICM, ExpandExplore, GreedyAdditive, KernighanLin, SwapExplore
from frenemy.solvers.compose import Chain, WarmSwap
from frenemy.solvers.protocol import Solver

__all__ = [
    "DEFAULT",
    "SOLVERS",
    "AdaptiveICM",
    "Chain",
    "ExpandExplore",
    "GreedyAdditive",
    "KernighanLin",
    "Solver",
    "SwapExplore",
    "WarmSwap",
    "solver_by_name",
]

"""Solvers: values that map labels to better labels."""

from frenemy.solvers.automatic import Automatic
from frenemy.solvers.catalogue import DEFAULT, SOLVERS, solver_by_name
from frenemy.solvers.compiled import (
    AdaptiveICM,
    Anneal,
    Evolve,
    ExpandExplore,
    GreedyAdditive,
    KernighanLin,
    LocalMoves,
    Multilevel,
    SwapExplore,
)
from frenemy.solvers.compose import Chain, Reduced, WarmSwap
from frenemy.solvers.protocol import Solver

__all__ = [
    "DEFAULT",
    "SOLVERS",
    "AdaptiveICM",
    "Anneal",
    "Automatic",
    "Chain",
    "Evolve",
    "ExpandExplore",
    "GreedyAdditive",
    "KernighanLin",
    "LocalMoves",
    "Multilevel",
    "Reduced",
    "Solver",
    "SwapExplore",
    "WarmSwap",
    "solver_by_name",
]

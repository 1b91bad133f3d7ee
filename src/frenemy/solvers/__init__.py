"""Solvers: values that map labels to better labels."""

from frenemy.solvers.adaptive_icm import AdaptiveICM
from frenemy.solvers.anneal import Anneal
from frenemy.solvers.automatic import Automatic
from frenemy.solvers.by_parts import ByParts
from frenemy.solvers.catalogue import DEFAULT, LIFTED, ON_CARD, PROVING, SOLVERS, as_solver, solver_by_name, solver_on
from frenemy.solvers.compose import Chain, Reduced, WarmSwap
from frenemy.solvers.dense_evolve import DenseEvolve
from frenemy.solvers.dense_trial import DenseTrial
from frenemy.solvers.evolve import Evolve
from frenemy.solvers.exact import Exact
from frenemy.solvers.expand_explore import ExpandExplore
from frenemy.solvers.gpu import GpuEvolve, GpuMultilevel
from frenemy.solvers.greedy_additive import GreedyAdditive
from frenemy.solvers.kernighan_lin import KernighanLin
from frenemy.solvers.lifted import LiftedEvolve, LiftedGreedyAdditive, LiftedKernighanLin, LiftedMultilevel
from frenemy.solvers.local_moves import LocalMoves
from frenemy.solvers.multilevel import Multilevel
from frenemy.solvers.protocol import Solver
from frenemy.solvers.swap_explore import SwapExplore

__all__ = [
    "DEFAULT",
    "LIFTED",
    "ON_CARD",
    "PROVING",
    "SOLVERS",
    "AdaptiveICM",
    "Anneal",
    "Automatic",
    "ByParts",
    "Chain",
    "DenseEvolve",
    "DenseTrial",
    "Evolve",
    "Exact",
    "ExpandExplore",
    "GpuEvolve",
    "GpuMultilevel",
    "GreedyAdditive",
    "KernighanLin",
    "LiftedEvolve",
    "LiftedGreedyAdditive",
    "LiftedKernighanLin",
    "LiftedMultilevel",
    "LocalMoves",
    "Multilevel",
    "Reduced",
    "Solver",
    "SwapExplore",
    "WarmSwap",
    "as_solver",
    "solver_by_name",
    "solver_on",
]

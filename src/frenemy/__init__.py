"""Correlation clustering: from pairs that attract and pairs that repel to groups, and how many there are."""

from frenemy import affinity, binary, constraints, io, partition
from frenemy.convert import as_problem
from frenemy.explain import Explanation, explain
from frenemy.problem import Contraction, Problem, Restriction
from frenemy.reductions import Reduction, reduce
from frenemy.run import Progress, Round, Run, Status, Stop
from frenemy.solve import Result, solve
from frenemy.solvers import (
    DEFAULT,
    SOLVERS,
    AdaptiveICM,
    Anneal,
    Automatic,
    Chain,
    Evolve,
    ExpandExplore,
    GreedyAdditive,
    KernighanLin,
    LocalMoves,
    Multilevel,
    Reduced,
    Solver,
    SwapExplore,
    WarmSwap,
)

__version__ = "0.1.0"

__all__ = [
    "DEFAULT",
    "SOLVERS",
    "AdaptiveICM",
    "Anneal",
    "Automatic",
    "Chain",
    "Contraction",
    "Evolve",
    "ExpandExplore",
    "Explanation",
    "GreedyAdditive",
    "KernighanLin",
    "LocalMoves",
    "Multilevel",
    "Problem",
    "Progress",
    "Reduced",
    "Reduction",
    "Restriction",
    "Result",
    "Round",
    "Run",
    "Solver",
    "Status",
    "Stop",
    "SwapExplore",
    "WarmSwap",
    "affinity",
    "as_problem",
    "binary",
    "constraints",
    "explain",
    "io",
    "partition",
    "reduce",
    "solve",
]

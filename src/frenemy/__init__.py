"""Correlation clustering: from pairs that attract and pairs that repel to groups, and how many there are."""

from typing import TYPE_CHECKING, Any

from frenemy import affinity, binary, comparators, constraints, io, metrics, partition
from frenemy.bounds import LowerBound, lower_bound
from frenemy.certify import Certificate, certify
from frenemy.challenges import Challenges, challenges
from frenemy.convert import as_problem
from frenemy.explain import Explanation, explain
from frenemy.posterior import Posterior, posterior
from frenemy.problem import Contraction, Problem, Restriction
from frenemy.reductions import Reduction, reduce
from frenemy.run import BoundRound, Progress, Round, Run, Status, Stop
from frenemy.solve import Result, solve
from frenemy.solvers import (
    DEFAULT,
    SOLVERS,
    AdaptiveICM,
    Anneal,
    Automatic,
    Chain,
    Evolve,
    Exact,
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

if TYPE_CHECKING:
    from frenemy.affinity.image import Stroke
    from frenemy.apps.segmentation import Segmentation, segment
    from frenemy.estimator import CorrelationClustering

__version__ = "0.1.0"

__all__ = [
    "DEFAULT",
    "SOLVERS",
    "AdaptiveICM",
    "Anneal",
    "Automatic",
    "BoundRound",
    "Certificate",
    "Chain",
    "Challenges",
    "Contraction",
    "CorrelationClustering",
    "Evolve",
    "Exact",
    "ExpandExplore",
    "Explanation",
    "GreedyAdditive",
    "KernighanLin",
    "LocalMoves",
    "LowerBound",
    "Multilevel",
    "Posterior",
    "Problem",
    "Progress",
    "Reduced",
    "Reduction",
    "Restriction",
    "Result",
    "Round",
    "Run",
    "Segmentation",
    "Solver",
    "Status",
    "Stop",
    "Stroke",
    "SwapExplore",
    "WarmSwap",
    "affinity",
    "as_problem",
    "binary",
    "certify",
    "challenges",
    "comparators",
    "constraints",
    "explain",
    "io",
    "lower_bound",
    "metrics",
    "partition",
    "posterior",
    "reduce",
    "segment",
    "solve",
]

# Loaded when first asked for: what needs an extra, and what takes long.
_LAZY = {
    "CorrelationClustering": "frenemy.estimator",
    "Segmentation": "frenemy.apps.segmentation",
    "Stroke": "frenemy.affinity.image",
    "segment": "frenemy.apps.segmentation",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})

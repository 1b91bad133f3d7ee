"""Every solver by name: what the command line offers and the contract tests run."""

from __future__ import annotations

from frenemy.solvers.automatic import Automatic
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
from frenemy.solvers.compose import Reduced, WarmSwap
from frenemy.solvers.protocol import Solver

SOLVERS: dict[str, type[Solver]] = {
    "automatic": Automatic,
    "evolve": Evolve,
    "multilevel": Multilevel,
    "anneal": Anneal,
    "local_moves": LocalMoves,
    "adaptive_icm": AdaptiveICM,
    "warm_swap": WarmSwap,
    "swap_explore": SwapExplore,
    "expand_explore": ExpandExplore,
    "reduced": Reduced,
    "greedy_additive": GreedyAdditive,
    "kernighan_lin": KernighanLin,
}

#: What :func:`frenemy.solve` uses when no solver is named.
DEFAULT: Solver = Automatic()


def solver_by_name(name: str) -> type[Solver]:
    """The solver class of that name; case, hyphens and underscores do not matter."""
    plain = name.lower().replace("-", "").replace("_", "")
    for key, solver in SOLVERS.items():
        if key.replace("_", "") == plain:
            return solver
    raise ValueError(f"unknown solver {name!r}; there are {', '.join(SOLVERS)}")

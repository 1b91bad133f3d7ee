"""Every solver by name: what the command line offers and the contract tests run."""

from __future__ import annotations

from frenemy.solvers.compiled import AdaptiveICM, ExpandExplore, GreedyAdditive, KernighanLin, SwapExplore
from frenemy.solvers.compose import WarmSwap
from frenemy.solvers.protocol import Solver

SOLVERS: dict[str, type[Solver]] = {
    "warm_swap": WarmSwap,
    "adaptive_icm": AdaptiveICM,
    "swap_explore": SwapExplore,
    "expand_explore": ExpandExplore,
    "greedy_additive": GreedyAdditive,
    "kernighan_lin": KernighanLin,
}

#: What :func:`frenemy.solve` uses when no solver is named.
DEFAULT: Solver = WarmSwap()


def solver_by_name(name: str) -> type[Solver]:
    """The solver class of that name; case, hyphens and underscores do not matter."""
    plain = name.lower().replace("-", "").replace("_", "")
    for key, solver in SOLVERS.items():
        if key.replace("_", "") == plain:
            return solver
    raise ValueError(f"unknown solver {name!r}; there are {', '.join(SOLVERS)}")

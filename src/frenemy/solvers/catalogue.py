"""Every solver by name: what the command line offers and the contract tests run."""

from __future__ import annotations

from frenemy.solvers.adaptive_icm import AdaptiveICM
from frenemy.solvers.anneal import Anneal
from frenemy.solvers.automatic import Automatic
from frenemy.solvers.by_parts import ByParts
from frenemy.solvers.compose import Reduced, WarmSwap
from frenemy.solvers.evolve import Evolve
from frenemy.solvers.exact import Exact
from frenemy.solvers.expand_explore import ExpandExplore
from frenemy.solvers.greedy_additive import GreedyAdditive
from frenemy.solvers.kernighan_lin import KernighanLin
from frenemy.solvers.local_moves import LocalMoves
from frenemy.solvers.multilevel import Multilevel
from frenemy.solvers.protocol import Solver
from frenemy.solvers.swap_explore import SwapExplore

#: Every solver class by the name that the command line knows it by, the default first.
SOLVERS: dict[str, type[Solver]] = {
    # What is used when nothing is chosen, and what it picks.
    "automatic": Automatic,
    "evolve": Evolve,
    "multilevel": Multilevel,
    # For problems of a kind, or to go before or after others.
    "anneal": Anneal,
    "kernighan_lin": KernighanLin,
    "local_moves": LocalMoves,
    "greedy_additive": GreedyAdditive,
    "reduced": Reduced,
    "by_parts": ByParts,
    # The optimisers of Bagon & Galun.
    "warm_swap": WarmSwap,
    "adaptive_icm": AdaptiveICM,
    "swap_explore": SwapExplore,
    "expand_explore": ExpandExplore,
}

#: Those that may take hours on problems that all others solve, and need an extra; found by name all the same.
PROVING: dict[str, type[Solver]] = {"exact": Exact}

#: What :func:`frenemy.solve` uses when no solver is named.
DEFAULT: Solver = Automatic()


def solver_by_name(name: str) -> type[Solver]:
    """The solver class of that name; case, hyphens and underscores do not matter."""
    plain = name.lower().replace("-", "").replace("_", "")
    known = SOLVERS | PROVING
    for key, solver in known.items():
        if key.replace("_", "") == plain:
            return solver
    raise ValueError(f"unknown solver {name!r}; there are {', '.join(known)}")

"""Every solver by name: what the command line offers and the contract tests run."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from frenemy.solvers.adaptive_icm import AdaptiveICM
from frenemy.solvers.anneal import Anneal
from frenemy.solvers.automatic import Automatic
from frenemy.solvers.by_parts import ByParts
from frenemy.solvers.compose import Reduced, WarmSwap
from frenemy.solvers.dense_evolve import DenseEvolve
from frenemy.solvers.evolve import Evolve
from frenemy.solvers.exact import Exact
from frenemy.solvers.expand_explore import ExpandExplore
from frenemy.solvers.gpu import GpuEvolve, GpuMultilevel
from frenemy.solvers.gpu.card import load_cupy
from frenemy.solvers.greedy_additive import GreedyAdditive
from frenemy.solvers.kernighan_lin import KernighanLin
from frenemy.solvers.lifted import LiftedEvolve, LiftedGreedyAdditive, LiftedKernighanLin, LiftedMultilevel
from frenemy.solvers.local_moves import LocalMoves
from frenemy.solvers.multilevel import Multilevel
from frenemy.solvers.protocol import Solver
from frenemy.solvers.swap_explore import SwapExplore

#: Every solver class by the name that the command line knows it by, the default first.
SOLVERS: dict[str, type[Solver]] = {
    # What is used when nothing is chosen, and what it picks.
    "automatic": Automatic,
    "evolve": Evolve,
    "dense_evolve": DenseEvolve,
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

#: Those of lifted problems (:meth:`frenemy.Problem.lifted`), the default first; found by name all the same.
LIFTED: dict[str, type[Solver]] = {
    "lifted_evolve": LiftedEvolve,
    "lifted_kernighan_lin": LiftedKernighanLin,
    "lifted_multilevel": LiftedMultilevel,
    "lifted_greedy_additive": LiftedGreedyAdditive,
}

#: Those that may take hours on problems that all others solve, and need an extra; found by name all the same.
PROVING: dict[str, type[Solver]] = {"exact": Exact}

#: Those that need an NVIDIA card and CuPy; found by name all the same.
ON_CARD: dict[str, type[Solver]] = {"gpu_multilevel": GpuMultilevel, "gpu_evolve": GpuEvolve}

#: What :func:`frenemy.solve` uses when no solver is named.
DEFAULT: Solver = Automatic()


def solver_by_name(name: str) -> type[Solver]:
    """The solver class of that name; case, hyphens and underscores do not matter."""
    known = SOLVERS | LIFTED | PROVING | ON_CARD
    by_plain_name = {_plain(key): key for key in known}
    if _plain(name) in by_plain_name:
        return known[by_plain_name[_plain(name)]]
    close = get_close_matches(_plain(name), by_plain_name, n=1)
    meant = f"; did you mean {by_plain_name[close[0]]!r}?" if close else ""
    raise ValueError(f"unknown solver {name!r}; there are {', '.join(known)}{meant}")


def as_solver(given: Any) -> Solver:
    """A solver from its name, its class, itself, or None for the default.

    Examples
    --------
    >>> from frenemy.solvers import as_solver
    >>> as_solver("Swap-Explore") == as_solver("swap_explore")
    True
    """
    if given is None:
        return DEFAULT
    solver = solver_by_name(given) if isinstance(given, str) else given
    if isinstance(solver, type):
        try:
            solver = solver()
        except TypeError as error:
            raise ValueError(f"solver {solver.__name__} needs arguments, so give an instance: {error}") from None
    if not callable(solver):
        raise ValueError(f"solver must be a Solver such as SwapExplore(), or a name such as 'evolve', got {given!r}")
    return solver  # type: ignore[no-any-return]


def solver_on(device: Any, solver: Any) -> Solver:
    """The solver for a device: "cpu", or "gpu" for an NVIDIA card."""
    by_device = Automatic(device)  # which checks the device
    chosen = as_solver(solver)
    if device == "cpu":
        return chosen
    if isinstance(chosen, Automatic):
        chosen = replace(chosen, device=by_device.device)
    elif not isinstance(chosen, tuple(ON_CARD.values())):
        raise ValueError(f"device 'gpu' goes with GpuMultilevel, GpuEvolve or no solver, got {chosen!r}")
    load_cupy()
    return chosen


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "").replace(" ", "")

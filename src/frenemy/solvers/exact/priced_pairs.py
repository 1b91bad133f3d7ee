"""The pairs of one problem as variables of a linear program."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.apart import pair_keys

_Floats = npt.NDArray[np.float64]

_WEIGHTLESS_PER_PAIR, _MIN_WEIGHTLESS = 1, 5000  # limits on the number of weightless pairs in the program
_DENSE = 0.5  # share of listed pairs above which triangles are the only cycles that matter


class PricedPairs:
    """The variables of a linear relaxation: 1 if a pair is attracting and cut, or repelling and joined.

    The energy of a clustering is the weight of all repelling pairs plus the absolute weights of the pairs with variable
    1. In the program, weights are divided by the largest one, so that tolerances mean the same for every problem. All
    pairs with a nonzero weight must be listed. Base edges of a lifted problem are variables even if they weigh nothing.
    """

    def __init__(self, problem: Problem) -> None:
        self.u, self.v, w = _with_weightless_pairs(problem)
        self.n_nodes = n = problem.n_nodes
        self.is_base = _are_base_edges(problem, self.u, self.v)
        self._min_energy = float(w[w < 0].sum())
        self._scale = float(np.abs(w).max(initial=0.0)) or 1.0
        self.costs = np.abs(w) / self._scale
        self.attracts = w > 0.0
        self.separation = _core.CutSearch(n, self.u, self.v, w)
        self.is_dense = len(w) >= _DENSE * n * (n - 1) / 2

    def objective(self, energy: float) -> float:
        """The objective value of a clustering with this energy."""
        return (energy - self._min_energy) / self._scale

    def energy(self, objective: float) -> float:
        """The energy of a clustering with this objective value."""
        return self._min_energy + self._scale * objective


def _with_weightless_pairs(problem: Problem) -> tuple[Labels, Labels, _Floats]:
    """The listed pairs, and then all others if there are few: cuts may contain any pairs.

    Not of lifted problems, where they cost much more time than they gain.
    """
    u, v, w = _with_base_edges(problem)
    n = problem.n_nodes
    n_others = n * (n - 1) // 2 - len(w)
    if problem.is_lifted or n_others == 0 or n_others > max(_WEIGHTLESS_PER_PAIR * len(w), _MIN_WEIGHTLESS):
        return u, v, w
    is_listed = np.zeros((n, n), bool)
    is_listed[u, v] = True
    others = np.argwhere(np.triu(~is_listed, 1)).astype(np.int32)
    ends = np.concatenate((u, others[:, 0])), np.concatenate((v, others[:, 1]))
    return *ends, np.concatenate((w, np.zeros(n_others)))


def _with_base_edges(problem: Problem) -> tuple[Labels, Labels, _Floats]:
    u, v, w = problem.edges()
    if not problem.is_lifted:
        return u, v, w
    base_u, base_v = problem.base_edges()
    is_new = ~np.isin(pair_keys(base_u, base_v), pair_keys(u, v))
    ends = np.concatenate((u, base_u[is_new])), np.concatenate((v, base_v[is_new]))
    return *ends, np.concatenate((w, np.zeros(int(is_new.sum()))))


def _are_base_edges(problem: Problem, u: Labels, v: Labels) -> npt.NDArray[np.bool_]:
    if not problem.is_lifted:
        return np.zeros(len(u), bool)
    return np.isin(pair_keys(u, v), pair_keys(*problem.base_edges()))

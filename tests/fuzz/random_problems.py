"""Tiny random problems, solved by every solver in every way, beside an answer found by trying all partitions."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

import frenemy as fr

_MAX_NODES = 6
_SCALES = (1.0, 1.0, 1.0, 1e-6, 1e6, 1e150)


@cache
def _partitions(n: int) -> np.ndarray:
    """All partitions of 0..n-1, (n_partitions, n)."""
    rows: list[list[int]] = [[]]
    for _ in range(n):
        rows = [[*row, label] for row in rows for label in range(max(row, default=-1) + 2)]
    return np.array(rows, np.int32).reshape(-1, n)


@cache
def _is_cut(n: int) -> np.ndarray:
    """Whether a partition cuts a pair, (n_partitions, n_pairs)."""
    rows = _partitions(n)
    u, v = np.triu_indices(n, 1)
    return rows[:, u] != rows[:, v]


class RandomProblem:
    """A problem, the weight of each of its pairs, and which partitions are allowed."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.n = n = int(rng.integers(1, _MAX_NODES + 1))
        m = int(rng.integers(0, 2 * n * n))
        scale = _SCALES[int(rng.integers(len(_SCALES)))]
        u, v = rng.integers(0, n, (2, m))
        u, v = u[u != v], v[u != v]
        w = rng.normal(size=len(u)) if rng.random() < 0.5 else rng.integers(-3, 4, len(u)).astype(float)
        w *= scale
        missing = float(rng.choice([0.0, 0.0, -1.0, 0.5])) * scale
        self.problem = fr.Problem.from_edges(u, v, w, n_nodes=n, missing=missing)
        self.weights = np.full((n, n), missing)
        given = np.zeros((n, n))
        np.add.at(given, (np.minimum(u, v), np.maximum(u, v)), w)
        is_listed = np.zeros((n, n), bool)
        is_listed[np.minimum(u, v), np.maximum(u, v)] = True
        self.weights = np.where(is_listed, given, missing)
        self.is_allowed = np.ones(len(_partitions(n)), bool)
        self.is_constrained = n > 1 and rng.random() < 0.3
        if self.is_constrained:
            self._constrain(rng)
        upper = np.triu_indices(n, 1)
        self.energies = _is_cut(n) @ self.weights[upper]
        self.rounding = 1e-12 * (np.abs(self.weights[upper]).sum() + np.abs(w).sum()) + 5e-324
        self.best = float(self.energies[self.is_allowed].min())

    def _constrain(self, rng: np.random.Generator) -> None:
        """Links that some partition keeps: drawn from one."""
        rows = _partitions(self.n)
        kept = rows[int(rng.integers(len(rows)))]
        pairs = np.array(list(itertools.combinations(range(self.n), 2)))
        pairs = pairs[rng.random(len(pairs)) < 0.3]
        is_same = kept[pairs[:, 0]] == kept[pairs[:, 1]]
        self.problem = fr.constraints.must_link(self.problem, pairs[is_same])
        self.problem = fr.constraints.cannot_link(self.problem, pairs[~is_same])
        together = rows[:, pairs[:, 0]] == rows[:, pairs[:, 1]]
        self.is_allowed = (together == is_same).all(axis=1)

    def check(self, result: fr.Result, *, is_exact: bool) -> str | None:
        """What is wrong with a result, if anything."""
        labels = result.labels
        known = np.flatnonzero((_partitions(self.n) == labels).all(axis=1))
        if not len(known):
            return f"labels {labels.tolist()} are not 0..k-1 by first appearance"
        at = int(known[0])
        if not self.is_allowed[at]:
            return f"labels {labels.tolist()} break a link"
        if abs(result.energy - self.energies[at]) > self.rounding:
            return f"energy {result.energy!r} of labels that cost {self.energies[at]!r}"
        if result.energy < self.best - self.rounding or result.lower_bound > self.best + self.rounding:
            return f"energy {result.energy!r}, bound {result.lower_bound!r}, but the best is {self.best!r}"
        proved = is_exact or result.status is fr.Status.OPTIMAL
        if proved and result.energy > self.best + self.rounding:
            return f"energy {result.energy!r} with status {result.status.name}, but the best is {self.best!r}"
        return None


_SOLVERS: list[Callable[[], Any]] = [
    lambda: None,
    *(kind for name, kind in fr.SOLVERS.items() if name != "exact"),
]


def wrong(number: int, seed: int = 0) -> str | None:
    """What is wrong with one random problem, solved in one random way."""
    rng = np.random.default_rng([seed, number])
    drawn = RandomProblem(rng)
    solver = _SOLVERS[int(rng.integers(len(_SOLVERS)))]()
    options: dict[str, Any] = {"seed": int(rng.integers(1000))}
    if rng.random() < 0.3:
        options["stop"] = fr.Stop(rounds=int(rng.integers(1, 4)))
    if rng.random() < 0.3:
        allowed = _partitions(drawn.n)[drawn.is_allowed]
        options["start"] = allowed[int(rng.integers(len(allowed)))]
    reason = drawn.check(fr.solve(drawn.problem, solver, **options), is_exact=False)
    if reason is None and rng.random() < 0.2:
        bound = fr.lower_bound(drawn.problem).value
        if bound > drawn.best + drawn.rounding:
            reason = f"lower_bound {bound!r} above the best, {drawn.best!r}"
    if reason is None:
        return None
    return f"problem {number} of seed {seed}, {solver!r}, {options}: {reason}"

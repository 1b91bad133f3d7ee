"""Pairs of records that a tool compared, their scores, and the true entities."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]
Labels = npt.NDArray[Any]
Rules = npt.NDArray[np.uint32]


@dataclass(frozen=True, eq=False)
class ScoredPairs:
    """What every method sees (``n``, ``u``, ``v``, ``weight``), and what it is measured by (``truth``).

    Attributes
    ----------
    n : int
        Records; some may be in no pair.
    u, v : (n_pairs,) int32
        Records of each pair, ``u < v``, each pair once.
    weight : (n_pairs,) float64
        Log-odds of a match in nats, the prior of the tool in them.
    truth : (n,)
        Who each record is.
    rules : (n_pairs,) uint32
        A bit for each blocking rule that lists the pair; 0 if rules are not known.
    """

    n: int
    u: Ints
    v: Ints
    weight: Floats
    truth: Labels
    rules: Rules

    @property
    def is_true(self) -> npt.NDArray[np.bool_]:
        """Whether a listed pair is of one entity."""
        return np.asarray(self.truth[self.u] == self.truth[self.v])

    @property
    def n_entities(self) -> int:
        return len(np.unique(self.truth))

    @property
    def n_true_pairs(self) -> int:
        """Of all pairs, listed or not."""
        sizes = np.unique(self.truth, return_counts=True)[1].astype(np.int64)
        return int((sizes * (sizes - 1) // 2).sum())

    @property
    def blocking_recall(self) -> float:
        """Share of the true pairs that are listed."""
        return float(self.is_true.sum() / max(self.n_true_pairs, 1))

    def kept(self, is_kept: npt.NDArray[np.bool_]) -> ScoredPairs:
        return replace(
            self, u=self.u[is_kept], v=self.v[is_kept], weight=self.weight[is_kept], rules=self.rules[is_kept]
        )

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(path, n=self.n, u=self.u, v=self.v, weight=self.weight, truth=self.truth, rules=self.rules)


def scored_pairs(
    n: int,
    u: npt.ArrayLike,
    v: npt.ArrayLike,
    weight: npt.ArrayLike,
    truth: npt.ArrayLike,
    *,
    rules: npt.ArrayLike | None = None,
) -> ScoredPairs:
    """Sorted by their records, so that they do not depend on the order in which a tool lists them."""
    one, other = np.asarray(u, np.int32), np.asarray(v, np.int32)
    u, v = np.minimum(one, other), np.maximum(one, other)
    order = np.lexsort((v, u))
    names = np.unique(np.asarray(truth), return_inverse=True)[1]
    known = np.zeros(len(order), np.uint32) if rules is None else np.asarray(rules, np.uint32)
    return ScoredPairs(n, u[order], v[order], np.asarray(weight, np.float64)[order], names, known[order])


def load(path: Path) -> ScoredPairs:
    with np.load(path) as file:
        return ScoredPairs(int(file["n"]), file["u"], file["v"], file["weight"], file["truth"], file["rules"])

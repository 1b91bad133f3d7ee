"""From rows of features to weights of pairs: the protocols, and functions for any implementation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from frenemy.affinity.neighbors.block_work import do_blocks
from frenemy.problem.array_types import Floats, Floats32, Ints32
from frenemy.run import OnStage

_PAIRS_PER_BLOCK = 2**15  # some hundredths of a second, even with many coordinates


@runtime_checkable
class PairWeights(Protocol):
    """Rows whose pairs can be weighed."""

    @property
    def coordinates(self) -> Floats32:
        """The rows as points, (n, d): pairs that may attract are near each other in Euclidean distance.

        Only the order of the distances matters, in any unit.
        """
        ...

    @property
    def account(self) -> str:
        """One sentence: the origin of the weights."""
        ...

    def weights(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> Floats:
        """Log-odds that the rows ``u[i]`` and ``v[i]`` are together, (n_pairs,); finite, above 0 attracts."""
        ...


@runtime_checkable
class PairWeigher(Protocol):
    """Turns rows into weights: learned, guessed or given. It holds no rows, so it applies to new ones as well."""

    def prepare(self, features: npt.NDArray[Any], /) -> PairWeights:
        """Make the pairs of the rows of ``features``, (n, d), weighable."""
        ...


@dataclass(frozen=True, eq=False)
class BiasedWeights:
    """``unbiased`` plus ``bias`` nats for every pair; below 0 makes more and smaller clusters."""

    unbiased: PairWeights
    bias: float

    @property
    def coordinates(self) -> Floats32:
        return self.unbiased.coordinates

    @property
    def account(self) -> str:
        return f"{self.unbiased.account}, with {self.bias:+g} for every pair"

    def weights(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> Floats:
        return self.unbiased.weights(u, v) + self.bias


def weigh(rows: PairWeights, u: Ints32, v: Ints32, /, *, threads: int = 1, on_stage: OnStage | None = None) -> Floats:
    """Weights of many pairs, (n_pairs,), block by block; an error shows the first weight that is not finite."""
    found = np.empty(len(u))

    def work(begin: int) -> None:
        part = slice(begin, begin + _PAIRS_PER_BLOCK)
        weights = rows.weights(u[part], v[part])
        bad = np.flatnonzero(~np.isfinite(weights))
        if len(bad):
            at = begin + bad[0]
            raise ValueError(f"weights must be finite, got {weights[bad[0]]} of rows {u[at]} and {v[at]}")
        found[part] = weights

    do_blocks(work, range(0, len(u), _PAIRS_PER_BLOCK), threads=threads, stage="weights", on_stage=on_stage)
    return found

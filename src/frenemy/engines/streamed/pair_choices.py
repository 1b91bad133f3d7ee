"""Which pairs of a level are solved in memory: those of components, or the strongest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from frenemy.engines.scratch.stored_arrays import open_array
from frenemy.engines.streamed.level import Level
from frenemy.engines.streamed.row_files import row_chunks
from frenemy.problem.array_types import Floats, Ints32

#: Whether each of some pairs ``(u, v, w)`` is chosen.
IsChosen = Callable[[Ints32, Ints32, Floats], npt.NDArray[np.bool_]]

_TIE = 1e-6  # pairs whose weights differ by a smaller share are taken by chance
_SAMPLE = 1 << 20  # pairs, about, whose strength tells how many are stronger


@dataclass(frozen=True)
class AllPairs:
    """All pairs."""

    def of(self, _level: Level) -> IsChosen:
        return lambda u, _v, _w: np.ones(len(u), np.bool_)


@dataclass(frozen=True)
class PairsWithin:
    """The pairs within components.

    Attributes
    ----------
    components : Path
        Of all nodes.
    """

    components: Path

    def of(self, _level: Level) -> IsChosen:
        components = open_array(self.components)
        return lambda u, v, _w: components[u] == components[v]


@dataclass(frozen=True)
class StrongestPairs:
    """The pairs that attract or repel most, about ``n_pairs`` of them; of equally strong ones a random share."""

    n_pairs: int

    def of(self, level: Level) -> IsChosen:
        share = min(1.0, _SAMPLE / level.rows.n_pairs)
        sample = []
        for chunk in row_chunks(level.rows):
            u, v, w = chunk.pairs()
            drawn = _draws(u, v, 1) < share
            sample.append(_strength(u[drawn], v[drawn], w[drawn]))
        least = np.quantile(np.concatenate(sample), max(0.0, 1.0 - self.n_pairs / level.rows.n_pairs))
        return lambda u, v, w: _strength(u, v, w) >= least


def _strength(u: Ints32, v: Ints32, w: Floats) -> Floats:
    strength: Floats = np.abs(w) * (1.0 + _TIE * _draws(u, v, 0))
    return strength


def _draws(u: Ints32, v: Ints32, stream: int) -> Floats:
    """Numbers in [0, 1) that are the same for the same pair, whatever chunk it comes in (splitmix64)."""
    bits = (
        (u.astype(np.uint64) << np.uint64(32))
        + v.astype(np.uint64)
        + np.uint64(0x9E3779B97F4A7C15 * (stream + 1) % 2**64)
    )
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        bits = (bits ^ (bits >> np.uint64(shift))) * np.uint64(factor)
    return (bits ^ (bits >> np.uint64(31))).astype(np.float64) / 2.0**64

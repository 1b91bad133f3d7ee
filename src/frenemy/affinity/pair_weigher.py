"""How rows of features become weights of pairs: what every way of doing it has in common."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt


@runtime_checkable
class PairWeights(Protocol):
    """Rows that are ready to be weighed, pair by pair."""

    @property
    def coordinates(self) -> npt.NDArray[np.float32]:
        """The rows as points, (n, d): those near each other in Euclidean distance here are the ones that may attract.

        Only the order of distances counts, so any unit will do.
        """
        ...

    @property
    def account(self) -> str:
        """One plain sentence: what the weights were made from."""
        ...

    def weights(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> npt.NDArray[np.float64]:
        """Log-odds that the rows ``u[i]`` and ``v[i]`` are together, (n_pairs,); finite, above 0 attracts."""
        ...


@runtime_checkable
class PairWeigher(Protocol):
    """How rows become weights: learned, guessed or given. It knows no rows itself, and weighs new ones alike."""

    def prepare(self, features: npt.NDArray[Any], /) -> PairWeights:
        """The rows of ``features``, (n, d), ready to be weighed."""
        ...

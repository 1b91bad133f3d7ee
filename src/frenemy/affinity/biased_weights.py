"""Weights of pairs with a constant added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.pair_weigher import PairWeights


@dataclass(frozen=True, eq=False)
class BiasedWeights:
    """``weights`` and ``bias`` nats for every pair; below 0 makes more and smaller clusters."""

    unbiased: PairWeights
    bias: float

    @property
    def coordinates(self) -> npt.NDArray[np.float32]:
        return self.unbiased.coordinates

    @property
    def account(self) -> str:
        return f"{self.unbiased.account}, with {self.bias:+g} for every pair"

    def weights(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> npt.NDArray[np.float64]:
        return self.unbiased.weights(u, v) + self.bias

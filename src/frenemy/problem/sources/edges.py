"""Pairs as they were read, before they become a problem."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.problem.checked_arrays import numbers, shown
from frenemy.problem.ids import Ids


@dataclass(frozen=True, eq=False)
class Edges:
    """Weighted pairs of nodes.

    Attributes
    ----------
    u, v : (n_edges,) int
        Both ends.
    w : (n_edges,) float64
    n_nodes : int
    ids : tuple, optional
        The id of each node; None if its number is its id.
    """

    u: npt.NDArray[Any]
    v: npt.NDArray[Any]
    w: npt.NDArray[np.float64]
    n_nodes: int
    ids: Ids | None = None

    def without_self_pairs(self) -> Edges:
        off = self.u != self.v
        return replace(self, u=self.u[off], v=self.v[off], w=self.w[off])


def finite_weights(values: Any, name: str, unit: str) -> npt.NDArray[np.float64]:
    """The weights of pairs; an error shows the first one that is no finite number, and where it stands."""
    try:
        weights = numbers(values, name)
    except ValueError:
        at = next((at for at, one in enumerate(values) if not _is_number(one)), None)
        if at is None:
            raise
        raise ValueError(f"{name} must be numbers, got {shown(values[at])} at {unit} {at}") from None
    bad = np.flatnonzero(~np.isfinite(weights))
    if len(bad):
        raise ValueError(f"{name} must be finite, got {weights[bad[0]]} at {unit} {bad[0]}")
    return weights


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True

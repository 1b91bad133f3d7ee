"""A problem on the card, at one level of contraction."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

#: An array in the memory of the card.
CardArray = Any

#: Sums of absolute weights in a row stay below, so that 32 bits hold them with noise added.
MAX_SMALL_SUM = 2**28
_SMALL_BITS, _BITS, _TOTAL_BITS = 27, 44, 60
_MIN_WEIGHT_BITS = 16  # that the largest weight must have, or 64 bits are used


@dataclass(frozen=True)
class FixedPoint:
    """Weights as whole multiples of a power of two: sums of them are exact in any order.

    Attributes
    ----------
    scale : float
        A weight of 1 in these units.
    is_small : bool
        Whether 32 bits hold the sum of any row.
    """

    scale: float
    is_small: bool

    @staticmethod
    def of(largest_weight: float, longest_row: int, n_entries: int) -> FixedPoint:
        """The finest one that cannot overflow; the same for a problem scaled by a power of two."""
        if largest_weight == 0.0:
            return FixedPoint(1.0, True)
        weight_bits = math.frexp(largest_weight)[1]
        row_bits = math.ceil(math.log2(max(longest_row, 1)))
        if _SMALL_BITS - row_bits >= _MIN_WEIGHT_BITS:
            return FixedPoint(math.ldexp(1.0, _SMALL_BITS - row_bits - weight_bits), True)
        entry_bits = math.ceil(math.log2(max(n_entries, 1)))
        return FixedPoint(math.ldexp(1.0, min(_BITS - row_bits, _TOTAL_BITS - entry_bits) - weight_bits), False)


@dataclass(frozen=True, eq=False)
class Level:
    """Rows of neighbors and fixed-point weights.

    Attributes
    ----------
    offsets : (n_nodes + 1,) int64
    neighbors : (n_entries,) int32
        In any order within a row; repeated ones add up.
    weights : (n_entries,) int32 or int64
    sizes : (n_nodes,) int64, optional
        Of nodes, if ``missing`` is not 0.
    missing : float
        What an unlisted pair weighs in fixed point, per unit of the sizes of its nodes.
    layout : object
        What the kernels keep beside the rows.
    """

    n_nodes: int
    n_entries: int
    offsets: CardArray
    neighbors: CardArray
    weights: CardArray
    sizes: CardArray | None
    missing: float
    layout: Any = None


def whole_sizes(sizes: np.ndarray) -> tuple[np.ndarray, float]:
    """Node sizes as whole numbers, and what a size of 1 becomes."""
    largest = float(sizes.max(initial=0.0))
    if largest == 0.0:
        return np.zeros(len(sizes), np.int64), 1.0
    is_whole = largest < 2**31 and bool(np.all(sizes == np.floor(sizes)))
    scale = 1.0 if is_whole else math.ldexp(1.0, 30 - math.frexp(largest)[1])
    return np.rint(sizes * scale).astype(np.int64), scale

"""A problem on the card, at one level of contraction."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy.problem.array_types import Floats, Ints

#: An array in the memory of the card.
CardArray = Any

_SMALL_BITS = 27  # of the absolute weights of a row, which may double when they are rounded; noise must fit beside them
_BITS, _TOTAL_BITS = 44, 60  # the same with 64 bits, and of all rows
_TYPICAL_BITS = 14  # that a typical weight has


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
    def of(largest: float, typical: float, longest_row: int, n_entries: int) -> FixedPoint:
        """32 bits if a typical weight keeps its precision, otherwise the finest with 64 bits that cannot overflow.

        Labels do not change if all weights are scaled by a power of two.
        """
        if largest == 0.0:
            return FixedPoint(1.0, True)
        row_bits, entry_bits = _bits(longest_row), _bits(n_entries)
        largest_bits, typical_bits = math.frexp(largest)[1], math.frexp(typical)[1]
        shift = _TYPICAL_BITS - typical_bits
        if largest_bits + shift + row_bits <= _SMALL_BITS:
            return FixedPoint(_power(shift), True)
        return FixedPoint(_power(min(_BITS - row_bits, _TOTAL_BITS - entry_bits) - largest_bits), False)


def _bits(count: int) -> int:
    return max(count - 1, 0).bit_length()


def _power(exponent: int) -> float:
    return math.ldexp(1.0, min(exponent, 1023))


def typical_weight(weights: Floats) -> float:
    """The median size of weights that are not 0, of at most 4096 of them."""
    sizes = np.abs(weights[:: -(-len(weights) // 4096)]) if len(weights) else weights
    sizes = sizes[sizes > 0.0]
    return float(np.median(sizes)) if len(sizes) else 0.0


def whole_sizes(sizes: Floats) -> tuple[Ints, float]:
    """Node sizes as whole numbers, and what a size of 1 becomes."""
    largest = float(sizes.max(initial=0.0))
    if largest == 0.0:
        return np.zeros(len(sizes), np.int64), 1.0
    is_whole = largest < 2**31 and bool(np.all(sizes == np.floor(sizes)))
    scale = 1.0 if is_whole else _power(30 - math.frexp(largest)[1])
    return np.rint(sizes * scale).astype(np.int64), scale


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

"""Consecutive sets in groups of a limited size."""

from __future__ import annotations

import numpy as np

from frenemy.problem.array_types import Ints, Ints32


def pack(sizes: Ints | Ints32, capacity: int) -> Ints32:
    """The group of each set: a group is closed as soon as the next set does not fit.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.engines.streamed.packing import pack
    >>> pack(np.array([2, 2, 1, 9, 1]), 4).tolist()
    [0, 0, 1, 2, 3]
    """
    groups = np.empty(len(sizes), np.int32)
    total = np.cumsum(sizes, dtype=np.int64)
    begin, done, group = 0, 0, 0
    while begin < len(sizes):
        end = max(begin + 1, int(np.searchsorted(total, done + capacity, side="right")))
        groups[begin:end] = group
        done, begin, group = int(total[end - 1]), end, group + 1
    return groups

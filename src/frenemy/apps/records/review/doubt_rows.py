"""Doubtful decisions of one kind as columns, and groups of listed pairs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from frenemy.problem import Labels
from frenemy.problem.array_types import Bools, Floats, Ints


class DoubtRows(NamedTuple):
    """Doubts of one kind, without derived columns."""

    first: Labels
    second: Labels
    record: Labels
    u: Labels
    v: Labels
    weight: Floats
    is_listed: Bools
    cost: Floats
    n_listed: Ints
    n_changed: Ints


class Edges(NamedTuple):
    """The listed pairs of a problem."""

    u: Labels
    v: Labels
    weight: Floats


class Grouped:
    """For each group: the place of its highest value, the number of values, and their sum."""

    def __init__(self, keys: Ints, values: Floats) -> None:
        order = np.lexsort((-values, keys))
        begin = np.flatnonzero(np.diff(keys[order], prepend=-1) != 0)
        self.keys = keys[order[begin]]
        self.best = order[begin]
        self.count: Ints = np.diff(begin, append=len(keys)).astype(np.int64)
        self.total: Floats = np.add.reduceat(values[order], begin) if len(begin) else np.empty(0)

"""Doubtful decisions of one kind as columns, and what they are counted from: listed pairs, in groups."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.problem import Labels

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class DoubtRows(NamedTuple):
    """Doubts of one kind, without those numbers that follow from these."""

    first: Labels
    second: Labels
    record: Labels
    u: Labels
    v: Labels
    weight: Floats
    is_listed: npt.NDArray[np.bool_]
    cost: Floats
    n_listed: Ints
    n_changed: Ints


class Edges(NamedTuple):
    """The listed pairs of a problem."""

    u: Labels
    v: Labels
    weight: Floats


class Grouped:
    """Per group, by its key: where its highest value is, how many values there are, and their sum."""

    def __init__(self, keys: Ints, values: Floats) -> None:
        order = np.lexsort((-values, keys))
        begin = np.flatnonzero(np.diff(keys[order], prepend=-1) != 0)
        self.keys = keys[order[begin]]
        self.best = order[begin]
        self.count: Ints = np.diff(begin, append=len(keys)).astype(np.int64)
        self.total: Floats = np.add.reduceat(values[order], begin) if len(begin) else np.empty(0)

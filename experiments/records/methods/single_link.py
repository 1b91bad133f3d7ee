"""Connected components at all thresholds: the merges of the pairs from the strongest down."""

from __future__ import annotations

import numpy as np

from experiments.records.data.scored_pairs import Floats, Ints
from experiments.records.methods.merges import Merges


def single_link(n: int, u: Ints, v: Ints, value: Floats) -> Merges:
    """Kruskal's algorithm (1956): ``labels(t)`` are the components of the pairs with a value of at least ``t``."""
    order = np.argsort(-value, kind="stable")
    root = list(range(n))

    def find(node: int) -> int:
        while root[node] != node:
            root[node] = root[root[node]]
            node = root[node]
        return node

    ends, at = [], []
    for place, one, other in zip(order.tolist(), u[order].tolist(), v[order].tolist(), strict=True):
        a, b = find(one), find(other)
        if a != b:
            root[b] = a
            ends.append((a, b))
            at.append(place)
    return Merges(n, np.array(ends, np.int64).reshape(-1, 2), value[np.array(at, np.intp)])

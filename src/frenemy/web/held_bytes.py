"""How much memory an object holds."""

from __future__ import annotations

from typing import Any

import numpy as np

from frenemy.problem import Problem

_PAIR_BYTES, _NODE_BYTES = 24, 8  # of a problem: a pair is listed at both ends


def held_bytes(*roots: Any) -> int:
    """The bytes of all arrays, byte strings and problems that can be reached from the objects, each counted once.

    Follows containers and the attributes of our own classes. Other threads may change the objects meanwhile; what they
    add may be missed.
    """
    n_bytes = 0
    seen: dict[int, Any] = {}  # holds what it has seen, so that no id is used twice
    left = list(roots)
    while left:
        one = left.pop()
        while isinstance(one, np.ndarray) and isinstance(one.base, np.ndarray):
            one = one.base  # a view keeps the whole array
        if id(one) in seen:
            continue
        seen[id(one)] = one
        if isinstance(one, np.ndarray):
            n_bytes += one.nbytes
        elif isinstance(one, (bytes, bytearray)):
            n_bytes += len(one)
        elif isinstance(one, Problem):
            n_bytes += _PAIR_BYTES * one.n_edges + _NODE_BYTES * one.n_nodes
        elif isinstance(one, dict):
            left += [*list(one), *list(one.values())]
        elif isinstance(one, (list, tuple, set, frozenset)):
            left += list(one)
        elif type(one).__module__.partition(".")[0] == "frenemy" and hasattr(one, "__dict__"):
            left += list(vars(one).values())
    return n_bytes

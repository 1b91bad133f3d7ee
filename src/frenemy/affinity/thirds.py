"""Thirds of a pair: nodes that a confident pair links to one of its ends.

What they have to do with the other end tells, without any truth, whether the pair is right.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

_Nodes = npt.NDArray[np.int64]
_AT_ONCE = 2**22  # thirds: some hundredths of a second


@dataclass(frozen=True, eq=False)
class Thirds:
    """Of some pairs. A third that both ends are linked to counts for each of them.

    Attributes
    ----------
    count : (n_pairs,) int64
        How many thirds there are.
    joined : (n_pairs,) int64
        How many of them are linked to the other end, too, by a confident pair.
    listed : (n_pairs,) int64
        How many of them are in a pair with the other end, whatever that weighs.
    """

    count: _Nodes
    joined: _Nodes
    listed: _Nodes


def count_thirds(
    u: npt.NDArray[np.int32],
    v: npt.NDArray[np.int32],
    is_confident: npt.NDArray[np.bool_],
    asked: npt.NDArray[np.int64],
    *,
    n_nodes: int,
) -> Thirds:
    """The thirds of the asked pairs.

    Parameters
    ----------
    u, v : (n_pairs,) int32
        All pairs, each once.
    is_confident : (n_pairs,) bool
        Which of them link their ends.
    asked : (n_asked,) int64
        Positions of those whose thirds are wanted.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.thirds import count_thirds
    >>> u, v = np.array([0, 1, 0, 2], np.int32), np.array([1, 2, 2, 3], np.int32)  # a triangle and a tail
    >>> thirds = count_thirds(u, v, np.ones(4, bool), np.arange(4), n_nodes=4)
    >>> thirds.count, thirds.joined
    (array([2, 3, 3, 2]), array([2, 2, 2, 0]))
    """
    listed = _keys(u, v, n_nodes)
    confident = _keys(u[is_confident], v[is_confident], n_nodes)
    begin = np.searchsorted(confident, np.arange(n_nodes + 1, dtype=np.int64) * n_nodes)
    degree = np.diff(begin)
    a, b = u[asked].astype(np.int64), v[asked].astype(np.int64)
    count = degree[a] + degree[b] - 2 * is_confident[asked]
    joined, seen = np.zeros(len(asked), np.int64), np.zeros(len(asked), np.int64)
    for end, other in ((a, b), (b, a)):
        total = np.cumsum(degree[end])
        first = 0
        while first < len(asked):
            # At least one pair at a time, even if its end has more thirds than that.
            done = int(total[first - 1]) if first else 0
            last = max(first + 1, int(np.searchsorted(total, done + _AT_ONCE, side="right")))
            part = slice(first, last)
            sizes = degree[end[part]]
            pair = np.repeat(np.arange(first, last), sizes)
            at = np.arange(len(pair)) - np.repeat(np.cumsum(sizes) - sizes, sizes) + np.repeat(begin[end[part]], sizes)
            wanted = other[pair] * n_nodes + confident[at] % n_nodes
            joined += np.bincount(pair[_holds(confident, wanted)], minlength=len(asked))
            seen += np.bincount(pair[_holds(listed, wanted)], minlength=len(asked))
            first = last
    return Thirds(count, joined, seen)


def _keys(u: npt.NDArray[np.int32], v: npt.NDArray[np.int32], n_nodes: int) -> _Nodes:
    """Both directions of every pair as one number, in order."""
    a, b = u.astype(np.int64), v.astype(np.int64)
    return np.sort(np.concatenate((a * n_nodes + b, b * n_nodes + a)))


def _holds(keys: _Nodes, wanted: _Nodes) -> npt.NDArray[np.bool_]:
    if not len(keys):
        return np.zeros(len(wanted), bool)
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    held: npt.NDArray[np.bool_] = keys[at] == wanted
    return held

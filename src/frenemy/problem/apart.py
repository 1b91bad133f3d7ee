"""Cannot-links: pairs that must not share a cluster, and groups of which a cluster may hold one node each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem.distinct import distinct

Ids = npt.NDArray[np.int32]


class Conflict(NamedTuple):
    """Two nodes that share a cluster but must not: because of a pair, or of a group if ``token`` is not None."""

    i: int
    j: int
    token: int | None


@dataclass(frozen=True, eq=False)
class Apart:
    """Nodes that must not share a cluster.

    A group is a *token* that its members carry, which needs memory per member, not per pair. After a contraction, a
    node may carry several tokens.

    Attributes
    ----------
    u, v : (n_pairs,) int32
        Pairs, ``u < v``, sorted, each once.
    nodes, tokens : (n_entries,) int32
        ``nodes[k]`` carries ``tokens[k]``; sorted by token and then by node, each entry once.
    n_tokens : int
    """

    u: Ids
    v: Ids
    nodes: Ids
    tokens: Ids
    n_tokens: int

    @classmethod
    def of(
        cls,
        u: npt.ArrayLike = (),
        v: npt.ArrayLike = (),
        nodes: npt.ArrayLike = (),
        tokens: npt.ArrayLike = (),
        n_tokens: int = 0,
    ) -> Apart:
        """From unsorted arrays; drops pairs of a node with itself, and tokens that only one node carries."""
        a, b = np.asarray(u, np.int64), np.asarray(v, np.int64)
        low, high = np.minimum(a, b), np.maximum(a, b)
        keys = distinct(pair_keys(low[low < high], high[low < high]))
        entries = distinct(pair_keys(np.asarray(tokens, np.int64), np.asarray(nodes, np.int64)))
        carried, carriers = pairs_of(entries)
        shared = np.bincount(carried, minlength=n_tokens)[carried] > 1
        return cls(*pairs_of(keys), carriers[shared], carried[shared], n_tokens)

    def __bool__(self) -> bool:
        return len(self.u) > 0 or len(self.nodes) > 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Apart):
            return NotImplemented
        is_same_pairs = np.array_equal(self.u, other.u) and np.array_equal(self.v, other.v)
        return is_same_pairs and self._members() == other._members()

    __hash__ = None  # type: ignore[assignment]

    def _members(self) -> set[bytes]:
        """The groups, regardless of their numbers."""
        ends = np.flatnonzero(np.diff(self.tokens, append=-1)) + 1
        return {part.tobytes() for part in np.split(self.nodes, ends)}

    def __add__(self, other: Apart) -> Apart:
        return Apart.of(
            np.concatenate((self.u, other.u)),
            np.concatenate((self.v, other.v)),
            np.concatenate((self.nodes, other.nodes)),
            np.concatenate((self.tokens, other.tokens + self.n_tokens)),
            self.n_tokens + other.n_tokens,
        )

    def mapped(self, to: npt.NDArray[np.integer]) -> Apart:
        """The same with nodes renumbered by ``to``; nodes mapped to -1 are dropped, several nodes may be merged."""
        u, v, nodes = to[self.u], to[self.v], to[self.nodes]
        kept, kept_nodes = (u >= 0) & (v >= 0), nodes >= 0
        return Apart.of(u[kept], v[kept], nodes[kept_nodes], self.tokens[kept_nodes], self.n_tokens)

    def conflict(self, labels: npt.NDArray[np.integer]) -> Conflict | None:
        """Two nodes that these labels join although they must be apart; None if there are none."""
        joined = np.flatnonzero(labels[self.u] == labels[self.v])
        if len(joined):
            return Conflict(int(self.u[joined[0]]), int(self.v[joined[0]]), None)
        order, _, lengths = self._buckets(labels)
        if not (lengths > 1).any():
            return None
        first = int((np.cumsum(lengths) - lengths)[np.argmax(lengths > 1)])
        return Conflict(
            int(self.nodes[order[first]]), int(self.nodes[order[first + 1]]), int(self.tokens[order[first]])
        )

    def group_pairs(
        self, labels: npt.NDArray[np.integer], *, max_pairs: int, max_of_one: int | None = None
    ) -> tuple[npt.NDArray[np.int64], bool]:
        """Keys of the pairs of a group that share a cluster, and whether these are all.

        The smallest groups come first, up to ``max_pairs`` pairs in total.

        With ``max_of_one``, a group of n nodes with more pairs than that gives a ring of ``max_of_one // n`` pairs per
        node instead of all its pairs.
        """
        order, starts, lengths = self._buckets(labels)
        is_ring = np.zeros(len(lengths), bool)
        per_node = np.maximum(lengths - 1, 0)
        if max_of_one is not None:
            is_ring = lengths * (lengths - 1) // 2 > max_of_one
            per_node = np.where(is_ring, np.minimum(np.maximum(max_of_one // np.maximum(lengths, 1), 1), 64), per_node)
        counts = np.where(is_ring, lengths * per_node, lengths * (lengths - 1) // 2)
        by_size = np.argsort(counts, kind="stable")
        chosen = by_size[np.cumsum(counts[by_size]) <= max_pairs]
        chosen = chosen[counts[chosen] > 0]
        is_all = len(chosen) == int((lengths > 1).sum()) and not is_ring.any()
        if not len(chosen):
            return np.empty(0, np.int64), is_all
        members = self.nodes[order]
        # One row per member: its position, its number of partners, and the start and size of its group.
        size, begin = lengths[chosen], starts[chosen]
        total = int(size.sum())
        place = np.arange(total) - np.repeat(np.cumsum(size) - size, size)
        size_of, begin_of = np.repeat(size, size), np.repeat(begin, size)
        partners = np.where(np.repeat(is_ring[chosen], size), np.repeat(per_node[chosen], size), size_of - 1 - place)
        row = np.repeat(np.arange(total), partners)
        step = 1 + np.arange(len(row)) - np.repeat(np.cumsum(partners) - partners, partners)
        i = members[begin_of[row] + place[row]]
        j = members[begin_of[row] + (place[row] + step) % size_of[row]]
        return distinct(pair_keys(np.minimum(i, j), np.maximum(i, j))), is_all

    def joined_pairs(self, labels: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Keys of the listed pairs that these labels join."""
        joined = labels[self.u] == labels[self.v]
        return pair_keys(self.u[joined], self.v[joined])

    def _buckets(
        self, labels: npt.NDArray[np.integer]
    ) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Entries grouped by cluster and token: their order, and the start and length of each bucket."""
        if not len(self.nodes):
            return np.empty(0, np.intp), np.empty(0, np.int64), np.empty(0, np.int64)
        keys = labels[self.nodes].astype(np.int64) * self.n_tokens + self.tokens
        order = np.argsort(keys, kind="stable")
        starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
        return order, starts, np.diff(starts, append=len(keys))

    def is_kept_by(self, labels: Ids) -> bool:
        """Whether labels in ``0..n_nodes-1`` satisfy all constraints."""
        return not self or _core.is_kept_apart(labels, self.u, self.v, self.nodes, self.tokens)

    def kept_by(self, graph: _core.Graph, labels: Ids, run: _core.Run) -> Ids:
        """The labels with clusters split to satisfy the constraints, at little cost; at more if the run has expired."""
        kept: Ids = _core.keep_apart(graph, labels, self.u, self.v, self.nodes, self.tokens, run)
        return kept

    def forbidden_attraction(self, graph: _core.Graph) -> float:
        """Total weight of the attracting listed pairs that must be apart."""
        return _core.forbidden_attraction(graph, self.u, self.v, self.nodes, self.tokens) if self else 0.0


def pair_keys(low: npt.NDArray[np.integer], high: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """One integer per pair, which sorts like the pairs."""
    keys: npt.NDArray[np.int64] = (low.astype(np.int64) << 32) | high.astype(np.int64)
    return keys


def pairs_of(keys: npt.NDArray[np.int64]) -> tuple[Ids, Ids]:
    """The inverse of :func:`pair_keys`."""
    return (keys >> 32).astype(np.int32), (keys & 0xFFFFFFFF).astype(np.int32)

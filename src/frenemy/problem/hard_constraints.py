"""Hard constraints of a problem: nodes that must be together or apart, and contradictions between the two."""

from __future__ import annotations

import itertools
import warnings
from collections import deque
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.problem.apart import Apart, Conflict, Ids

_MAX_LINKS_SHOWN = 8


class Contradiction(ValueError):
    """Must-links join two nodes that must be apart.

    Attributes
    ----------
    chain : list of int
        The nodes along the links, from one of the two to the other.
    """

    def __init__(self, chain: list[int], is_group: bool, group: Any) -> None:
        super().__init__(chain, is_group, group)
        self.chain = chain

    def __str__(self) -> str:
        return self.message(f"nodes {self.chain[0]} and {self.chain[-1]}", [str(node) for node in self.chain])

    def told(self, both: str, chain: list[str]) -> str:
        """Deprecated: use :meth:`message`."""
        warnings.warn("Contradiction.told is now called message", DeprecationWarning, stacklevel=2)
        return self.message(both, chain)

    def message(self, both: str, chain: list[str]) -> str:
        """The message, with other names for the nodes."""
        links = [f"{a}-{b}" for a, b in itertools.pairwise(chain)]
        if len(links) > _MAX_LINKS_SHOWN:
            half = _MAX_LINKS_SHOWN // 2
            links = [*links[:half], f"... {len(links) - 2 * half} more ...", *links[-half:]]
        _, is_group, group = self.args
        return f"{_reason(both, is_group, group)}, but must-links join them: {', '.join(links)}"


@dataclass(frozen=True, eq=False)
class HardConstraints:
    """Constraints that every clustering of a problem must satisfy; free of contradictions.

    Attributes
    ----------
    n_nodes : int
    links : (n_links, 2) int32
        Pairs that must be together.
    apart : Apart
        Pairs and groups that must be apart.
    group_names : tuple
        The user's name for the group of each token of ``apart``.
    """

    n_nodes: int
    links: Ids = field(default_factory=lambda: np.empty((0, 2), np.int32))
    apart: Apart = field(default_factory=Apart.of)
    group_names: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        conflict = self.apart.conflict(self.joined)
        if conflict is not None:
            name = None if conflict.token is None else self.group_names[conflict.token]
            raise Contradiction(self._chain(conflict.i, conflict.j), conflict.token is not None, name)

    @cached_property
    def joined(self) -> npt.NDArray[np.int32]:
        """(n_nodes,): components connected by must-links, ``0..k-1`` by first appearance."""
        if not len(self.links):
            return np.arange(self.n_nodes, dtype=np.int32)
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        present = np.ones(len(self.links), bool)
        graph = coo_array((present, (self.links[:, 0], self.links[:, 1])), shape=(self.n_nodes, self.n_nodes))
        labels: npt.NDArray[np.int32] = connected_components(graph.tocsr(), directed=False)[1]
        return labels.astype(np.int32, copy=False)

    def reason(self, conflict: Conflict) -> str:
        """Why two nodes must be apart, as the first half of a message."""
        name = None if conflict.token is None else self.group_names[conflict.token]
        return _reason(f"nodes {conflict.i} and {conflict.j}", conflict.token is not None, name)

    def _chain(self, i: int, j: int) -> list[int]:
        """The nodes of the shortest chain of must-links from i to j."""
        neighbors: dict[int, list[int]] = {}
        for a, b in self.links.tolist():
            neighbors.setdefault(a, []).append(b)
            neighbors.setdefault(b, []).append(a)
        came_from = {i: i}
        queue = deque([i])
        while j not in came_from:
            at = queue.popleft()
            for other in neighbors[at]:
                if other not in came_from:
                    came_from[other] = at
                    queue.append(other)
        path = [j]
        while path[-1] != i:
            path.append(came_from[path[-1]])
        return path[::-1]

    # ------------------------------------------------------------------------------------------------ carried over

    def contracted(self, labels: Ids, n_clusters: int) -> HardConstraints:
        """The same for clusters as nodes; an error if a cluster holds what must be apart."""
        conflict = self.apart.conflict(labels)
        if conflict is not None:
            raise ValueError(f"{self.reason(conflict)}, but the labels join them in cluster {labels[conflict.i]}")
        links = labels[self.links]
        return HardConstraints(n_clusters, _without_self_links(links), self.apart.mapped(labels), self.group_names)

    def restricted(self, nodes: Ids) -> HardConstraints:
        """The constraints among some nodes, in the order given, including those implied through other nodes."""
        n_groups = int(self.joined.max(initial=-1)) + 1
        group = self.joined[nodes]
        # One kept node represents each group of linked nodes and inherits the constraints of dropped ones.
        representative = np.full(n_groups, -1, np.int64)
        representative[group[::-1]] = np.arange(len(nodes))[::-1]
        links = np.stack((representative[group], np.arange(len(nodes))), axis=1).astype(np.int32)
        return HardConstraints(
            len(nodes), _without_self_links(links), self.apart.mapped(representative[self.joined]), self.group_names
        )

    # -------------------------------------------------------------------------------------------------- plain things

    def __bool__(self) -> bool:
        return len(self.links) > 0 or bool(self.apart)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HardConstraints):
            return NotImplemented
        return np.array_equal(self.joined, other.joined) and self.apart == other.apart

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        counts = {
            "must_link": len(self.links),
            "cannot_link": len(self.apart.u),
            "groups": len(np.unique(self.apart.tokens)),
        }
        return ", ".join(f"{name}={count}" for name, count in counts.items() if count)


def _reason(both: str, is_group: bool, group: Any) -> str:
    if not is_group:
        return f"{both} must be apart"
    return f"{both} are both in group {group!r}, of which a cluster may hold one"


def _without_self_links(links: npt.NDArray[np.integer]) -> Ids:
    """Drop pairs of a node with itself."""
    return np.ascontiguousarray(links[links[:, 0] != links[:, 1]], dtype=np.int32)

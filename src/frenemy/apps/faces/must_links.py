"""Pairs of ids that are known to be the same: what they chain up to, and how to take a chain apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

Link = tuple[str, str]


class Chains:
    """Which ids links tie together. An id that no link names is a chain of its own."""

    def __init__(self, links: Iterable[Link] = ()) -> None:
        self._parent: dict[str, str] = {}
        for a, b in links:
            self.join(a, b)

    def of(self, id: str) -> str:
        """The id that speaks for the whole chain."""
        root = id
        while (parent := self._parent.get(root, root)) != root:
            root = parent
        while (parent := self._parent.get(id, id)) != root:
            self._parent[id] = root
            id = parent
        return root

    def join(self, a: str, b: str) -> None:
        a, b = self.of(a), self.of(b)
        if a != b:
            self._parent[max(a, b)] = min(a, b)

    def all_of(self, ids: Iterable[str]) -> set[str]:
        """Who speaks for the chains of these ids."""
        return {self.of(id) for id in ids}


def parted(links: Sequence[Link], ones: Collection[str], others: Collection[str]) -> tuple[list[Link], list[Link]]:
    """Links without those that chain any of ``ones`` to any of ``others``, and those that were taken away.

    The newest (last) links are kept as long as they chain no two sides together, so it is the oldest that go.
    """
    chains = Chains()
    side: Mapping[str, int] = {**dict.fromkeys(ones, 1), **dict.fromkeys(others, 2)}
    sides = dict(side)
    kept, gone = [], []
    for link in reversed(links):
        a, b = chains.of(link[0]), chains.of(link[1])
        if {sides.get(a), sides.get(b)} == {1, 2}:
            gone.append(link)
            continue
        chains.join(a, b)
        known = sides.get(a) or sides.get(b)
        if known:
            sides[chains.of(a)] = known
        kept.append(link)
    return kept[::-1], gone[::-1]


def chained(ids: Sequence[str]) -> list[Link]:
    """Links that tie all of these to the first one."""
    return [(ids[0], id) for id in ids[1:]]

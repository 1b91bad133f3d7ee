"""Must-links between ids: the chains they form, and how to split a chain."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

Link = tuple[str, str]


class Chains:
    """Connected components of links (union-find). An id without links is a chain of its own."""

    def __init__(self, links: Iterable[Link] = ()) -> None:
        self._parent: dict[str, str] = {}
        for a, b in links:
            self.join(a, b)

    def of(self, id: str) -> str:
        """The representative id of the chain."""
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
        """The representatives of the chains of these ids."""
        return {self.of(id) for id in ids}


def parted(links: Sequence[Link], ones: Collection[str], others: Collection[str]) -> tuple[list[Link], list[Link]]:
    """Split links so that none of ``ones`` is chained to any of ``others``: links to keep, and links to drop.

    Links are kept from the newest (last) on unless they connect the two sides, so the oldest are dropped.
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
    """Links from the first id to all others."""
    return [(ids[0], id) for id in ids[1:]]

"""Pairs of faces that one step of the user made, which are listed and deleted together."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal, NamedTuple, get_args

from frenemy.apps.faces.corrections.must_links import Link

BatchKind = Literal["move", "merge", "split", "one person"]
BATCH_KINDS: tuple[BatchKind, ...] = get_args(BatchKind)


class Batch(NamedTuple):
    """Pairs that one step made.

    Attributes
    ----------
    kind : {"move", "merge", "split", "one person"}
    faces : tuple of str
        The faces that were moved, merged or split off, or that are one person.
    others : tuple of str
        A face of each person that they were moved to, merged with or split from; none for a new person.
    same, apart : pairs of face ids
    """

    kind: BatchKind
    faces: tuple[str, ...]
    others: tuple[str, ...]
    same: tuple[Link, ...]
    apart: tuple[Link, ...]

    @property
    def n_pairs(self) -> int:
        return len(self.same) + len(self.apart)

    def within(self, same: Collection[Link], apart: Collection[Link]) -> Batch:
        """With the pairs that still hold, and their faces."""
        kept = tuple(it for it in self.same if it in same), tuple(it for it in self.apart if it in apart)
        if len(kept[0]) == len(self.same) and len(kept[1]) == len(self.apart):
            return self
        there = {id for pairs in kept for pair in pairs for id in pair}
        faces, others = (tuple(id for id in ids if id in there) for ids in (self.faces, self.others))
        return Batch(self.kind, faces, others, *kept)

    def renumbered(self, new: Callable[[str], str]) -> Batch:
        """With new ids for the same faces."""
        faces, others = (tuple(map(new, ids)) for ids in (self.faces, self.others))
        same, apart = (tuple((new(a), new(b)) for a, b in pairs) for pairs in (self.same, self.apart))
        return Batch(self.kind, faces, others, same, apart)

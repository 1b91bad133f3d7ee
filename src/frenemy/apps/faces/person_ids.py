"""Names for people that machines use: a person keeps its id as long as most of it stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from frenemy.apps.faces.people import People


class PersonIds(NamedTuple):
    """The id of each person, and how many were given so far; none is given twice."""

    ids: tuple[str, ...]
    n_given: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number in each id."""
        return tuple(int(id[1:]) for id in self.ids)


def first_ids(n_people: int) -> PersonIds:
    """Ids for people that nobody has seen before: ``p1`` is the largest."""
    return PersonIds(tuple(f"p{number}" for number in range(1, n_people + 1)), n_people)


def kept_ids(before: People, ids: PersonIds, after: People, *, known: Mapping[int, str] | None = None) -> PersonIds:
    """Ids after people were found anew.

    Who a person was can be ``known`` by a face that stays with it: then whoever has that face gets the id. Of others
    that share faces, the pair with the most goes first; who shares faces with nobody that is left gets an id that was
    never used.
    """
    common: Counter[tuple[int, int]] = Counter()
    for face, person in zip(after.faces.faces, after.labels.tolist(), strict=True):
        at = before.faces.index.get(face.id)
        if at is not None and person >= 0 and before.labels[at] >= 0:
            common[int(before.labels[at]), person] += 1
    kept: dict[int, str] = {}
    left = set(range(before.n_people))
    for old, face_id in (known or {}).items():
        new = int(after.labels[after.faces.index[face_id]])
        if new >= 0 and new not in kept:
            kept[new] = ids.ids[old]
            left.remove(old)
    for (old, new), _ in sorted(common.items(), key=lambda item: (-item[1], item[0])):
        if old in left and new not in kept:
            kept[new] = ids.ids[old]
            left.remove(old)
    n_given = ids.n_given
    found = []
    for person in range(after.n_people):
        if person not in kept:
            n_given += 1
        found.append(kept.get(person, f"p{n_given}"))
    return PersonIds(tuple(found), n_given)

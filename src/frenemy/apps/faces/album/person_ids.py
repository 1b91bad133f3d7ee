"""Ids of people: a person keeps its id as long as most of its faces stay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from frenemy.apps.faces.people import People
from frenemy.apps.matching import match_by_overlap


class PersonIds(NamedTuple):
    """The id of each person, and how many ids were given so far; none is given twice."""

    ids: tuple[str, ...]
    n_given: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number in each id."""
        return tuple(int(id[1:]) for id in self.ids)


def first_ids(n_people: int) -> PersonIds:
    """Ids for a new album: ``p1`` is the largest person."""
    return PersonIds(tuple(f"p{number}" for number in range(1, n_people + 1)), n_people)


def kept_ids(before: People, ids: PersonIds, after: People, *, known: Mapping[int, str] | None = None) -> PersonIds:
    """Ids after people have changed.

    A person can be ``known`` by a face that stays with it: then the person that has this face gets the id. The others
    are matched by the number of common faces, largest first; people without a match get new ids.
    """
    common: Counter[tuple[int, int]] = Counter()
    for face, person in zip(after.faces.faces, after.labels.tolist(), strict=True):
        at = before.faces.index.get(face.id)
        if at is not None and person >= 0 and before.labels[at] >= 0:
            common[int(before.labels[at]), person] += 1
    given: dict[int, int] = {}
    for old, face_id in (known or {}).items():
        new = int(after.labels[after.faces.index[face_id]])
        if new >= 0:
            given.setdefault(new, old)
    overlaps = ((old, new, count, old) for (old, new), count in common.items())
    kept = {new: ids.ids[old] for new, old in match_by_overlap(overlaps, known=given).items()}
    n_given = ids.n_given
    found = []
    for person in range(after.n_people):
        if person not in kept:
            n_given += 1
        found.append(kept.get(person, f"p{n_given}"))
    return PersonIds(tuple(found), n_given)

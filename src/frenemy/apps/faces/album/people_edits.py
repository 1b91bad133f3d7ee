"""From what a person does with people to corrections of faces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.corrections.person_name import clean_name
from frenemy.apps.faces.people import People


class Edit(NamedTuple):
    """What an edit leads to.

    Attributes
    ----------
    corrections : Corrections
        All of them, with those that this edit made, and what it dropped.
    staying : mapping from person to face id
        A face that stays with the person, and so identifies it afterwards.
    """

    corrections: Corrections
    staying: Mapping[int, str] = {}


def one_person(people: People, faces: Sequence[str]) -> Edit:
    """All of these faces are one person."""
    ids = list(dict.fromkeys(faces))
    return Edit(people.corrections.with_merged(ids).as_batch(people.corrections, "one person", ids))


def move(people: People, faces: Sequence[str], into: int | None) -> Edit:
    """These faces belong to a person, or to a new one."""
    by_source = _by_person(people, faces)
    target = [] if into is None else _ids_of(people, into)
    name = None if into is None else people.names[into]
    said = _begin(people)
    new: list[str] = []  # faces of the new person
    for source, moved in by_source.items():
        if source != into:
            there = new if into is None else target
            said = _then(said, said.with_moved(moved, into=there, out_of=_ids_of(people, source), name=name))
            new += moved
        elif moved != target[:1]:
            said = _then(said, said.with_merged([target[0], *moved]))
    staying = _staying(people, [*by_source, *([] if into is None else [into])], faces)
    return Edit(said.as_batch(people.corrections, "move", faces, target[:1]), staying)


def split(people: People, person: int, faces: Sequence[str]) -> Edit:
    """A person is two: these faces are a new person, and all others stay."""
    theirs, side = _ids_of(people, person), set(faces)
    moved, rest = ([id for id in theirs if (id in side) == is_in] for is_in in (True, False))
    if not moved or not rest:
        raise ValueError(
            f"a person is split in two sides of some faces each, got {len(moved)} of {len(theirs)} on one side"
        )
    said = people.corrections.with_split(moved, rest)
    return Edit(said.as_batch(people.corrections, "split", moved, rest[:1]), {person: rest[0]})


def merge(people: People, into: int, others: Iterable[int]) -> Edit:
    """People are one, with all their faces; if several have a name, the first one stays."""
    theirs, name, said = _ids_of(people, into), people.names[into], _begin(people)
    typical = []
    for other in dict.fromkeys(others):
        faces = _ids_of(people, other)
        said = _then(said, said.with_merged([*theirs, *faces], name=name, old=people.names[other]))
        typical.append(faces[0])
    return Edit(said.as_batch(people.corrections, "merge", typical, theirs[:1]), {into: theirs[0]})


def name(people: People, person: int, text: str, namesake: int | None) -> Edit:
    """A person has a name, or none if the text is empty. It is one with the person who has this name already."""
    given, old, said = clean_name(text), people.names[person], _begin(people)
    theirs, kept = _ids_of(people, person), person
    if namesake is not None and namesake != person:
        kept = namesake
        known = people.names[namesake]
        said = _then(said, said.with_merged([*_ids_of(people, namesake), *theirs], name=known, old=old))
        old = known
    said = _then(said, said.with_name(theirs, given, old=old))
    return Edit(said, {kept: _ids_of(people, kept)[0]})


def confirm(people: People, face: str) -> Edit:
    """A face belongs to its person: linked there, and apart from the next best person."""
    node = people.faces.index[face]
    others = [id for id in _ids_of(people, int(people.labels[node])) if id != face]
    runner_up = int(people.runner_up[node])
    said = _begin(people)
    if others:
        said = _then(said, said.with_same(face, others[0]))
    if runner_up >= 0:
        said = _then(said, said.with_apart(face, _ids_of(people, runner_up)[0]))
    return Edit(said)


def _begin(people: People) -> Corrections:
    return replace(people.corrections, dropped=())


def _then(before: Corrections, after: Corrections) -> Corrections:
    """The corrections after one more step, with what all steps dropped."""
    return replace(after, dropped=(*before.dropped, *after.dropped))


def _ids_of(people: People, person: int) -> list[str]:
    return [face.id for face in people.faces_of(person)]


def _by_person(people: People, faces: Sequence[str]) -> dict[int, list[str]]:
    """The faces of each person, as far as they are among these."""
    found: dict[int, list[str]] = {}
    for face in dict.fromkeys(faces):
        found.setdefault(int(people.labels[people.faces.index[face]]), []).append(face)
    return found


def _staying(people: People, persons: Iterable[int], moved: Sequence[str]) -> dict[int, str]:
    """The most typical face of each of these people that is not moved."""
    gone = set(moved)
    left = {person: [id for id in _ids_of(people, person) if id not in gone] for person in persons}
    return {person: ids[0] for person, ids in left.items() if ids}

"""Changes that the page asks for, as steps of an album: a body of JSON in, a new album out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.corrections import Corrections
from frenemy.apps.faces.person_name import same_name
from frenemy.web.refusal import Refusal

_MOST_FACES = 20_000  # in one change


@dataclass(frozen=True)
class Change:
    """One thing a person did on the page.

    Attributes
    ----------
    kind : str
        One of :data:`KINDS`.
    faces, people : tuple of str
        Ids of those it is about.
    to : str or None
        Id of the person that faces are moved to; None is somebody new.
    text : str or None
        A name.
    taken_back : str or None
        The kind of correction that is taken back.
    revision : str
        The state of the album the person saw.
    """

    kind: str
    faces: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    to: str | None = None
    text: str | None = None
    taken_back: str | None = None
    revision: str = ""

    @property
    def person_ids(self) -> tuple[str, ...]:
        """All people it speaks of."""
        return (*self.people, *(() if self.to is None else (self.to,)))


def read_change(body: bytes) -> Change:
    """The change in a body of JSON; refused with a sentence where there is none."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Refusal(400, f"a change is told as JSON: {error}") from error
    if not isinstance(said, dict):
        raise Refusal(400, "a change is a JSON object")
    kind = said.get("do")
    if kind not in KINDS:
        raise Refusal(400, f"{kind!r} is none of the changes: {', '.join(KINDS)}")
    people = said.get("people", [said["person"]] if "person" in said else [])
    change = Change(
        kind=kind,
        faces=_ids(said.get("faces", []), "faces"),
        people=_ids(people, "people"),
        to=_text(said.get("to"), "to"),
        text=_text(said.get("text", said.get("name")), "text"),
        taken_back=_text(said.get("kind"), "kind"),
        revision=_text(said.get("revision"), "revision") or "",
    )
    fewest_faces, fewest_people = _NEEDED[kind]
    if len(change.faces) < fewest_faces or len(change.people) < fewest_people:
        needed = f"{fewest_faces} faces" if fewest_faces else f"{fewest_people} people"
        raise Refusal(400, f"the change {kind!r} is about at least {needed}")
    return change


def made(album: Album, change: Change) -> Album:
    """The album after the change, one step of its history later; ``ValueError`` where it cannot be."""
    return _STEPS[change.kind](album, change)


def _same(album: Album, change: Change) -> Album:
    for face in change.faces:
        album.person_of(face)
    return album.correct(album.corrections.with_merged(change.faces))


def _apart(album: Album, change: Change) -> Album:
    return album.not_same(*change.faces[:2])


def _move(album: Album, change: Change) -> Album:
    moved = album.move(change.faces, change.to)
    if not change.text:
        return moved
    # One step, though it is two corrections.
    return album.correct(moved.name(moved.person_of(change.faces[0]), change.text).corrections)


def _merge(album: Album, change: Change) -> Album:
    into, first, *others = change.people
    merged = album.merge(into, first)
    if not others:
        return merged
    faces = [face.id for id in change.people for face in album.people.faces_of(album.person(id))]
    return album.correct(merged.corrections.with_merged(faces))


def _apart_people(album: Album, change: Change) -> Album:
    one, other = (album.people.faces_of(album.person(id))[0].id for id in change.people[:2])
    return album.not_same(one, other)


def _name(album: Album, change: Change) -> Album:
    return album.name(change.people[0], change.text or "")


def _not_faces(album: Album, change: Change) -> Album:
    said = album.corrections
    for face in change.faces:
        album.person_of(face)
        said = said.without_face(face)
    return album.correct(said)


def _take_back(album: Album, change: Change) -> Album:
    return album.correct(_without(album.corrections, change))


def _without(said: Corrections, change: Change) -> Corrections:
    """What was said, without one of it."""
    kind, pair = change.taken_back, tuple(change.faces)
    if kind == "not_face":
        return said.with_face(pair[0])
    if kind in ("same", "apart"):
        kept = tuple(it for it in getattr(said, kind) if it != pair)
        return Corrections(**{**_fields(said), kind: kept})
    if kind == "name":
        kept_names = tuple(it for it in said.names if not same_name(it.text, change.text or ""))
        return Corrections(**{**_fields(said), "names": kept_names})
    raise Refusal(400, f"{kind!r} is no kind of correction: same, apart, name, not_face")


def _fields(said: Corrections) -> dict[str, Any]:
    return {name: getattr(said, name) for name in ("same", "apart", "names", "not_faces", "boxes")}


_STEPS: dict[str, Callable[[Album, Change], Album]] = {
    "same": _same,
    "apart": _apart,
    "move": _move,
    "merge": _merge,
    "apart_people": _apart_people,
    "name": _name,
    "not_faces": _not_faces,
    "take_back": _take_back,
    "undo": lambda album, _: album.undo(),
    "redo": lambda album, _: album.redo(),
}

#: Faces and people that each is about, at least.
_NEEDED = {
    "same": (2, 0),
    "apart": (2, 0),
    "move": (1, 0),
    "merge": (0, 2),
    "apart_people": (0, 2),
    "name": (0, 1),
    "not_faces": (1, 0),
    "take_back": (1, 0),
    "undo": (0, 0),
    "redo": (0, 0),
}

#: What a change may be.
KINDS = tuple(_NEEDED)

#: What each is called where it can be undone.
WORDS = {
    "same": "“same”",
    "apart": "“not the same”",
    "move": "move",
    "merge": "merge",
    "apart_people": "“not the same”",
    "name": "name",
    "not_faces": "“not a face”",
    "take_back": "taking back",
}


def _ids(value: object, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Refusal(400, f"{name} must be a list of ids")
    if len(value) > _MOST_FACES:
        raise Refusal(413, f"a change is about at most {_MOST_FACES:,} {name}")
    return tuple(dict.fromkeys(value))


def _text(value: object, name: str) -> str | None:
    if value is not None and not isinstance(value, str):
        raise Refusal(400, f"{name} must be text, got {value!r:.100}")
    return value

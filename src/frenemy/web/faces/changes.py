"""Changes that the page requests, applied to an album: JSON in, a new album out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.corrections.batch import Batch
from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.corrections.person_name import same_name
from frenemy.web.request_error import RequestError

_MAX_FACES = 20_000  # per change


@dataclass(frozen=True)
class Change:
    """One change by the user.

    Attributes
    ----------
    kind : str
        One of :data:`KINDS`.
    faces, people : tuple of str
        Ids of the faces and people it concerns.
    to : str or None
        Id of the person that faces move to; None is a new person.
    text : str or None
        A name.
    deleted_kind : str or None
        The kind of the correction to delete.
    revision : str
        The revision of the album that the user saw.
    """

    kind: str
    faces: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    to: str | None = None
    text: str | None = None
    deleted_kind: str | None = None
    revision: str = ""

    @property
    def person_ids(self) -> tuple[str, ...]:
        """All people it concerns."""
        return (*self.people, *(() if self.to is None else (self.to,)))


def read_change(body: bytes) -> Change:
    """The change in a JSON body; raises :class:`RequestError` if it is invalid."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RequestError(400, f"a change must be JSON: {error}") from error
    if not isinstance(data, dict):
        raise RequestError(400, "a change must be a JSON object")
    kind = data.get("do")
    if kind not in KINDS:
        raise RequestError(400, f"unknown change {kind!r}; known are {', '.join(KINDS)}")
    people = data.get("people", [data["person"]] if "person" in data else [])
    change = Change(
        kind=kind,
        faces=_ids(data.get("faces", []), "faces"),
        people=_ids(people, "people"),
        to=_text(data.get("to"), "to"),
        text=_text(data.get("text", data.get("name")), "text"),
        deleted_kind=_text(data.get("kind"), "kind"),
        revision=_text(data.get("revision"), "revision") or "",
    )
    min_faces, min_people = _REQUIRED[kind]
    if len(change.faces) < min_faces or len(change.people) < min_people:
        required = [f"{n} {what}" for n, what in ((min_faces, "faces"), (min_people, "people")) if n]
        raise RequestError(400, f"the change {kind!r} needs at least {' and '.join(required)}")
    return change


def apply_change(album: Album, change: Change) -> Album:
    """The album after the change, which is one step of its history; raises ``ValueError`` if it is impossible."""
    after = _STEPS[change.kind](album, change)
    return after if after is album or change.kind in ("undo", "redo") else after.labeled(change.kind)


def _same(album: Album, change: Change) -> Album:
    return album.one_person(change.faces)


def _apart(album: Album, change: Change) -> Album:
    return album.not_same(*change.faces[:2])


def _move(album: Album, change: Change) -> Album:
    moved = album.move(change.faces, change.to)
    if not change.text:
        return moved
    # Two corrections in one step of the history.
    return album.correct(moved.name(moved.person_of(change.faces[0]), change.text).corrections)


def _merge(album: Album, change: Change) -> Album:
    return album.merge(*change.people)


def _split(album: Album, change: Change) -> Album:
    return album.split(change.people[0], change.faces)


def _apart_people(album: Album, change: Change) -> Album:
    one, other = (album.people.faces_of(album.person(id))[0].id for id in change.people[:2])
    return album.not_same(one, other)


def _name(album: Album, change: Change) -> Album:
    return album.name(change.people[0], change.text or "")


def _not_faces(album: Album, change: Change) -> Album:
    corrections = album.corrections
    for face in change.faces:
        album.person_of(face)
        corrections = corrections.without_face(face)
    return album.correct(corrections)


def _delete(album: Album, change: Change) -> Album:
    return album.correct(_without(album.corrections, change))


def _without(corrections: Corrections, change: Change) -> Corrections:
    """The corrections without the one that the change deletes."""
    kind, pair = change.deleted_kind, tuple(change.faces)
    if kind == "not_face":
        return corrections.with_face(pair[0])
    if kind == "batch":
        batch = next((it for it in corrections.batches if batch_key(it) == change.text), None)
        return corrections if batch is None else corrections.without_batch(batch)
    if kind in ("same", "apart"):
        kept = tuple(it for it in getattr(corrections, kind) if it != pair)
        return Corrections(**{**_fields(corrections), kind: kept})
    if kind == "name":
        kept_names = tuple(it for it in corrections.names if not same_name(it.text, change.text or ""))
        return Corrections(**{**_fields(corrections), "names": kept_names})
    raise RequestError(400, f"unknown kind of correction {kind!r}; known are same, apart, name, not_face, batch")


def _fields(corrections: Corrections) -> dict[str, Any]:
    return {name: getattr(corrections, name) for name in ("same", "apart", "names", "not_faces", "batches", "boxes")}


_STEPS: dict[str, Callable[[Album, Change], Album]] = {
    "same": _same,
    "apart": _apart,
    "move": _move,
    "merge": _merge,
    "split": _split,
    "apart_people": _apart_people,
    "name": _name,
    "not_faces": _not_faces,
    "take_back": _delete,
    "undo": lambda album, _: album.undo(),
    "redo": lambda album, _: album.redo(),
}

#: The minimal numbers of faces and people of each change.
_REQUIRED = {
    "same": (2, 0),
    "apart": (2, 0),
    "move": (1, 0),
    "merge": (0, 2),
    "split": (1, 1),
    "apart_people": (0, 2),
    "name": (0, 1),
    "not_faces": (1, 0),
    "take_back": (1, 0),
    "undo": (0, 0),
    "redo": (0, 0),
}

#: All kinds of changes.
KINDS = tuple(_REQUIRED)

_UNDO_LABELS = {
    "same": "“same”",
    "apart": "“not the same”",
    "move": "move",
    "merge": "merge",
    "split": "split",
    "apart_people": "“not the same”",
    "name": "name",
    "not_faces": "“not a face”",
    "take_back": "deleting a correction",
}


def batch_key(batch: Batch) -> str:
    """The name of a batch on the page."""
    return hashlib.sha256(repr(batch).encode()).hexdigest()[:16]


def undo_label(kind: str) -> str:
    """What the undo button calls a kind of change; steps that other programs made have no known kind."""
    return _UNDO_LABELS.get(kind, "change")


def _ids(value: object, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise RequestError(400, f"{name} must be a list of ids")
    if len(value) > _MAX_FACES:
        raise RequestError(413, f"a change takes at most {_MAX_FACES:,} {name}")
    return tuple(dict.fromkeys(value))


def _text(value: object, name: str) -> str | None:
    if value is not None and not isinstance(value, str):
        raise RequestError(400, f"{name} must be text, got {value!r:.100}")
    return value

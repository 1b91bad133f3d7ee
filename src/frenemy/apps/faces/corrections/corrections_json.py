"""The format of corrections.json, read strictly, so that nothing is lost silently."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from frenemy.apps.faces.corrections.batch import BATCH_KINDS, Batch
from frenemy.apps.faces.corrections.corrections import Corrections, Name
from frenemy.apps.faces.corrections.must_links import Chains, Link
from frenemy.apps.faces.corrections.person_name import clean_name, same_name
from frenemy.apps.faces.photos.face import Box
from frenemy.io.json_text import loaded_json
from frenemy.io.text import cut

FORMAT = "frenemy face corrections"
VERSION = 2
_READABLE = (1, VERSION)  # 1 has no batches
_PARTS = {"format", "version", "same", "apart", "names", "not_faces", "batches", "boxes"}


def corrections_to_json(corrections: Corrections) -> str:
    """The corrections as text, one per line, so that versions can be compared line by line.

    Examples
    --------
    >>> from frenemy.apps.faces.corrections.corrections import Corrections
    >>> from frenemy.apps.faces.corrections.corrections_json import corrections_from_json, corrections_to_json
    >>> said = Corrections().with_apart("a-0", "b-0")
    >>> corrections_from_json(corrections_to_json(said)) == said
    True
    """
    names = [{"text": name.text, "faces": list(name.faces)} for name in corrections.names]
    batches = [batch._asdict() for batch in corrections.batches]
    boxes = [f"{json.dumps(id)}: {json.dumps(list(box))}" for id, box in sorted(corrections.boxes.items())]
    parts = [
        f'"format": {json.dumps(FORMAT)}',
        f'"version": {VERSION if corrections.batches else 1}',  # so that older programs read what they can
        f'"same": {_lines(corrections.same)}',
        f'"apart": {_lines(corrections.apart)}',
        f'"names": {_lines(names)}',
        f'"not_faces": {_lines(corrections.not_faces)}',
        *([f'"batches": {_lines(batches)}'] if batches else []),
        '"boxes": {' + "".join(f"\n  {line}," for line in boxes)[:-1] + ("\n}" if boxes else "}"),
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def corrections_from_json(text: str, *, name: str = "corrections") -> Corrections:
    """What :func:`corrections_to_json` wrote.

    Parameters
    ----------
    text : str
    name : str
        The source of the text, for messages.

    Raises
    ------
    ValueError
        If the text is invalid; the message says where.
    """
    found = loaded_json(name, text)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(f'{name}: not a file of corrections of faces, which begins with "format": "{FORMAT}"')
    version = found.get("version")
    if isinstance(version, bool) or version not in _READABLE:
        newer = isinstance(version, int) and version > VERSION
        hint = "; a newer frenemy wrote it: update frenemy to read it" if newer else ""
        raise ValueError(
            f"{name}: unknown version {_shown(version)} of corrections, {VERSION} and older are known{hint}"
        )
    unknown = sorted(set(found) - _PARTS)
    if unknown:
        raise ValueError(f"{name}: unknown part {_shown(unknown[0])}, known are {', '.join(sorted(_PARTS))}")
    reader = PartReader(name)
    corrections = Corrections(
        same=reader.pairs(found, "same"),
        apart=reader.pairs(found, "apart"),
        names=reader.names(found),
        not_faces=tuple(dict.fromkeys(reader.ids(found.get("not_faces", []), "not_faces"))),
        batches=reader.batches(found),
        boxes=reader.boxes(found),
    ).tidied()
    reason = contradiction(corrections)
    if reason is not None:
        raise ValueError(f"{name}: {reason}")
    return corrections


def contradiction(corrections: Corrections) -> str | None:
    """Why these corrections contradict each other, or None."""
    chains = Chains(corrections.same)
    for a, b in corrections.apart:
        if chains.of(a) == chains.of(b):
            both = f"{cut(a, 60)} and {cut(b, 60)}"
            return f'{both} are "apart", but a chain of "same" joins them; delete one of these lines'
    whose: dict[str, str] = {}
    for it in corrections.names:
        for id in it.faces:
            if whose.setdefault(chains.of(id), it.text) != it.text:
                names = f"{whose[chains.of(id)]!r} and {it.text!r}"
                return f"face {cut(id, 60)} has two names, {names}; take it out of one of them"
    return None


class PartReader:
    """Reads the parts of a file of corrections; errors name the file and the place."""

    def __init__(self, name: str) -> None:
        self.name = name

    def ids(self, values: Any, place: str) -> list[str]:
        if not isinstance(values, list):
            raise ValueError(f"{self.name}, {place}: a list is expected here, got {_shown(values)}")
        for i, id in enumerate(values):
            if not isinstance(id, str) or not id:
                raise ValueError(f"{self.name}, {place}, number {i + 1}: an id of a face is text, got {_shown(id)}")
        return values

    def pairs(self, found: Mapping[str, Any], part: str) -> tuple[Link, ...]:
        values = found.get(part, [])
        if not isinstance(values, list):
            raise ValueError(f"{self.name}, {part}: a list of pairs is expected, got {_shown(values)}")
        pairs = []
        for i, pair in enumerate(values):
            ids = self.ids(pair, f"{part}, number {i + 1}")
            if len(ids) != 2 or ids[0] == ids[1]:
                raise ValueError(
                    f"{self.name}, {part}, number {i + 1}: two different ids are expected, got {_shown(pair)}"
                )
            pairs.append((min(ids), max(ids)))
        return tuple(dict.fromkeys(pairs))

    def names(self, found: Mapping[str, Any]) -> tuple[Name, ...]:
        values = found.get("names", [])
        if not isinstance(values, list):
            raise ValueError(f"{self.name}, names: a list is expected, got {_shown(values)}")
        names: list[Name] = []
        for i, value in enumerate(values):
            place = f"names, number {i + 1}"
            if not isinstance(value, dict) or set(value) != {"text", "faces"}:
                raise ValueError(f'{self.name}, {place}: a name has "text" and "faces", got {_shown(value)}')
            try:
                text = clean_name(value["text"])
            except ValueError as error:
                raise ValueError(f"{self.name}, {place}: {error}") from None
            faces = tuple(dict.fromkeys(self.ids(value["faces"], place)))
            if not text or not faces:
                raise ValueError(
                    f"{self.name}, {place}: a name needs some text and at least one face, got {_shown(value)}"
                )
            if any(same_name(text, other.text) for other in names):
                raise ValueError(f"{self.name}, {place}: {text!r} appears twice; put its faces under one of them")
            names.append(Name(text, faces))
        return tuple(names)

    def batches(self, found: Mapping[str, Any]) -> tuple[Batch, ...]:
        values = found.get("batches", [])
        if not isinstance(values, list):
            raise ValueError(f"{self.name}, batches: a list is expected, got {_shown(values)}")
        batches: list[Batch] = []
        for i, value in enumerate(values):
            place = f"batches, number {i + 1}"
            if not isinstance(value, dict) or set(value) != set(Batch._fields):
                fields = ", ".join(f'"{field}"' for field in Batch._fields)
                raise ValueError(f"{self.name}, {place}: a batch has {fields}, got {_shown(value)}")
            if value["kind"] not in BATCH_KINDS:
                known = ", ".join(BATCH_KINDS)
                raise ValueError(f"{self.name}, {place}: unknown kind {_shown(value['kind'])}, known are {known}")
            faces, others = (tuple(self.ids(value[part], f"{place}, {part}")) for part in ("faces", "others"))
            same, apart = (self.pairs(value, part) for part in ("same", "apart"))
            batches.append(Batch(value["kind"], faces, others, same, apart))
        return tuple(dict.fromkeys(batches))

    def boxes(self, found: Mapping[str, Any]) -> dict[str, Box]:
        values = found.get("boxes", {})
        if not isinstance(values, dict):
            raise ValueError(f"{self.name}, boxes: ids with their boxes are expected, got {_shown(values)}")
        boxes: dict[str, Box] = {}
        for id, box in values.items():
            if not isinstance(box, list) or len(box) != 4 or not all(map(_is_finite, box)):
                raise ValueError(f"{self.name}, boxes, {_shown(id)}: four numbers are expected, got {_shown(box)}")
            left, top, right, bottom = map(float, box)
            boxes[id] = (left, top, right, bottom)
        return boxes


def _lines(values: Any) -> str:
    lines = [json.dumps(value, ensure_ascii=False) for value in values]
    return "[" + "".join(f"\n  {line}," for line in lines)[:-1] + ("\n]" if lines else "]")


def _is_finite(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _shown(value: Any) -> str:
    return cut(repr(value), 60)

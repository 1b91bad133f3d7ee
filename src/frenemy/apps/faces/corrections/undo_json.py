"""The format of undo.json: the steps of the corrections, each as what it changed."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any, NamedTuple

from frenemy.apps.faces.corrections.corrections import Corrections, Name
from frenemy.apps.faces.corrections.corrections_json import PartReader, corrections_from_json, corrections_to_json
from frenemy.apps.faces.corrections.list_changes import changed_list, list_change
from frenemy.apps.history import History

FORMAT = "frenemy face undo"
VERSION = 1
_LISTS = ("same", "apart", "names", "not_faces", "batches")


class CorrectionStep(NamedTuple):
    """Corrections, and the kind of the change that led to them (any text; empty if unknown)."""

    corrections: Corrections
    label: str = ""


class UndoWriter:
    """Writes histories. What a step changed is found once, as long as it stays in the history."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Corrections, Corrections, str]] = {}

    def text(self, history: History[CorrectionStep]) -> str:
        """The history as text, one step per line.

        Examples
        --------
        >>> from frenemy.apps.faces.corrections.corrections import Corrections
        >>> from frenemy.apps.faces.corrections.undo_json import CorrectionStep, UndoWriter, history_from_json
        >>> from frenemy.apps.history import History
        >>> none = Corrections()
        >>> history = History(CorrectionStep(none)).push(CorrectionStep(none.with_apart("a-0", "b-0"), "apart"))
        >>> read = history_from_json(UndoWriter().text(history), history.present.corrections)
        >>> read.past[0].corrections == none, read.present.label
        (True, 'apart')
        """
        states = (*history.past, history.present, *history.future)
        known: dict[tuple[int, int], tuple[Corrections, Corrections, str]] = {}
        lines = []
        for before, after in pairwise(states):
            a, b = before.corrections, after.corrections
            key = (id(a), id(b))  # both are held below, so no other object gets these
            known[key] = self._known.get(key) or (a, b, _change_text(a, b))
            lines.append(f'{{"label": {json.dumps(after.label)}, "change": {known[key][2]}}}')
        self._known = known
        first = json.dumps(json.loads(corrections_to_json(states[0].corrections)))
        return (
            f'{{"format": {json.dumps(FORMAT)}, "version": {VERSION}, "at": {len(history.past)},\n'
            f'"first": {first},\n"first_label": {json.dumps(states[0].label)},\n"steps": [\n'
            + ",\n".join(lines)
            + "]}\n"
        )


def history_from_json(text: str, corrections: Corrections) -> History[CorrectionStep] | None:
    """What :class:`UndoWriter` wrote, at the step with these corrections; None if no step has them.

    A crash may fall between the writing of the history and that of the corrections, so the present is where the
    corrections are, next to the place that is noted.

    Raises
    ------
    ValueError
        If the text is invalid.
    """
    try:
        found = json.loads(text)
        if found["format"] != FORMAT or found["version"] != VERSION:
            raise ValueError(f"format {found['format']!r}, version {found['version']!r}")
        first = corrections_from_json(json.dumps(found["first"]))
        states = [CorrectionStep(first, str(found["first_label"]))]
        for step in found["steps"]:
            states.append(CorrectionStep(_changed(states[-1].corrections, step["change"]), str(step["label"])))
        noted = int(found["at"])
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None
    near = sorted(range(len(states)), key=lambda at: abs(at - noted))
    at = next((at for at in near if states[at].corrections == corrections), None)
    if at is None:
        return None
    return History(states[at], past=tuple(states[:at]), future=tuple(states[at + 1 :]))


def _change_text(before: Corrections, after: Corrections) -> str:
    change: dict[str, Any] = {}
    for part in _LISTS:
        old, new = getattr(before, part), getattr(after, part)
        if old != new:
            removed, added = list_change(old, new)
            change[part] = {"removed": removed, "places": [at for at, _ in added], "added": [it for _, it in added]}
    if "names" in change:
        change["names"]["added"] = [{"text": it.text, "faces": it.faces} for it in change["names"]["added"]]
    if "batches" in change:
        change["batches"]["added"] = [it._asdict() for it in change["batches"]["added"]]
    if before.boxes != after.boxes:
        added_boxes = {id: box for id, box in after.boxes.items() if before.boxes.get(id) != box}
        change["boxes"] = {"removed": sorted(set(before.boxes) - set(after.boxes)), "added": added_boxes}
    return json.dumps(change, ensure_ascii=False)


def _changed(before: Corrections, change: dict[str, Any]) -> Corrections:
    reader = PartReader("step")
    parts: dict[str, Any] = {part: getattr(before, part) for part in _LISTS}
    for part in set(_LISTS) & set(change):
        added: tuple[Any, ...]
        if part == "names":
            added = tuple(Name(it.text, it.faces) for it in reader.names({part: change[part]["added"]}))
        elif part == "batches":
            added = reader.batches({part: change[part]["added"]})
        elif part == "not_faces":
            added = tuple(reader.ids(change[part]["added"], part))
        else:
            added = reader.pairs({part: change[part]["added"]}, part)
        places = zip(change[part]["places"], added, strict=True)
        parts[part] = tuple(changed_list(parts[part], change[part]["removed"], places))
    boxes = dict(before.boxes)
    if "boxes" in change:
        for id in change["boxes"]["removed"]:
            del boxes[id]
        boxes |= reader.boxes({"boxes": change["boxes"]["added"]})
    return Corrections(**parts, boxes=boxes)

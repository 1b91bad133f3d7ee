"""The states of an album's history, and the steps of corrections that are stored of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from frenemy.apps.faces.album.person_ids import PersonIds
from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.corrections.undo_json import CorrectionStep
from frenemy.apps.faces.people import People
from frenemy.apps.history import History
from frenemy.problem import Labels


class Snapshot(NamedTuple):
    """What undo restores. People are computed again: the same corrections give the same people."""

    corrections: Corrections
    labels: Labels
    ids: PersonIds
    label: str = ""


def snapshot(people: People, ids: PersonIds, label: str = "") -> Snapshot:
    return Snapshot(people.corrections, people.labels, ids, label)


def stored(history: History[Snapshot]) -> History[CorrectionStep]:
    """The corrections of all steps; people and their ids are found again."""
    past, future = (tuple(map(_step, some)) for some in (history.past, history.future))
    return History(_step(history.present), past, future)


def restored(present: Snapshot, steps: History[CorrectionStep], *, max_past: int) -> History[Snapshot]:
    """The history of an earlier album around the present of a new one."""
    past, future = (tuple(map(_earlier, some)) for some in (steps.past, steps.future))
    return History(present, past[-max_past:], future, max_past=max_past)


def _step(one: Snapshot) -> CorrectionStep:
    return CorrectionStep(one.corrections, one.label)


def _earlier(step: CorrectionStep) -> Snapshot:
    """A step of an earlier album, whose people had other ids."""
    return Snapshot(step.corrections, np.empty(0, np.int32), PersonIds((), 0), step.label)

"""Who is who as a table: one row per face and file, for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence

from frenemy.apps.faces.people import People

COLUMNS = (
    "photo",
    "face",
    "left",
    "top",
    "right",
    "bottom",
    "person",
    "name",
    "margin",
    "doubtful",
    "runner_up",
    "runner_up_name",
    "confidence",
)
#: A spreadsheet takes a cell that begins so for a formula, and runs it.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "'")


def people_csv(people: People, *, numbers: Sequence[int] | None = None) -> bytes:
    """The people as CSV in UTF-8, with a mark at the start by which spreadsheets know it.

    One row per face and file: a photo that is there twice has its faces twice. People are numbered from 1, the largest,
    or by ``numbers``, one for each person; what was said to be no face has no person. ``margin`` is what it would cost
    to move the face elsewhere, in nats (empty if there is no other place), and ``runner_up`` whom it would go to
    (empty: somebody new).

    Names and paths are anyone's text. Where one begins with a character that makes a spreadsheet run it as a formula
    (``= + - @`` or a tab), or with an apostrophe, it has an apostrophe before it, as spreadsheets write such text;
    take one away to have it back.

    Examples
    --------
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> from frenemy.apps.faces.people import find_people
    >>> from frenemy.apps.faces.people_csv import people_csv
    >>> people = find_people(faces_from_embeddings([[0.0], [0.1]], photos=["a.jpg", "=b.jpg"], describer="dlib"))
    >>> for line in people_csv(people).decode("utf-8-sig").splitlines():
    ...     print(line)
    photo,face,left,top,right,bottom,person,name,margin,doubtful,runner_up,runner_up_name,confidence
    a.jpg,509b0d4641a7c3ba088f-0,0,0,0,0,1,,6.049,no,,,1
    '=b.jpg,7a8b8ee4ea532d925ac9-0,0,0,0,0,1,,6.049,no,,,1
    """
    given = person_numbers(people, numbers)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for i, face in enumerate(people.faces.faces):
        person, runner_up = int(people.labels[i]), int(people.runner_up[i])
        margin = float(people.margins[i])
        row = [
            face.id,
            *(f"{corner:.6g}" for corner in face.box),
            given[person] if person >= 0 else "",
            safe_cell(people.names[person] or "") if person >= 0 else "",
            f"{margin:.4g}" if math.isfinite(margin) else "",
            "yes" if people.doubtful[i] else "no",
            given[runner_up] if runner_up >= 0 else "",
            safe_cell(people.names[runner_up] or "") if runner_up >= 0 else "",
            f"{face.confidence:.4g}",
        ]
        for path in people.faces.photos[face.photo].paths:
            table.writerow([safe_cell(path), *row])
    # File names need not be text; what is none is spelled out.
    return text.getvalue().encode("utf-8-sig", "backslashreplace")


def person_numbers(people: People, given: Sequence[int] | None) -> Sequence[int]:
    """The number of each person: from 1, the largest, or as given."""
    if given is None:
        return range(1, people.n_people + 1)
    if len(given) != people.n_people or len(set(given)) != len(given):
        raise ValueError(f"numbers must be {people.n_people:,} different ones, one for each person, got {given!r:.100}")
    return given


def safe_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULAS) else text

"""People as a table: one row per face and file, for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence

from frenemy.apps.faces.people import People
from frenemy.io.safe_cells import safe_cell

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


def people_csv(people: People, *, numbers: Sequence[int] | None = None) -> bytes:
    """The people as CSV in UTF-8 with a byte order mark, which spreadsheets expect.

    One row per face and file: a photo with two copies has its faces twice. People are numbered from 1, the largest, or
    by ``numbers``, one for each person; what is marked as not a face has no person. ``margin`` is the cost of moving
    the face to ``runner_up``, in nats (empty if there is no alternative); an empty ``runner_up`` is a new person.

    A name or path that begins with a character that makes a spreadsheet run it as a formula (``= + - @`` or a tab), or
    with an apostrophe, gets an apostrophe in front, as spreadsheets write such text; remove one to get it back.

    Examples
    --------
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> from frenemy.apps.faces.people import find_people
    >>> from frenemy.apps.faces.export.people_csv import people_csv
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
    # File names need not be valid Unicode: other bytes are escaped.
    return text.getvalue().encode("utf-8-sig", "backslashreplace")


def person_numbers(people: People, given: Sequence[int] | None) -> Sequence[int]:
    """The number of each person: from 1, the largest, or as given."""
    if given is None:
        return range(1, people.n_people + 1)
    if len(given) != people.n_people or len(set(given)) != len(given):
        raise ValueError(
            f"numbers must be {people.n_people:,} different numbers, one for each person, got {given!r:.100}"
        )
    return given

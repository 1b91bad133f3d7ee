"""The section on pairs that a person should review."""

from __future__ import annotations

from typing import Any

from frenemy.apps.records.report.record_names import joined
from frenemy.report.markup import Column, note, section, table
from frenemy.report.names import id_html
from frenemy.report.numbers import count, percent
from frenemy.tables.columns import PairColumns
from frenemy.tables.readers.tables import as_arrow

_MAX = 100
_MAX_SHOWN = 15
_WHY = {"join": "two entities may be one", "split": "an entity may be two", "move": "a record may belong elsewhere"}


def questions_section(questions: Any, columns: PairColumns) -> str:
    """The pairs of :func:`frenemy.review`; empty without them.

    Parameters
    ----------
    questions : table or None
    columns : PairColumns
        The names of the id columns.
    """
    if questions is None:
        return ""
    lead = (
        "The pairs whose answers would change most, the most useful first. If you review only a few pairs, start at "
        "the top."
    )
    asked = as_arrow(questions, name="questions")[0]
    if not asked.num_rows:
        return section("questions", "Pairs to ask about", lead, note("There are none."))
    headings = (
        Column("Record"),
        Column("Record"),
        Column("Now"),
        Column("Same, probably", True),
        Column("If same", True),
        Column("If different", True),
        Column("Why"),
    )
    rows = [
        (
            id_html(joined(row[name] for name in columns.left)),
            id_html(joined(row[name] for name in columns.right)),
            ("together" if row["together"] else "apart") + _never_compared(row["was_compared"]),
            percent(float(row["probability"])),
            _changed(int(row["if_same"])),
            _changed(int(row["if_different"])),
            _WHY[row["why"]],
        )
        for row in asked.slice(0, _MAX).to_pylist()
    ]
    remarks = [note('"If same" and "if different" count the records whose entity the answer would change.')]
    if asked.num_rows > _MAX:
        remarks.append(note(f"{asked.num_rows - _MAX:,} more are not shown."))
    body = table(headings, rows, label="Pairs to ask about", extra_from=_MAX_SHOWN)
    return section("questions", "Pairs to ask about", lead, body, *remarks)


def _never_compared(was_compared: bool) -> str:
    return "" if was_compared else ' <span class="faint">(not compared)</span>'


def _changed(n: int) -> str:
    return count(n) if n else '<span class="faint">\N{EN DASH}</span>'

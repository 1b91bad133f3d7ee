"""The section on what was read, what was left out and what was chosen."""

from __future__ import annotations

from html import escape

from frenemy.report.markup import section
from frenemy.report.names import visible
from frenemy.tables.notes import Notes


def notes_section(notes: Notes) -> str:
    read, *left_out = str(notes.left_out).splitlines()
    facts = {
        "Read": [read],
        "Left out, changed": left_out or ["nothing: every row became a pair"],
        "Chosen": notes.choices,
    }
    rows = "\n".join(
        f"<dt>{name}</dt><dd>{'<br>'.join(escape(visible(line)) for line in lines)}</dd>"
        for name, lines in facts.items()
        if lines
    )
    lead = "How the rows were read, how scores became weights, and what else led to these entities."
    return section("account", "How the entities were made", lead, f"<dl>\n{rows}\n</dl>")

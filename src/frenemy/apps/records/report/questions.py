"""The section on pairs that a person should review."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from frenemy.apps.records.report.record_names import joined
from frenemy.report.markup import Column, note, section, table
from frenemy.report.names import id_html, id_text, shortened, visible
from frenemy.report.numbers import count, percent
from frenemy.tables.columns import PairColumns
from frenemy.tables.readers.tables import as_arrow

_MAX = 100
_MAX_SHOWN = 15
_MAX_COLUMNS = 8  # of the records
_WHY = {"join": "two entities may be one", "split": "an entity may be two", "move": "a record may belong elsewhere"}


def questions_section(questions: Any, columns: PairColumns) -> str:
    """The pairs of :func:`frenemy.review`; empty without them.

    Each row holds two records, one above the other, with the columns of the records if the table has them.

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
    described = _described(asked.column_names, columns)
    shown = described[:_MAX_COLUMNS]
    headings = (
        Column("Records"),
        *(Column(escape(shortened(visible(name)))) for name in shown),
        Column("Now"),
        Column("Same, probably", True),
        Column("If same", True),
        Column("If different", True),
        Column("Why"),
    )
    rows = [
        (
            _above_each_other(
                *(id_html(joined(row[name] for name in names)) for names in (columns.left, columns.right))
            ),
            *(_compared(row[f"{name}_l"], row[f"{name}_r"]) for name in shown),
            ("together" if row["together"] else "apart") + _never_compared(row["was_compared"]),
            percent(float(row["probability"])),
            _changed(int(row["if_same"])),
            _changed(int(row["if_different"])),
            _WHY[row["why"]],
        )
        for row in asked.slice(0, _MAX).to_pylist()
    ]
    left = asked.num_rows - len(rows)
    body = table(headings, rows, label="Pairs to ask about", extra_from=_MAX_SHOWN, is_limited=left > 0)
    remarks = [note('"If same" and "if different" count the records whose entity the answer would change.')]
    if shown:
        remarks.append(note("What both records have in common is pale."))
    if len(shown) < len(described):
        remarks.append(note(f"The first {len(shown)} of {len(described)} columns of the records are shown."))
    if left:
        remarks.append(note(f"{left:,} more are not shown."))
    return section("questions", "Pairs to ask about", lead, body, *remarks)


def _described(names: Sequence[str], columns: PairColumns) -> list[str]:
    """The columns of the records that the table has for both."""
    ids = {*columns.left, *columns.right}
    found = (name.removesuffix("_l") for name in names if name.endswith("_l") and name not in ids)
    return [name for name in found if f"{name}_r" in names]


def _id(row: Mapping[str, Any], names: Sequence[str]) -> str:
    return id_html(joined(row[name] for name in names))


def _compared(left: Any, right: Any) -> str:
    values = [id_html("" if value is None else id_text(value)) for value in (left, right)]
    if left == right:
        values = [f'<span class="faint">{value}</span>' for value in values]
    return _above_each_other(*values)


def _above_each_other(first: str, second: str) -> str:
    return f'<div class="both"><span>{first}</span>\n<span>{second}</span></div>'


def _never_compared(was_compared: bool) -> str:
    return "" if was_compared else ' <span class="faint">(not compared)</span>'


def _changed(n: int) -> str:
    return count(n) if n else '<span class="faint">\N{EN DASH}</span>'

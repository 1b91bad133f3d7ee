"""The section on changes since the previous run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from frenemy.apps.records.report.record_names import joined
from frenemy.report.markup import Column, note, section, table
from frenemy.report.names import id_html, id_text
from frenemy.report.numbers import count, counted
from frenemy.tables.readers.tables import as_arrow

_MAX_OF_A_KIND = 25
_MAX_SHOWN = 15
# The most interesting kinds first; new records are expected.
_MEANING = {
    "merged": "all remaining records of an entity joined another one",
    "split": "they left an entity that still exists, for a new one",
    "moved": "they left an entity that still exists, for another existing one",
    "dissolved": "their entity no longer exists; they were removed, or went to several entities",
    "renamed": "only the id of the entity changed",
    "shrunk": "removed records, from an entity that still exists",
    "grown": "new records, in an existing entity",
    "created": "new records, in a new entity",
}


def changes_section(changes: Any) -> str:
    """The changes of each kind, the largest first; empty without a previous run."""
    if changes is None:
        return ""
    lead = (
        "What changed since the previous run. Each row is a group of records that made the same change. Every record "
        "whose entity has a new id, and every record that was added or removed, is in exactly one row."
    )
    rows = as_arrow(changes, name="changes")[0]
    if not rows.num_rows:
        return section("changes", "Changes", lead, note("There are none."))
    by_kind: dict[str, list[int]] = {}
    for place, kind in enumerate(rows.column("change").to_pylist()):
        by_kind.setdefault(kind, []).append(place)
    n_records = rows.column("n_records").to_pylist()
    counts = (
        Column("Change"),
        Column("Steps", True),
        Column("Records", True),
        Column("What happened to the records"),
    )
    summary = [
        (kind, count(len(by_kind[kind])), count(sum(n_records[place] for place in by_kind[kind])), _MEANING[kind])
        for kind in _MEANING
        if kind in by_kind
    ]
    shown = [place for kind in _MEANING for place in by_kind.get(kind, [])[:_MAX_OF_A_KIND]]
    listed = rows.take(shown).to_pylist()
    columns = (
        Column("Change"),
        Column("From"),
        Column("To"),
        Column("Records", True),
        Column("Among them"),
    )
    left = rows.num_rows - len(shown)
    body = table(columns, map(_row, listed), label="The changes", extra_from=_MAX_SHOWN, is_limited=left > 0)
    remark = [note(f"The {_MAX_OF_A_KIND} largest of each kind; {left:,} more are not shown.")] if left else []
    kinds = table(counts, summary, label="Changes by kind")
    each = note("All changes by kind, the largest first:")
    return section("changes", "Changes", lead, kinds, each, body, *remark)


def _row(row: Mapping[str, Any]) -> tuple[str, str, str, str, str]:
    left = int(row["n_records"]) - len(row["examples"])
    examples = ", ".join(id_html(_id(one)) for one in row["examples"])
    return (
        str(row["change"]),
        _entity(row["previous_id"], row["n_before"], "had"),
        _entity(row["cluster_id"], row["n_after"], "has"),
        count(int(row["n_records"])),
        examples if left <= 0 else f'{examples} <span class="faint">and {left:,} more</span>',
    )


def _entity(id: Any, n_records: int, verb: str) -> str:
    if id is None:
        return '<span class="faint">none</span>'
    return f'{id_html(id_text(id))} <span class="faint">({verb} {counted(int(n_records), "record")})</span>'


def _id(one: Any) -> str:
    """An example record; a mapping if an id has several columns."""
    return joined(one.values()) if isinstance(one, Mapping) else joined([one])

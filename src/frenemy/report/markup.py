"""The pieces of HTML that sections are made of. Arguments are HTML; only plain headings and labels are escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple


class Column(NamedTuple):
    """A column of a table: its heading, and whether it holds numbers."""

    heading: str
    is_number: bool = False


def section(name: str, heading: str, lead: str, *body: str) -> str:
    """A section of the page: a heading, a sentence that says what it shows, and its body."""
    return (
        f'<section id="{name}" aria-labelledby="{name}-heading">\n'
        f'<h2 id="{name}-heading">{escape(heading)}</h2>\n<p class="lead">{lead}</p>\n'
        + "\n".join(body)
        + "\n</section>"
    )


def table(
    columns: Sequence[Column],
    rows: Iterable[Sequence[str]],
    *,
    label: str,
    extra_from: int | None = None,
    is_limited: bool = False,
) -> str:
    """A table that scrolls within its box; the script of the page adds a search and sorts it by any column.

    Parameters
    ----------
    columns : sequence of Column
    rows : iterable of sequences of str
        Cells, as HTML.
    label : str
        What the table shows, as text.
    extra_from : int, optional
        Rows from this one on are folded away.
    is_limited : bool
        There are more rows than these, so the search says that it looks only at those shown.
    """
    rows = list(rows)
    n_shown = len(rows) if extra_from is None else min(extra_from, len(rows))
    more = (
        f"\n<details><summary>{len(rows) - n_shown:,} more</summary>\n"
        + _box(columns, rows[n_shown:], f"{label}, continued")
        + "\n</details>"
        if n_shown < len(rows)
        else ""
    )
    limited = " data-limited" if is_limited else ""
    return f'<div class="rows"{limited}>\n{_box(columns, rows[:n_shown], label)}{more}\n</div>'


def figure(content: str, caption: str) -> str:
    return f"<figure>\n{content}\n<figcaption>{caption}</figcaption>\n</figure>"


def note(text: str) -> str:
    return f'<p class="note">{text}</p>'


def _box(columns: Sequence[Column], rows: Sequence[Sequence[str]], label: str) -> str:
    kinds = [' class="number"' if column.is_number else "" for column in columns]
    head = "".join(f'<th scope="col"{kind}>{column.heading}</th>' for column, kind in zip(columns, kinds, strict=True))
    body = "\n".join(
        "<tr>" + "".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(row, kinds, strict=True)) + "</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(label)}"><table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>"
    )

"""Tables as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]


@dataclass(frozen=True)
class Column:
    """A column of a table: the key of its values in a row, a heading, and a format such as ``.3g``."""

    key: str
    heading: str
    format: str = ""

    def cell(self, row: Row) -> str:
        value = row.get(self.key)
        if value is None:
            return "-"
        return format(value, self.format) if self.format else str(value)


@dataclass(frozen=True)
class Table:
    """Rows of plain data. Values without a column appear in JSON files only."""

    title: str
    aim: str
    columns: tuple[Column, ...]
    rows: list[Row]

    def markdown(self) -> str:
        lines = [
            f"### {self.title}",
            "",
            self.aim,
            "",
            "| " + " | ".join(column.heading for column in self.columns) + " |",
            "|" + "|".join("---:" if column.format else "---" for column in self.columns) + "|",
        ]
        lines += ["| " + " | ".join(column.cell(row) for column in self.columns) + " |" for row in self.rows]
        return "\n".join(lines)


def heading(name: str, facts: Mapping[str, str]) -> str:
    """The top of a page of tables: its name, and how they were measured."""
    return f"## {name}\n\n" + "\n".join(f"- {key}: {value}" for key, value in facts.items())


def page(name: str, facts: Mapping[str, str], tables: Iterable[Table]) -> str:
    return "\n\n".join([heading(name, facts), *(table.markdown() for table in tables)]) + "\n"

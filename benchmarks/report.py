"""Tables as Markdown and JSON, with what they were measured on."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.machine import machine

Row = dict[str, Any]


@dataclass(frozen=True)
class Column:
    """What a table shows of each row: its key, a heading and a format such as ``.3g``."""

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
    """Rows of plain data; what a row has beyond the columns goes to the JSON file only."""

    title: str
    aim: str
    columns: tuple[Column, ...]
    rows: list[Row]

    def markdown(self) -> str:
        def is_number(column: Column) -> bool:
            return bool(column.format)

        lines = [
            f"### {self.title}",
            "",
            self.aim,
            "",
            "| " + " | ".join(column.heading for column in self.columns) + " |",
            "|" + "|".join("---:" if is_number(column) else "---" for column in self.columns) + "|",
        ]
        lines += ["| " + " | ".join(column.cell(row) for column in self.columns) + " |" for row in self.rows]
        return "\n".join(lines)


@dataclass
class Report:
    """The tables of one command, and the machine they come from."""

    name: str
    tables: list[Table] = field(default_factory=list)
    machine: dict[str, str] = field(default_factory=lambda: machine("benchmarks"))

    def add(self, table: Table) -> None:
        self.tables.append(table)

    def heading(self) -> str:
        return f"## {self.name}\n\n" + "\n".join(f"- {key}: {value}" for key, value in self.machine.items())

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        text = "\n\n".join([self.heading(), *(table.markdown() for table in self.tables)])
        (folder / f"{self.name}.md").write_text(text + "\n", encoding="utf-8")
        (folder / f"{self.name}.json").write_text(json.dumps(asdict(self), indent=1), encoding="utf-8")

"""The tables of one command as Markdown and JSON, with the machine they were measured on."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from harness.machine import machine
from harness.tables import Table, heading, page


@dataclass
class Report:
    """Grows table by table."""

    name: str
    machine: dict[str, str]
    tables: list[Table] = field(default_factory=list)

    def add(self, table: Table) -> None:
        self.tables.append(table)

    def heading(self) -> str:
        return heading(self.name, self.machine)

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self.name}.md").write_text(page(self.name, self.machine, self.tables), encoding="utf-8")
        (folder / f"{self.name}.json").write_text(json.dumps(asdict(self), indent=1), encoding="utf-8")


def new_report(name: str, arguments: str) -> Report:
    facts = {
        "command": f"`python -m benchmarks {arguments}`",
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
    }
    return Report(name, facts | machine())

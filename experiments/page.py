"""The tables of an experiment as Markdown, with the machine they were measured on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from experiments.settings import Settings
from harness.results_file import ResultsFile
from harness.tables import Table, page


def write(settings: Settings, tables: Iterable[Table], *, results: Sequence[ResultsFile], seconds: float) -> None:
    """Write and print ``NAME.md``; ``seconds`` is the time of all measurements, including those of earlier runs."""
    measured_at = datetime.fromtimestamp(max(file.measured_at for file in results), UTC)
    facts = {
        "command": f"`{settings.command}`",
        "last measured": f"{measured_at:%Y-%m-%d %H:%M} UTC",
        **settings.machine,
        "run time": f"{seconds:,.0f} s",
    }
    text = page(settings.name, facts, tables)
    settings.out.mkdir(parents=True, exist_ok=True)
    (settings.out / f"{settings.name}.md").write_text(text, encoding="utf-8")
    print(text)

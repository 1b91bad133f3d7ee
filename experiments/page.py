"""The tables of an experiment as Markdown, with what they were measured on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from benchmarks.report import Table
from experiments.results_file import ResultsFile
from experiments.settings import Settings


def write(settings: Settings, tables: Iterable[Table], *, results: Sequence[ResultsFile], seconds: float) -> None:
    """Write and print ``NAME.md``; ``seconds`` is what all measurements together took, those of earlier runs too."""
    measured_at = datetime.fromtimestamp(max(file.measured_at for file in results), UTC)
    heading = {
        "command": f"`{settings.command}`",
        "last measured": f"{measured_at:%Y-%m-%d %H:%M} UTC",
        "hardware": settings.machine["hardware"],
        "software": settings.machine["software"],
        "run time": f"{seconds:,.0f} s",
    }
    lines = [f"## {settings.name}", "", *(f"- {key}: {value}" for key, value in heading.items())]
    text = "\n".join(lines) + "\n\n" + "\n\n".join(table.markdown() for table in tables) + "\n"
    settings.out.mkdir(parents=True, exist_ok=True)
    (settings.out / f"{settings.name}.md").write_text(text, encoding="utf-8")
    print(text)

"""``python -m experiments.faces FOLDER``: tables and figures of the rows in it, also during a run."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from experiments.faces.figures import draw_figures
from experiments.faces.groups import groups
from experiments.faces.measures.sheet import KEYS
from experiments.faces.tables import tables
from experiments.settings import Settings
from harness.results_file import ResultsFile, Row


def main(argv: Sequence[str] | None = None) -> None:
    (path,) = sys.argv[1:] if argv is None else argv
    settings = Settings(name="faces", out=Path(path))
    found, left_out = groups(settings)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:  # reading repairs a file, and a run may be writing it
        for sheet in dict.fromkeys(group.sheet for group in found):
            if (measured := settings.out / f"{sheet.name}.csv").exists():
                rows += ResultsFile(Path(shutil.copy(measured, folder)), sheet.columns, n_keys=len(KEYS)).rows
    there = [group for group in found if any(row["set"] == group.name for row in rows)]
    draw_figures(settings, rows, there)
    for table in tables(rows, there, left_out):
        print(f"{table.markdown()}\n")


if __name__ == "__main__":
    main()

"""``python -m experiments.faces FOLDER``: tables and figures of the rows in it, also while a run adds more."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from experiments.faces.figures import draw_figures
from experiments.faces.groups import groups
from experiments.faces.sheet import KEYS
from experiments.faces.tables import tables
from experiments.results_file import ResultsFile, Row
from experiments.settings import Settings


def main() -> None:
    settings = Settings(name="faces", out=Path(sys.argv[1]))
    found, left_out = groups(settings)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:  # reading mends a file, and a run may be writing this one
        for sheet in dict.fromkeys(group.sheet for group in found):
            if (measured := settings.out / f"{sheet.name}.csv").exists():
                rows += ResultsFile(Path(shutil.copy(measured, folder)), sheet.columns, n_keys=len(KEYS)).rows
    there = [group for group in found if any(row["set"] == group.name for row in rows)]
    draw_figures(settings, rows, there)
    for table in tables(rows, there, left_out):
        print(f"{table.markdown()}\n")


if __name__ == "__main__":
    main()

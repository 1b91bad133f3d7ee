"""``python -m experiments.faces FOLDER``: tables and figures of the rows in it, also while a run adds more."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from experiments.faces.figures import draw_figures
from experiments.faces.groups import groups
from experiments.faces.run import COLUMNS, KEYS
from experiments.faces.tables import tables
from experiments.results_file import ResultsFile
from experiments.settings import Settings


def main() -> None:
    settings = Settings(name="faces", out=Path(sys.argv[1]))
    with tempfile.TemporaryDirectory() as folder:  # reading mends a file, and a run may be writing this one
        copied = Path(shutil.copy(settings.out / "faces.csv", folder))
        rows = ResultsFile(copied, COLUMNS, n_keys=len(KEYS)).rows
    found, left_out = groups(settings)
    there = [group for group in found if any(row["set"] == group.name for row in rows)]
    draw_figures(settings, rows, there)
    for table in tables(rows, there, left_out):
        print(f"{table.markdown()}\n")


if __name__ == "__main__":
    main()

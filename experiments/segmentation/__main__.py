"""``python -m experiments.segmentation FILE.csv``: the tables of rows that are there, also while a run adds more."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from experiments.results_file import ResultsFile
from experiments.segmentation.methods import methods
from experiments.segmentation.run import COLUMNS, KEYS, SCALE
from experiments.segmentation.tables import tables


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:  # reading mends a file, and a run may be writing this one
        rows = ResultsFile(Path(shutil.copy(sys.argv[1], folder)), COLUMNS, n_keys=len(KEYS)).rows
    names = list(dict.fromkeys(row["method"] for row in rows))
    for table in tables(rows, names, methods(quick=False, scale=SCALE), {}):
        print(f"{table.markdown()}\n")


if __name__ == "__main__":
    main()

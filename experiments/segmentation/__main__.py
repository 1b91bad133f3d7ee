"""``python -m experiments.segmentation FILE.csv``: tables of the rows in it, also during a run."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from experiments.segmentation.methods.methods import methods
from experiments.segmentation.run import COLUMNS, KEYS, SCALE
from experiments.segmentation.tables import tables
from harness.results_file import ResultsFile


def main(argv: Sequence[str] | None = None) -> None:
    (path,) = sys.argv[1:] if argv is None else argv
    with tempfile.TemporaryDirectory() as folder:  # reading repairs a file, and a run may be writing it
        rows = ResultsFile(Path(shutil.copy(path, folder)), COLUMNS, n_keys=len(KEYS)).rows
    names = list(dict.fromkeys(row["method"] for row in rows))
    for table in tables(rows, names, methods(quick=False, scale=SCALE), {}):
        print(f"{table.markdown()}\n")


if __name__ == "__main__":
    main()

"""``python -m benchmarks NAME [--quick] [--out DIR] [--repeats 3]``, from the root of the repository."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from benchmarks.options import Options
from benchmarks.report import Report

NAMES = ("binary", "paper_solvers", "icm_round", "strokes", "responsiveness", "synthetic")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure ours and peers in the same run.")
    parser.add_argument("name", choices=NAMES, help="which tables; paper_solvers is all of those after it")
    parser.add_argument("--quick", action="store_true", help="small problems only: does everything still run?")
    parser.add_argument("--out", type=Path, default=Path("benchmarks/results"), help="folder for NAME.json and NAME.md")
    parser.add_argument("--repeats", type=int, default=3, help="measurements of each number; the median counts")
    asked = parser.parse_args()
    if asked.repeats < 1:
        parser.error(f"--repeats must be at least 1, got {asked.repeats}")
    options = Options(quick=asked.quick, repeats=asked.repeats)

    report = Report(asked.name)
    print(report.heading(), flush=True)
    for table in importlib.import_module(f"benchmarks.{asked.name}").tables(options):
        report.add(table)
        print(f"\n{table.markdown()}", flush=True)
        report.write(asked.out)  # after every table, so that a long run that is cut short leaves what it has


if __name__ == "__main__":
    main()

"""``python -m benchmarks NAME [--quick] [--out DIR] [--repeats 3]``, from the root of the repository."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from benchmarks.report import Report

NAMES = ("binary", "paper_solvers", "icm_round", "strokes", "responsiveness", "synthetic", "reductions")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure ours and peers in the same run.")
    parser.add_argument("name", choices=NAMES, help="which tables; paper_solvers is the four after it")
    parser.add_argument("--quick", action="store_true", help="small problems only: does everything still run?")
    parser.add_argument("--out", type=Path, default=Path("benchmarks/results"), help="folder for NAME.json and NAME.md")
    parser.add_argument("--repeats", type=int, default=3, help="measurements of each number; the median counts")
    options = parser.parse_args()
    if options.repeats < 1:
        parser.error(f"--repeats must be at least 1, got {options.repeats}")

    report = Report(options.name)
    print(report.heading(), flush=True)
    for table in importlib.import_module(f"benchmarks.{options.name}").tables(options.quick, options.repeats):
        report.add(table)
        print(f"\n{table.markdown()}", flush=True)
        report.write(options.out)  # after every table, so that a long run that is cut short leaves what it has


if __name__ == "__main__":
    main()

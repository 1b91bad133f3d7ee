"""``python -m benchmarks NAME [--quick] [--out DIR] [--repeats 3]``, from the root of the repository."""

from __future__ import annotations

import argparse
import importlib
import logging
from pathlib import Path

from benchmarks import anytime_plot
from benchmarks.options import Options
from benchmarks.report import Report

PAPER = ("paper_solvers", "icm_round", "strokes", "responsiveness", "synthetic")
SOLVERS = (
    "solvers",
    "one_pass",
    "with_time",
    "cp_lib",
    "pace",
    "growth",
    "threads",
    "second_set",
    "anytime",
)
PROOFS = ("bounds", "exact")
NAMES = (
    "binary",
    *PAPER,
    *SOLVERS,
    "reductions",
    *PROOFS,
    "posterior",
    "explain",
    "report_page",
    "weights",
    "metric",
    "image_kernels",
    "segmentation",
    "features",
    "updates",
    "records",
    "faithfulness",
    "review",
    "beyond",
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure ours and peers in the same run.")
    parser.add_argument(
        "name", choices=NAMES, help="which tables; paper_solvers is the four after it, solvers the eight after it"
    )
    parser.add_argument("--quick", action="store_true", help="small problems only: does everything still run?")
    parser.add_argument("--out", type=Path, default=Path("benchmarks/results"), help="folder for NAME.json and NAME.md")
    parser.add_argument("--repeats", type=int, default=3, help="measurements of each number; the median counts")
    group = parser.add_argument_group(
        "solvers and its parts, bounds, segmentation, features and records (--only, sizes)"
    )
    group.add_argument("--only", action="append", default=[], help="a problem by name, '*' for any letters; repeatable")
    group.add_argument(
        "--peers", action="append", default=[], help="likewise, of one_pass and with_time; all if not given"
    )
    group.add_argument("--seconds", type=float, help="budget of the solves that have one (10; 0.3 if quick)")
    group.add_argument("--huge", action="store_true", help="growth up to 10^8 pairs: hours, and most of 24 GB")
    parser.add_argument("--log", action="store_true", help="tell every measurement on standard error as it is made")
    asked = parser.parse_args()
    if asked.repeats < 1:
        parser.error(f"--repeats must be at least 1, got {asked.repeats}")
    if asked.seconds is not None and not asked.seconds > 0:
        parser.error(f"--seconds must be above 0, got {asked.seconds}")
    with_choice = (*SOLVERS, *PROOFS, "segmentation", "features", "updates", "records", "beyond")
    if asked.name not in with_choice and (asked.only or asked.peers or asked.seconds is not None or asked.huge):
        parser.error(f"--only, --peers, --seconds and --huge are for {', '.join(with_choice)}, not for {asked.name}")
    if asked.log:
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    options = Options(
        quick=asked.quick,
        repeats=asked.repeats,
        seconds=asked.seconds if asked.seconds is not None else 0.3 if asked.quick else 10.0,
        only=tuple(asked.only),
        peers=tuple(asked.peers),
        huge=asked.huge,
    )

    report = Report(asked.name)
    print(report.heading(), flush=True)
    for table in importlib.import_module(f"benchmarks.{asked.name}").tables(options):
        report.add(table)
        print(f"\n{table.markdown()}", flush=True)
        report.write(asked.out)  # after every table, so that a long run that is cut short leaves what it has
    if asked.name in ("solvers", "anytime") and report.tables:
        anytime_plot.draw(asked.out / f"{asked.name}.json", asked.out)
    if not report.tables:
        parser.error(f"nothing to measure: no problem of {asked.name} is called {' or '.join(asked.only)}")


if __name__ == "__main__":
    main()

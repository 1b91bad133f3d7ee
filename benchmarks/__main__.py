"""``python -m benchmarks NAME [--quick] [--out DIR] [--repeats 3]``, from the root of the repository."""

from __future__ import annotations

import importlib
import logging
import shlex
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from benchmarks.options import Options
from benchmarks.report import new_report
from benchmarks.solvers import anytime_plot
from harness.measure.cpu_clock import limits_in_cpu_seconds
from harness.runner import check_taken, command_line

#: Folder -> name of a benchmark and of its module -> what it measures.
BENCHMARKS = {
    "paper": {
        "paper_solvers": "icm_round, strokes, responsiveness and synthetic",
        "icm_round": "cost of a round of AdaptiveICM",
        "strokes": "the solvers of the paper on a picture with strokes",
        "responsiveness": "delay after a time limit and after Ctrl-C; building a large problem",
        "synthetic": "energies on the synthetic problems of the paper",
        "binary": "binary subproblems: QPBO, QPBO-I and minimum cuts",
    },
    "solvers": {
        "solvers": "the default solver: all of the following nine",
        "one_pass": "energy and time of one pass, against peers",
        "with_time": "energy after a time budget, against peers",
        "cp_lib": "clique partitioning: dense problems with proven optima",
        "dense": "one_pass and with_time on dense problems, random and planted",
        "pace": "cluster editing: instances of PACE 2021",
        "growth": "time and memory by the number of pairs",
        "threads": "speed-up by a second thread",
        "second_set": "one_pass and with_time on a second set of problems",
        "kinds": "hubs, random signs, small components: one pass, on tuned and fresh seeds",
        "more_time": "the same kinds with 0.1 to 20 s: is more time ever worse?",
        "editing": "cluster editing on generated sparse graphs: a few seconds against a long run",
        "anytime": "energy over time, with a figure",
        "lifted": "lifted problems, against bioimage-cpp at equal CPU time",
    },
    "card": {
        "gpu": "one NVIDIA card against one thread: energy and time",
    },
    "bounds": {
        "reductions": "how much exact reductions shrink problems",
        "bounds": "lower bounds",
        "bound_cost": "what the bound of a result costs",
        "dense_bounds": "lower bounds on dense noise",
        "exact": "optimal clusterings with a proof, and the linear relaxation",
    },
    "answers": {
        "posterior": "sampling from the posterior",
        "explain": "explanations of a clustering",
        "report_page": "time and size of HTML reports",
        "explore_page": "how quickly the page to explore a clustering answers",
    },
    "features": {
        "weights": "from scores to weights",
        "metric": "learning a metric from pairs",
        "features": "from a feature matrix to labels",
        "faithfulness": "labels from some pairs against labels from all pairs",
    },
    "pictures": {
        "image_kernels": "image kernels, against scipy and scikit-image",
        "segmentation": "time from a stroke to the segmentation",
        "soft_segmentations": "soft segmentations, by the number of strokes and their reach",
        "hand_made_parts": "parts written by hand, against the libraries that could replace them",
    },
    "records": {
        "updates": "updates with new records, against solving again",
        "records": "from a table of scored pairs to entities",
        "review": "value of answers and scores on demand",
        "drawn_pairs": "pairs drawn by chance, with noisy scores",
    },
    "engines": {
        "beyond": "pairs that do not fit into memory",
    },
    "beside": {
        "beside": "frenemy beside HDBSCAN, Leiden, splink, dedupe and bioimage-cpp",
    },
}
MODULES = {name: f"benchmarks.{folder}.{name}" for folder, names in BENCHMARKS.items() for name in names}
#: Those that take --only, --peers, --seconds and --huge.
WITH_CHOICE = (
    *BENCHMARKS["solvers"],
    "gpu",
    "reductions",
    "bounds",
    "dense_bounds",
    "exact",
    "segmentation",
    "features",
    "updates",
    "records",
    "drawn_pairs",
    "beyond",
    "beside",
)


def main(argv: Sequence[str] | None = None) -> None:
    parser = command_line(
        "benchmarks",
        {name: about for names in BENCHMARKS.values() for name, about in names.items()},
        description="Measure frenemy and its peers in the same run.",
        out=Path("benchmarks/results"),
        out_help="folder for NAME.json and NAME.md (benchmarks/results)",
    )
    parser.add_argument("--repeats", type=int, default=3, help="measurements of each number; the median is shown (3)")
    group = parser.add_argument_group("for some names")
    group.add_argument(
        "--only", action="append", default=[], help="measure this problem only; '*' is a wildcard; repeatable"
    )
    group.add_argument(
        "--peers",
        action="append",
        default=[],
        help="one_pass, with_time, second_set, beyond: only this peer; repeatable",
    )
    group.add_argument("--seconds", type=float, help="time budget of a solve (10; 0.3 if quick)")
    group.add_argument("--huge", action="store_true", help="growth, gpu: up to 10^8 pairs: hours, and 24 GB of memory")
    group.add_argument(
        "--threads", type=int, nargs="+", help="threads: numbers of threads, the first is compared with (1 2)"
    )
    parser.add_argument("--log", action="store_true", help="log every measurement to standard error")
    parser.add_argument(
        "--cpu-limits", action="store_true", help="time limits in CPU seconds, for a busy machine (Linux, needs cc)"
    )
    arguments = parser.parse_args(argv)
    if arguments.repeats < 1:
        parser.error(f"--repeats must be at least 1, got {arguments.repeats}")
    if arguments.seconds is not None and not arguments.seconds > 0:
        parser.error(f"--seconds must be above 0, got {arguments.seconds}")
    if arguments.threads is not None and min(arguments.threads) < 1:
        parser.error(f"--threads must be at least 1, got {min(arguments.threads)}")
    check_taken(parser, arguments, ("only", "peers", "seconds", "huge"), WITH_CHOICE)
    check_taken(parser, arguments, ("threads",), ("threads",))
    if arguments.log:
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    options = Options(
        quick=arguments.quick,
        repeats=arguments.repeats,
        seconds=arguments.seconds if arguments.seconds is not None else 0.3 if arguments.quick else 10.0,
        only=tuple(arguments.only),
        peers=tuple(arguments.peers),
        huge=arguments.huge,
        threads=tuple(arguments.threads or (1, 2)),
    )

    report = new_report(arguments.name, shlex.join(sys.argv[1:] if argv is None else argv))
    print(report.heading(), flush=True)
    with limits_in_cpu_seconds() if arguments.cpu_limits else nullcontext():
        for table in importlib.import_module(MODULES[arguments.name]).tables(options):
            report.add(table)
            print(f"\n{table.markdown()}", flush=True)
            report.write(arguments.out)  # after every table: an interrupted run keeps what is measured
    if arguments.name in ("solvers", "anytime") and report.tables:
        anytime_plot.draw(arguments.out / f"{arguments.name}.json", arguments.out)
    if not report.tables:
        parser.error(f"nothing to measure: no problem of {arguments.name} is called {' or '.join(arguments.only)}")


if __name__ == "__main__":
    main()

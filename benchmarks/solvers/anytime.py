"""Energy over time on six problems, for frenemy and its peers; ``anytime_plot`` draws it."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.solvers.contest import KILL_AFTER, OURS, compete
from benchmarks.solvers.known_problems import QUICK, Known, known_problems
from benchmarks.solvers.problem_folder import ProblemFolder
from harness.peers.clustering import FUSION, LEIDEN_2, LEIDEN_10
from harness.tables import Column, Row, Table

TITLE = "Energy against time"
PROBLEMS = ("syn750_s02", "pp1e4", "pp1e4_hard", "pp1e5", "grid512", "bitcoinotc")
ONCE = (OURS, LEIDEN_2, LEIDEN_10, "leidenalg, 10 iterations", "bioimage-cpp GAEC", "bioimage-cpp GAEC+KL", "SCC")
WITH_TIME = (OURS, LEIDEN_10, FUSION, "SCC")
QUICK_ONCE, QUICK_WITH_TIME = (OURS, LEIDEN_10), (OURS, FUSION)


def tables(options: Options) -> Iterator[Table]:
    problems = QUICK if options.quick else known_problems()
    chosen = options.chosen(QUICK if options.quick else [name for name in PROBLEMS if name in problems])
    rows: list[Row] = []
    with ProblemFolder() as folder:
        for name in chosen:
            rows += _rows(name, problems[name], folder, options)
    if rows:
        yield _table(rows, options)


def _rows(name: str, known: Known, folder: ProblemFolder, options: Options) -> list[Row]:
    recipe = folder.stored(known.recipe)
    rows: list[Row] = []
    for method in QUICK_ONCE if options.quick else ONCE:
        # One point at the end: what it had before is not its answer.
        row = compete(name, recipe, method) | {"how": "one pass"}
        if "energy" in row:
            row["curve"] = [(row["seconds"], row["energy"])]
        rows.append(row)
    for method in QUICK_WITH_TIME if options.quick else WITH_TIME:
        row = compete(name, recipe, method, seconds=options.seconds, kill_after=options.seconds + KILL_AFTER)
        if row.get("wall_seconds"):  # the history has wall-clock time, which includes other processes
            share = row["seconds"] / row["wall_seconds"]
            row["curve"] = [(share * seconds, energy) for seconds, energy in row["curve"]]
        rows.append(row | {"how": "with time"})
    found = [row["energy"] for row in rows if "energy" in row]
    lowest = min([*found, *([] if known.best is None else [known.best])])
    for row in rows:
        row["lowest"] = lowest
        if "energy" in row:
            row["gap"] = (row["energy"] - lowest) / abs(lowest)
    return rows


def _table(rows: list[Row], options: Options) -> Table:
    return Table(
        title=TITLE,
        aim=(
            f"One pass, and {options.seconds:g} s with one seed; gap: above the lowest energy on record or found here. "
            "The energies over time are in the JSON file, against CPU seconds."
        ),
        columns=(
            Column("problem", "problem"),
            Column("method", "method"),
            Column("how", "how"),
            Column("energy", "energy", ".2f"),
            Column("gap", "gap", ".4%"),
            Column("seconds", "CPU s", ".3g"),
            Column("outcome", "ended"),
        ),
        rows=rows,
    )

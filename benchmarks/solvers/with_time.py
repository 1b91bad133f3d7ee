"""Energies after a time budget, for frenemy and its peers, over several seeds."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.solvers.contest import KILL_AFTER, OURS, compete
from benchmarks.solvers.known_problems import QUICK, Known, known_problems, left_out
from benchmarks.solvers.one_pass import at_most, said
from benchmarks.solvers.problem_folder import ProblemFolder
from harness.peers.clustering import FUSION, LEIDEN_10
from harness.tables import Column, Row, Table

PEERS = (LEIDEN_10, FUSION, "SCC")
ROUNDING = 0.005  # of the energies on record, which have two digits


def tables(options: Options) -> Iterator[Table]:
    problems = QUICK if options.quick else known_problems()
    chosen = {name: problems[name] for name in options.chosen(problems) if not problems[name].is_large}
    note = f" Required and aim: for the worst seed in 10 s.{left_out()}"
    yield from with_time_tables(chosen, options, [OURS, *options.chosen_peers(PEERS)], note=note)


def with_time_tables(
    problems: dict[str, Known], options: Options, methods: list[str], *, set_name: str = "", note: str = ""
) -> Iterator[Table]:
    rows: list[Row] = []
    with ProblemFolder() as folder:
        for name, known in problems.items():
            recipe = folder.stored(known.recipe)
            measured = [
                compete(
                    name,
                    recipe,
                    method,
                    seeds=range(options.repeats),
                    kill_after=options.seconds + KILL_AFTER,
                    seconds=options.seconds,
                )
                for method in methods
            ]
            rows += [_judged(measured[0], measured[1:], known), *measured[1:]]
            folder.drop(known.recipe)
    if rows:
        yield _table(rows, options, set_name, note)


def _judged(row: Row, peers: list[Row], known: Known) -> Row:
    judged = row | {"required": known.required, "aim": known.aim}
    bests = [peer["best"] for peer in peers if "best" in peer]
    if bests and "worst" in row:
        judged["ahead"] = said(at_most(row["worst"], min(bests)))
    for key in ("required", "aim"):
        if judged[key] is not None and "worst" in row:
            judged[f"{key}_met"] = said(row["worst"] <= judged[key] + ROUNDING)
    return judged


def _table(rows: list[Row], options: Options, set_name: str, note: str) -> Table:
    return Table(
        title=f"With time{set_name}",
        aim=(
            f"`fr.solve(problem, stop=fr.Stop(seconds={options.seconds:g}))` (wall clock), seeds 0 to "
            f"{options.repeats - 1}, against the peers with as much CPU time: Leiden starts again with new seeds and "
            "keeps its best, fusion moves go on, SCC is its memetic form; what has begun may end late. Ahead: our "
            "worst seed is at most the best of every peer." + note
        ),
        columns=(
            Column("problem", "problem"),
            Column("method", "method"),
            Column("worst", "worst", ".2f"),
            Column("energy", "median", ".2f"),
            Column("best", "best", ".2f"),
            Column("ahead", "ahead"),
            Column("required", "required", ".2f"),
            Column("required_met", "met"),
            Column("aim", "aim", ".2f"),
            Column("aim_met", "met"),
            Column("seconds", "CPU s", ".3g"),
            Column("tries", "runs", ".0f"),
            Column("outcome", "ended"),
        ),
        rows=rows,
    )

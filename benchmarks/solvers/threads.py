"""Speed-up by more threads on large problems, with the same labels."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.solvers.contest import OURS, compete
from benchmarks.solvers.growth import KILL_AFTER, KINDS
from benchmarks.solvers.one_pass import said
from benchmarks.solvers.problem_folder import ProblemFolder
from harness.tables import Column, Row, Table

AIM = 1.7  # of two threads


def tables(options: Options) -> Iterator[Table]:
    rows: list[Row] = []
    for kind in options.chosen(["grid"] if options.quick else KINDS):
        rows += _rows(kind, 10_000 if options.quick else 10**7, options)
    if rows:
        yield _table(rows)


def _rows(kind: str, n_pairs: int, options: Options) -> list[Row]:
    """The same seed every time: the labels must not differ."""
    with ProblemFolder() as folder:
        recipe = folder.stored(KINDS[kind](n_pairs), in_chunks=True)
        rows = [
            compete(kind, recipe, OURS, seeds=[0] * options.repeats, kill_after=KILL_AFTER, threads=threads)
            | {"threads": threads}
            for threads in options.threads
        ]
    first = rows[0]
    for row in rows[1:]:
        if "energy" in row and "energy" in first:
            row["faster"] = first["wall_seconds"] / row["wall_seconds"]
            if row["threads"] == 2:
                row["faster_met"] = said(row["faster"] >= AIM)
            row["same_labels"] = said(row["labels"] == first["labels"])
    return rows


def _table(rows: list[Row]) -> Table:
    return Table(
        title="Threads",
        aim=(
            f"One pass with one seed. Aim: two threads at least {AIM:g} times as fast as one (wall clock, so other "
            "work on the machine counts), with the same labels."
        ),
        columns=(
            Column("problem", "problem"),
            Column("pairs", "pairs", ",.0f"),
            Column("threads", "threads", "d"),
            Column("wall_seconds", "wall s", ".3g"),
            Column("seconds", "CPU s", ".3g"),
            Column("faster", "times as fast", ".2f"),
            Column("faster_met", "met"),
            Column("same_labels", "same labels"),
            Column("energy", "energy", ".0f"),
        ),
        rows=rows,
    )

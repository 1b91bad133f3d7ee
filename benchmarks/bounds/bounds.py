"""Lower bounds: packed in linear time, and searched with more time, compared with those on record."""

from __future__ import annotations

from collections.abc import Iterator

import frenemy as fr
from benchmarks.options import Options
from benchmarks.solvers.known_problems import QUICK, known_problems, left_out
from harness.data.recipes import Recipe, make
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.tables import Column, Row, Table

#: Lower bounds on record.
RECORDS: dict[str, float] = {
    "syn750_s01": -1692.62,
    "syn750_s02": -3097.04,
    "syn750_s05": -7260.27,
    "syn750_s10": -13531.28,
    "syn750_s20": -25554.20,
    "syn750_s50": -57750.49,
    "pp1e4": -36943.5,
    "pp1e4_hard": -57277.0,
    "pp1e5": -402312.0,
    "grid512": -104128.0,
    "bitcoinotc": -20441.0,
    "wikielections": -7928.0,
}
_DIGITS = 0.006  # records are rounded to two


def tables(options: Options) -> Iterator[Table]:
    problems = QUICK if options.quick else known_problems()
    rows = []
    for name in options.chosen(problems):
        known = problems[name]
        if known.is_large:
            continue
        row = fresh(measured, recipe=known.recipe, seconds=options.seconds)
        rows.append({"problem": name, "record": RECORDS.get(name)} | row | _met(row, RECORDS.get(name)))
    if rows:
        yield _table(rows, options)


def measured(recipe: Recipe, seconds: float) -> Measured:
    """A solve, a solve with a time limit, and both kinds of bounds, with one thread each."""
    problem = make(**recipe).problem()
    with Cpu() as one_pass:
        result = fr.solve(problem)
    with Cpu() as packing:
        packed = fr.lower_bound(problem)
    best = fr.solve(problem, stop=fr.Stop(seconds=seconds))
    with Cpu() as searching:
        searched = fr.lower_bound(problem, stop=fr.Stop(seconds=seconds, target=best.energy))
    return {
        "pairs": problem.n_edges,
        "one_pass_seconds": one_pass.seconds,
        "one_pass_gap": result.gap,
        "one_pass_status": result.status.name,
        "packed": packed.value,
        "packed_seconds": packing.seconds,
        "energy": best.energy,
        "with_time_bound": best.lower_bound,
        "with_time_seconds": best.seconds,
        "with_time_status": best.status.name,
        "searched": searched.value,
        "searched_seconds": searching.seconds,
        "gap": (best.energy - searched.value) / abs(searched.value) if searched.value else 0.0,
        "history": [list(round_) for round_ in searched.history],
    }


def _met(row: Row, record: float | None) -> Row:
    if record is None:
        return {}
    reached = [seconds for seconds, bound in row["history"] if bound >= record - _DIGITS]
    return {"met": "yes" if reached else "no", "met_after": reached[0] if reached else None}


def _table(rows: list[Row], options: Options) -> Table:
    return Table(
        title="Lower bounds",
        aim=(
            "Aim: at least the bound on record, on every row. One pass: `fr.solve(problem)`, whose bound takes a "
            "counted number of steps, more where they close the gap quickly. Packed: "
            f"`fr.lower_bound(problem)`, linear. With time: `fr.solve` with {options.seconds:g} s, which ends when it "
            f"has proven its result. Searched: `fr.lower_bound` with {options.seconds:g} s, ended when it comes up to "
            "that energy; the gap is between these two. CPU seconds, but for those of the solve with time and those "
            "until the record was met." + left_out()
        ),
        columns=(
            Column("problem", "problem"),
            Column("pairs", "pairs", ",d"),
            Column("one_pass_seconds", "one pass, s", ".3g"),
            Column("one_pass_gap", "its gap", ".2%"),
            Column("packed", "packed", ".2f"),
            Column("packed_seconds", "s", ".3g"),
            Column("energy", "energy with time", ".2f"),
            Column("with_time_bound", "its bound", ".2f"),
            Column("with_time_status", "its status"),
            Column("with_time_seconds", "s", ".3g"),
            Column("searched", "searched", ".2f"),
            Column("searched_seconds", "s", ".3g"),
            Column("gap", "gap", ".3%"),
            Column("record", "on record", ".2f"),
            Column("met", "met"),
            Column("met_after", "after s", ".3g"),
        ),
        rows=rows,
    )

"""Is more time ever worse? The kinds of ``kinds`` without a limit and with longer and longer ones, one seed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.solvers.contest import KILL_AFTER, OURS, compete
from benchmarks.solvers.kinds import HUBS, MANY_NODES, OTHERS, QUICK, SEEDS
from benchmarks.solvers.one_pass import at_most, said
from benchmarks.solvers.problem_folder import ProblemFolder
from harness.data.recipes import Recipe
from harness.tables import Column, Row, Table

LIMITS = (0.1, 1.0, 5.0, 20.0)


def tables(options: Options) -> Iterator[Table]:
    kinds = QUICK if options.quick else HUBS | OTHERS
    chosen = [name for name in options.chosen(kinds) if kinds[name].get("n_nodes", 0) <= MANY_NODES]
    limits = (0.1, options.seconds) if options.quick else LIMITS
    if chosen:
        yield _time_table([_with_time(name, kinds[name], limits) for name in chosen], limits)


def _with_time(name: str, recipe: Recipe, limits: tuple[float, ...]) -> Row:
    row: Row = {"problem": name}
    with ProblemFolder() as folder:
        stored = folder.stored(recipe | {"seed": SEEDS["fresh"]})
        one = compete(name, stored, OURS)
        if "energy" not in one:
            return row | {"outcome": one.get("outcome")}
        found = [(limit, compete(name, stored, OURS, seconds=limit, kill_after=limit + KILL_AFTER)) for limit in limits]
    energies = [run["energy"] for _, run in found]
    row |= {"energy": one["energy"], "seconds": one["seconds"]}
    row |= {f"after {limit:g}": energy for (limit, _), energy in zip(found, energies, strict=True)}
    in_time = [run["energy"] for limit, run in found if limit >= 2.0 * one["wall_seconds"]]
    row["above"] = said(not all(at_most(energy, one["energy"]) for energy in in_time))
    row["rising"] = said(not all(at_most(b, a) for a, b in itertools.pairwise(energies)))
    return row


def _time_table(rows: list[Row], limits: tuple[float, ...]) -> Table:
    return Table(
        title="More time on further kinds",
        aim=(
            "The same seed without a limit, and with limits (wall clock). Above one pass: whether any energy with at "
            "least twice the time of one pass is; it should never be. Rising: whether a longer limit ends higher."
        ),
        columns=(
            Column("problem", "problem"),
            Column("energy", "one pass", ".2f"),
            Column("seconds", "CPU s", ".2g"),
            *(Column(f"after {limit:g}", f"{limit:g} s", ".2f") for limit in limits),
            Column("above", "above one pass"),
            Column("rising", "rising"),
            Column("outcome", "ended"),
        ),
        rows=rows,
    )

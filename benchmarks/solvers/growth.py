"""Growth of time and memory with the number of pairs."""

from __future__ import annotations

import math
from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.solvers.contest import OURS, compete
from benchmarks.solvers.problem_folder import ProblemFolder
from harness.data.recipes import Recipe
from harness.tables import Column, Row, Table

QUICK_SIZES = (3_000, 10_000)
SIZES = (10**5, 10**6, 10**7)
HUGE = 10**8
KILL_AFTER = 3600.0


def tables(options: Options) -> Iterator[Table]:
    sizes = QUICK_SIZES if options.quick else SIZES + (HUGE,) * options.huge
    rows: list[Row] = []
    for kind in options.chosen(["planted"] if options.quick else KINDS):
        before: Row | None = None
        for n_pairs in sizes:
            row = _row(kind, n_pairs, repeats=1 if n_pairs >= HUGE else options.repeats)
            rows.append(row | _exponents(before, row))
            before = row
    if rows:
        yield _table(rows)


def planted_recipe(n_pairs: int) -> Recipe:
    """20 neighbours per node and clusters of 100 on average; a few pairs are drawn twice."""
    n_nodes = round(n_pairs / 9.73)
    return {"name": "planted_chunks", "n_nodes": n_nodes, "n_clusters": max(2, n_nodes // 100), "degree": 20}


def grid_recipe(n_pairs: int) -> Recipe:
    """4.6 pairs per pixel and regions of 870 pixels on average."""
    side = round(math.sqrt(n_pairs / 4.6))
    return {"name": "grid_chunks", "height": side, "width": side, "regions": max(2, side * side // 870)}


KINDS = {"planted": planted_recipe, "grid": grid_recipe}


def _row(kind: str, n_pairs: int, repeats: int) -> Row:
    with ProblemFolder() as folder:
        recipe = folder.stored(KINDS[kind](n_pairs), in_chunks=True)
        row = compete(kind, recipe, OURS, seeds=range(repeats), kill_after=KILL_AFTER)
    if "energy" not in row:
        return row | {"pairs": n_pairs}
    row["microseconds"] = 1e6 * row["seconds"] / row["pairs"]
    row["build_microseconds"] = 1e6 * row["build_seconds"] / row["pairs"]
    if None not in (row["start_mb"], row["before_mb"], row["solve_peak_mb"]):
        row["problem_bytes"] = 1e6 * (row["before_mb"] - row["start_mb"]) / row["pairs"]
        row["solve_bytes"] = 1e6 * (row["solve_peak_mb"] - row["before_mb"]) / row["pairs"]
        row["own_mb"] = row["solve_peak_mb"] - row["start_mb"]  # without the interpreter
    return row


def _exponents(before: Row | None, row: Row) -> Row:
    """The slope from the previous size on logarithmic axes: 1 is linear."""
    if before is None or "energy" not in before or "energy" not in row:
        return {}
    more = math.log(row["pairs"] / before["pairs"])
    found: Row = {}
    for key, value in (("seconds", "exponent"), ("own_mb", "memory_exponent")):
        if before.get(key) and row.get(key):
            found[value] = math.log(row[key] / before[key]) / more
    return found


def _table(rows: list[Row]) -> Table:
    return Table(
        title="Growth",
        aim=(
            "One pass on planted clusters and on image-like grids of growing size, made and stored by another process. "
            "Aims: close to linear (exponent from the size before near 1), and 10^8 pairs on a machine with 24 GB. "
            "Memory: what the built problem takes, what the solve needs at its peak beyond it, and the peak of the "
            "whole process, in which the given pairs (16 bytes each, a mapped file) count while it is built."
        ),
        columns=(
            Column("problem", "problem"),
            Column("nodes", "nodes", ",.0f"),
            Column("pairs", "pairs", ",.0f"),
            Column("energy", "energy", ".0f"),
            Column("build_seconds", "build CPU s", ".3g"),
            Column("build_microseconds", "µs / pair", ".3g"),
            Column("seconds", "solve CPU s", ".3g"),
            Column("microseconds", "µs / pair", ".3g"),
            Column("exponent", "exponent", ".2f"),
            Column("problem_bytes", "problem bytes / pair", ".0f"),
            Column("solve_bytes", "solve bytes / pair", ".0f"),
            Column("memory_exponent", "exponent", ".2f"),
            Column("peak_mb", "peak MB", ",.0f"),
            Column("outcome", "ended"),
        ),
        rows=rows,
    )

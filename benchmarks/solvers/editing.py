"""Cluster editing on generated sparse graphs of about 10,000 nodes: how far a few seconds are from a long run.

The first seeds were looked at while settings were chosen, the others were not.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.solvers.contest import KILL_AFTER, OURS, compete
from benchmarks.solvers.pace import AS_KAPOCE
from benchmarks.solvers.problem_folder import ProblemFolder
from harness.data.recipes import Recipe
from harness.peers.clustering import LEIDEN_10
from harness.tables import Column, Row, Table

SEEDS = {"tuned": 1, "fresh": 101}
WAITS = 20.0  # times its limit, if that is CPU time


def _graph(kind: str, n_nodes: int, n_edges: int) -> Recipe:
    return {"name": "editing", "kind": kind, "n_nodes": n_nodes, "n_edges": n_edges}


GRAPHS: dict[str, Recipe] = {
    "random, 11,000 nodes": _graph("random", 11_000, 40_000),
    "power law, 9,000 nodes": _graph("power law", 9_000, 32_000),
    "near points, 10,000 nodes": _graph("near", 10_000, 36_000),
    "hidden cliques, 10,000 nodes": _graph("cliques", 10_000, 36_000),
}
QUICK: dict[str, Recipe] = {"random": _graph("random", 300, 900), "hidden cliques": _graph("cliques", 300, 1_000)}


def tables(options: Options) -> Iterator[Table]:
    graphs = QUICK if options.quick else GRAPHS
    short = min(AS_KAPOCE, 0.3 * options.seconds) if options.quick else AS_KAPOCE
    with ProblemFolder() as folder:
        rows = [
            _row(name, folder.stored(graphs[name] | {"seed": SEEDS[seeds]}), short, options.seconds) | {"seeds": seeds}
            for name in options.chosen(graphs)
            for seeds in SEEDS
        ]
    if rows:
        yield _table(rows, short, options.seconds)


def _row(name: str, recipe: Recipe, short: float, long: float) -> Row:
    row: Row = {"problem": name, "method": OURS}
    runs = {"pass": (OURS, None), "short": (OURS, short), "long": (OURS, long)}
    for which, (method, seconds) in (runs | {"leiden": (LEIDEN_10, short)}).items():
        found = compete(name, recipe, method, kill_after=WAITS * (seconds or 0.0) + KILL_AFTER, seconds=seconds)
        if "energy" not in found:
            continue
        row |= {"nodes": found["nodes"], "pairs": found["pairs"]}
        row[which] = round(found["energy"] + found["unlisted"])
        row[f"{which}_seconds"] = found["seconds"]
    if "long" in row:
        row |= {f"{which}_above": row[which] / row["long"] - 1.0 for which in ("pass", "short") if which in row}
    return row


def _table(rows: list[Row], short: float, long: float) -> Table:
    return Table(
        title="Cluster editing on generated graphs",
        aim=(
            f"Edits, and how far they are above those of {long:g} s; CPU s are those that the run got. Leiden makes 10 "
            f"iterations at resolution 0.5, again with new seeds for {short:g} s."
        ),
        columns=(
            Column("problem", "problem"),
            Column("seeds", "seeds"),
            Column("nodes", "nodes", ",.0f"),
            Column("pairs", "edges", ",.0f"),
            Column("pass", "one pass", ",d"),
            Column("pass_above", "above", ".2%"),
            Column("short", f"{short:g} s", ",d"),
            Column("short_above", "above", ".2%"),
            Column("short_seconds", "CPU s", ".2g"),
            Column("long", f"{long:g} s", ",d"),
            Column("long_seconds", "CPU s", ".2g"),
            Column("leiden", f"Leiden, {short:g} s", ",d"),
        ),
        rows=rows,
    )

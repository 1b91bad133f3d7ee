"""Clique partitioning: dense problems with proven optima, and the time to reach them."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.solvers.contest import KILL_AFTER, OURS, compete
from harness.data import real_data
from harness.data.real_data import CliquePartitioning, clique_partitioning_index
from harness.peers.clustering import LEIDEN_10
from harness.tables import Column, Row, Table

QUICK_NAMES = ("ABR/cetacea",)
CLOSE = 1e-6  # values of up to six digits, summed


def tables(options: Options) -> Iterator[Table]:
    """No tables if the data is missing."""
    if not real_data.is_there("cp-lib"):
        return
    instances = {instance.name: instance for instance in clique_partitioning_index()}
    chosen = options.chosen(QUICK_NAMES if options.quick else instances)
    rows = [_row(instances[name], options) for name in chosen]
    if rows:
        yield _groups_table(rows, options)
        yield _instances_table(rows, options)


def _row(instance: CliquePartitioning, options: Options) -> Row:
    """Ours with every seed, Leiden once; where the optimum is proven, reaching it ends the search."""
    recipe = {"name": "clique_partitioning", "group": instance.group, "file": instance.file}
    target = instance.best - CLOSE if instance.is_proven and instance.best is not None else None

    def measured(method: str, n_seeds: int) -> Row:
        return compete(
            instance.name,
            recipe,
            method,
            seeds=range(n_seeds),
            kill_after=options.seconds + KILL_AFTER,
            seconds=options.seconds,
            target=target,
            target_of="inside",
        )

    ours, leiden = measured(OURS, options.repeats), measured(LEIDEN_10, 1)
    row = ours | {"group": instance.group, "known": instance.best, "is_proven": instance.is_proven}
    row["proven"] = "optimum" if instance.is_proven else "best known" if instance.best is not None else None
    for who, found in (("", ours), ("leiden_", leiden)):
        if "energies" not in found:
            continue
        values = [found["total_weight"] - energy for energy in found["energies"]]
        row[f"{who}value"] = min(values)
        row[f"{who}seconds"] = found["seconds"]
        if instance.best is not None:
            row[f"{who}hits"] = sum(value >= instance.best - CLOSE for value in values)
            row[f"{who}reached"] = f"{row[f'{who}hits']} of {len(values)}"
    return row


def _groups_table(rows: list[Row], options: Options) -> Table:
    groups = []
    for group in dict.fromkeys(row["group"] for row in rows):
        members = [row for row in rows if row["group"] == group]
        proven = [row for row in members if row["is_proven"]]
        open_ones = [row for row in members if not row["is_proven"] and row["known"] is not None]
        met = [row for row in proven if row.get("hits") == row.get("runs")]
        groups.append(
            {
                "method": OURS,
                "group": group,
                "instances": len(members),
                "proven": len(proven),
                "reached": len(met),
                "slowest": max((row["seconds"] for row in met), default=None),
                "leiden_reached": sum(row.get("leiden_hits", 0) > 0 for row in proven),
                "open": len(open_ones),
                "open_reached": sum(row.get("hits") == row.get("runs") for row in open_ones),
                "missed": ", ".join(row["problem"] for row in proven if row not in met) or None,
            }
        )
    return Table(
        title="CP-Lib by group",
        aim=(
            f"Aim: every proven optimum within {options.seconds:g} s, with every seed. Slowest: median CPU seconds to "
            "it, over the seeds. Leiden (10 iterations) starts again with new seeds for as long. Open: a best known "
            "value without a proof, which is to be reached in the same time."
        ),
        columns=(
            Column("group", "group"),
            Column("instances", "instances", "d"),
            Column("proven", "proven", "d"),
            Column("reached", "reached", "d"),
            Column("slowest", "slowest, CPU s", ".3g"),
            Column("leiden_reached", "by Leiden", "d"),
            Column("open", "open", "d"),
            Column("open_reached", "reached", "d"),
            Column("missed", "optima missed"),
        ),
        rows=groups,
    )


def _instances_table(rows: list[Row], options: Options) -> Table:
    return Table(
        title="CP-Lib",
        aim=(
            "Values are weights inside clusters: more is better. The worst of "
            f"{options.repeats} seeds, and one of Leiden's; CPU seconds until the optimum, or all that were spent."
        ),
        columns=(
            Column("problem", "instance"),
            Column("nodes", "nodes", ".0f"),
            Column("known", "value", ",.0f"),
            Column("proven", "which is the"),
            Column("value", "ours, worst", ",.0f"),
            Column("reached", "reached"),
            Column("seconds", "CPU s", ".3g"),
            Column("leiden_value", "Leiden's", ",.0f"),
            Column("leiden_reached", "reached"),
            Column("leiden_seconds", "CPU s", ".3g"),
        ),
        rows=rows,
    )

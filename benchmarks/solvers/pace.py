"""Cluster editing: instances of PACE 2021, whose unlisted pairs all repel."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.solvers.contest import KILL_AFTER, OURS, compete
from benchmarks.solvers.one_pass import said
from harness.data import real_data
from harness.data.real_data import ClusterEditing, cluster_editing_index
from harness.peers.clustering import LEIDEN_10
from harness.tables import Column, Row, Table

QUICK_NAMES = ("exact001",)
AS_KAPOCE = 3.0  # seconds: what most of the edits on record took


def tables(options: Options) -> Iterator[Table]:
    """No tables if the data is missing."""
    if not real_data.is_there("pace2021"):
        return
    instances = {instance.name: instance for instance in cluster_editing_index()}
    chosen = options.chosen(QUICK_NAMES if options.quick else instances)
    short = min(AS_KAPOCE, 0.3 * options.seconds) if options.quick else AS_KAPOCE
    rows = [_row(instances[name], short, options.seconds) for name in chosen]
    if rows:
        yield _tracks_table(rows, short, options.seconds)
        yield _instances_table(rows, short, options.seconds)


def _row(instance: ClusterEditing, short: float, long: float) -> Row:
    """Reaching a proven optimum ends the search."""
    recipe = {"name": "cluster_editing", "track": instance.track, "instance": instance.name}

    def measured(method: str, seconds: float) -> Row:
        return compete(
            instance.name,
            recipe,
            method,
            kill_after=seconds + KILL_AFTER,
            seconds=seconds,
            target=instance.edits if instance.is_proven else None,
            target_of="edits",
        )

    found = {"long": measured(OURS, long), "short": measured(OURS, short), "leiden": measured(LEIDEN_10, short)}
    row = found["long"] | {"track": instance.track, "known": instance.edits}
    row["is_proven"], row["proven"] = instance.is_proven, "yes" if instance.is_proven else None
    for which, one in found.items():
        if "energy" not in one:
            continue
        row[f"{which}_edits"] = round(one["energy"] + one["unlisted"])
        row[f"{which}_seconds"] = one["seconds"]
        if instance.edits is not None:
            row[f"{which}_met"] = said(row[f"{which}_edits"] <= instance.edits)
    if row.get("peak_mb") is not None and row.get("start_mb") is not None:
        row["bytes"] = 1e6 * (row["peak_mb"] - row["start_mb"]) / (row["nodes"] + row["pairs"])
    return row


def _tracks_table(rows: list[Row], short: float, long: float) -> Table:
    tracks = []
    for track in dict.fromkeys(row["track"] for row in rows):
        members = [row for row in rows if row["track"] == track]
        known = [row for row in members if row["known"] is not None]
        proven = [row for row in members if row["is_proven"]]
        tracks.append(
            {
                "method": OURS,
                "track": track,
                "instances": len(members),
                "known": len(known),
                "short": sum(row.get("short_met") == "yes" for row in known),
                "long": sum(row.get("long_met") == "yes" for row in known),
                "leiden": sum(row.get("leiden_met") == "yes" for row in known),
                "better": sum(row.get("long_edits", row["known"]) < row["known"] for row in known),
                "proven": len(proven),
                "optimal": sum(row.get("long_met") == "yes" for row in proven),
                "largest": max(row.get("nodes", 0) for row in members),
                "peak_mb": max((row["peak_mb"] for row in members if row.get("peak_mb")), default=None),
            }
        )
    return Table(
        title="PACE 2021 by track",
        aim=(
            "Aims: at most KaPoCE's edits at equal time (its heuristic had about 3 s, an exact solver proved the "
            "optima), every proven optimum, and memory that grows with nodes and edges, not with all pairs. Counted: "
            f"instances with at most its edits, after {short:g} s and {long:g} s of ours and {short:g} s of Leiden "
            "(10 iterations at resolution 0.5, again with new seeds)."
        ),
        columns=(
            Column("track", "track"),
            Column("instances", "instances", "d"),
            Column("known", "with known edits", "d"),
            Column("short", f"met in {short:g} s", "d"),
            Column("long", f"met in {long:g} s", "d"),
            Column("better", "fewer edits", "d"),
            Column("leiden", f"Leiden, {short:g} s", "d"),
            Column("proven", "proven", "d"),
            Column("optimal", "reached", "d"),
            Column("largest", "largest, nodes", ",.0f"),
            Column("peak_mb", "largest peak MB", ",.0f"),
        ),
        rows=tracks,
    )


def _instances_table(rows: list[Row], short: float, long: float) -> Table:
    return Table(
        title="PACE 2021",
        aim=(
            "Edits: energy plus the number of pairs without an edge. Bytes: peak memory of reading, building and "
            "solving beyond the interpreter, per node and edge."
        ),
        columns=(
            Column("problem", "instance"),
            Column("nodes", "nodes", ",.0f"),
            Column("pairs", "edges", ",.0f"),
            Column("known", "KaPoCE", ",d"),
            Column("proven", "proven"),
            Column("short_edits", f"ours, {short:g} s", ",d"),
            Column("short_met", "met"),
            Column("long_edits", f"ours, {long:g} s", ",d"),
            Column("long_met", "met"),
            Column("long_seconds", "CPU s", ".3g"),
            Column("leiden_edits", f"Leiden, {short:g} s", ",d"),
            Column("peak_mb", "peak MB", ",.0f"),
            Column("bytes", "bytes / (nodes + edges)", ",.0f"),
        ),
        rows=rows,
    )

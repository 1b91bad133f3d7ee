"""A stream of new records: the cost of an update, and its clusters compared with those of a full solve."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np

import frenemy as fr
from benchmarks.options import Options
from benchmarks.records.planted_records import FALSE, MATES, MISSING, PlantedRecords, planted_records
from benchmarks.records.table_updates import table_updates
from benchmarks.records.update_comparison import QUALITY, quality, times
from frenemy.apps.records.update.updates import SolvedPairs, solved_pairs, updated
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.tables import Column, Row, Table

#: Pairs, about; the last records of them come in as updates.
SIZES = {"100,000 pairs": 100_000, "1,000,000 pairs": 1_000_000}
QUICK_SIZES = {"4,000 pairs": 4_000}
N_UPDATES, QUICK_N_UPDATES = 100, 10
BATCHES = (1, 10, 100)  # records of an update
N_STREAMED, QUICK_N_STREAMED = 10_000, 500  # pairs of a stream that begins with nothing


def tables(options: Options) -> Iterator[Table]:
    sizes = QUICK_SIZES if options.quick else SIZES
    rows: list[Row] = [
        {"problem": name, "batch": batch}
        | fresh(measure, n_pairs=sizes[name], batch=batch, n_updates=QUICK_N_UPDATES if options.quick else N_UPDATES)
        for name in options.chosen(sizes)
        for batch in BATCHES[: 2 if options.quick else None]
    ]
    if rows:
        yield _times(rows)
        yield _quality(rows)
    for name in options.chosen(sizes)[-1:]:
        yield from table_updates(
            sizes[name], QUICK_N_UPDATES if options.quick else N_UPDATES, BATCHES[: 2 if options.quick else None]
        )
    if not options.only:
        yield _from_nothing(QUICK_N_STREAMED if options.quick else N_STREAMED)


def _times(rows: list[Row]) -> Table:
    return Table(
        title="Time of an update",
        aim=(
            f"{rows[0]['updates']} updates, each of some new records with all their pairs; entities of {MATES:g} "
            f"records on average, {FALSE:.0%} false strong pairs, unlisted pairs weigh {MISSING:g}. The full solve "
            "builds the problem of all pairs and solves it once. CPU time of one thread. Load at the end: "
            f"{os.getloadavg()[0]:.1f}."
        ),
        columns=(
            Column("problem", "problem"),
            Column("batch", "new records", ".0f"),
            Column("touched", "touched, median", ",.0f"),
            Column("max_touched", "max", ",.0f"),
            Column("median_ms", "ms, median", ",.1f"),
            Column("p95_ms", "95 %", ",.1f"),
            Column("max_ms", "max", ",.1f"),
            Column("full_ms", "full solve, ms", ",.0f"),
            Column("index_ms", "index once, ms", ",.0f"),
            Column("peak_mb", "peak MB", ",.0f"),
        ),
        rows=rows,
    )


def _quality(rows: list[Row]) -> Table:
    return Table(
        title="Clusters after all updates",
        aim=(
            "Cost: energy minus the weight of all pairs that repel. Full solve: all pairs, solved once at the end. "
            "F: B-cubed F1 against the planted entities."
        ),
        columns=(
            Column("problem", "problem"),
            Column("batch", "new records", ".0f"),
            *QUALITY,
            Column("clusters", "clusters", ",.0f"),
            Column("full_clusters", "full solve", ",.0f"),
            Column("planted", "planted", ",.0f"),
        ),
        rows=rows,
    )


def _from_nothing(n_pairs: int) -> Table:
    rows: list[Row] = [
        {"missing": missing} | fresh(measure_from_nothing, n_pairs=n_pairs, missing=missing)
        for missing in (-1.0, -0.3, 0.0)
    ]
    return Table(
        title="Record by record, from nothing",
        aim=f"Every record of {n_pairs:,} pairs is an update of its own: do small errors add up?",
        columns=(
            Column("missing", "missing", "g"),
            Column("updates", "updates", ",.0f"),
            Column("touched", "touched, median", ",.0f"),
            Column("max_touched", "max", ",.0f"),
            Column("mean_ms", "ms, mean", ",.1f"),
            *QUALITY,
        ),
        rows=rows,
    )


# -------------------------------------------------------------------------------------------------------- measurements


def measure(n_pairs: int, batch: int, n_updates: int) -> Measured:
    records = planted_records(n_pairs, seed=0)
    n_first = len(records.truth) - batch * n_updates
    first = np.searchsorted(records.v, n_first)  # pairs are in the order in which their later record comes
    u, v, w = records.u[:first], records.v[:first], records.w[:first]
    labels = fr.solve(fr.Problem.from_edges(u, v, w, n_nodes=n_first, missing=MISSING)).labels
    with Cpu() as index:
        solved = solved_pairs(u, v, w, labels=labels, missing=MISSING)
    return {"index_ms": 1e3 * index.seconds} | _stream(solved, records, batch)


def measure_from_nothing(n_pairs: int, missing: float) -> Measured:
    return _stream(solved_pairs([], [], [], labels=[], missing=missing), planted_records(n_pairs, seed=1), batch=1)


def _stream(solved: SolvedPairs, records: PlantedRecords, batch: int) -> Measured:
    """Add all later records in batches, and solve all at once for comparison."""
    u, v, w, truth = records
    updated(solved, [0], [1], [1.0], n_new=2)  # import what the first update imports
    seconds, touched = [], []
    for begin in range(solved.n_records, len(truth), batch):
        new = slice(*np.searchsorted(v, (begin, begin + batch)))
        with Cpu() as cpu:
            update = updated(solved, u[new], v[new], w[new], n_new=batch)
        seconds.append(cpu.seconds)
        touched.append(len(update.touched))
        solved = update.solved
    with Cpu() as full_cpu:
        problem = fr.Problem.from_edges(u, v, w, n_nodes=len(truth), missing=solved.missing)
        full = fr.solve(problem)
    return {
        "pairs": len(u),
        "updates": len(touched),
        **times(seconds, touched, full_cpu.seconds),
        **quality(problem, solved.labels, full.labels, truth),
        "clusters": len(np.unique(solved.labels)),
        "full_clusters": full.n_clusters,
        "planted": len(np.unique(truth)),
    }

"""A stream of new records beside solving all anew: what an update costs, and whether its clusters are as good."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np

import frenemy as fr
from benchmarks.measure import Cpu, Measured, fresh
from benchmarks.options import Options
from benchmarks.planted_records import FALSE, MATES, MISSING, PlantedRecords, planted_records
from benchmarks.report import Column, Row, Table
from benchmarks.table_updates import table_updates
from frenemy.apps.records.updates import SolvedPairs, solved_pairs, updated
from frenemy.metrics import b_cubed

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
            f"records on average, {FALSE:.0%} false strong pairs, unlisted pairs weigh {MISSING:g}. Anew is one "
            "default solve of all pairs, and building the problem. CPU time of one thread. Load when done: "
            f"{os.getloadavg()[0]:.1f}."
        ),
        columns=(
            Column("problem", "problem"),
            Column("batch", "new records", ".0f"),
            Column("touched", "touched, median", ",.0f"),
            Column("most_touched", "most", ",.0f"),
            Column("median_ms", "ms, median", ",.1f"),
            Column("p95_ms", "95 %", ",.1f"),
            Column("most_ms", "most", ",.1f"),
            Column("anew_ms", "anew, ms", ",.0f"),
            Column("index_ms", "index once, ms", ",.0f"),
            Column("peak_mb", "peak MB", ",.0f"),
        ),
        rows=rows,
    )


def _quality(rows: list[Row]) -> Table:
    return Table(
        title="Clusters after all updates",
        aim=(
            "Cost is the energy above the weight of all pairs that repel: what is against a clustering. Anew: all "
            "pairs, solved once at the end. F is B-cubed, against the planted entities."
        ),
        columns=(
            Column("problem", "problem"),
            Column("batch", "new records", ".0f"),
            Column("cost", "cost", ",.1f"),
            Column("anew_cost", "cost anew", ",.1f"),
            Column("cost_more", "more, %", ".3f"),
            Column("f", "F", ".4f"),
            Column("anew_f", "F anew", ".4f"),
            Column("clusters", "clusters", ",.0f"),
            Column("anew_clusters", "anew", ",.0f"),
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
        aim=f"Every record of {n_pairs:,} pairs is an update of its own: do small faults add up?",
        columns=(
            Column("missing", "missing", "g"),
            Column("updates", "updates", ",.0f"),
            Column("touched", "touched, median", ",.0f"),
            Column("most_touched", "most", ",.0f"),
            Column("mean_ms", "ms, mean", ",.1f"),
            Column("cost", "cost", ",.1f"),
            Column("anew_cost", "cost anew", ",.1f"),
            Column("cost_more", "more, %", ".3f"),
            Column("f", "F", ".4f"),
            Column("anew_f", "F anew", ".4f"),
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
    """All records that are not there yet, some at a time; and beside it all at once."""
    u, v, w, truth = records
    updated(solved, [0], [1], [1.0], n_new=2)  # what is loaded when first used is no part of an update
    seconds, touched = [], []
    for begin in range(solved.n_records, len(truth), batch):
        new = slice(*np.searchsorted(v, (begin, begin + batch)))
        with Cpu() as cpu:
            update = updated(solved, u[new], v[new], w[new], n_new=batch)
        seconds.append(cpu.seconds)
        touched.append(len(update.touched))
        solved = update.solved
    with Cpu() as anew_cpu:
        problem = fr.Problem.from_edges(u, v, w, n_nodes=len(truth), missing=solved.missing)
        anew = fr.solve(problem)
    cost, anew_cost = (energy - problem.repelling_weight for energy in (problem.energy(solved.labels), anew.energy))
    milliseconds = 1e3 * np.array(seconds)
    return {
        "pairs": len(u),
        "updates": len(touched),
        "touched": float(np.median(touched)),
        "most_touched": max(touched),
        "mean_ms": float(milliseconds.mean()),
        "median_ms": float(np.median(milliseconds)),
        "p95_ms": float(np.quantile(milliseconds, 0.95)),
        "most_ms": float(milliseconds.max()),
        "anew_ms": 1e3 * anew_cpu.seconds,
        "cost": cost,
        "anew_cost": anew_cost,
        "cost_more": 100.0 * (cost - anew_cost) / anew_cost,
        "f": b_cubed(solved.labels, truth).f1,
        "anew_f": b_cubed(anew.labels, truth).f1,
        "clusters": len(np.unique(solved.labels)),
        "anew_clusters": anew.n_clusters,
        "planted": len(np.unique(truth)),
    }

"""Ours on every draw, and others where groups overlap."""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from itertools import groupby

import numpy as np

import frenemy as fr
from experiments import page
from experiments.rows import Key, measure_rows
from experiments.settings import Settings
from experiments.vector_limits.draws import MANY, NO_STRUCTURE, OVERLAP, Draw, draws
from experiments.vectors.data.labeled_rows import LabeledRows
from experiments.vectors.methods.methods import methods
from experiments.vectors.methods.ours import OURS
from harness.results_file import ResultsFile, Row
from harness.tables import Column, Table

KEYS = ("kind", "about", "draw", "method")
COLUMNS = (*KEYS, "n_rows", "n_true", "n_found", "ari", "is_unsure", "purity", "cpu_seconds", "peak_gb")
PEERS = ("k-means told k", "Leiden")  # where groups overlap
NEAREST = 10  # rows whose share of the same group is the purity
N_MOST = 10_000  # rows, above which purity is not measured


def run(settings: Settings) -> list[Row]:
    """Return the rows of this run; the file may have others."""
    wanted = {
        name: draw
        for name, draw in draws(quick=settings.quick).items()
        if not settings.sets or name.startswith(settings.sets) or draw.kind in settings.sets
    }
    if not wanted:
        sys.exit(f"vector_limits: no draw is called {' or '.join(map(repr, settings.sets))}")
    known = methods()
    keys = [
        (draw.kind, draw.about, name, method)
        for name, draw in wanted.items()
        for method in (OURS, *(PEERS if draw.kind == OVERLAP else ()))
        if known[method].missing is None
    ]
    results = ResultsFile(settings.out / "vector_limits.csv", COLUMNS, n_keys=len(KEYS), fresh=settings.fresh)
    failures = measure_rows(
        results.left(keys),
        "vector_limits",
        lambda key: _measured(key, wanted),
        add=lambda key, row: results.add(dict(zip(KEYS, key, strict=True)) | row),
        describe=lambda key: f"{key[3]} failed on {key[2]}",
    )
    rows = results.of(keys)
    if not rows:
        sys.exit("vector_limits: nothing was measured")
    seconds = sum(row["cpu_seconds"] for row in rows)
    page.write(settings, tables(rows), results=[results], seconds=seconds)
    if failures:
        sys.exit("vector_limits: " + "; ".join(failures))
    return rows


def _measured(key: Key, wanted: dict[str, Draw]) -> Row:
    _, _, name, method = key
    rows, about = wanted[name].load(), methods()[method]
    for module in about.needs:
        import_module(module)  # not part of its time
    began, account = time.process_time(), ""
    if method == OURS:
        clustering = fr.CorrelationClustering().fit(rows.features)
        labels, account = clustering.labels_, clustering.weights_account_
    else:
        labels = about.call(rows)
    seconds = time.process_time() - began
    return {
        "n_rows": len(labels),
        "n_true": rows.n_classes,
        "n_found": len(np.unique(labels)),
        "ari": fr.metrics.adjusted_rand_index(labels, rows.truth),
        "is_unsure": int("unsure" in account),
        "purity": _purity(rows),
        "cpu_seconds": seconds,
        "peak_gb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6,
    }


def _purity(rows: LabeledRows) -> float | None:
    """Of the nearest rows of a row, the mean share in its own group."""
    if rows.n_classes < 2 or len(rows.truth) > N_MOST:
        return None
    from frenemy.affinity.neighbors import nearest

    found = nearest(rows.features.astype(np.float32), n_neighbors=NEAREST).indices
    return float((rows.truth[found] == rows.truth[:, None]).mean())


def tables(rows: Sequence[Row]) -> list[Table]:
    made = [
        Table(
            title="Rows without structure",
            aim="500 rows each. All of them are one group; the account of a fit that finds more should call it unsure.",
            columns=(
                Column("about", "rows"),
                Column("n_draws", "draws", "d"),
                Column("n_wrong", "with more groups", "d"),
                Column("n_unsure", "of these called unsure", "d"),
            ),
            rows=[_wrong(about, own) for about, own in _by(rows, NO_STRUCTURE, "about")],
        ),
        Table(
            title="Overlapping groups",
            aim=f"Six normal groups, 1,200 rows in 5 or 20 dimensions. Purity: of the {NEAREST} nearest rows of a row, "
            "the mean share in its own group.",
            columns=(
                Column("about", "groups"),
                Column("method", "method"),
                Column("purity", "purity", ".2f"),
                Column("ari", "mean ARI", ".2f"),
                Column("n_found", "mean number of clusters", ".1f"),
            ),
            rows=[
                _mean(about, method, mine)
                for about, own in _by(rows, OVERLAP, "about")
                for method in dict.fromkeys(row["method"] for row in own)
                if (mine := [row for row in own if row["method"] == method])
            ],
        ),
        Table(
            title="Many rows",
            aim="Normal groups of 100 rows, 32 columns, centers that spread three times as far as rows. One thread. "
            "Memory is the most that the process held so far.",
            columns=(
                Column("about", "rows"),
                Column("n_true", "groups", ",d"),
                Column("n_found", "clusters", ",d"),
                Column("ari", "ARI", ".3f"),
                Column("cpu_seconds", "CPU s", ".1f"),
                Column("peak_gb", "GB", ".1f"),
            ),
            rows=[row for row in rows if row["kind"] == MANY],
        ),
    ]
    return [table for table in made if table.rows]


def _by(rows: Sequence[Row], kind: str, column: str) -> list[tuple[str, list[Row]]]:
    own = [row for row in rows if row["kind"] == kind]
    return [(name, list(part)) for name, part in groupby(own, key=lambda row: str(row[column]))]


def _wrong(about: str, rows: Sequence[Row]) -> Row:
    wrong = [row for row in rows if row["n_found"] > 1]
    n_unsure = sum(row["is_unsure"] for row in wrong)
    return {"about": about, "n_draws": len(rows), "n_wrong": len(wrong), "n_unsure": n_unsure}


def _mean(about: str, method: str, rows: Sequence[Row]) -> Row:
    means = {name: statistics.mean(row[name] for row in rows) for name in ("purity", "ari", "n_found")}
    return {"about": about, "method": method, **means}

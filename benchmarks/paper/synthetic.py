"""Synthetic problems like those of the paper, fixed to the digit, from sparse to dense.

The experiment of the paper itself, with many draws and quality beside energy, is ``python -m experiments synthetic``.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.paper.methods import METHODS, cluster_fresh, is_installed
from harness.data.problems import SHARED_GENERATOR
from harness.data.recipes import Recipe
from harness.tables import Column, Row, Table

LIMIT = 20.0  # seconds for each of our solves: ExpandExplore would take minutes at the dense end
AFTER_LIMIT = f"Ours stop after {LIMIT:g} s (wall clock); a method that does is not run on further seeds of that row."
DENSITIES = (0.01, 0.02, 0.05, 0.10, 0.20, 0.50)
ON_RECORD = tuple(f"syn750_s{round(100 * density):02d}" for density in DENSITIES)


def tables(options: Options) -> Iterator[Table]:
    """The seeds are the repeats, so that energies have a spread and times a mean."""
    if SHARED_GENERATOR.exists():
        names, n_seeds = (ON_RECORD[:1], 1) if options.quick else (ON_RECORD, max(options.repeats, 5))
        yield shared_table(names, n_seeds)


def shared_table(names: tuple[str, ...], n_seeds: int) -> Table:
    rows: list[Row] = []
    for name in names:
        for method in METHODS:
            rows.append({"problem": name} | _mean_row(method, {"name": "shared", "problem": name}, n_seeds))
    return Table(
        title="Synthetic problems with energies on record",
        aim=f"Single problems of 750 nodes, {n_seeds} seeds of the solver. {AFTER_LIMIT}",
        columns=(
            Column("problem", "problem"),
            Column("pairs", "pairs", ",.0f"),
            Column("method", "method"),
            Column("energy", "mean energy", ".2f"),
            Column("best", "best energy", ".2f"),
            Column("clusters", "clusters", ".1f"),
            Column("seconds", "CPU s", ".3g"),
            Column("runs", "runs", "d"),
            Column("ended", "ended"),
        ),
        rows=rows,
    )


def _mean_row(method: str, recipe: Recipe, n_seeds: int) -> Row:
    """The mean over the seeds, up to the first that hits the limit."""
    if not is_installed(method):
        return {"method": f"{method} (not installed)"}
    runs: list[Row] = []
    for seed in range(n_seeds):
        runs.append(cluster_fresh(recipe, method, seed=seed, limit=LIMIT))
        if runs[-1]["status"] == "TIME_LIMIT":
            break
    row: Row = {
        "method": method,
        "energies": [run["energy"] for run in runs],
        "best": min(run["energy"] for run in runs),
    }
    for key in ("pairs", "seconds", "energy", "clusters", "peak_mb"):
        values = [run[key] for run in runs]
        row[key] = None if None in values else statistics.mean(values)
    row["runs"] = len(runs)
    row["ended"] = "time limit" if runs[-1]["status"] == "TIME_LIMIT" else "by itself"
    return row

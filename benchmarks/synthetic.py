"""The synthetic problems of the paper (section 6.1), from sparse to dense."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from benchmarks.methods import METHODS, cluster_fresh, is_installed
from benchmarks.options import Options
from benchmarks.problems import SHARED_GENERATOR
from benchmarks.recipes import Recipe
from benchmarks.report import Column, Row, Table

LIMIT = 20.0  # seconds for each of our solves: ExpandExplore would take minutes at the dense end
AFTER_LIMIT = f"Ours stop after {LIMIT:g} s (wall clock); a method that does is not run on further seeds of that row."
DENSITIES = (0.01, 0.02, 0.05, 0.10, 0.20, 0.50)
ON_RECORD = tuple(f"syn750_s{round(100 * density):02d}" for density in DENSITIES)


def tables(options: Options) -> Iterator[Table]:
    """The seeds are the repeats, so that energies have a spread and times a mean."""
    if options.quick:
        yield synthetic_table((0.20,), n_seeds=1, n_nodes=100)
        return
    n_seeds = max(options.repeats, 5)
    yield synthetic_table(DENSITIES, n_seeds)
    if SHARED_GENERATOR.exists():
        yield shared_table(ON_RECORD, n_seeds)


def synthetic_table(densities: tuple[float, ...], n_seeds: int, n_nodes: int = 750) -> Table:
    """As many problems as seeds of the solver for each density: one row is the mean over them."""
    rows: list[Row] = []
    for density in densities:
        recipes: list[Recipe] = [
            {"name": "paper_synthetic", "density": density, "n_nodes": n_nodes, "seed": seed} for seed in range(n_seeds)
        ]
        for method in METHODS:
            rows.append({"density": density} | _mean_row(method, recipes))
    return Table(
        title="Synthetic problems of the paper",
        aim=(
            f"{n_nodes} nodes, 15 planted clusters, a quarter of the pairs inside them, 20 % wrong signs; means over "
            f"{n_seeds} problems and seeds. Energies relative to the planted clustering, which has -1: lower is "
            "better. Expected: Expand slightly better than Swap and much slower, ICM fastest and good from 10 % on. "
            + AFTER_LIMIT
        ),
        columns=(
            Column("density", "density", ".0%"),
            Column("pairs", "pairs", ",.0f"),
            Column("method", "method"),
            Column("relative", "energy / planted", ".4f"),
            Column("clusters", "clusters", ".1f"),
            Column("seconds", "CPU s", ".3g"),
            Column("runs", "runs", "d"),
            Column("ended", "ended"),
            Column("peak_mb", "peak MB", ".0f"),
        ),
        rows=rows,
    )


def shared_table(names: tuple[str, ...], n_seeds: int) -> Table:
    """The same kind of problems from another generator, fixed to the digit."""
    rows: list[Row] = []
    for name in names:
        for method in METHODS:
            rows.append({"problem": name} | _mean_row(method, [{"name": "shared", "problem": name}] * n_seeds))
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


def _mean_row(method: str, recipes: list[Recipe]) -> Row:
    """The mean over the recipes, each with a solver seed of its own, up to the first that hits the limit."""
    if not is_installed(method):
        return {"method": f"{method} (not installed)"}
    runs: list[Row] = []
    for seed, recipe in enumerate(recipes):
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
    if runs[0]["planted_energy"] is not None:
        row["relative"] = statistics.mean(run["energy"] / abs(run["planted_energy"]) for run in runs)
    row["runs"] = len(runs)
    row["ended"] = "time limit" if runs[-1]["status"] == "TIME_LIMIT" else "by itself"
    return row

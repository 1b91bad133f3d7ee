"""Thresholded components and normalized cuts on the synthetic problems, compared with frenemy."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import scipy.sparse as sp

import frenemy as fr
from experiments import fragments, page
from experiments.methods import Labels
from experiments.settings import Settings
from experiments.synthetic import N_CLUSTERS, relative_energy, synthetic
from frenemy.comparators import (
    NormalizedCuts,
    SignedNormalizedCuts,
    best_by_truth,
    components_by_threshold,
    normalized_cuts,
    spaced_thresholds,
)
from harness.figure import figure
from harness.progress import with_progress
from harness.results_file import ResultsFile, Row
from harness.tables import Column, Table

COLUMNS = (
    *("nodes", "density", "repeat", "method"),
    *("total_weight", "planted_energy", "energy", "k", "purity", "ari", "cpu_seconds", "wall_seconds"),
)

#: A problem, its truth and a seed to labels; the truth is for the one rule that looks at it.
Method = Callable[[fr.Problem, Labels, int], Labels]


def _solved(problem: fr.Problem, truth: Labels, seed: int) -> Labels:  # noqa: ARG001
    return fr.solve(problem, seed=seed).labels


def _thresholds(problem: fr.Problem, truth: Labels, seed: int, *, spacing: str, sees_truth: bool) -> Labels:  # noqa: ARG001
    found = components_by_threshold(problem, spaced_thresholds(problem, spacing=spacing))
    return (best_by_truth(found, truth) if sees_truth else min(found, key=lambda one: one.energy)).labels


def _cuts(problem: fr.Problem, truth: Labels, seed: int, *, cuts: NormalizedCuts | SignedNormalizedCuts) -> Labels:  # noqa: ARG001
    return cuts.clustering(problem, seed=seed).labels


def _cuts_of_listed(problem: fr.Problem, truth: Labels, seed: int) -> Labels:  # noqa: ARG001
    """What the choice of the listed pairs alone gives away."""
    u, v, w = problem.edges()
    matrix = sp.coo_array((np.ones(2 * len(w)), (np.r_[u, v], np.r_[v, u])), shape=2 * (problem.n_nodes,))
    return normalized_cuts(matrix, n_clusters=N_CLUSTERS, seed=seed).labels


METHODS: dict[str, Method] = {
    "frenemy": _solved,
    "thresholds, lowest energy": partial(_thresholds, spacing="probability", sees_truth=False),
    "thresholds, best by the truth": partial(_thresholds, spacing="probability", sees_truth=True),
    "quantiles, lowest energy": partial(_thresholds, spacing="quantile", sees_truth=False),
    "quantiles, best by the truth": partial(_thresholds, spacing="quantile", sees_truth=True),
    "cuts, gap as printed": partial(_cuts, cuts=NormalizedCuts(rule="paper")),
    "cuts, gap mended": partial(_cuts, cuts=NormalizedCuts(rule="skip_first")),
    "cuts, largest difference": partial(_cuts, cuts=NormalizedCuts(rule="difference")),
    "cuts, k given": partial(_cuts, cuts=NormalizedCuts(n_clusters=N_CLUSTERS)),
    "cuts without weights, k given": _cuts_of_listed,
    "signed cuts, gap as printed": partial(_cuts, cuts=SignedNormalizedCuts(rule="paper")),
    "signed cuts, gap mended": partial(_cuts, cuts=SignedNormalizedCuts(rule="skip_first")),
    "signed cuts, largest difference": partial(_cuts, cuts=SignedNormalizedCuts(rule="difference")),
    "signed cuts, constant kept": partial(_cuts, cuts=SignedNormalizedCuts(keeps_constant=True)),
    "signed cuts, k given": partial(_cuts, cuts=SignedNormalizedCuts(n_clusters=N_CLUSTERS)),
}


def run(settings: Settings) -> None:
    n_nodes, densities, n_repeats = (150, (0.2, 0.5), 1) if settings.quick else (750, (0.02, 0.05, 0.1, 0.2, 0.5), 5)
    results = ResultsFile(settings.out / "comparators.csv", COLUMNS, n_keys=4, fresh=settings.fresh)
    keys = [
        (n_nodes, density, repeat, name) for repeat in range(n_repeats) for density in densities for name in METHODS
    ]
    for _, density, repeat, name in with_progress(results.left(keys), "comparators"):
        problem, truth = synthetic(density, n_nodes=n_nodes, seed=repeat)
        wall, cpu = time.perf_counter(), time.process_time()
        labels = METHODS[name](problem, truth, repeat)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        results.add(
            {
                "nodes": n_nodes,
                "density": density,
                "repeat": repeat,
                "method": name,
                "total_weight": problem.total_weight,
                "planted_energy": problem.energy(truth),
                "energy": problem.energy(labels),
                "k": int(labels.max()) + 1,
                "purity": fr.metrics.purity(labels, truth),
                "ari": fr.metrics.adjusted_rand_index(labels, truth),
                "cpu_seconds": cpu,
                "wall_seconds": wall,
            }
        )
    pieces = fragments.measure(settings)
    rows = results.of(keys)
    draw(settings, means(rows))
    page.write(
        settings,
        [table(rows, n_nodes), fragments.table(pieces)],
        results=[results],
        seconds=sum(row["wall_seconds"] for row in rows) + sum(row["seconds"] for row in pieces),
    )


def means(rows: Sequence[Row]) -> list[Row]:
    found: list[Row] = []
    for density in sorted({row["density"] for row in rows}):
        for method in METHODS:
            group = [row for row in rows if row["density"] == density and row["method"] == method]
            mean = {key: statistics.mean(row[key] for row in group) for key in ("k", "purity", "ari", "cpu_seconds")}
            mean["relative"] = statistics.mean(map(relative_energy, group))
            found.append({"density": density, "method": method} | mean)
    return found


def table(rows: Sequence[Row], n_nodes: int) -> Table:
    return Table(
        title="Thresholds and normalized cuts",
        aim=(
            f"The synthetic problems of {n_nodes} nodes in {N_CLUSTERS} clusters, means over the draws. Ten "
            "thresholds, in equal steps of the probability or of the number of pairs; the best of them by its energy, "
            "or by the number of clusters and then the purity, which needs the truth. Energies as in figure 3."
        ),
        columns=(
            Column("density", "density", ".0%"),
            Column("method", "method"),
            Column("k", "k", ".1f"),
            Column("purity", "purity", ".3f"),
            Column("ari", "ARI", ".3f"),
            Column("relative", "energy / planted", ".3f"),
            Column("cpu_seconds", "CPU s", ".2g"),
        ),
        rows=means(rows),
    )


def draw(settings: Settings, found: list[Row]) -> None:
    """The adjusted Rand index of each method by density, from none to all of it."""
    densities = sorted({row["density"] for row in found})
    with figure(settings.out, "comparators", is_draft=settings.quick, panels=(1, 2), size=(9.5, 3.6)) as (_, panels):
        for panel, key in zip(panels, ("ari", "k"), strict=True):
            for place, method in enumerate(METHODS):
                values = {row["density"]: row[key] for row in found if row["method"] == method}
                shades = [0.15 + 0.75 * number / max(len(densities) - 1, 1) for number in range(len(densities))]
                for density, shade in zip(densities, shades, strict=True):
                    panel.plot([values[density]], [place], "o", color=(0.0, 0.25, 0.6, shade), markersize=6)
            panel.set_yticks(range(len(METHODS)), labels=list(METHODS))
            panel.invert_yaxis()
            panel.grid(color="#e6e6e6", linewidth=0.6)
        panels[0].set_title("adjusted Rand index", loc="left")
        panels[0].set_xlim(-0.03, 1.03)
        panels[1].set_title(f"clusters found, {N_CLUSTERS} planted", loc="left")
        panels[1].set_xscale("log")
        panels[1].axvline(N_CLUSTERS, color="black", linestyle="--", linewidth=0.8)
        panels[1].tick_params(labelleft=False)
        panels[0].set_xlabel(
            "from pale to dark: " + ", ".join(f"{density:.0%}" for density in densities) + " of the pairs"
        )

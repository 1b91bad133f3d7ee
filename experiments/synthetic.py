"""The synthetic problems of the paper (section 6.1, figure 3), from sparse to dense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

import frenemy as fr
from experiments import page
from experiments.methods import ProblemMethod, measured, modern_methods, paper_methods, warm_up
from experiments.settings import Settings
from harness.figure import figure
from harness.means import mean_and_error
from harness.progress import with_progress
from harness.results_file import ResultsFile, Row
from harness.tables import Column, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

N_CLUSTERS = 15
SIZE_RATIO = 5.0  # of the largest to the smallest cluster
INSIDE = 0.25  # share of a node's partners in its own cluster
NOISE = 0.2
LIMIT = 600.0  # wall seconds of one solve; ExpandExplore takes minutes on dense problems

COLUMNS = (
    *("nodes", "density", "repeat", "method"),
    *("pairs", "density_reached", "positive_share", "sign_error", "total_weight", "planted_energy", "planted_k"),
    *("energy", "k", "purity", "ari", "cpu_seconds", "wall_seconds", "status"),
)


def run(settings: Settings) -> None:
    n_nodes, _, _, limit = _scale(settings.quick)
    results, rows = measure(settings)
    methods = _methods()
    draw(settings, rows, methods)
    seconds = sum(row["wall_seconds"] for row in rows)
    page.write(settings, [table(rows, methods, n_nodes, limit)], results=[results], seconds=seconds)


def measure(settings: Settings) -> tuple[ResultsFile, list[Row]]:
    """Measure the missing rows; return the file and all rows of this run."""
    n_nodes, densities, n_repeats, limit = _scale(settings.quick)
    methods = _methods()
    results = ResultsFile(settings.out / "synthetic.csv", COLUMNS, n_keys=4, fresh=settings.fresh)
    keys = [(n_nodes, d, repeat, name) for repeat in range(n_repeats) for d in densities for name in methods]
    left = results.left(keys)
    if left:
        warm_up(methods.values())
    for _, density, repeat, name in with_progress(left, "synthetic"):
        problem, truth = synthetic(density, n_nodes=n_nodes, seed=repeat)
        found = measured(methods[name], problem, truth, seed=repeat, limit=limit)
        results.add(
            {"nodes": n_nodes, "density": density, "repeat": repeat, "method": name} | described(problem, truth) | found
        )
    return results, results.of(keys)


def _methods() -> dict[str, ProblemMethod]:
    known = paper_methods(2 * N_CLUSTERS) | modern_methods()
    return {name: method for name, method in known.items() if method.missing is None}


def _scale(quick: bool) -> tuple[int, tuple[float, ...], int, float]:
    if quick:
        return 150, (0.1, 0.5), 2, 0.2
    return 750, (0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5), 10, LIMIT


# ----------------------------------------------------------------------------------------------------------- problems


@lru_cache(maxsize=1)  # all methods in turn get the same one
def synthetic(density: float, *, n_nodes: int = 750, seed: int = 0) -> tuple[fr.Problem, npt.NDArray[np.int32]]:
    """A problem of the paper with about this share of all pairs listed.

    Partners are drawn with replacement and small clusters run out of new ones, so the number of partners that gives the
    density is searched for.
    """
    low, high = 1, 2
    while _drawn(high, n_nodes, seed)[0].n_edges < _wanted(density, n_nodes) and high < 16 * n_nodes:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if _drawn(middle, n_nodes, seed)[0].n_edges < _wanted(density, n_nodes):
            low = middle
        else:
            high = middle
    return min(
        (_drawn(degree, n_nodes, seed) for degree in (low, high)),
        key=lambda drawn: abs(drawn[0].n_edges - _wanted(density, n_nodes)),
    )


def _wanted(density: float, n_nodes: int) -> float:
    return density * n_nodes * (n_nodes - 1) / 2


def _drawn(degree: int, n_nodes: int, seed: int) -> tuple[fr.Problem, npt.NDArray[np.int32]]:
    return fr.affinity.planted(
        n_nodes,
        sizes=np.linspace(1.0, SIZE_RATIO, N_CLUSTERS),
        degree=degree,
        balance=INSIDE,
        noise=NOISE,
        seed=seed,
    )


def described(problem: fr.Problem, truth: npt.NDArray[np.int32]) -> Row:
    u, v, w = problem.edges()
    return {
        "pairs": problem.n_edges,
        "density_reached": problem.n_edges / (problem.n_nodes * (problem.n_nodes - 1) / 2),
        "positive_share": float((w > 0).mean()),
        "sign_error": float(((truth[u] == truth[v]) != (w > 0)).mean()),
        "total_weight": problem.total_weight,
        "planted_energy": problem.energy(truth),
        "planted_k": int(truth.max()) + 1,
    }


# ------------------------------------------------------------------------------------------------------------- results


def relative_energy(row: Row) -> float:
    """Minus the weight inside clusters (equation 1), over the size of that of the planted clustering."""
    return (row["energy"] - row["total_weight"]) / abs(row["planted_energy"] - row["total_weight"])


def means(rows: Sequence[Row], method: str) -> Iterator[Row]:
    """For each density the mean over the repeats, its standard error, and how many runs hit the limit."""
    own = [row for row in rows if row["method"] == method]
    for density in sorted({row["density"] for row in own}):
        group = [row | {"relative": relative_energy(row)} for row in own if row["density"] == density]
        mean: Row = {"density": density, "method": method, "runs": len(group)}
        for key in ("pairs", "relative", "energy", "k", "purity", "ari", "cpu_seconds"):
            values = [row[key] for row in group]
            mean[key], mean[f"{key}_error"] = mean_and_error(values)
        mean["stopped"] = sum(row["status"] == "TIME_LIMIT" for row in group)
        yield mean


def table(rows: Sequence[Row], methods: dict[str, ProblemMethod], n_nodes: int, limit: float) -> Table:
    found = [mean for method in methods for mean in means(rows, method)]
    order = {name: place for place, name in enumerate(methods)}
    return Table(
        title="Synthetic problems (figure 3)",
        aim=(
            f"{n_nodes} nodes, {N_CLUSTERS} planted clusters, the largest {SIZE_RATIO:g} times the smallest, a quarter "
            "of each node's partners inside its cluster, 20 % wrong signs. Means over the repeats; the energy is "
            "that of equation 1 (minus the weight inside clusters), relative to the planted clustering, which has -1: "
            "lower is better, and below -1 the planted clustering is not the best one. TRW-S and BP have "
            f"{2 * N_CLUSTERS} labels. Ours stop after {limit:g} s (wall clock)."
        ),
        columns=(
            Column("density", "density", ".0%"),
            Column("method", "method"),
            Column("relative", "energy / planted", ".4f"),
            Column("relative_error", "± error", ".4f"),
            Column("k", "k", ".1f"),
            Column("purity", "purity", ".3f"),
            Column("ari", "ARI", ".3f"),
            Column("cpu_seconds", "CPU s", ".3g"),
            Column("runs", "runs", "d"),
            Column("stopped", "stopped", "d"),
        ),
        rows=sorted(found, key=lambda row: (row["density"], order[row["method"]])),
    )


# -------------------------------------------------------------------------------------------------------------- figure

PANELS = (
    ("relative", "energy / |planted|"),
    ("k", "clusters found"),
    ("purity", "purity"),
    ("ari", "adjusted Rand index"),
    ("cpu_seconds", "CPU seconds"),
)


def draw(settings: Settings, rows: Sequence[Row], methods: dict[str, ProblemMethod]) -> None:
    """The four panels of the paper, and the adjusted Rand index, since purity alone rewards splitting."""
    with figure(settings.out, "synthetic", is_draft=settings.quick, panels=(1, len(PANELS)), size=(15.0, 3.4)) as (
        drawn,
        panels,
    ):
        for panel, (key, label) in zip(panels, PANELS, strict=True):
            for name, method in methods.items():
                _draw_line(panel, list(means(rows, name)), key, name, method)
            panel.set_xscale("log")
            panel.set_xticks([0.01, 0.02, 0.05, 0.1, 0.2, 0.5], labels=["1", "2", "5", "10", "20", "50"])
            panel.minorticks_off()
            panel.set_xlabel("pairs listed, %")
            panel.set_title(label, loc="left")
            panel.grid(color="#e6e6e6", linewidth=0.6)
        panels[1].axhline(N_CLUSTERS, color="black", linestyle="--", linewidth=0.8)
        panels[1].set_yscale("log")
        panels[1].set_yticks([5, 15, 50, 150], labels=["5", "15", "50", "150"])
        panels[4].set_yscale("log")
        handles, labels = panels[0].get_legend_handles_labels()
        drawn.legend(handles, labels, loc="outside lower center", ncols=len(methods), frameon=False)


def _draw_line(panel: Axes, found: list[Row], key: str, name: str, method: ProblemMethod) -> None:
    """A hollow dot where a run hit the limit: what it had by then."""
    x = [mean["density"] for mean in found]
    y = [mean[key] for mean in found]
    error = [mean[f"{key}_error"] for mean in found]
    panel.errorbar(x, y, error, color=method.color, linestyle=method.line, linewidth=1.2, label=name)
    for is_stopped, fill in ((False, method.color), (True, "white")):
        dots = [(a, b) for a, b, mean in zip(x, y, found, strict=True) if bool(mean["stopped"]) == is_stopped]
        if dots:
            panel.plot(*zip(*dots, strict=True), "o", color=method.color, markerfacecolor=fill, markersize=3.5)

"""The number of clusters under a uniform prior over partitions (section 2.1, figure 1)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from experiments import page
from experiments.settings import Settings
from frenemy.affinity import PriorOnK, approximate_mode, paper_mode, prior_on_clusters
from harness.figure import figure
from harness.progress import with_progress
from harness.results_file import ResultsFile
from harness.tables import Column, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = ("n", "mode", "exp_w_minus_1", "n_over_log_n", "mean", "std", "log_p_one", "log_p_mode", "log_p_n", "seconds")
COLORS = ("#9ecae1", "#4292c6", "#08519c", "#d55e00", "#000000")


def run(settings: Settings) -> None:
    sizes = (10, 20, 50, 100, 200) if settings.quick else (10, 20, 50, 100, 200, 500, 750, 1000, 2000, 5000, 10_000)
    results = ResultsFile(settings.out / "prior.csv", COLUMNS, n_keys=1, fresh=settings.fresh)
    for (n,) in with_progress(results.left([(n,) for n in sizes]), "prior"):
        began = time.perf_counter()
        prior = prior_on_clusters(n)
        results.add(
            {
                "n": n,
                "mode": prior.mode,
                "exp_w_minus_1": approximate_mode(n),
                "n_over_log_n": paper_mode(n),
                "mean": prior.mean,
                "std": prior.std,
                "log_p_one": float(prior.log_probability[0]),
                "log_p_mode": float(prior.log_probability[prior.mode - 1]),
                "log_p_n": float(prior.log_probability[-1]),
                "seconds": time.perf_counter() - began,
            }
        )
    draw(settings, [prior_on_clusters(n) for n in sizes if n in (100, 200, 500, 1000, 2000)], results)
    page.write(settings, [table(results)], results=[results], seconds=sum(row["seconds"] for row in results.rows))


def table(results: ResultsFile) -> Table:
    rows = [
        row | {"low": 1 - row["n_over_log_n"] / row["mode"]} for row in sorted(results.rows, key=lambda row: row["n"])
    ]
    return Table(
        title="The prior on the number of clusters (figure 1)",
        aim=(
            "All partitions of n nodes equally probable: Pr(k) = S(n, k) / B(n). The mode, the corrected formula and "
            "the paper's; how much lower the paper's is; and log Pr of one cluster, of the mode and of n clusters."
        ),
        columns=(
            Column("n", "n", ",d"),
            Column("mode", "mode", ",d"),
            Column("exp_w_minus_1", "exp(W0(n)) - 1", ",.1f"),
            Column("n_over_log_n", "n / log n", ",.1f"),
            Column("low", "too low by", ".0%"),
            Column("mean", "mean", ",.2f"),
            Column("std", "sd", ",.2f"),
            Column("log_p_one", "log Pr(1)", ",.1f"),
            Column("log_p_mode", "log Pr(mode)", ",.2f"),
            Column("log_p_n", "log Pr(n)", ",.1f"),
            Column("seconds", "s", ".2g"),
        ),
        rows=rows,
    )


def draw(settings: Settings, priors: list[PriorOnK], results: ResultsFile) -> None:
    with figure(settings.out, "prior", is_draft=settings.quick, panels=(1, 2), size=(8.6, 3.4)) as (_, (curves, modes)):
        _draw_curves(curves, priors)
        _draw_modes(modes, results)


def _draw_curves(panel: Axes, priors: list[PriorOnK]) -> None:
    for prior, color in zip(priors, COLORS, strict=False):
        k = np.arange(1, prior.n_nodes + 1)
        panel.plot(k / prior.n_nodes, -prior.log_probability, color=color, label=f"n = {prior.n_nodes:,}")
        share = prior.mode / prior.n_nodes
        panel.plot([share], [-prior.log_probability[prior.mode - 1]], "o", color=color, markersize=4)
    panel.set_yscale("symlog", linthresh=10)
    panel.set_ylim(0, None)
    panel.set_xlabel("clusters k, as a share of n")
    panel.set_title("-log Pr(k), the mode as a dot", loc="left")
    panel.legend(frameon=False)
    panel.grid(color="#e6e6e6", linewidth=0.6)


def _draw_modes(panel: Axes, results: ResultsFile) -> None:
    rows = sorted(results.rows, key=lambda row: row["n"])
    n = [row["n"] for row in rows]
    panel.plot(n, [row["mode"] for row in rows], "o", color="black", markersize=4, label="mode")
    panel.plot(n, [row["exp_w_minus_1"] for row in rows], color="#0060a8", label="exp(W0(n)) - 1")
    panel.plot(n, [row["n_over_log_n"] for row in rows], color="#d55e00", linestyle="--", label="n / log n (the paper)")
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.set_xlabel("nodes n")
    panel.set_title("where the prior has its top", loc="left")
    panel.legend(frameon=False)
    panel.grid(color="#e6e6e6", linewidth=0.6)

"""Figures of the records experiment: quality of every method as wrong pairs are added or pairs are removed."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from experiments.records.data.conditions import CLEAN, CONDITIONS
from experiments.records.data.pair_sets import TITLES
from experiments.records.methods.method import PairsMethod
from experiments.settings import Settings
from harness.figure import figure
from harness.results_file import Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GRID = "#e6e6e6"
PANELS = {
    "records_noise": ("isolated", "groups", "whole entities"),
    "records_blocking": ("fewer pairs", "hard records"),
}


def draw_figures(settings: Settings, rows: Sequence[Row], known: Mapping[str, PairsMethod]) -> None:
    """A line of panels for every condition, a panel for every set."""
    shown = {kind for kinds in PANELS.values() for kind in kinds}
    sets = list(dict.fromkeys(row["set"] for row in rows if row["condition"] in shown))
    if not sets:
        return
    for name, kinds in PANELS.items():
        size = (1.0 + 1.9 * max(len(sets), 2), 0.9 + 2.2 * len(kinds))
        with figure(settings.out, name, is_draft=settings.quick, panels=(len(kinds), len(sets)), size=size) as (
            drawn,
            panels,
        ):
            for place, kind in enumerate(kinds):
                line = panels[place * len(sets) : (place + 1) * len(sets)]
                for panel, one in zip(line, sets, strict=True):
                    _draw_panel(panel, rows, one, kind, known)
                    panel.set_title(TITLES[one] if place == 0 else "", loc="left")
                    panel.set_xlabel(f"{CONDITIONS[kind].axis}, %")
                line[0].set_ylabel(f"{kind}: B-cubed F")
            drawn.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=6, frameon=False)


def _draw_panel(panel: Axes, rows: Sequence[Row], name: str, kind: str, known: Mapping[str, PairsMethod]) -> None:
    own = [row for row in rows if row["set"] == name and row["condition"] in (CLEAN, kind)]
    for method, shown in known.items():
        by_amount: dict[float, list[float]] = {}
        for row in own:
            if row["method"] == method:
                by_amount.setdefault(row["amount"], []).append(row["b3_f"])
        if by_amount:
            amounts = sorted(by_amount)
            means = [statistics.mean(by_amount[amount]) for amount in amounts]
            panel.plot(
                [100.0 * amount for amount in amounts], means, color=shown.color, linestyle=shown.line, linewidth=1.2,
                marker="o", markersize=2.4, label=method,
            )  # fmt: skip
    panel.grid(color=GRID, linewidth=0.6)
    panel.set_axisbelow(True)
    lowest = min((row["b3_f"] for row in own), default=0.9)
    panel.set_ylim(min(lowest - 0.01, 0.94), 1.005)

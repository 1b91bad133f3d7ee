"""Figures of the faces experiment: figure 7 of the paper, and a comparison of the methods."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from experiments.faces.groups import BEYOND, FIGURE_7, PEERS
from experiments.faces.measures.group import Group
from experiments.settings import Settings
from harness.figure import figure
from harness.means import mean_and_error
from harness.results_file import Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GRID = "#e6e6e6"


def draw_figures(settings: Settings, rows: Sequence[Row], groups: Sequence[Group]) -> None:
    figure_7 = [group for group in groups if group.part == FIGURE_7]
    if figure_7:
        _draw_figure_7(settings, rows, figure_7)
    compared = [group for group in groups if group.part in (PEERS, BEYOND)]
    if compared:
        _draw_methods(settings, rows, compared)


def _draw_figure_7(settings: Settings, rows: Sequence[Row], groups: Sequence[Group]) -> None:
    """A line of panels for every set: how many are found, large ones of them, and how pure they are."""
    panels_of = (("k_found", "k'"), ("k3_found", "k' of at least 3"), ("purity", "purity"), ("b3_f", "B-cubed F"))
    size = (11.0, 0.6 + 2.5 * len(groups))
    with figure(settings.out, "faces", is_draft=settings.quick, panels=(len(groups), len(panels_of)), size=size) as (
        drawn,
        panels,
    ):
        for place, group in enumerate(groups):
            own = [row for row in rows if row["set"] == group.name]
            line = panels[place * len(panels_of) : (place + 1) * len(panels_of)]
            for panel, (key, heading) in zip(line, panels_of, strict=True):
                for method in dict.fromkeys(row["method"] for row in own):
                    _draw_line(panel, own, group, method, key)
                _dress(panel, group, key)
                panel.set_title(f"{group.plan.name}: {heading}" if panel is line[0] else heading, loc="left")
        for panel in panels[-len(panels_of) :]:
            panel.set_xlabel("k, people in the test set")
        drawn.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=5, frameon=False)


def _draw_line(panel: Axes, rows: Sequence[Row], group: Group, method: str, key: str) -> None:
    by_k = {k: [row[key] for row in rows if (row["k"], row["method"]) == (k, method)] for k in group.ks}
    kept = [(k, *mean_and_error(values)) for k, values in by_k.items() if values]
    k, mean, error = zip(*kept, strict=True)
    shown = group.methods[method]
    panel.errorbar(
        k, mean, error, color=shown.color, linestyle=shown.line, linewidth=1.3, elinewidth=0.7, marker="o",
        markersize=2.6, label=method,
    )  # fmt: skip


def _dress(panel: Axes, group: Group, key: str) -> None:
    panel.grid(color=GRID, linewidth=0.6)
    panel.set_axisbelow(True)
    panel.set_xticks(group.ks)
    if key.startswith("k"):
        panel.plot(group.ks, group.ks, color="black", linestyle="--", linewidth=0.9, zorder=1)
        panel.set_ylim(0.0, 2.2 * max(group.ks))
    else:
        panel.set_ylim(0.0, 1.03)


def _draw_methods(settings: Settings, rows: Sequence[Row], groups: Sequence[Group]) -> None:
    """B-cubed F of every method on every set, a panel for each."""
    names = list(dict.fromkeys(row["method"] for row in rows if row["set"] in {group.name for group in groups}))
    n_columns = min(len(groups), 5)
    n_lines = -(-len(groups) // n_columns)
    size = (2.1 + 1.8 * n_columns, n_lines * (0.7 + 0.2 * len(names)))
    with figure(settings.out, "faces_methods", is_draft=settings.quick, panels=(n_lines, n_columns), size=size) as (
        _,
        panels,
    ):
        for number, panel in enumerate(panels):
            if number >= len(groups):
                panel.set_axis_off()
                continue
            group = groups[number]
            for place, name in enumerate(names):
                values = [row["b3_f"] for row in rows if (row["set"], row["method"]) == (group.name, name)]
                if values:
                    mean, error = mean_and_error(values)
                    panel.errorbar(
                        [mean], [place], xerr=[error], fmt="o", color=group.methods[name].color, markersize=4
                    )
            panel.set_title(group.plan.name, loc="left")
            panel.set_ylim(len(names) - 0.5, -0.5)
            panel.set_yticks(range(len(names)), labels=names if number % n_columns == 0 else [""] * len(names))
            panel.grid(color=GRID, linewidth=0.6)
            panel.set_axisbelow(True)
            panel.set_xlabel("B-cubed F")

"""The figure of the vectors experiment: the ARI of every method, from its best set to its worst."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from experiments.settings import Settings
from experiments.vectors.data.panel import PARTS
from experiments.vectors.methods.method import VectorMethod
from harness.figure import figure
from harness.results_file import Row

GRID = "#e6e6e6"


def draw_figure(settings: Settings, rows: Sequence[Row], known: Mapping[str, VectorMethod]) -> None:
    """A panel for each part."""
    with figure(settings.out, settings.name, is_draft=settings.quick, panels=(1, 3), size=(10.0, 3.8)) as (
        drawn,
        panels,
    ):
        for panel, part in zip(panels, PARTS, strict=True):
            for name, method in known.items():
                values = sorted(
                    (row["ari"] for row in rows if (row["part"], row["method"]) == (part, name)), reverse=True
                )
                places = range(1, len(values) + 1)
                panel.plot(places, values, color=method.color, linestyle=method.line, linewidth=1.3, label=name)
            panel.set_title(f"{part} part", loc="left")
            panel.set_xlabel("sets, from the best of each method to its worst")
            panel.grid(color=GRID, linewidth=0.6)
            panel.set_axisbelow(True)
        panels[0].set_ylabel("ARI")
        drawn.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False)

"""The figure of the experiment: covering by the number of strokes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from experiments.settings import Settings
from experiments.strokes_by_need.methods import Responder
from experiments.strokes_by_need.tables import AT, curve
from harness.figure import figure
from harness.means import mean_and_error
from harness.results_file import Row


def draw(settings: Settings, rows: Sequence[Row], known: Mapping[str, Responder]) -> None:
    panels_of = list(dict.fromkeys((row["set"], row["hand"]) for row in rows))
    with figure(
        settings.out,
        "strokes_by_need",
        is_draft=settings.quick,
        panels=(1, len(panels_of)),
        size=(1.0 + 4.0 * len(panels_of), 4.2),
    ) as (drawn, panels):
        for panel, (group, hand) in zip(panels, panels_of, strict=True):
            own = [row for row in rows if (row["set"], row["hand"]) == (group, hand)]
            for name, method in known.items():
                curves = [curve(row) for row in own if row["method"] == name]
                if curves:
                    means = [mean_and_error([values[n] for values in curves])[0] for n in range(AT[-1] + 1)]
                    panel.plot(range(AT[-1] + 1), means, color=method.color, linestyle=method.line, label=name)
            panel.set_title(f"{group}, {hand}", loc="left")
            panel.set_xlabel("strokes")
            panel.set_ylabel("covering")
            panel.set_ylim(0.0, 1.02)
            panel.grid(color="#e6e6e6", linewidth=0.6)
        drawn.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)

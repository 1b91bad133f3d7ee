"""The figure of the segmentation experiment: scores by the share of the boundary that is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from experiments.segmentation.methods.method import PictureMethod
from experiments.segmentation.methods.methods import HUMAN, OURS
from experiments.settings import Settings
from harness.figure import figure
from harness.means import mean_and_error
from harness.results_file import Row

PANELS = (("covering", "covering"), ("boundary_f", "boundary F"))
BESIDE = 0.0022  # of the share, between methods, so that error bars do not hide each other


def draw(settings: Settings, rows: Sequence[Row], known: Mapping[str, PictureMethod]) -> None:
    groups = list(dict.fromkeys(row["set"] for row in rows))
    names = [name for name in (*known, HUMAN) if any(row["method"] == name for row in rows)]
    with figure(
        settings.out,
        "segmentation",
        is_draft=settings.quick,
        panels=(len(groups), 2),
        size=(9.0, 0.9 + 3.2 * len(groups)),
    ) as (
        drawn,
        panels,
    ):
        for place, group in enumerate(groups):
            own = [row for row in rows if row["set"] == group]
            n_pictures = len({row["picture"] for row in own})
            for panel, (key, heading) in zip(panels[2 * place : 2 * place + 2], PANELS, strict=True):
                for number, name in enumerate(names):
                    _draw_line(panel, own, name, key, known.get(name), BESIDE * (number - len(names) / 2))
                panel.set_title(f"{group} ({n_pictures}): {heading}", loc="left")
                panel.set_ylim(0.0, 1.02)
                panel.set_xticks(sorted({row["share"] for row in own}))
                panel.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
                panel.grid(color="#e6e6e6", linewidth=0.6)
                panel.set_axisbelow(True)
        for panel in panels[-2:]:
            panel.set_xlabel("of the boundary drawn")
        lines = panels[0].get_legend_handles_labels()
        drawn.legend(*lines, loc="outside lower center", ncols=3, frameon=False)


def _draw_line(
    panel: object, rows: Sequence[Row], name: str, key: str, method: PictureMethod | None, beside: float
) -> None:
    """A line with error bars; without strokes, a horizontal line."""
    shares = sorted({row["share"] for row in rows})
    own = [row for row in rows if row["method"] == name and row[key] is not None]
    found = {share: [row[key] for row in own if row["share"] == share] for share in shares}
    kept = [(share, *mean_and_error(values)) for share, values in found.items() if values]
    if not kept:
        return
    x, mean, error = zip(*kept, strict=True)
    color, line = (method.color, method.line) if method else ("#cc79a7", "-.")
    panel.errorbar(  # type: ignore[attr-defined]
        [share + beside for share in x],
        mean,
        error,
        color=color,
        linestyle=line,
        linewidth=2.2 if name == OURS else 1.1,
        elinewidth=0.8,
        marker=None if method is None else "o",
        markersize=4.5 if name == OURS else 2.8,
        label=name,
        zorder=3 if name == OURS else 2,
    )

"""Draw energy over time: ``python -m benchmarks.solvers.anytime_plot RESULTS.json FOLDER``."""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.solvers.anytime import TITLE
from benchmarks.solvers.contest import OURS
from harness.peers.clustering import FUSION, LEIDEN_2, LEIDEN_10
from harness.tables import Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAME = "energy_over_time"
LOWEST_GAP = 1e-5  # smaller ones are drawn here, at the bottom
HIGHEST_GAP = 0.2  # where the axis ends: how it began does not matter
#: What a method is called in the picture, and its color: one for each project.
STYLES = {
    OURS: ("frenemy", "#0060a8"),
    LEIDEN_2: ("Leiden 2", "#d55e00"),
    LEIDEN_10: ("Leiden 10", "#d55e00"),
    "leidenalg, 10 iterations": ("leidenalg", "#a67c00"),
    "bioimage-cpp GAEC": ("GAEC", "#00805a"),
    "bioimage-cpp GAEC+KL": ("GAEC+KL", "#00805a"),
    FUSION: ("fusion moves", "#00805a"),
    "SCC": ("SCC", "#8a3d90"),
}
WITH_TIME = {OURS: "frenemy", LEIDEN_10: "Leiden, restarts", FUSION: "fusion moves", "SCC": "SCC, memetic"}
DPI = 160


def main() -> None:
    if len(sys.argv) != 3:
        raise SystemExit("usage: python -m benchmarks.solvers.anytime_plot RESULTS.json FOLDER")
    draw(Path(sys.argv[1]), Path(sys.argv[2]))


def draw(results: Path, folder: Path) -> None:
    """Write the picture as PNG and SVG, one panel for each problem; nothing if it was not measured."""
    tables = json.loads(results.read_text(encoding="utf-8"))["tables"]
    rows = [row for table in tables if table["title"] == TITLE for row in table["rows"] if row.get("curve")]
    if not rows:
        return
    try:
        from matplotlib import rc_context
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine
    except ImportError as error:
        raise ImportError('the picture needs matplotlib: pip install "frenemy[plot]"') from error

    problems = list(dict.fromkeys(row["problem"] for row in rows))
    n_columns = min(3, len(problems))
    n_lines = -(-len(problems) // n_columns)
    with rc_context(
        {
            "font.size": 8,
            "svg.hashsalt": NAME,
            "svg.fonttype": "none",
            "axes.spines.top": False,
            "axes.spines.right": False,
        }
    ):
        layout = ConstrainedLayoutEngine(w_pad=0.12, wspace=0.16, rect=(0, 0, 0.93, 1))  # room for labels on the right
        figure = Figure(figsize=(4.0 * n_columns, 3.1 * n_lines + 0.3), layout=layout)
        panels = figure.subplots(n_lines, n_columns, squeeze=False).ravel()
        for panel, problem in zip(panels, problems, strict=False):
            _draw_problem(panel, [row for row in rows if row["problem"] == problem])
        for panel in panels[len(problems) :]:
            panel.set_axis_off()
        for panel in panels[::n_columns]:
            panel.set_ylabel("above the lowest energy known")
        for panel in panels[max(0, len(problems) - n_columns) : len(problems)]:
            panel.set_xlabel("CPU seconds")
        figure.set_dpi(DPI)
        canvas = FigureCanvasAgg(figure)
        canvas.draw()  # type: ignore[no-untyped-call]  # puts the panels in their places, which the labels go by
        figure.set_layout_engine("none")
        for panel, problem in zip(panels, problems, strict=False):
            _label_all(panel, [row for row in rows if row["problem"] == problem], canvas.get_renderer())
        folder.mkdir(parents=True, exist_ok=True)
        figure.savefig(folder / f"{NAME}.png", dpi=DPI)
        figure.savefig(folder / f"{NAME}.svg", metadata={"Date": None})


def _draw_problem(panel: Axes, rows: list[Row]) -> None:
    """Lines for methods that use more time, dots for one pass."""
    from matplotlib.ticker import LogLocator, NullLocator

    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.grid(color="#e6e6e6", linewidth=0.6)
    panel.set_axisbelow(True)
    size = f"{rows[0]['nodes']:,.0f} nodes, {rows[0]['pairs']:,.0f} pairs"
    panel.set_title(f"{rows[0]['problem']}  ({size})", loc="left", fontsize=8.5)
    drawn: list[float] = []
    for row in rows:
        color, is_ours = STYLES[row["method"]][1], row["method"] == OURS
        times, gaps = _points(row)
        drawn += gaps
        if row["how"] == "with time":
            end = max(times[-1], row["seconds"])
            panel.step([*times, end], [*gaps, gaps[-1]], where="post", color=color, linewidth=2.4 if is_ours else 1.2)
        else:
            panel.plot(times, gaps, "o", color=color, markersize=7 if is_ours else 4.5, markeredgecolor="white")
    shown = [min(gap, HIGHEST_GAP) for gap in drawn]
    panel.set_ylim(max(min(shown) / 1.7, LOWEST_GAP * 0.8), max(shown) * 2.5)
    panel.yaxis.set_major_locator(LogLocator(subs=(1.0, 3.0)))
    panel.yaxis.set_minor_locator(NullLocator())
    panel.yaxis.set_major_formatter(_percent)
    panel.xaxis.set_major_formatter(lambda seconds, _: f"{seconds:g}")


def _points(row: Row) -> tuple[list[float], list[float]]:
    lowest = row["lowest"]
    times = [max(seconds, 1e-4) for seconds, _ in row["curve"]]
    gaps = [max((energy - lowest) / abs(lowest), LOWEST_GAP) for _, energy in row["curve"]]
    return times, gaps


def _percent(gap: float, _: Any = None) -> str:
    return "0" if gap <= LOWEST_GAP else f"{100 * gap:g} %"


# -------------------------------------------------------------------------------------------------------------- labels

#: Where a label may stand from its dot or the end of its line, in points: the nearest free place is taken.
PLACES = [
    (across, up, side)
    for distance in (0, 9, 18, 27, 36)
    for up in dict.fromkeys((distance, -distance))
    for across, side in ((5, "left"), (-5, "right"))
]


def _label_all(panel: Axes, rows: list[Row], renderer: Any) -> None:
    """Ours first, lines before dots: each label goes where it hides least."""
    from matplotlib.text import Text

    scale = renderer.points_to_pixels(1.0)
    labels: list[Any] = []
    marks = [_around(x, y, 2.5 * scale) for row in rows for x, y in _along(panel, row, 4 * scale)]
    for row in sorted(rows, key=lambda row: (row["method"] != OURS, row["how"] != "with time")):
        name, color = STYLES[row["method"]]
        is_ours, is_line = row["method"] == OURS, row["how"] == "with time"
        text = WITH_TIME[row["method"]] if is_line else f"{name}, one pass" if is_ours else name
        note = panel.annotate(
            text,
            _last(row),
            xytext=(5, 0),
            textcoords="offset points",
            color=color,
            fontsize=7,
            fontweight="bold" if is_ours else "normal",
            va="center",
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": color, "linewidth": 0.5, "shrinkA": 1, "shrinkB": 2},
        )
        note.set_in_layout(False)
        boxes = []
        for place in PLACES:
            _move(note, *place)
            note.update_positions(renderer)
            boxes.append(Text.get_window_extent(note, renderer))  # that of an annotation has its line in it
        hidden = [
            sum(map(box.overlaps, marks)) + 20 * sum(map(box.overlaps, labels)) + 100 * _sticks_out(box, panel)
            for box in boxes
        ]
        chosen = hidden.index(min(hidden))
        _move(note, *PLACES[chosen])
        labels.append(boxes[chosen])


def _sticks_out(box: Any, panel: Axes) -> bool:
    """On the right there is room for labels; elsewhere there are axes, a title and other panels."""
    return bool(box.x0 < panel.bbox.x0 or box.y0 < panel.bbox.y0 or box.y1 > panel.bbox.y1)


def _move(note: Any, across: float, up: float, side: str) -> None:
    note.set_position((across, up))
    note.set_horizontalalignment(side)


def _along(panel: Axes, row: Row, step: float) -> list[tuple[float, float]]:
    """Pixels on the line of a row, not farther apart than ``step``, or its dot."""
    times, gaps = _points(row)
    corners = [(times[0], gaps[0])]
    for time, gap in zip(times[1:], gaps[1:], strict=True):
        corners += [(time, corners[-1][1]), (time, gap)]
    corners.append(_last(row))
    pixels = panel.transData.transform(corners)
    found = []
    for (x, y), (to_x, to_y) in pairwise(pixels):
        n_steps = max(1, int(max(abs(to_x - x), abs(to_y - y)) / step))
        found += [(x + (to_x - x) * i / n_steps, y + (to_y - y) * i / n_steps) for i in range(n_steps + 1)]
    return found


def _last(row: Row) -> tuple[float, float]:
    times, gaps = _points(row)
    return (max(times[-1], row["seconds"]) if row["how"] == "with time" else times[-1]), gaps[-1]


def _around(x: float, y: float, radius: float) -> Any:
    from matplotlib.transforms import Bbox

    return Bbox.from_extents(x - radius, y - radius, x + radius, y + radius)


if __name__ == "__main__":
    main()

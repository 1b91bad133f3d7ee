"""Figures as PNG and SVG, the same at every run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DPI = 160


@contextmanager
def figure(
    folder: Path, name: str, *, panels: tuple[int, int], size: tuple[float, float]
) -> Iterator[tuple[Figure, list[Axes]]]:
    """A figure and its panels, row by row; at the end ``name.png`` and ``name.svg`` are written."""
    try:
        from matplotlib import rc_context
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError('figures need matplotlib: pip install "frenemy[plot]"') from error

    style = {
        "font.size": 8,
        "svg.hashsalt": name,
        "svg.fonttype": "none",
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    with rc_context(style):
        drawn: Figure = Figure(figsize=size, layout="constrained", dpi=DPI)
        FigureCanvasAgg(drawn)
        yield drawn, list(drawn.subplots(*panels, squeeze=False).ravel())
        drawn.draw_without_rendering()
        drawn.set_layout_engine(None)  # all is in its place: each file would find the places twice more
        folder.mkdir(parents=True, exist_ok=True)
        drawn.savefig(folder / f"{name}.png")
        drawn.savefig(folder / f"{name}.svg", metadata={"Date": None})

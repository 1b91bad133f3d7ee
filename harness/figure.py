"""Figures as PNG and SVG files, identical at every run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DPI, DRAFT_DPI = 160, 50


@contextmanager
def figure(
    folder: Path, name: str, *, panels: tuple[int, int], size: tuple[float, float], is_draft: bool = False
) -> Iterator[tuple[Figure, list[Axes]]]:
    """A figure and its panels, row by row, saved as ``name.png`` and ``name.svg`` at the end.

    A draft takes a third of the time: its labels may overlap.
    """
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
        drawn: Figure = Figure(
            figsize=size, layout=None if is_draft else "constrained", dpi=DRAFT_DPI if is_draft else DPI
        )
        FigureCanvasAgg(drawn)
        yield drawn, list(drawn.subplots(*panels, squeeze=False).ravel())
        if not is_draft:
            drawn.draw_without_rendering()
            drawn.set_layout_engine(None)  # the layout is done: each file would repeat it twice
        folder.mkdir(parents=True, exist_ok=True)
        drawn.savefig(folder / f"{name}.png")
        drawn.savefig(folder / f"{name}.svg", metadata={"Date": None})

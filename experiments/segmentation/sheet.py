"""Figures 4 and 6 of the paper with pictures of scikit-image: strokes above, objects below."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import frenemy as fr
from experiments.segmentation.data.drawn_by_hand import STROKES
from experiments.segmentation.data.edges import Picture
from experiments.settings import Settings
from harness.figure import figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ACROSS = 3
STROKE = "#39ff14"
WIDTH, HEIGHT = 3.6, 2.8  # inches of a picture


def draw_sheet(settings: Settings) -> None:
    """Write ``segmentation_sheet.png`` and ``.svg``; one picture if quick."""
    names = list(STROKES)[:1] if settings.quick else list(STROKES)
    across = min(ACROSS, len(names))
    down = -(-len(names) // across)
    size = (WIDTH * across, 2 * HEIGHT * down)
    with figure(settings.out, "segmentation_sheet", is_draft=settings.quick, panels=(2 * down, across), size=size) as (
        _,
        panels,
    ):
        for panel in panels:
            panel.set_axis_off()
        for place, name in enumerate(names):
            row, column = divmod(place, across)
            above, below = (panels[(2 * row + half) * across + column] for half in (0, 1))
            _draw(above, below, name)


def _draw(above: Axes, below: Axes, name: str) -> None:
    picture = _picture(name)
    strokes = [np.array(points, float) for points in STROKES[name]]
    found = fr.segment(picture, strokes)
    above.imshow(picture)
    for stroke in strokes:
        above.plot(*stroke.T, color=STROKE, linewidth=1.8, solid_capstyle="round")
    above.set_title(f"{name}: {len(strokes)} strokes", loc="left")
    below.imshow(found.overlay(0.55, strokes=False), interpolation="nearest")
    below.set_title(f"{found.n_objects} objects", loc="left")
    for panel in (above, below):
        panel.set_xlim(-0.5, picture.shape[1] - 0.5)
        panel.set_ylim(picture.shape[0] - 0.5, -0.5)


def _picture(name: str) -> Picture:
    """In three channels."""
    from skimage import data

    found = np.asarray(getattr(data, name)())
    return np.repeat(found[..., None], 3, axis=2) if found.ndim == 2 else found

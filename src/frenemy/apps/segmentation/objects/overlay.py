"""Overlays: the picture with objects tinted in their colors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import Drawing, Picture, Stroke
from frenemy.apps.segmentation.drawn_strokes import dashes, ridge
from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.problem.checked_arrays import number

Bytes = npt.NDArray[np.uint8]

_INK, _CASING = (255, 255, 255), (20, 20, 24)  # white with a dark outline: visible on anything
_JOIN_INK = (61, 220, 110)  # green, and dashed
_CASING_WIDTH = 2.0  # pixels wider than the stroke


def boundaries_of(labels: LabelMap) -> npt.NDArray[np.bool_]:
    """Pixels whose neighbor to the right or below is of another object."""
    edge = np.zeros(labels.shape, bool)
    edge[:, :-1] |= labels[:, :-1] != labels[:, 1:]
    edge[:-1] |= labels[:-1] != labels[1:]
    return edge


def overlay_of(picture: Picture, labels: LabelMap, colors: Bytes, *, opacity: float, drawing: Drawing) -> Bytes:
    """(height, width, 3) uint8: objects tinted with this opacity, opaque boundaries, and what was drawn."""
    if not 0.0 <= number(opacity) <= 1.0:
        raise ValueError(f"opacity must be in 0..1, got {opacity!r}")
    share = round(256 * float(opacity))  # integer arithmetic halves the time for large pictures
    below = picture.as_bytes()
    tint = colors.astype(np.uint16) * np.uint16(share)
    made = np.empty((*picture.shape, 3), np.uint8)
    n_rows = max(1, 1_000_000 // picture.shape[1])
    for top in range(0, picture.shape[0], n_rows):
        rows = slice(top, top + n_rows)
        mixed = below[rows].astype(np.uint16)
        mixed *= np.uint16(256 - share)
        mixed += tint[labels[rows]]
        mixed >>= 8
        made[rows] = mixed
    if share:
        edge = boundaries_of(labels)
        made[edge] = colors[labels[edge]]
    _draw(made, _widened((*drawing.strokes, *drawing.joins)), _CASING)
    _draw(made, drawing.strokes, _INK)
    _draw(made, [dash for join in drawing.joins for dash in dashes(join)], _JOIN_INK)
    return made


def _widened(lines: Sequence[Stroke]) -> list[Stroke]:
    return [Stroke(line.points, line.width + _CASING_WIDTH) for line in lines]


def _draw(made: Bytes, lines: Sequence[Stroke], color: tuple[int, int, int]) -> None:
    pixels, _ = ridge(lines, (made.shape[0], made.shape[1]))
    made.reshape(-1, 3)[pixels] = color

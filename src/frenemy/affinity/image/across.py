"""Pairs of pixels that repel each other across strokes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image.sides import DEPTH, sides
from frenemy.affinity.image.stroke import as_strokes
from frenemy.checked_arrays import number

REPULSION = 10.0

Ids = npt.NDArray[np.int32]


def across(
    strokes: Iterable[Any], shape: tuple[int, ...], *, repulsion: float = REPULSION, depth: float = DEPTH
) -> tuple[Ids, Ids, npt.NDArray[np.float64]]:
    """Pixels on one side of a stroke, each with its mirror image on the other side.

    Parameters
    ----------
    strokes : iterable of Stroke or (n, 2) points
    shape : (height, width, ...)
        Of the picture.
    repulsion : float
        How strongly they repel, above 0.
    depth : float
        How far the sides reach from half the width of the stroke, in pixels.

    Returns
    -------
    u, v : (n_pairs,) int32
        Numbers of pixels, row by row, with ``u < v``; each pair once, whatever the number of strokes that say so.
    w : (n_pairs,) float64
        Minus the repulsion.

    Examples
    --------
    >>> from frenemy.affinity.image import across
    >>> u, v, w = across([[(1, 4), (2, 4)]], (9, 3), depth=1)
    >>> u, v, w
    (array([7, 8], dtype=int32), array([19, 20], dtype=int32), array([-10., -10.]))
    """
    if not 0.0 < number(repulsion) < np.inf:
        raise ValueError(f"repulsion must be above 0 and finite, got {repulsion!r}")
    found = [sides(stroke, shape, depth=depth).mirrored for stroke in as_strokes(strokes)]
    pairs = np.concatenate([np.zeros((0, 2), np.int32), *found])
    pairs = np.unique(np.sort(pairs, axis=1), axis=0)
    return pairs[:, 0].copy(), pairs[:, 1].copy(), np.full(len(pairs), -float(repulsion))

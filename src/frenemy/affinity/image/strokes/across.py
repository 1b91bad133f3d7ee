"""Pairs of pixels that repel each other across strokes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from frenemy.affinity.image.strokes.sides import DEPTH, sides
from frenemy.affinity.image.strokes.stroke import as_strokes
from frenemy.problem.array_types import Floats, Ints32
from frenemy.problem.checked_arrays import number

REPULSION = 10.0


def across(
    strokes: Iterable[Any], shape: tuple[int, ...], *, repulsion: float = REPULSION, depth: float = DEPTH
) -> tuple[Ints32, Ints32, Floats]:
    """Pixels on one side of a stroke, each with its mirror image on the other side.

    Parameters
    ----------
    strokes : iterable of Stroke or (n, 2) points
    shape : (height, width, ...)
        Of the picture.
    repulsion : float
        Strength, above 0.
    depth : float
        Width of the band on each side of the stroke, in pixels.

    Returns
    -------
    u, v : (n_pairs,) int32
        Flat indices of pixels, ``u < v``; each pair once, even if several strokes separate it.
    w : (n_pairs,) float64
        ``-repulsion`` for every pair.

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

"""Borders that corrections made on the way, and that nothing asks for."""

from __future__ import annotations

import numpy as np

from frenemy.apps.segmentation.cut.corrections.pieces import Pieces
from frenemy.problem.array_types import Ints, Ints32

_NO_EDGE = -2.0  # log-odds below which a border is none: as in the automatic segmentation
_MAX_DRAWN = 0.1  # share of a border under strokes


def without_needless(pieces: Pieces, region: Ints, automatic: Ints, apart: Ints32) -> Ints:
    """The region of each superpixel, where regions are merged again that strokes split together with others.

    Several strokes around one object split off a part each. Two such parts are one object if there is no edge between
    them, no stroke, and no automatic border.

    Parameters
    ----------
    pieces : Pieces
    region : (n,) int
    automatic : (n,) int
        The automatic region of each superpixel.
    apart : (n_pairs, 2) int32
        Superpixels on opposite sides of a stroke.
    """
    is_new = automatic[pieces.u] == automatic[pieces.v]
    while True:
        n = int(region.max()) + 1
        u, v = region[pieces.u], region[pieces.v]
        is_border = u != v
        keys, border = np.unique(_key(u[is_border], v[is_border], n), return_inverse=True)
        if not len(keys):
            return region
        length = np.where(is_border, pieces.length, 0.0)
        total, drawn, new = (
            np.bincount(border, (length * weight)[is_border]) for weight in (1.0, pieces.is_drawn, is_new)
        )
        strength = np.bincount(border, (length * pieces.strength)[is_border]) / total
        is_needless = (strength < _NO_EDGE) & (new >= total / 2.0) & (drawn <= _MAX_DRAWN * total)
        is_needless &= ~np.isin(keys, _key(region[apart[:, 0]], region[apart[:, 1]], n))
        if not is_needless.any():
            return region
        weakest = np.flatnonzero(is_needless)[strength[is_needless].argmin()]
        one, other = divmod(int(keys[weakest]), n)
        region = np.asarray(np.unique(np.where(region == other, one, region), return_inverse=True)[1])


def _key(one: Ints, other: Ints, n: int) -> Ints:
    """A number for each pair of regions, whatever their order."""
    return np.asarray(np.minimum(one, other) * n + np.maximum(one, other))

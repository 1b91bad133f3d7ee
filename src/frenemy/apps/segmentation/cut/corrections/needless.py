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
        key = np.minimum(u, v).astype(np.int64) * n + np.maximum(u, v)
        keys, border = np.unique(key[u != v], return_inverse=True)
        if not len(keys):
            return region
        length = pieces.length[u != v]

        def summed(values: Ints, border: Ints = border, length: Ints = length, of: Ints = u != v) -> Ints:
            return np.bincount(border, values[of] * length)

        total = np.bincount(border, length)
        strength = summed(pieces.strength) / total
        a, b = region[apart].T
        kept_apart = np.isin(keys, np.minimum(a, b).astype(np.int64) * n + np.maximum(a, b))
        is_needless = (
            (strength < _NO_EDGE)
            & (summed(is_new) >= total / 2.0)
            & (summed(pieces.is_drawn) <= _MAX_DRAWN * total)
            & ~kept_apart
        )
        if not is_needless.any():
            return region
        weakest = np.flatnonzero(is_needless)[strength[is_needless].argmin()]
        one, other = divmod(int(keys[weakest]), n)
        merged = np.where(region == other, one, region)
        region = np.asarray(np.unique(merged, return_inverse=True)[1])

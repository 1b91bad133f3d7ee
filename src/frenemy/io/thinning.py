"""Lines of one pixel from thick ones."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.distinct import distinct

Mask = npt.NDArray[np.bool_]

# Neighbors as (dy, dx), clockwise from the north: p2 to p9 of the papers, bits 0 to 7 of a code.
_AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def thinned(mask: npt.ArrayLike) -> Mask:
    """A skeleton of one pixel's width; what is 8-connected stays so, and nothing vanishes.

    Guo & Hall (1989), "Parallel thinning with two-subiteration algorithms", Communications of the ACM 32(3), algorithm
    A1. Unlike the rule of Zhang & Suen (1984) it never removes the whole of a two by two square. A pass looks only at
    pixels on the rim, so the cost is that of the pixels removed.

    Parameters
    ----------
    mask : (height, width) bool

    Returns
    -------
    (height, width) bool
    """
    padded = np.pad(np.asarray(mask, bool), 1)
    flat = padded.ravel()
    width = padded.shape[1]
    offsets = np.array([dy * width + dx for dy, dx in _AROUND])
    rim = np.flatnonzero(flat)
    n_idle = 0
    step = 0
    while n_idle < 2 and len(rim):
        codes = flat[rim[:, None] + offsets] @ _BITS
        removed = rim[_REMOVABLE[step][codes]]
        n_idle = 0 if len(removed) else n_idle + 1
        flat[removed] = False
        # Who is enclosed on all sides may be passed over until a neighbor goes.
        exposed = (removed[:, None] + offsets).ravel()
        rim = distinct(np.concatenate((rim[codes != 255], exposed)))
        rim = rim[flat[rim]]
        step = 1 - step
    return padded[1:-1, 1:-1].copy()


def _removable(step: int) -> Mask:
    """For each code of neighbors, whether the pixel goes in this subiteration."""
    p = (np.arange(256)[:, None] >> np.arange(8) & 1).astype(bool)
    p2, p3, p4, p5, p6, p7, p8, p9 = p.T
    crossings = sum((~a & (b | c)).astype(int) for a, b, c in ((p2, p3, p4), (p4, p5, p6), (p6, p7, p8), (p8, p9, p2)))
    pairs_one = sum((a | b).astype(int) for a, b in ((p9, p2), (p3, p4), (p5, p6), (p7, p8)))
    pairs_two = sum((a | b).astype(int) for a, b in ((p2, p3), (p4, p5), (p6, p7), (p8, p9)))
    fewest = np.minimum(pairs_one, pairs_two)
    side = (p2 | p3 | ~p5) & p4 if step == 0 else (p6 | p7 | ~p9) & p8
    goes: Mask = (crossings == 1) & (fewest >= 2) & (fewest <= 3) & ~side
    return goes


_BITS = 1 << np.arange(8)
_REMOVABLE = (_removable(0), _removable(1))

"""Lines of one pixel from thick ones."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Bools
from frenemy.problem.distinct import distinct

# Neighbors as (dy, dx), clockwise from the north: p2 to p9 of the papers, bits 0 to 7 of a code.
_AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def thinned(mask: npt.ArrayLike) -> Bools:
    """A skeleton of one pixel's width with the same 8-connected components and the same holes.

    Guo & Hall (1989), "Parallel thinning with two-subiteration algorithms", Communications of the ACM 32(3), algorithm
    A1. The result is that of ``skimage.morphology.thin``, but a pass visits only the border of the mask, not the whole
    picture.

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
    border = np.flatnonzero(flat)
    n_idle = 0
    step = 0
    while n_idle < 2 and len(border):
        codes = flat[border[:, None] + offsets] @ _BITS
        removed = border[_REMOVABLE[step][codes]]
        n_idle = 0 if len(removed) else n_idle + 1
        flat[removed] = False
        # A pixel with all eight neighbors is not visited again until one of them is removed.
        exposed = (removed[:, None] + offsets).ravel()
        border = distinct(np.concatenate((border[codes != 255], exposed)))
        border = border[flat[border]]
        step = 1 - step
    return padded[1:-1, 1:-1].copy()


def _removable(step: int) -> Bools:
    """For each code of neighbors, whether this subiteration removes the pixel."""
    p = (np.arange(256)[:, None] >> np.arange(8) & 1).astype(bool)
    p2, p3, p4, p5, p6, p7, p8, p9 = p.T
    crossings = sum((~a & (b | c)).astype(int) for a, b, c in ((p2, p3, p4), (p4, p5, p6), (p6, p7, p8), (p8, p9, p2)))
    pairs_one = sum((a | b).astype(int) for a, b in ((p9, p2), (p3, p4), (p5, p6), (p7, p8)))
    pairs_two = sum((a | b).astype(int) for a, b in ((p2, p3), (p4, p5), (p6, p7), (p8, p9)))
    smaller = np.minimum(pairs_one, pairs_two)
    side = (p2 | p3 | ~p5) & p4 if step == 0 else (p6 | p7 | ~p9) & p8
    is_removed: Bools = (crossings == 1) & (smaller >= 2) & (smaller <= 3) & ~side
    return is_removed


_BITS = 1 << np.arange(8)
_REMOVABLE = (_removable(0), _removable(1))

"""Agreement of a label map with a reference: the scores of the protocol, for where its file is missing."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

import frenemy as fr

LabelMap = npt.NDArray[Any]

TOLERANCE = 0.0075  # of the diagonal: boundaries nearer than this to each other are the same
MIN_SEGMENT = 0.01  # of the picture: smaller ones are not counted


def scores(reference: LabelMap, found: LabelMap) -> dict[str, float]:
    """Covering, ARI, boundary F, and the numbers of segments; of what was found, each connected part is a segment."""
    parts = connected_parts(found)
    k = len(np.unique(reference))
    k_found = int((np.bincount(parts.ravel()) >= MIN_SEGMENT * parts.size).sum())
    return {
        "covering": covering(reference, parts),
        "ari": fr.metrics.adjusted_rand_index(reference.ravel(), parts.ravel()),
        "boundary_f": boundary_f(reference, parts, tolerance=TOLERANCE * math.hypot(*reference.shape)),
        "k": k,
        "k_found": k_found,
        "k_error": abs(k_found - k),
    }


def connected_parts(labels: LabelMap) -> LabelMap:
    """4-connected parts of equal label, ``0..k-1``."""
    from skimage.measure import label

    _, numbers = np.unique(labels, return_inverse=True)
    return np.asarray(label(numbers.reshape(labels.shape), background=-1, connectivity=1)) - 1


def covering(reference: LabelMap, found: LabelMap) -> float:
    """The best overlap (intersection over union) of each region of the reference, weighted by size.

    Arbelaez et al. 2011, section 2.3.2.
    """
    _, one = np.unique(reference, return_inverse=True)
    _, other = np.unique(found, return_inverse=True)
    n_other = int(other.max()) + 1
    both = np.bincount(one.ravel() * n_other + other.ravel(), minlength=(int(one.max()) + 1) * n_other)
    both = both.reshape(-1, n_other)
    sizes = both.sum(axis=1)
    overlap = both / (sizes[:, None] + both.sum(axis=0) - both)
    return float((sizes * overlap.max(axis=1)).sum() / sizes.sum())


def boundary_f(reference: LabelMap, found: LabelMap, *, tolerance: float) -> float:
    """The harmonic mean of the shares of each boundary that lie within ``tolerance`` pixels of the other."""
    one, other = boundary(reference), boundary(found)
    precision, recall = _share_near(other, one, tolerance), _share_near(one, other, tolerance)
    return 2.0 * precision * recall / (precision + recall) if precision + recall > 0.0 else 0.0


def boundary(labels: LabelMap) -> npt.NDArray[np.bool_]:
    """Pixels whose right or lower neighbor has another label."""
    found = np.zeros(labels.shape, bool)
    found[:, :-1] |= labels[:, :-1] != labels[:, 1:]
    found[:-1] |= labels[:-1] != labels[1:]
    return found


def _share_near(boundary: npt.NDArray[np.bool_], other: npt.NDArray[np.bool_], tolerance: float) -> float:
    from scipy.ndimage import distance_transform_edt

    if not boundary.any() or not other.any():
        return 0.0
    return float((distance_transform_edt(~other)[boundary] <= tolerance).mean())

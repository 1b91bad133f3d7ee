"""What a few samples say about a boundary map: its threshold, and whether it is inverted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from frenemy.affinity.volume.blocks import Box, Shape
from frenemy.affinity.volume.boundary_map import BoundaryMap
from frenemy.problem.array_types import Floats32

_SIDE: Shape = (64, 64, 64)
_FLAT_SIDE: Shape = (1, 256, 256)
_N_ALONG = 3
_N_BINS = 256
_N_TO_TURN = 4  # samples that say whether a map is inverted; a distance transform takes long


def smoothed_samples(source: BoundaryMap, sigma: Sequence[float], *, is_flat: bool) -> list[Floats32]:
    """Up to 27 boxes of the map, evenly spaced, smoothed."""
    from scipy.ndimage import gaussian_filter

    side = _FLAT_SIDE if is_flat or source.shape[0] == 1 else _SIDE
    begins = [_begins(n, most) for n, most in zip(source.shape, side, strict=True)]
    boxes = [
        Box(begin, tuple(min(b + most, n) for b, most, n in zip(begin, side, source.shape, strict=True)))  # type: ignore[arg-type]
        for begin in product(*begins)
    ]
    return [gaussian_filter(source.boundaries(box), sigma) for box in boxes]


def _begins(n: int, side: int) -> list[int]:
    return sorted({round((n - side) * k / (_N_ALONG - 1)) for k in range(_N_ALONG)}) if n > side else [0]


def otsu_threshold(samples: Sequence[Floats32]) -> float:
    """The value that parts the samples into two classes of the lowest variance; one half if all values are the same.

    Otsu, "A threshold selection method from gray-level histograms" (1979).
    """
    low, high = min(float(s.min()) for s in samples), max(float(s.max()) for s in samples)
    if not high > low:
        return 0.5
    counts = np.sum([np.histogram(s, _N_BINS, (low, high))[0] for s in samples], axis=0).astype(np.float64)
    edges = np.linspace(low, high, _N_BINS + 1)
    centers = (edges[1:] + edges[:-1]) / 2
    below, sums = np.cumsum(counts)[:-1], np.cumsum(counts * centers)[:-1]
    total, whole = counts.sum(), float(counts @ centers)
    # The first and the last bin are not empty, so both classes have values.
    between = (whole * below / total - sums) ** 2 / (below * (total - below))
    best = np.flatnonzero(between >= between.max() * (1 - 1e-9))
    return float(np.clip(edges[1 + best[len(best) // 2]], 1e-6, 1.0))


def looks_inverted(samples: Sequence[Floats32], threshold: float) -> bool:
    """Whether what is above the threshold is thicker than what is below, as boundaries never are."""
    from scipy.ndimage import distance_transform_edt

    depths: dict[bool, list[Floats32]] = {True: [], False: []}
    for sample in samples[:: len(samples) // _N_TO_TURN + 1]:
        is_above = sample >= threshold
        if is_above.all() or not is_above.any():
            continue
        for side in (True, False):
            inside = is_above == side
            depths[side].append(distance_transform_edt(inside)[inside])
    if not depths[True]:
        return False
    return float(np.concatenate(depths[True]).mean()) > 2.0 * float(np.concatenate(depths[False]).mean())

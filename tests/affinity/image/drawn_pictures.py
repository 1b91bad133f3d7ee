"""Strategies that draw small pictures, and neighbours of their pixels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

FOUR = ((-1, 0), (0, -1), (0, 1), (1, 0))
EIGHT = (*FOUR, (-1, -1), (-1, 1), (1, -1), (1, 1))

shapes = st.tuples(st.integers(1, 9), st.integers(1, 9))
# Few values, so that there are plateaus and regions of some size.
reliefs = hnp.arrays(np.float32, shapes, elements=st.sampled_from([-2.0, -0.0, 0.0, 0.5, 1.0, 3.0]))
label_maps = hnp.arrays(np.int32, shapes, elements=st.sampled_from([0, 1, 2, 2**31 - 1]))
masks = hnp.arrays(bool, shapes)


def pictures(n_channels: int) -> st.SearchStrategy[np.ndarray]:
    return shapes.flatmap(
        lambda shape: hnp.arrays(np.float32, (*shape, n_channels), elements=st.floats(0, 1, width=16))
    )


def neighbors(y: int, x: int, shape: tuple[int, ...], steps: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
    for dy, dx in steps:
        if 0 <= y + dy < shape[0] and 0 <= x + dx < shape[1]:
            yield y + dy, x + dx


def numbered(labels: np.ndarray) -> np.ndarray:
    """The same partition with labels 0..k-1 in the order of first pixels."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[inverse].reshape(labels.shape).astype(np.int32)


def photo(shape: tuple[int, int], seed: int = 0, sigma: float = 2.0) -> np.ndarray:
    """A smooth random picture (H, W) float32 in 0..1, with hardly two equal values."""
    from scipy import ndimage

    noise = np.random.default_rng(seed).random(shape)
    smooth = ndimage.gaussian_filter(noise, sigma, mode="nearest")
    span = np.ptp(smooth)
    return ((smooth - smooth.min()) / (span if span > 0 else 1.0)).astype(np.float32)

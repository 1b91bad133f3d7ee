"""Masks as run lengths, column by column, as COCO counts them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

LabelMap = npt.NDArray[np.int32]


def run_lengths(labels: LabelMap) -> list[list[int]]:
    """Of each object ``0..k-1``: how many pixels are outside, inside, outside, ... going down the columns."""
    height, width = labels.shape
    down = labels.ravel(order="F")
    starts = np.flatnonzero(np.diff(down, prepend=-2))
    ends = np.append(starts[1:], height * width)
    of = down[starts]
    order = np.argsort(of, kind="stable")
    starts, ends, of = starts[order], ends[order], of[order]
    first = np.searchsorted(of, np.arange(int(labels.max(initial=-1)) + 2))
    counts = []
    for begin, end in zip(first[:-1].tolist(), first[1:].tolist(), strict=True):
        turns = np.stack((starts[begin:end], ends[begin:end]), axis=1).ravel()
        lengths = np.diff(turns, prepend=0, append=height * width)
        counts.append((lengths[:-1] if lengths[-1] == 0 else lengths).tolist())
    return counts


def pixels_of_runs(
    counts: npt.ArrayLike, height: int, width: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Row and column of each pixel that is inside, in a picture of that size."""
    lengths = np.asarray(counts)
    if lengths.ndim != 1 or lengths.dtype.kind not in "iu" or (lengths < 0).any():
        raise ValueError("counts must be a list of whole numbers, 0 or more")
    if lengths.sum(dtype=np.float64) != height * width:
        raise ValueError(f"counts must sum to {height} x {width} = {height * width}, got {int(lengths.sum())}")
    starts = (np.cumsum(lengths) - lengths)[1::2]
    inside = lengths[1::2]
    within = np.arange(inside.sum()) - np.repeat(np.cumsum(inside) - inside, inside)
    column, row = np.divmod(np.repeat(starts, inside) + within, height)
    return row, column

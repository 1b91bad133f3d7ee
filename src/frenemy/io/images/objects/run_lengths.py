"""Masks as run lengths in column order, as in COCO."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.io.images.objects.label_runs import LabelMap, LabelRuns
from frenemy.problem.array_types import Ints


def run_lengths(labels: LabelMap) -> list[list[int]]:
    """Of each object ``0..k-1``: the lengths of runs outside, inside, outside, ... down the columns."""
    runs = LabelRuns.of(labels.T)
    order = np.argsort(runs.labels, kind="stable")
    starts = runs.starts[order]
    ends = starts + runs.lengths[order]
    first = np.searchsorted(runs.labels[order], np.arange(int(labels.max(initial=-1)) + 2))
    counts = []
    for begin, end in zip(first[:-1].tolist(), first[1:].tolist(), strict=True):
        turns = np.stack((starts[begin:end], ends[begin:end]), axis=1).ravel()
        lengths = np.diff(turns, prepend=0, append=labels.size)
        counts.append((lengths[:-1] if lengths[-1] == 0 else lengths).tolist())
    return counts


def pixels_of_runs(counts: npt.ArrayLike, height: int, width: int) -> tuple[Ints, Ints]:
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

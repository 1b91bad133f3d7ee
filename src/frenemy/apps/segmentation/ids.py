"""Names of objects that stay over edits."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.apps.segmentation.label_runs import LabelMap, LabelRuns
from frenemy.distinct import distinct

Ids = npt.NDArray[np.int64]


def first_ids(n_objects: int) -> Ids:
    """1, 2, ... in the order of the labels."""
    return np.arange(1, n_objects + 1, dtype=np.int64)


def kept_ids(labels: LabelRuns, before: LabelRuns, ids_before: Ids, next_id: int) -> tuple[Ids, int]:
    """The ids of new labels: the two objects that overlap most are the same one, then the next two, and so on.

    Parameters
    ----------
    labels, before : LabelRuns
        ``0..k-1`` each, without gaps.
    ids_before : (k_before,) int64
    next_id : int
        The first one that was never given.

    Returns
    -------
    ids : (k,) int64
        An object that overlaps with none that is left gets a new id, in the order of the labels.
    next_id : int
    """
    new, old, area = overlaps(labels, before)
    ids = np.zeros(int(labels.labels.max()) + 1, np.int64)
    is_left = np.ones(len(ids_before), bool)
    for i in np.lexsort((ids_before[old], -area)):  # of equal overlaps, the older object first
        if ids[new[i]] == 0 and is_left[old[i]]:
            ids[new[i]] = ids_before[old[i]]
            is_left[old[i]] = False
    fresh = np.flatnonzero(ids == 0)
    ids[fresh] = next_id + np.arange(len(fresh))
    return ids, next_id + len(fresh)


def overlaps(one: LabelRuns, other: LabelRuns) -> tuple[LabelMap, LabelMap, npt.NDArray[np.int64]]:
    """Which labels of two maps of the same shape meet, and on how many pixels."""
    starts = distinct(np.concatenate((one.starts, other.starts)))
    keys = one.labels_at(starts).astype(np.int64) << 32 | other.labels_at(starts)
    found, run = np.unique(keys, return_inverse=True)
    area = np.zeros(len(found), np.int64)
    np.add.at(area, run, np.diff(starts, append=one.n_pixels))
    return (found >> 32).astype(np.int32), (found & 0xFFFFFFFF).astype(np.int32), area

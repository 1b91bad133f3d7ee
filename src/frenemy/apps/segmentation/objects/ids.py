"""Ids of objects, stable over edits."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.apps.matching import match_by_overlap
from frenemy.io.images.objects.label_runs import LabelMap, LabelRuns
from frenemy.problem.distinct import distinct

Ids = npt.NDArray[np.int64]


def first_ids(n_objects: int) -> Ids:
    """1, 2, ... in the order of the labels."""
    return np.arange(1, n_objects + 1, dtype=np.int64)


def kept_ids(labels: LabelRuns, before: LabelRuns, ids_before: Ids, next_id: int) -> tuple[Ids, int]:
    """Ids for new labels: new objects take the ids of old ones, matched by overlap, the largest overlap first.

    Parameters
    ----------
    labels, before : LabelRuns
        ``0..k-1`` each, without gaps.
    ids_before : (k_before,) int64
    next_id : int
        The first unused id.

    Returns
    -------
    ids : (k,) int64
        Objects without a match get new ids, in the order of the labels.
    next_id : int
    """
    new, old, area = overlaps(labels, before)
    ranked = zip(old.tolist(), new.tolist(), area.tolist(), ids_before[old].tolist(), strict=True)
    ids = np.zeros(int(labels.labels.max()) + 1, np.int64)
    for label, label_before in match_by_overlap(ranked, known={}).items():  # of equal overlaps, the older object first
        ids[label] = ids_before[label_before]
    fresh = np.flatnonzero(ids == 0)
    ids[fresh] = next_id + np.arange(len(fresh))
    return ids, next_id + len(fresh)


def overlaps(one: LabelRuns, other: LabelRuns) -> tuple[LabelMap, LabelMap, npt.NDArray[np.int64]]:
    """Pairs of labels of two maps of the same shape that overlap, and the number of common pixels."""
    starts = distinct(np.concatenate((one.starts, other.starts)))
    keys = one.labels_at(starts).astype(np.int64) << 32 | other.labels_at(starts)
    found, run = np.unique(keys, return_inverse=True)
    area = np.zeros(len(found), np.int64)
    np.add.at(area, run, np.diff(starts, append=one.n_pixels))
    return (found >> 32).astype(np.int32), (found & 0xFFFFFFFF).astype(np.int32), area

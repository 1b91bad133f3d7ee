"""The state of a segmentation at one step of its history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import Drawing
from frenemy.apps.segmentation.objects.ids import Ids, first_ids, kept_ids
from frenemy.apps.segmentation.objects.merging import Merge, merged_labels
from frenemy.apps.segmentation.objects.painting import painted
from frenemy.apps.segmentation.objects.palette import kept_colors, touching
from frenemy.io.images.objects.label_runs import LabelMap, LabelRuns
from frenemy.io.images.objects.mask import Mask
from frenemy.io.images.objects.object_names import ObjectClass, ObjectName
from frenemy.problem import Problem
from frenemy.problem.array_types import Ints32
from frenemy.solving import Result


@dataclass(frozen=True, eq=False)
class Snapshot:
    """What was drawn, merges, masks, and the resulting objects.

    Attributes
    ----------
    drawing : Drawing
    merges : tuple of pairs of points
    masks : tuple of Mask
    regions : LabelRuns
        The regions before any merge; connected, apart from what joins connect.
    labels : LabelRuns
        The objects: regions after merges and masks.
    object_of_mask : (n_masks,) int32
        The label of the object that each mask is about; -1 if nothing is left of it.
    ids : (k,) int64
    next_id : int
    colors : (k,) int32
        Indices into the palette.
    problem : Problem
    result : Result
    seconds : dict of str to float
    names : tuple of ObjectName
    classes : tuple of ObjectClass
        Names and classes change nothing else.
    """

    drawing: Drawing
    merges: tuple[Merge, ...]
    masks: tuple[Mask, ...]
    regions: LabelRuns
    labels: LabelRuns
    object_of_mask: Ints32
    ids: Ids
    next_id: int
    colors: npt.NDArray[np.int32]
    problem: Problem
    result: Result
    seconds: dict[str, float]
    names: tuple[ObjectName, ...] = ()
    classes: tuple[ObjectClass, ...] = ()


def take_snapshot(
    regions: LabelMap,
    problem: Problem,
    result: Result,
    drawing: Drawing,
    merges: tuple[Merge, ...],
    masks: tuple[Mask, ...],
    seconds: dict[str, float],
    before: Snapshot | None,
    report: Callable[[float], None],
) -> Snapshot:
    """Regions with merges, masks, ids and colors; objects keep ids and colors of the snapshot before, names stay."""
    label_of_region = merged_labels(regions, merges)
    runs = LabelRuns.of(regions)
    labels, object_of_mask = runs.renamed(label_of_region), np.empty(0, np.int32)
    if masks:
        if before is not None and _goes_on(before, drawing, merges, masks):
            labels, object_of_mask = before.labels, before.object_of_mask
        labels, object_of_mask = painted(labels.label_map(), masks, report, object_of_mask)
        pairs = touching(labels.label_map())
    else:
        pairs = np.unique(np.sort(label_of_region[touching(regions)], axis=1), axis=0)
        pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    if before is None:
        ids = first_ids(int(labels.labels.max()) + 1)
        next_id, colors = len(ids) + 1, kept_colors(ids, pairs)
    else:
        ids, next_id = kept_ids(labels, before.labels, before.ids, before.next_id)
        colors = kept_colors(ids, pairs, before.ids, before.colors)
    for array in (object_of_mask, ids, colors):
        array.flags.writeable = False
    names, classes = ((), ()) if before is None else (before.names, before.classes)
    return Snapshot(
        drawing,
        merges,
        masks,
        runs,
        labels,
        object_of_mask,
        ids,
        next_id,
        colors,
        problem,
        result,
        seconds,
        names,
        classes,
    )


def _goes_on(before: Snapshot, drawing: Drawing, merges: tuple[Merge, ...], masks: tuple[Mask, ...]) -> bool:
    """Whether all is as before, but for more masks after those of before."""
    is_same = before.drawing == drawing and before.merges == merges
    return is_same and masks[: len(before.masks)] == before.masks

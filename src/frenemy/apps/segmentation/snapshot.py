"""The state of a segmentation at one step of its history."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import Drawing
from frenemy.apps.segmentation.objects.ids import Ids, first_ids, kept_ids
from frenemy.apps.segmentation.objects.merging import Merge, merged_labels
from frenemy.apps.segmentation.objects.palette import kept_colors, touching
from frenemy.io.images.objects.label_runs import LabelMap, LabelRuns
from frenemy.io.images.objects.object_names import ObjectClass, ObjectName
from frenemy.problem import Problem
from frenemy.solving import Result


@dataclass(frozen=True, eq=False)
class Snapshot:
    """What was drawn, merges, and the resulting objects.

    Attributes
    ----------
    drawing : Drawing
    merges : tuple of pairs of points
    regions : LabelRuns
        The regions before any merge; connected, apart from what joins connect.
    label_of_region : (n_regions,) int32
        The label of the object that each region is in.
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
    regions: LabelRuns
    label_of_region: npt.NDArray[np.int32]
    ids: Ids
    next_id: int
    colors: npt.NDArray[np.int32]
    problem: Problem
    result: Result
    seconds: dict[str, float]
    names: tuple[ObjectName, ...] = ()
    classes: tuple[ObjectClass, ...] = ()

    @property
    def labels(self) -> LabelRuns:
        return self.regions.renamed(self.label_of_region)


def take_snapshot(
    regions: LabelMap,
    problem: Problem,
    result: Result,
    drawing: Drawing,
    merges: tuple[Merge, ...],
    seconds: dict[str, float],
    before: Snapshot | None,
) -> Snapshot:
    """Regions with merges, ids and colors; objects keep the ids and colors of the snapshot before, names stay."""
    label_of_region = merged_labels(regions, merges)
    runs = LabelRuns.of(regions)
    pairs = np.unique(np.sort(label_of_region[touching(regions)], axis=1), axis=0)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    if before is None:
        ids = first_ids(int(label_of_region.max()) + 1)
        next_id, colors = len(ids) + 1, kept_colors(ids, pairs)
    else:
        ids, next_id = kept_ids(runs.renamed(label_of_region), before.labels, before.ids, before.next_id)
        colors = kept_colors(ids, pairs, before.ids, before.colors)
    for array in (label_of_region, ids, colors):
        array.flags.writeable = False
    names, classes = ((), ()) if before is None else (before.names, before.classes)
    return Snapshot(
        drawing, merges, runs, label_of_region, ids, next_id, colors, problem, result, seconds, names, classes
    )

"""The state of a segmentation at one step of its history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from frenemy.apps.segmentation.cut.stages import Stages
from frenemy.apps.segmentation.objects.ids import Ids, first_ids, kept_ids
from frenemy.apps.segmentation.objects.merging import merged_labels
from frenemy.apps.segmentation.objects.painting import painted
from frenemy.apps.segmentation.objects.palette import kept_colors, touching
from frenemy.apps.segmentation.workspace import Settings, Workspace
from frenemy.io.images.marks import Marks
from frenemy.io.images.objects.label_runs import LabelMap, LabelRuns
from frenemy.problem import Problem
from frenemy.problem.array_types import Ints32
from frenemy.solving import Result


@dataclass(frozen=True, eq=False)
class Snapshot:
    """The marks, and the resulting objects.

    Attributes
    ----------
    marks : Marks
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
    """

    marks: Marks
    regions: LabelRuns
    labels: LabelRuns
    object_of_mask: Ints32
    ids: Ids
    next_id: int
    colors: npt.NDArray[np.int32]
    problem: Problem
    result: Result
    seconds: dict[str, float]


def take_snapshot(
    workspace: Workspace, settings: Settings, marks: Marks, stages: Stages, before: Snapshot | None = None
) -> Snapshot:
    """Regions along the lines, then merges, masks, ids and colors.

    Objects keep ids and colors of the snapshot before. What the marks have in common with it is not computed again.
    """
    if before is not None and before.marks.without_names() == marks.without_names():
        return replace(before, marks=marks)
    if before is not None and before.marks.drawing == marks.drawing:
        regions, problem, result = before.regions.label_map(), before.problem, before.result
    else:
        regions, problem, result = workspace.regions(marks.drawing, settings, stages)
    with stages.stage("objects") as report:
        return _with_objects(regions, problem, result, marks, stages.seconds, before, report)


def _with_objects(
    regions: LabelMap,
    problem: Problem,
    result: Result,
    marks: Marks,
    seconds: dict[str, float],
    before: Snapshot | None,
    report: Callable[[float], None],
) -> Snapshot:
    label_of_region = merged_labels(regions, marks.merges)
    runs = LabelRuns.of(regions)
    labels, object_of_mask = runs.renamed(label_of_region), np.empty(0, np.int32)
    if marks.masks:
        if before is not None and _goes_on(before.marks, marks):
            labels, object_of_mask = before.labels, before.object_of_mask
        labels, object_of_mask = painted(labels.label_map(), marks.masks, report, object_of_mask)
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
    return Snapshot(marks, runs, labels, object_of_mask, ids, next_id, colors, problem, result, seconds)


def _goes_on(before: Marks, marks: Marks) -> bool:
    """Whether all is as before, but for more masks after those of before."""
    return replace(marks, masks=marks.masks[: len(before.masks)]).without_names() == before.without_names()

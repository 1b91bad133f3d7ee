"""All there is to know of a segmentation at one time: what a history is made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import Stroke
from frenemy.apps.segmentation.ids import Ids, first_ids, kept_ids
from frenemy.apps.segmentation.label_runs import LabelMap, LabelRuns
from frenemy.apps.segmentation.merging import Merge, merged_names
from frenemy.apps.segmentation.palette import kept_colors, touching
from frenemy.problem import Problem
from frenemy.solve import Result


@dataclass(frozen=True, eq=False)
class Moment:
    """Strokes, merges, and what came of them.

    Attributes
    ----------
    strokes : tuple of Stroke
    merges : tuple of pairs of points
    regions : LabelRuns
        The connected regions before any merge.
    names : (n_regions,) int32
        The label of the object that each region is in.
    ids : (k,) int64
    next_id : int
    colors : (k,) int32
        Places in the palette.
    problem : Problem
    result : Result
    seconds : dict of str to float
    """

    strokes: tuple[Stroke, ...]
    merges: tuple[Merge, ...]
    regions: LabelRuns
    names: npt.NDArray[np.int32]
    ids: Ids
    next_id: int
    colors: npt.NDArray[np.int32]
    problem: Problem
    result: Result
    seconds: dict[str, float]

    @property
    def labels(self) -> LabelRuns:
        return self.regions.renamed(self.names)


def moment_of(
    regions: LabelMap,
    problem: Problem,
    result: Result,
    strokes: tuple[Stroke, ...],
    merges: tuple[Merge, ...],
    seconds: dict[str, float],
    before: Moment | None,
) -> Moment:
    """Regions with merges, ids and colors; those of the moment before stay where they can."""
    names = merged_names(regions, merges)
    runs = LabelRuns.of(regions)
    pairs = np.unique(np.sort(names[touching(regions)], axis=1), axis=0)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    if before is None:
        ids = first_ids(int(names.max()) + 1)
        next_id, colors = len(ids) + 1, kept_colors(ids, pairs)
    else:
        ids, next_id = kept_ids(runs.renamed(names), before.labels, before.ids, before.next_id)
        colors = kept_colors(ids, pairs, before.ids, before.colors)
    for array in (names, ids, colors):
        array.flags.writeable = False
    return Moment(strokes, merges, runs, names, ids, next_id, colors, problem, result, seconds)

"""Segment a picture with strokes into connected regions on the work grid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image import Appearance, Drawing, Picture, SoftMaps, appearance_of, learned_weights, scene
from frenemy.apps.segmentation.cut.joined_regions import with_joins
from frenemy.apps.segmentation.cut.shared_limits import SharedLimits
from frenemy.apps.segmentation.cut.stages import Stages
from frenemy.apps.segmentation.objects.joining import join
from frenemy.problem import Problem
from frenemy.run import Progress, Stop, raise_if_cancelled
from frenemy.solvers import Solver
from frenemy.solving import Result, solve

LabelMap = npt.NDArray[np.int32]

MIN_AREA = 0.0001  # share of the picture: smaller regions are merged with a neighbor
MIN_AREA_UNDRAWN = 0.001  # the same without strokes


@dataclass(frozen=True, eq=False)
class Cut:
    """Regions of the work grid, and the problem solved to get them.

    Attributes
    ----------
    labels : (height, width) int32
        Connected regions, ``0..k-1`` by first appearance; those that joins connect are one.
    problem : Problem
        The problem of the last level.
    result : Result
    """

    labels: LabelMap
    problem: Problem
    result: Result


def prepare(picture: Picture, *, stages: Stages) -> Appearance:
    """The appearance of a picture, which does not depend on strokes."""
    with stages.stage("appearance") as report:
        return appearance_of(picture, learned_weights().edge, report)


def cut(
    appearance: Appearance,
    drawing: Drawing,
    *,
    solver: Solver | None,
    stop: Stop | None,
    seed: int,
    threads: int,
    stages: Stages,
    soft: SoftMaps | None = None,
) -> Cut:
    """Cluster superpixels by signed weights between adjacent ones; then cluster the regions in the same way.

    Parameters
    ----------
    appearance : Appearance
    drawing : Drawing
        In full-picture coordinates.
    soft : mutable mapping, optional
        Cached soft segmentations of strokes on the same picture; new ones are added.
    """
    with stages.stage("evidence") as report:
        seen = scene(appearance, drawing.strokes, learned_weights().wire, report, soft=soft)
    limits = SharedLimits(stop)
    with stages.stage("solve") as report:

        def on_round(_: Progress) -> None:
            report(0.5)

        def solved(problem: Problem) -> Result:
            result = solve(problem, solver, stop=limits.for_next(), seed=seed, threads=threads, on_round=on_round)
            raise_if_cancelled(result.status)
            return limits.with_status(result)

        level = join(seen, learned_weights(), solved)
    with stages.stage("regions"):
        labels, _ = _core.connected_regions(level.region_of_piece[seen.pieces])
        min_area = MIN_AREA if drawing.strokes else MIN_AREA_UNDRAWN
        labels = _core.merge_small(labels, max(1, int(min_area * labels.size)))
        labels, _ = _core.connected_regions(labels)
        labels = with_joins(labels, drawing.scaled(*appearance.scale).joins)
    return Cut(labels, level.problem, level.result)

"""Segment a picture with strokes into connected regions on the work grid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image import (
    Appearance,
    Drawing,
    Picture,
    SoftMaps,
    StrokeLines,
    appearance_of,
    learned_weights,
    scene,
    superpixels,
)
from frenemy.apps.segmentation.cut.corrections import Pieces, corrected, join_under, outlining, with_outlined
from frenemy.apps.segmentation.cut.shared_limits import SharedLimits
from frenemy.apps.segmentation.cut.stages import Stages
from frenemy.apps.segmentation.objects.joining import join, join_along_edges
from frenemy.problem import Problem
from frenemy.problem.array_types import Ints
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


def automatic_cut(
    appearance: Appearance, *, solver: Solver | None, stop: Stop | None, seed: int, threads: int, stages: Stages
) -> Cut:
    """Cluster superpixels by the edges of the picture alone."""
    with stages.stage("evidence") as report:
        seen = scene(appearance, (), learned_weights().wire, report)
    with stages.stage("solve") as report:
        level = join_along_edges(seen, _solving(solver, stop, seed, threads, report))
    with stages.stage("regions"):
        labels = _connected(level.region_of_piece[seen.pieces], MIN_AREA_UNDRAWN)
    return Cut(labels, level.problem, level.result)


def cut(
    appearance: Appearance,
    drawing: Drawing,
    automatic: Cut,
    *,
    solver: Solver | None,
    stop: Stop | None,
    seed: int,
    threads: int,
    stages: Stages,
    soft: SoftMaps | None = None,
) -> Cut:
    """Correct the automatic segmentation along strokes and joins.

    If strokes follow many automatic borders, too, the person outlines objects rather than corrects what is there. Then
    objects that strokes and their continuations enclose replace what is there.

    Parameters
    ----------
    appearance : Appearance
    drawing : Drawing
        In full-picture coordinates.
    automatic : Cut
        Without strokes.
    soft : mutable mapping, optional
        Cached soft segmentations of strokes on the same picture; new ones are added.
    """
    on_grid = drawing.scaled(*appearance.scale)
    lines = StrokeLines.of(on_grid.strokes, appearance.grid)
    outlines = outlining(automatic.labels, lines)
    level = automatic
    outlined = None
    if outlines > 0.0:
        with stages.stage("evidence") as report:
            seen = scene(appearance, drawing.strokes, learned_weights().wire, report, soft=soft)
        with stages.stage("solve") as report:
            level = join(seen, learned_weights(), _solving(solver, stop, seed, threads, report))
        outlined, labels = level.region_of_piece, seen.pieces
    with stages.stage("regions"):
        if outlined is None:
            labels = superpixels(appearance.edge, np.full_like(appearance.edge, -np.inf), lines.is_drawn)
        pieces = Pieces.of(appearance, lines, labels)
        region = corrected(appearance, pieces, pieces.commonest(automatic.labels), lines)
        if outlined is not None:
            region = with_outlined(pieces.labels, region, outlined, lines, outlines)
        joins = StrokeLines.of(on_grid.joins, appearance.grid)
        region = join_under(pieces, region, [pieces.labels.ravel()[pixels] for pixels in joins.each])
        labels = _connected(region[pieces.labels], MIN_AREA)
    return Cut(labels, level.problem, level.result)


def _solving(
    solver: Solver | None, stop: Stop | None, seed: int, threads: int, report: Callable[[float], None]
) -> Callable[[Problem], Result]:
    limits = SharedLimits(stop)

    def on_round(_: Progress) -> None:
        report(0.5)

    def solved(problem: Problem) -> Result:
        result = solve(problem, solver, stop=limits.for_next(), seed=seed, threads=threads, on_round=on_round)
        raise_if_cancelled(result.status)
        return limits.with_status(result)

    return solved


def _connected(regions: Ints, min_area: float) -> LabelMap:
    """Connected regions ``0..k-1`` of an (h, w) map; small ones are merged with a neighbor."""
    labels, _ = _core.connected_regions(regions.astype(np.int32))
    labels = _core.merge_small(labels, max(1, int(min_area * labels.size)))
    connected: LabelMap = _core.connected_regions(labels)[0]
    return connected

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
from frenemy.apps.segmentation.cut.corrections import Outlining, Pieces, corrected, join_under
from frenemy.apps.segmentation.cut.shared_limits import SharedLimits
from frenemy.apps.segmentation.cut.stages import Stages
from frenemy.apps.segmentation.objects.joining import join, join_along_edges
from frenemy.problem import Problem
from frenemy.problem.array_types import Ints, Ints32
from frenemy.run import Progress, Stop, raise_if_cancelled
from frenemy.solvers import Solver
from frenemy.solving import Result, solve_problem

LabelMap = npt.NDArray[np.int32]

MIN_AREA = 0.0005  # share of the picture: smaller regions are merged with a neighbor
MIN_AREA_UNDRAWN = 0.001  # the same without strokes
MIN_PIXELS_UNDRAWN = 48  # of the picture: the same where it is small, where noise has this size
MAX_NOISE = 0.01  # share of the picture: noise is not larger
_NEAR = 4.0  # pixels, of the picture if it is smaller than the grid: a border this close to a stroke is drawn
_ENCLOSING = 6  # strokes: fewer hardly draw most of an outline


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


@dataclass(frozen=True)
class Solving:
    """How problems of a cut are solved."""

    solver: Solver | None = None
    stop: Stop | None = None
    seed: int = 0
    threads: int = 1

    def within(self, report: Callable[[float], None]) -> Callable[[Problem], Result]:
        """A function that solves one problem after another within the limits of all."""
        limits = SharedLimits(self.stop)

        def on_round(_: Progress) -> None:
            report(0.5)

        def solved(problem: Problem) -> Result:
            stop, seed, threads = limits.for_next(), self.seed, self.threads
            result = solve_problem(problem, self.solver, stop=stop, seed=seed, threads=threads, on_round=on_round)
            raise_if_cancelled(result.status)
            return limits.with_status(result)

        return solved


def automatic_cut(appearance: Appearance, solving: Solving, *, stages: Stages) -> Cut:
    """Cluster superpixels by the edges of the picture alone."""
    with stages.stage("evidence") as report:
        seen = scene(appearance, (), learned_weights().wire, report)
    with stages.stage("solve") as report:
        level = join_along_edges(seen, solving.within(report))
    with stages.stage("regions"):
        share = max(MIN_AREA_UNDRAWN, min(MIN_PIXELS_UNDRAWN / np.prod(appearance.shape), MAX_NOISE))
        labels = _connected(level.region_of_piece[seen.pieces], share)
    return Cut(labels, level.problem, level.result)


def cut(
    appearance: Appearance,
    drawing: Drawing,
    automatic: Cut,
    solving: Solving,
    *,
    stages: Stages,
    soft: SoftMaps | None = None,
) -> Cut:
    """Correct the automatic segmentation along strokes and joins.

    An object that strokes and their continuations enclose replaces the automatic regions if most of its outline is
    drawn. Strokes that follow automatic borders, too, outline objects rather than correct what is there: then little of
    an outline is enough.

    Parameters
    ----------
    appearance : Appearance
    drawing : Drawing
        In full-picture coordinates.
    automatic : Cut
        That without strokes.
    solving : Solving
    soft : mutable mapping, optional
        Cached soft segmentations of strokes on the same picture; new ones are added.
    """
    on_grid = drawing.scaled(*appearance.scale)
    lines, joins = (StrokeLines.of(drawn, appearance.grid) for drawn in (on_grid.strokes, on_grid.joins))
    reach = _NEAR * max(1.0, *appearance.scale)
    outlining = Outlining.of(automatic.labels, appearance.edge, lines, joins, reach)
    level = None
    if outlining.certainty > 0.0 or lines.n_strokes >= _ENCLOSING:
        with stages.stage("evidence") as report:
            seen = scene(appearance, drawing.strokes, learned_weights().wire, report, soft=soft)
        with stages.stage("solve") as report:
            level = join(seen, learned_weights(), solving.within(report))
        labels = seen.pieces
    with stages.stage("regions") as report:
        if level is None:
            labels = superpixels(appearance.edge, np.full_like(appearance.edge, -np.inf), lines.is_drawn)
        pieces = Pieces.of(appearance, lines, labels)
        region = corrected(appearance, pieces, pieces.commonest(automatic.labels), lines, report)
        if level is not None:
            region = outlining.replace(pieces, region, level.region_of_piece)
        region = join_under(pieces, region, [labels.ravel()[pixels] for pixels in joins.each])
        regions = _connected(region[labels], MIN_AREA)
    last = automatic if level is None else level
    return Cut(regions, last.problem, last.result)


def _connected(regions: Ints | Ints32, min_area: float) -> LabelMap:
    """Connected regions ``0..k-1`` of an (h, w) map; small ones are merged with a neighbor."""
    labels, _ = _core.connected_regions(regions.astype(np.int32))
    labels = _core.merge_small(labels, max(1, int(min_area * labels.size)))
    connected: LabelMap = _core.connected_regions(labels)[0]
    return connected

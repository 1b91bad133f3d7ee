"""From a picture and strokes to connected regions on a grid of moderate size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image import Appearance, Picture, SoftMaps, Stroke, appearance_of, learned_weights, scene
from frenemy.apps.segmentation.joining import join
from frenemy.apps.segmentation.shared_limits import SharedLimits
from frenemy.apps.segmentation.stages import Stages
from frenemy.problem import Problem
from frenemy.run import Progress, Status, Stop
from frenemy.solve import Result, solve
from frenemy.solvers import Solver

LabelMap = npt.NDArray[np.int32]

SMALLEST = 0.0001  # of the picture: smaller regions join their neighbors
SMALLEST_UNDRAWN = 0.001  # the same without strokes: nobody said that it is there


@dataclass(frozen=True, eq=False)
class Cut:
    """Regions of the work grid, and what was solved to get them.

    Attributes
    ----------
    labels : (height, width) int32
        Connected regions, ``0..k-1``.
    problem : Problem
        What was solved last.
    result : Result
    """

    labels: LabelMap
    problem: Problem
    result: Result


def prepare(picture: Picture, *, stages: Stages) -> Appearance:
    """What needs no strokes, once per picture."""
    with stages.stage("appearance") as tell:
        return appearance_of(picture, learned_weights().edge, tell)


def cut(
    appearance: Appearance,
    strokes: tuple[Stroke, ...],
    *,
    solver: Solver | None,
    stop: Stop | None,
    seed: int,
    threads: int,
    stages: Stages,
    soft: SoftMaps | None = None,
) -> Cut:
    """Pieces, signed weights between those that touch, clusters of them; then the same with regions.

    Parameters
    ----------
    appearance : Appearance
    strokes : tuple of Stroke
        In the coordinates of the whole picture.
    soft : mutable mapping, optional
        Soft segmentations of strokes on the same picture that were found before; new ones are added.
    """
    with stages.stage("evidence") as tell:
        seen = scene(appearance, strokes, learned_weights().wire, tell, soft=soft)
    limits = SharedLimits(stop)
    with stages.stage("solve") as tell:

        def on_round(_: Progress) -> None:
            tell(0.5)

        def solved(problem: Problem) -> Result:
            result = solve(problem, solver, stop=limits.for_next(), seed=seed, threads=threads, on_round=on_round)
            if result.status is Status.CANCELLED:
                raise KeyboardInterrupt  # the solver took it for a wish to see what it had; the next would begin anew
            return limits.told(result)

        level = join(seen, learned_weights(), solved)
    with stages.stage("regions"):
        labels, _ = _core.connected_regions(level.region_of_piece[seen.pieces])
        labels = _core.merge_small(labels, max(1, int((SMALLEST if strokes else SMALLEST_UNDRAWN) * labels.size)))
        labels, _ = _core.connected_regions(labels)
    return Cut(labels, level.problem, level.result)

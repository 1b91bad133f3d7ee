"""The paper's method: cosines of soft segmentations as pixel affinities, solved by Swap-and-Explore."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from typing import Any

import numpy as np

from frenemy import _core
from frenemy.affinity.image import SoftSegmentation, Stroke, checked_picture, paper_affinities
from frenemy.apps.segmentation.cut import Cut
from frenemy.apps.segmentation.cut.stages import Stages
from frenemy.run import OnStage, Progress, Stop
from frenemy.solvers import Solver, SwapExplore
from frenemy.solving import solve_problem


def paper_cut(
    picture: Any,
    strokes: Iterable[Any],
    *,
    solver: Solver | None = None,
    stop: Stop | None = None,
    seed: int = 0,
    threads: int = 1,
    soft: MutableMapping[Stroke, SoftSegmentation] | None = None,
    on_stage: OnStage | Stages | None = None,
) -> Cut:
    """Segment a picture as in section 7.1 of the paper, with one node per pixel.

    Parameters
    ----------
    picture : (height, width, 3)
        sRGB in 0..1, or anything else that :func:`checked_picture` takes.
    strokes : iterable of Stroke or (n, 2) points
        On the grid of the picture.
    solver : Solver, optional
        By default :class:`SwapExplore`, as in the paper.
    stop : Stop, optional
        Limits of the solve.
    seed : int
    threads : int
        The labels do not depend on it.
    soft : mapping of Stroke to SoftSegmentation, optional
        Cached soft segmentations of the same picture; new ones are added.
    on_stage : callable or Stages, optional
        Called with the name of a stage and the share of it that is done; an exception that it raises ends the work.

    Returns
    -------
    Cut
        Clusters are split into connected regions.

    References
    ----------
    Bagon & Galun, "Optimizing large scale correlation clustering", section 7.1.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.segmentation.cut.paper_cut import paper_cut
    >>> picture = np.full((20, 30), 0.2)
    >>> picture[:, 15:] = 0.8
    >>> cut = paper_cut(picture, [[(14.5, 4), (14.5, 12)]])
    >>> cut.labels[10, [0, 14, 15, 29]]
    array([0, 0, 1, 1], dtype=int32)
    """
    shape = checked_picture(picture).shape
    stages = on_stage if isinstance(on_stage, Stages) else Stages(on_stage)
    with stages.stage("soft segmentations") as report:
        problem = paper_affinities(picture, strokes, soft=soft, threads=threads, on_poll=lambda: report(0.5))
    with stages.stage("solve") as report:

        def on_round(_: Progress) -> None:
            report(0.5)

        chosen = SwapExplore() if solver is None else solver
        result = solve_problem(problem, chosen, stop=stop, seed=seed, threads=threads, on_round=on_round)
    with stages.stage("regions"):
        labels, _ = _core.connected_regions(np.ascontiguousarray(result.labels.reshape(shape)))
    return Cut(labels, problem, result)

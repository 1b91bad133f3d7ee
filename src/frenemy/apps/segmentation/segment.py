"""From a picture and strokes to its objects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from frenemy.affinity.image import as_strokes, checked_picture
from frenemy.apps.history import History
from frenemy.apps.segmentation.merging import checked_merges
from frenemy.apps.segmentation.moment import moment_of
from frenemy.apps.segmentation.segmentation import Segmentation
from frenemy.apps.segmentation.stages import OnStage, Stages
from frenemy.apps.segmentation.workspace import Settings, Workspace
from frenemy.run import Stop
from frenemy.solvers import Solver


def segment(
    image: Any,
    strokes: Iterable[Any] = (),
    *,
    recipe: str = "default",
    solver: Solver | None = None,
    stop: Stop | None = None,
    seed: int = 0,
    threads: int | None = None,
    merges: Iterable[Any] = (),
    on_stage: OnStage | None = None,
) -> Segmentation:
    """Cut a picture into its objects, however many there are, along rough and partial boundaries.

    Parameters
    ----------
    image : (height, width) or (height, width, n_channels)
        Grey, grey and alpha, RGB or RGBA; bytes, 16 bits, bool, or floats in 0..1; of any size.
    strokes : iterable of Stroke or (n, 2) points, optional
        Where objects meet: open polylines of ``(x, y)``, x to the right, y down, the center of the first pixel at
        ``(0, 0)``. Parts outside the picture are cut off. Without strokes, the edges of the picture alone speak.
    recipe : {"default", "paper"}
        ``"paper"`` follows section 7.1 of Bagon & Galun to the letter.
    solver : Solver, optional
        By default what :func:`frenemy.solve` picks; for ``"paper"``, :class:`SwapExplore`.
    stop : Stop, optional
        Limits of the solve; reaching one is a result, and ``status`` says so.
    seed : int
        Same picture, strokes and seed: same labels.
    threads : int, optional
        By default as many as there are processors; the labels do not depend on it.
    merges : iterable of pairs of points, optional
        ``((x, y), (x, y))``: what lies at the two is one object.
    on_stage : callable, optional
        Called with the name of a stage and the share of it that is done, many times. What it raises ends the work and
        comes through.

    Returns
    -------
    Segmentation
        Labels of all pixels, and edits: ``add``, ``remove``, ``merge``, ``undo``, ...

    Examples
    --------
    >>> import numpy as np, frenemy as fr
    >>> picture = np.zeros((120, 180), np.uint8)
    >>> picture[:, 90:] = 200
    >>> found = fr.segment(picture, [[(89.5, 20), (89.5, 80)]])
    >>> found.n_objects, found.labels[60, [0, 89, 90, 179]]
    (2, array([0, 0, 1, 1], dtype=int32))
    """
    settings = Settings(recipe, solver, stop, seed, threads)
    stages = Stages(on_stage)
    with stages.stage("picture"):
        workspace = Workspace(checked_picture(image))
    checked = as_strokes(strokes)
    pairs = checked_merges(merges, workspace.picture.shape)
    regions, problem, result = workspace.regions(checked, settings, stages)
    with stages.stage("objects"):
        moment = moment_of(regions, problem, result, checked, pairs, stages.seconds, None)
    return Segmentation(workspace, settings, History(moment))

"""Segment a picture into its objects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from frenemy.affinity.image import checked_picture
from frenemy.apps.history import History
from frenemy.apps.segmentation.cut.stages import Stages
from frenemy.apps.segmentation.marks_within import marks_within
from frenemy.apps.segmentation.segmentation import Segmentation
from frenemy.apps.segmentation.snapshot import take_snapshot
from frenemy.apps.segmentation.workspace import Settings, Workspace
from frenemy.io.images.marks import Marks, as_marks
from frenemy.io.images.objects.mask import Mask
from frenemy.run import OnStage, Stop
from frenemy.solvers import Solver


def segment(
    image: Any,
    strokes: Marks | Iterable[Any] = (),
    *,
    recipe: str = "default",
    solver: Solver | None = None,
    stop: Stop | None = None,
    seed: int = 0,
    threads: int | None = None,
    joins: Iterable[Any] = (),
    merges: Iterable[Any] = (),
    names: Iterable[Any] = (),
    classes: Iterable[Any] = (),
    masks: Iterable[Mask] = (),
    on_stage: OnStage | None = None,
) -> Segmentation:
    """Cut a picture into its objects, however many there are, along rough and partial boundaries.

    Parameters
    ----------
    image : (height, width) or (height, width, n_channels)
        Grey, grey and alpha, RGB or RGBA; bytes, 16 bits, bool, or floats in 0..1; of any size.
    strokes : iterable of Stroke or (n, 2) points, or Marks, optional
        Where objects meet: open polylines of ``(x, y)``, x to the right, y down, the center of the first pixel at
        ``(0, 0)``. Parts outside the picture are clipped. Without strokes, the edges of the picture alone decide.
        Marks, as :func:`frenemy.io.read_marks` reads them, hold joins, merges, names, classes and masks, too.
    recipe : {"default", "paper"}
        ``"paper"`` is the method of Bagon & Galun, section 7.1.
    solver : Solver, optional
        By default that of :func:`frenemy.solve`; for ``"paper"``, :class:`SwapExplore`.
    stop : Stop, optional
        Limits of the solve; ``status`` of the result names the limit reached.
    seed : int
        The same picture, strokes and seed give the same labels.
    threads : int, optional
        By default the number of processors; the labels do not depend on it.
    joins : iterable of Stroke or (n, 2) points, optional
        Lines that lie within one object: no border crosses them. Their widths do not matter.
    merges : iterable of pairs of points, optional
        ``((x, y), (x, y))``: the objects at the two points are merged.
    names : iterable of ObjectName or of ``{"at": (x, y), "name": ..., "class": ...}``, optional
        The name and the class of the object at a point; of several in one object, the last one counts.
    classes : iterable of ObjectClass, of names or of ``{"name": ..., "color": "#rrggbb"}``, optional
        Classes, in the order of the categories in COCO files. Classes that only ``names`` has come after them.
    masks : iterable of Mask, optional
        Pixels that belong to an object, or not, in the order in which they were painted. They are applied last, to the
        result of everything else.
    on_stage : callable, optional
        Called repeatedly with the name of a stage and the share of it that is done. An exception that it raises ends
        the work and reaches the caller.

    Returns
    -------
    Segmentation
        Labels of all pixels, and edits: ``add``, ``remove``, ``join``, ``merge``, ``paint``, ``undo``, ...

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
    given = as_marks(strokes, joins=joins, merges=merges, names=names, classes=classes, masks=masks)
    marks = marks_within(given, workspace.picture.shape)
    return Segmentation(workspace, settings, History(take_snapshot(workspace, settings, marks, stages)))

"""The segmentation of a picture. Immutable: every edit returns a new one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import Drawing, Stroke, as_strokes
from frenemy.apps.history import History
from frenemy.apps.segmentation.cut.stages import Stages
from frenemy.apps.segmentation.edits import (
    with_merge,
    with_name,
    with_paint,
    with_strokes,
    without,
    without_merges_of,
)
from frenemy.apps.segmentation.marks_within import marks_within
from frenemy.apps.segmentation.objects import ObjectSummary, summaries
from frenemy.apps.segmentation.objects.ids import Ids
from frenemy.apps.segmentation.objects.merging import Merge, label_at
from frenemy.apps.segmentation.objects.naming import colors_of_classes, names_of_objects
from frenemy.apps.segmentation.objects.overlay import boundaries_of, overlay_of
from frenemy.apps.segmentation.objects.palette import PALETTE
from frenemy.apps.segmentation.snapshot import Snapshot, take_snapshot
from frenemy.apps.segmentation.workspace import Settings, Workspace
from frenemy.html_card import card, number_text, png
from frenemy.io.images.marks import Marks, as_marks
from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.io.images.objects.mask import Mask
from frenemy.io.images.objects.object_names import ObjectClass, ObjectName
from frenemy.io.images.objects.points import is_inside
from frenemy.io.images.png import png_bytes
from frenemy.problem import Problem
from frenemy.problem.checked_arrays import number
from frenemy.run import OnStage, Status
from frenemy.solving import Result

if TYPE_CHECKING:
    from frenemy.notebook.editor import SegmentationEditor

_MAX_SHOWN_PIXELS = 480  # of a side, in notebooks


@dataclass(frozen=True, eq=False, repr=False)
class Segmentation:
    """The objects of a picture, what was drawn to find them, and their names. Made by :func:`frenemy.segment`.

    It does not change: :meth:`add`, :meth:`remove`, :meth:`join`, :meth:`merge`, :meth:`paint`, :meth:`name_object`,
    :meth:`undo` and the other edits return a new one. The labels depend on the strokes, joins, merges and masks alone,
    not on earlier edits.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.apps.segmentation import sample
    >>> picture, strokes = sample.picture(), sample.strokes()
    >>> before = fr.segment(picture, strokes[:-1])
    >>> after = before.add(strokes[-1])
    >>> len(after.strokes) - len(before.strokes), after.undo().n_objects == before.n_objects
    (1, True)
    """

    _workspace: Workspace
    _settings: Settings
    _history: History[Snapshot]

    @property
    def _snapshot(self) -> Snapshot:
        return self._history.present

    # -------------------------------------------------------------------------------------------------------- input

    @property
    def image(self) -> npt.NDArray[Any]:
        """The picture, (height, width) or (height, width, n_channels); read-only."""
        return self._workspace.picture.values

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self._workspace.picture.shape

    @property
    def marks(self) -> Marks:
        """Everything that was drawn or named, as one value: strokes, joins, merges, masks, names and classes."""
        return self._snapshot.marks

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """All strokes as they were drawn, including ignored ones."""
        return self.marks.strokes

    @cached_property
    def ignored(self) -> tuple[int, ...]:
        """Indices of strokes without effect: outside the picture, or equal to an earlier one."""
        return self.marks.drawing.ignored_strokes(self.shape)

    @property
    def joins(self) -> tuple[Stroke, ...]:
        """All lines within one object as they were drawn, including ignored ones."""
        return self.marks.joins

    @cached_property
    def ignored_joins(self) -> tuple[int, ...]:
        """Indices of joins without effect: outside the picture, or equal to an earlier one."""
        return self.marks.drawing.ignored_joins(self.shape)

    @property
    def merges(self) -> tuple[Merge, ...]:
        """Pairs of points ``((x, y), (x, y))``: the objects at the two points are merged."""
        return self.marks.merges

    @property
    def masks(self) -> tuple[Mask, ...]:
        """Pixels that were painted or erased, in their order."""
        return self.marks.masks

    @property
    def names(self) -> tuple[ObjectName, ...]:
        """Names and classes, each at a point of the object it is about."""
        return self.marks.names

    @property
    def classes(self) -> tuple[ObjectClass, ...]:
        """All classes with their colors."""
        return self.marks.classes

    @property
    def recipe(self) -> str:
        return self._settings.recipe

    @property
    def seed(self) -> int:
        return self._settings.seed

    # ------------------------------------------------------------------------------------------------------ results

    @cached_property
    def labels(self) -> LabelMap:
        """(height, width) int32: the object of each pixel, ``0..n_objects-1`` by first appearance; read-only."""
        return self._snapshot.labels.label_map()

    @property
    def n_objects(self) -> int:
        return len(self._snapshot.ids)

    @property
    def ids(self) -> Ids:
        """(n_objects,) int64: the id of each object, which it keeps over edits as long as it exists."""
        return self._snapshot.ids

    @property
    def mask_ids(self) -> tuple[int | None, ...]:
        """The id of the object that each of the masks is about; None if nothing is left of that object."""
        return tuple(int(self.ids[label]) if label >= 0 else None for label in self._snapshot.object_of_mask.tolist())

    @property
    def colors(self) -> npt.NDArray[np.uint8]:
        """(n_objects, 3): the color of each object, which it keeps like its id."""
        return PALETTE[self._snapshot.colors]

    @cached_property
    def boundaries(self) -> npt.NDArray[np.bool_]:
        """(height, width): pixels whose neighbor to the right or below is of another object."""
        return boundaries_of(self.labels)

    @cached_property
    def objects(self) -> tuple[ObjectSummary, ...]:
        """Id, area, box, center, name and class of each object, in the order of the labels."""
        return summaries(self.labels, self.ids, self.object_names)

    @cached_property
    def object_names(self) -> tuple[ObjectName | None, ...]:
        """The name and class of each object in the order of the labels, or None; of several, the last given."""
        return names_of_objects(self.labels, self.names, self.n_objects)

    def object_at(self, x: float, y: float) -> int:
        """The id of the object at a point of the picture."""
        point = number(x), number(y)
        if not is_inside(point, self.shape):
            raise ValueError(f"({x}, {y}) is not within the picture of {self.shape[1]} x {self.shape[0]} pixels")
        return int(self.ids[label_at(self.labels, point)])

    @property
    def problem(self) -> Problem:
        """The problem that was solved."""
        return self._snapshot.problem

    @property
    def result(self) -> Result:
        """The result of the solver; its labels are of the problem's nodes, not of pixels."""
        return self._snapshot.result

    @property
    def status(self) -> Status:
        """Why the solve ended."""
        return self.result.status

    @property
    def seconds(self) -> dict[str, float]:
        """Wall-clock time of each stage of the last edit."""
        return dict(self._snapshot.seconds)

    def overlay(self, opacity: float = 0.5, *, strokes: bool = True, color_by: str = "object") -> npt.NDArray[np.uint8]:
        """(height, width, 3): the picture with each object in its color, its borders, and what was drawn.

        Parameters
        ----------
        opacity : float
            Of the colors; 0 shows the picture alone, 1 the colors alone.
        strokes : bool
            Whether to draw the strokes, and joins as dashed green lines, on top.
        color_by : {"object", "class"}
            Each object in its own color or in that of its class; grey without a class.
        """
        if color_by not in ("object", "class"):
            raise ValueError(f"color_by must be 'object' or 'class', got {color_by!r}")
        drawing = self.marks.drawing if strokes else Drawing()
        colors = self.colors if color_by == "object" else colors_of_classes(self.object_names, self.classes)
        return overlay_of(self._workspace.picture, self.labels, colors, opacity=opacity, drawing=drawing)

    def edit_in_notebook(self, *, height: int = 560) -> SegmentationEditor:
        """An editor to draw in, for a notebook; it needs the extra ``notebook``.

        Its ``segmentation`` is the current one, with all that was drawn; assigning another one shows it there.

        Parameters
        ----------
        height : int
            Of the editor, in pixels of the screen.
        """
        from frenemy.notebook.editor import SegmentationEditor

        return SegmentationEditor(self, height=height)

    # -------------------------------------------------------------------------------------------------------- edits

    def add(self, *strokes: Any, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation with more strokes: Strokes or (n, 2) points.

        A stroke along the border of two merged objects undoes the merge.
        """
        new = as_strokes(strokes)
        return self._with(with_strokes(self._snapshot, new), on_stage) if new else self

    def remove(self, index: int, *, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation without one of the strokes; ``-1`` is the last one."""
        return self._with(replace(self.marks, strokes=without(self.strokes, index, "stroke")), on_stage)

    def join(self, *lines: Any, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation with more lines that lie within one object: Strokes or (n, 2) points.

        The objects that follow each other under such a line become one. Joins survive later edits.
        """
        new = as_strokes(lines, "join")
        return self._with(replace(self.marks, joins=(*self.joins, *new)), on_stage) if new else self

    def unjoin(self, index: int, *, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation without one of the joins; ``-1`` is the last one."""
        return self._with(replace(self.marks, joins=without(self.joins, index, "join")), on_stage)

    def merge(self, id_a: int, id_b: int, *, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation with two objects merged, whether they touch or not. Nothing else changes.

        The merge is stored as two points, one in each object, so it survives later edits. An object that was only
        painted has no such point; its pixels are painted as part of the other one.
        """
        return self._with(with_merge(self._snapshot, id_a, id_b), on_stage)

    def unmerge(self, id: int, *, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation with the merges of an object undone."""
        return self._with(without_merges_of(self._snapshot, id), on_stage)

    def paint(self, pixels: Any, id: int | None = None, *, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation in which these pixels, (height, width) bool, belong to an object; without an id, a new one.

        They are stored with a point of the object, so they survive later edits.
        """
        return self._with(with_paint(self._snapshot, pixels, id), on_stage)

    def erase(self, pixels: Any, id: int, *, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation in which these pixels, (height, width) bool, do not belong to an object.

        Each goes to the nearest other object, now and after later edits.
        """
        return self._with(with_paint(self._snapshot, pixels, id, "eraser"), on_stage)

    def unpaint(self, index: int, *, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation without one of the masks; ``-1`` is the last one."""
        return self._with(replace(self.marks, masks=without(self.masks, index, "mask")), on_stage)

    def name_object(self, id: int, name: str = "", *, class_name: str = "") -> Segmentation:
        """The segmentation in which an object has this name and class, instead of those it had.

        The name is stored with a point of the object, so it survives later edits. A class that is not among
        :attr:`classes` is added to them.
        """
        return self._with(with_name(self._snapshot, id, name, class_name), None)

    def edit(
        self,
        marks: Marks | None = None,
        *,
        strokes: Iterable[Any] | None = None,
        joins: Iterable[Any] | None = None,
        merges: Iterable[Any] | None = None,
        names: Iterable[Any] | None = None,
        classes: Iterable[Any] | None = None,
        masks: Iterable[Mask] | None = None,
        on_stage: OnStage | None = None,
    ) -> Segmentation:
        """The segmentation with other marks, or with other strokes, joins, merges, masks, names or classes.

        None keeps the current ones. One step of the history. Every class that a name uses is in ``classes``.
        """
        kinds = {
            "strokes": strokes,
            "joins": joins,
            "merges": merges,
            "names": names,
            "classes": classes,
            "masks": masks,
        }
        kept = vars(self.marks if marks is None else marks)
        changed = {kind: values for kind, values in kinds.items() if values is not None}
        return self._with(marks_within(as_marks(**(kept | changed)), self.shape), on_stage)

    def _with(self, marks: Marks, on_stage: OnStage | None) -> Segmentation:
        """The next step of the history: with these marks, which are checked."""
        stages = Stages(on_stage)
        taken = take_snapshot(self._workspace, self._settings, marks, stages, self._snapshot)
        return self._at(self._history.push(taken))

    # ------------------------------------------------------------------------------------------------------ history

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo

    def undo(self) -> Segmentation:
        """The segmentation before the last edit, with its ids and colors."""
        return self._at(self._history.undo())

    def redo(self) -> Segmentation:
        """The segmentation before the last undo."""
        return self._at(self._history.redo())

    def without_history(self) -> Segmentation:
        """The same without undo and redo, which saves memory."""
        return self._at(self._history.forget())

    def _at(self, history: History[Snapshot]) -> Segmentation:
        return Segmentation(self._workspace, self._settings, history)

    def __getstate__(self) -> tuple[Any, ...]:
        return self._workspace, self._settings, self._history

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.__init__(*state)  # type: ignore[misc]

    def _repr_html_(self) -> str:
        """The numbers, and the objects over the picture, for notebooks."""
        height, width = self.shape
        facts = [
            ("objects", number_text(self.n_objects)),
            ("pixels", f"{width:,} x {height:,}"),
            ("strokes", number_text(len(self.strokes))),
            ("status", self.status.name),
        ]
        step = -(-max(height, width) // _MAX_SHOWN_PIXELS)
        overlay = np.ascontiguousarray(self.overlay()[::step, ::step])
        return card("Segmentation", facts, png(png_bytes(overlay), caption="objects over the picture"))

    def __repr__(self) -> str:
        height, width = self.shape
        return (
            f"Segmentation({self.n_objects} object{'' if self.n_objects == 1 else 's'} in {width} x {height} pixels, "
            f"{self.marks.summary()}, {self.status.name}, {sum(self._snapshot.seconds.values()):.2g} s)"
        )

"""The segmentation of a picture. Immutable: every edit returns a new one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import Drawing, Stroke, as_strokes
from frenemy.apps.history import History
from frenemy.apps.segmentation.cut.stages import Stages
from frenemy.apps.segmentation.objects import ObjectSummary, inner_points, summaries
from frenemy.apps.segmentation.objects.ids import Ids
from frenemy.apps.segmentation.objects.merging import Merge, checked_merges, label_at, merged_labels, remaining_merges
from frenemy.apps.segmentation.objects.naming import all_classes, colors_of_classes, names_of_objects, names_within
from frenemy.apps.segmentation.objects.overlay import boundaries_of, overlay_of
from frenemy.apps.segmentation.objects.painting import is_painted
from frenemy.apps.segmentation.objects.palette import PALETTE
from frenemy.apps.segmentation.snapshot import Snapshot, take_snapshot
from frenemy.apps.segmentation.workspace import Settings, Workspace
from frenemy.html_card import card, number_text, png
from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.io.images.objects.mask import Mask, checked_masks
from frenemy.io.images.objects.object_names import ObjectClass, ObjectName, checked_names
from frenemy.io.images.objects.points import Point, is_inside
from frenemy.io.images.png import png_bytes
from frenemy.problem import Problem
from frenemy.problem.checked_arrays import number, whole_number
from frenemy.run import OnStage, Status
from frenemy.solving import Result

if TYPE_CHECKING:
    from frenemy.notebook.editor import SegmentationEditor

Mark = TypeVar("Mark")
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
    def strokes(self) -> tuple[Stroke, ...]:
        """All strokes as they were drawn, including ignored ones."""
        return self._snapshot.drawing.strokes

    @cached_property
    def ignored(self) -> tuple[int, ...]:
        """Indices of strokes without effect: outside the picture, or equal to an earlier one."""
        return self._snapshot.drawing.ignored_strokes(self.shape)

    @property
    def joins(self) -> tuple[Stroke, ...]:
        """All lines within one object as they were drawn, including ignored ones."""
        return self._snapshot.drawing.joins

    @cached_property
    def ignored_joins(self) -> tuple[int, ...]:
        """Indices of joins without effect: outside the picture, or equal to an earlier one."""
        return self._snapshot.drawing.ignored_joins(self.shape)

    @property
    def merges(self) -> tuple[Merge, ...]:
        """Pairs of points ``((x, y), (x, y))``: the objects at the two points are merged."""
        return self._snapshot.merges

    @property
    def masks(self) -> tuple[Mask, ...]:
        """Pixels that were painted or erased, in their order."""
        return self._snapshot.masks

    @property
    def names(self) -> tuple[ObjectName, ...]:
        """Names and classes, each at a point of the object it is about."""
        return self._snapshot.names

    @property
    def classes(self) -> tuple[ObjectClass, ...]:
        """All classes with their colors."""
        return self._snapshot.classes

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
        drawing = self._snapshot.drawing if strokes else Drawing()
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
        if not new:
            return self
        merges = remaining_merges(self._snapshot.regions.label_map(), self.merges, new) if self.merges else ()
        return self._edited(on_stage, drawing=Drawing((*self.strokes, *new), self.joins), merges=merges)

    def remove(self, index: int, *, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation without one of the strokes; ``-1`` is the last one."""
        drawing = Drawing(_without(self.strokes, index, "stroke"), self.joins)
        return self._edited(on_stage, drawing=drawing)

    def join(self, *lines: Any, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation with more lines that lie within one object: Strokes or (n, 2) points.

        The objects that follow each other under such a line become one. Joins survive later edits.
        """
        new = as_strokes(lines, "join")
        if not new:
            return self
        return self._edited(on_stage, drawing=Drawing(self.strokes, (*self.joins, *new)))

    def unjoin(self, index: int, *, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation without one of the joins; ``-1`` is the last one."""
        drawing = Drawing(self.strokes, _without(self.joins, index, "join"))
        return self._edited(on_stage, drawing=drawing)

    def merge(self, id_a: int, id_b: int, *, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation with two objects merged, whether they touch or not. Nothing else changes.

        The merge is stored as two points, one in each object, so it survives later edits. An object of nothing but
        paint has no such point: it is painted to the other one.
        """
        a, b = self._label_of(id_a), self._label_of(id_b)
        if a == b:
            raise ValueError(f"object {id_a} cannot be merged with itself")
        one, other = self._unpainted_point(a), self._unpainted_point(b)
        if one is None:
            return self.paint(self.labels == a, id_b, on_stage=on_stage)
        if other is None:
            return self.paint(self.labels == b, id_a, on_stage=on_stage)
        return self._edited(on_stage, merges=(*self.merges, (one, other)))

    def unmerge(self, id: int, *, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation with the merges of an object undone."""
        point = self._unpainted_point(self._label_of(id))
        regions = self._snapshot.regions.label_map()  # without paint, which may cover the points of a merge
        label_of_region = merged_labels(regions, self.merges)
        label = -1 if point is None else label_of_region[label_at(regions, point)]
        remaining = tuple(one for one in self.merges if label_of_region[label_at(regions, one[0])] != label)
        if len(remaining) == len(self.merges):
            raise ValueError(f"object {id} was not merged")
        return self._edited(on_stage, merges=remaining)

    def paint(self, pixels: Any, id: int | None = None, *, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation in which these pixels, (height, width) bool, belong to an object; without an id, a new one.

        They are stored with a point of the object, so they survive later edits.
        """
        at = None if id is None else self._inner_point(self._label_of(id))
        return self._with_mask(Mask(pixels, at), on_stage)

    def erase(self, pixels: Any, id: int, *, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation in which these pixels, (height, width) bool, do not belong to an object.

        Each goes to the nearest other object, now and after later edits.
        """
        return self._with_mask(Mask(pixels, self._inner_point(self._label_of(id)), "eraser"), on_stage)

    def unpaint(self, index: int, *, on_stage: OnStage | None = None) -> Segmentation:
        """The segmentation without one of the masks; ``-1`` is the last one."""
        return self._edited(on_stage, masks=_without(self.masks, index, "mask"))

    def name_object(self, id: int, name: str = "", *, class_name: str = "") -> Segmentation:
        """The segmentation in which an object has this name and class, instead of those it had.

        The name is stored with a point of the object, so it survives later edits. A class that is not among
        :attr:`classes` is added to them.
        """
        label = self._label_of(id)
        others = [one for one in self.names if label_at(self.labels, one.at) != label]
        (new,) = checked_names([ObjectName(self._inner_point(label), name, class_name)])
        return self.edit(names=[*others, new] if new.name or new.class_name else others)

    def edit(
        self,
        *,
        strokes: Iterable[Any] | None = None,
        joins: Iterable[Any] | None = None,
        merges: Iterable[Any] | None = None,
        names: Iterable[Any] | None = None,
        classes: Iterable[Any] | None = None,
        masks: Iterable[Mask] | None = None,
        on_stage: OnStage | None = None,
    ) -> Segmentation:
        """The segmentation with other strokes, joins, merges, masks, names or classes; None keeps the current ones.

        One step of the history. Classes that names have are always among the classes.
        """
        drawing = Drawing(
            self.strokes if strokes is None else as_strokes(strokes),
            self.joins if joins is None else as_strokes(joins, "join"),
        )
        new_merges = self.merges if merges is None else checked_merges(merges, self.shape)
        new_names = self.names if names is None else names_within(names, self.shape)
        new_classes = all_classes(self.classes if classes is None else classes, new_names)
        new_masks = self.masks if masks is None else checked_masks(masks, self.shape)
        if (drawing, new_merges, new_masks) == (self._snapshot.drawing, self.merges, self.masks):
            return self._at(self._history.push(replace(self._snapshot, names=new_names, classes=new_classes)))
        edited = self._edited(on_stage, drawing=drawing, merges=new_merges, masks=new_masks)
        named = replace(edited._snapshot, names=new_names, classes=new_classes)
        return self._at(self._history.push(named))

    def _edited(
        self,
        on_stage: OnStage | None,
        *,
        drawing: Drawing | None = None,
        merges: tuple[Merge, ...] | None = None,
        masks: tuple[Mask, ...] | None = None,
    ) -> Segmentation:
        """With other marks; None keeps the current ones."""
        stages = Stages(on_stage)
        before = self._snapshot
        merges = before.merges if merges is None else merges
        masks = before.masks if masks is None else masks
        if drawing is None or drawing == before.drawing:
            drawing, regions, problem, result = (
                before.drawing,
                before.regions.label_map(),
                before.problem,
                before.result,
            )
        else:
            regions, problem, result = self._workspace.regions(drawing, self._settings, stages)
        with stages.stage("objects") as report:
            taken = take_snapshot(regions, problem, result, drawing, merges, masks, stages.seconds, before, report)
        return self._at(self._history.push(taken))

    def _with_mask(self, mask: Mask, on_stage: OnStage | None) -> Segmentation:
        return self._edited(on_stage, masks=checked_masks((*self.masks, mask), self.shape))

    def _inner_point(self, label: int) -> Point:
        """A point of the object, far from its border."""
        x, y = inner_points(self.labels, self.n_objects)[label].astype(float).tolist()
        return x, y

    def _unpainted_point(self, label: int) -> Point | None:
        """The same, but not under paint, since merges come before masks; None if all is painted."""
        if not self.masks:
            return self._inner_point(label)
        is_bare = (self.labels == label) & ~is_painted(self.masks, self.shape)
        if not is_bare.any():
            return None
        x, y = inner_points(is_bare.astype(np.int32), 2)[1].astype(float).tolist()
        return x, y

    def _label_of(self, id: int) -> int:
        found = np.flatnonzero(self.ids == whole_number(id, "id"))
        if not len(found):
            shown = ", ".join(map(str, np.sort(self.ids)[:20].tolist())) + (", ..." if self.n_objects > 20 else "")
            raise ValueError(f"no object {id}; there are {shown}")
        return int(found[0])

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
        def counted(n: int, what: str) -> str:
            return f"{n} {what}{'' if n == 1 else 's'}"

        height, width = self.shape
        joins = f", {counted(len(self.joins), 'join')}" if self.joins else ""
        merges = f", {counted(len(self.merges), 'merge')}" if self.merges else ""
        masks = f", {counted(len(self.masks), 'mask')}" if self.masks else ""
        names = f", {counted(len(self.names), 'name')}" if self.names else ""
        return (
            f"Segmentation({counted(self.n_objects, 'object')} in {width} x {height} pixels, "
            f"{counted(len(self.strokes), 'stroke')}{joins}{merges}{masks}{names}, {self.status.name}, "
            f"{sum(self._snapshot.seconds.values()):.2g} s)"
        )


def _without(marks: tuple[Mark, ...], index: int, name: str) -> tuple[Mark, ...]:
    """The marks without one of them; an error calls it by this name."""
    n = len(marks)
    at = number(index)
    if not np.isfinite(at) or at != int(at):
        raise ValueError(f"index must be a whole number, got {index!r}")
    if not -n <= at < n:
        there = f"there are {n} {name}s, 0 to {n - 1}" if n else f"there are no {name}s"
        raise ValueError(f"no {name} {index}: {there}")
    remaining = list(marks)
    del remaining[int(at)]
    return tuple(remaining)

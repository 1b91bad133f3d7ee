"""The dock widget "Segment with strokes"."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from magicgui.widgets import CheckBox, ComboBox, Container, Label, ProgressBar, PushButton
from napari.layers import Image, Shapes
from napari.utils.notifications import show_warning
from qtpy.QtCore import QTimer

from frenemy.affinity.image import Drawing
from frenemy.apps.segmentation import Segmentation
from frenemy.napari_plugin.latest_job import LatestJob
from frenemy.napari_plugin.live_objects import Task, label_values, segmented, show_labels
from frenemy.napari_plugin.picture_slice import PictureSlice, current_slice
from frenemy.napari_plugin.shape_strokes import join_style, stroke_style, strokes_on
from frenemy.napari_plugin.slice_segmentations import SliceSegmentations
from frenemy.napari_plugin.viewer_layers import PLACE, add_shapes, named_layers, on_list_change

_QUIET_MS = 150  # without a change before work begins
_PROGRESS_MS = 100
_OF_STROKES = ("data", "edge_width", *PLACE)
_OF_PICTURE = ("data", "contrast_limits")  # with other pixels, nothing found before holds
_JOINS = "frenemy joins"  # in the metadata of a layer that was made for joins, and is not offered for strokes


class StrokesWidget(Container):  # type: ignore[misc]  # napari's dock widgets are such classes
    """Segments the picture of an Image layer along the shapes of a Shapes layer, after every change of either.

    The shapes of a second one are joins: lines that lie within one object.

    Parameters
    ----------
    napari_viewer : napari.Viewer
        napari gives it by this name.
    """

    def __init__(self, napari_viewer: Any) -> None:
        self._viewer = napari_viewer
        self._known = SliceSegmentations()
        self._began = 0.0
        self._warned = ""
        self._chosen: tuple[Any, ...] = (self, self, self)  # the picture, strokes and joins; none of them, so far
        self._heard: list[tuple[Any, Callable[..., None]]] = []  # events of the chosen layers
        self._job: LatestJob[Task, Segmentation] = LatestJob(
            segmented, on_answer=self._show, on_error=self._show_error, on_change=self._show_progress
        )
        self.image = ComboBox(
            label="Picture", choices=lambda _: named_layers(napari_viewer, Image), tooltip="An Image layer"
        )
        self.strokes = ComboBox(
            label="Strokes",
            choices=lambda _: named_layers(napari_viewer, Shapes, lambda layer: not layer.metadata.get(_JOINS)),
            tooltip="The Shapes layer with lines, paths or outlines where objects meet",
        )
        self.new_strokes = PushButton(text="New strokes layer", tooltip="Add a Shapes layer to draw on with the mouse")
        self.joins = ComboBox(
            label="Joins",
            choices=lambda _: named_layers(napari_viewer, Shapes),
            nullable=True,
            tooltip="The Shapes layer with joins: everything under a join is one object",
        )
        self.new_joins = PushButton(
            text="New joins layer", tooltip="Add a Shapes layer to draw joins on, across false borders"
        )
        self.live = CheckBox(text="Follow every change", value=True)
        self.run = PushButton(text="Segment now")
        self.progress = ProgressBar(min=0, max=100, visible=False)
        self.status = Label()
        layers = Container(widgets=[self.image, self.strokes, self.joins])
        layers.margins = (0, 0, 0, 0)
        super().__init__(
            widgets=[layers, self.new_strokes, self.new_joins, self.live, self.run, self.progress, self.status],
            labels=False,
        )
        self.progress.visible = False
        self.status.native.setWordWrap(True)
        self._quiet = _timer(self.native, _QUIET_MS, self._segment, is_single=True)
        self._watch = _timer(self.native, _PROGRESS_MS, self._show_stage, is_single=False)
        self._connect()
        self._update_choices()

    # ---------------------------------------------------------------------------------------------------- layers

    def _connect(self) -> None:
        self.image.changed.connect(self._choose)
        self.strokes.changed.connect(self._choose)
        self.joins.changed.connect(self._choose)
        self.new_joins.changed.connect(self._add_joins)
        self.new_strokes.changed.connect(self._add_strokes)
        self.live.changed.connect(self._schedule)
        self.run.changed.connect(self._segment)
        self._end_list_changes = on_list_change(self._viewer, self._update_choices)
        for name in ("point", "order", "ndisplay"):
            getattr(self._viewer.dims.events, name).connect(self._schedule)
        self.native.destroyed.connect(self._close)

    def _update_choices(self, _: Any = None) -> None:
        self.reset_choices()
        self._choose()  # a list that becomes empty emits no event

    def _choose(self, _: Any = None) -> None:
        """Listen to the chosen layers, and to them alone."""
        image, strokes, joins = self.image.value, self.strokes.value, self.joins.value
        if (image, strokes, joins) == self._chosen:
            return
        if image != self._chosen[0]:
            self._known = SliceSegmentations()
        self._chosen = image, strokes, joins
        self._stop_listening()
        if image is not None:
            self._listen(image, _OF_PICTURE, self._forget)
            self._listen(image, PLACE, self._schedule)
        for lines in (strokes, joins):
            if lines is not None:
                self._listen(lines, _OF_STROKES, self._schedule)
        self.new_strokes.enabled = self.new_joins.enabled = self.run.enabled = image is not None
        self._schedule()

    def _listen(self, layer: Any, names: tuple[str, ...], call: Callable[..., None]) -> None:
        for name in names:
            emitter = getattr(layer.events, name)
            emitter.connect(call)
            self._heard.append((emitter, call))

    def _stop_listening(self) -> None:
        for emitter, call in self._heard:
            emitter.disconnect(call)
        self._heard.clear()

    def _add_strokes(self) -> None:
        """A layer of strokes, chosen and ready to draw."""
        layer = self._new_layer("strokes", stroke_style, {})
        if layer is not None:
            self.strokes.value = layer

    def _add_joins(self) -> None:
        """The same for joins."""
        layer = self._new_layer("joins", join_style, {_JOINS: True})
        if layer is not None:
            self.joins.value = layer

    def _new_layer(self, name: str, style_for: Callable[..., dict[str, Any]], metadata: dict[str, Any]) -> Any:
        """A Shapes layer in the pixels of the picture, with a pen; None if there is no slice to draw on."""
        image = self.image.value
        try:
            slice = current_slice(image, self._viewer.dims)
        except ValueError as error:
            self._say(str(error), is_warning=True)
            return None
        return add_shapes(self._viewer, image, name, style_for(slice.shape), metadata)

    # -------------------------------------------------------------------------------------------------- the work

    @property
    def is_waiting(self) -> bool:
        """Whether labels are still to come for what has changed."""
        return bool(self._quiet.isActive()) or self._job.is_busy

    def _forget(self, _: Any = None) -> None:
        """The picture has other pixels."""
        self._known = SliceSegmentations()
        self._schedule()

    def _schedule(self, _: Any = None) -> None:
        """Segment when nothing has changed for a moment."""
        has_lines = self.strokes.value is not None or self.joins.value is not None
        if self.live.value and self.image.value is not None and has_lines:
            self._quiet.start()
        elif self.image.value is None or not has_lines:
            self._quiet.stop()
            self._job.cancel()
            is_empty = self.image.value is None
            self._say("Open a picture." if is_empty else "Add a strokes layer, and draw where objects meet.")

    def _segment(self, _: Any = None) -> None:
        image = self.image.value
        if image is None:
            return
        try:
            slice = current_slice(image, self._viewer.dims)
            drawing = self._drawing_on(slice)
        except ValueError as error:
            self._job.cancel()
            self._say(str(error), is_warning=True)
            return
        if slice.index and drawing == Drawing() and self._known.get(slice.index) is None:
            self._job.cancel()
            self._say("No strokes on this slice yet.")
            return
        self._warned = ""
        self._began = perf_counter()
        self._job.submit(Task(slice, drawing, self._known))

    def _drawing_on(self, slice: PictureSlice) -> Drawing:
        strokes, joins = self.strokes.value, self.joins.value
        if strokes is not None and strokes is joins:
            raise ValueError(
                f"“{strokes.name}” holds strokes or joins, not both: choose another layer for one of them."
            )
        return Drawing(*(() if layer is None else strokes_on(layer, slice) for layer in (strokes, joins)))

    def _show(self, task: Task, found: Segmentation) -> None:
        if task.slice.layer not in self._viewer.layers:
            return
        show_labels(self._viewer, task.slice, label_values(found))
        text = f"{_counted(found.n_objects, 'object')}, {_counted(len(found.strokes), 'stroke')}"
        if found.joins:
            text += f", {_counted(len(found.joins), 'join')}"
        n_ignored = len(found.ignored) + len(found.ignored_joins)
        outside = f" ({n_ignored} without effect)" if n_ignored else ""
        self._say(f"{text}{outside}, {perf_counter() - self._began:.2f} s")

    def _show_error(self, error: Exception) -> None:
        self._say(str(error) or type(error).__name__)

    def _show_progress(self) -> None:
        if self._job.is_busy:
            self._watch.start()
        else:
            self._watch.stop()
            self.progress.visible = False

    def _show_stage(self) -> None:
        """Only what takes longer than one turn of the timer gets here, so quick answers do not flicker."""
        stage, share = self._job.stage
        self.progress.visible = True
        self.progress.value = round(100 * share)
        self._say(f"{stage or 'Waiting'} …")

    def _say(self, text: str, *, is_warning: bool = False) -> None:
        self.status.value = text
        if is_warning and text != self._warned:
            show_warning(text)
        self._warned = text if is_warning else ""

    def _close(self, _: Any = None) -> None:
        """The dock was closed: no more work, and no more calls of widgets that are gone."""
        self._job.cancel()
        self._stop_listening()
        self._end_list_changes()
        for name in ("point", "order", "ndisplay"):
            getattr(self._viewer.dims.events, name).disconnect(self._schedule)


def _timer(parent: Any, milliseconds: int, call: Callable[[], None], *, is_single: bool) -> Any:
    timer = QTimer(parent)
    timer.setInterval(milliseconds)
    timer.setSingleShot(is_single)
    timer.timeout.connect(call)
    return timer


def _counted(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"

"""The dock widget "Correct cells": join cells of a volume, or split one, by strokes."""

from __future__ import annotations

from typing import Any

import numpy as np
from magicgui.widgets import ComboBox, Container, Label, PushButton
from napari.layers import Image, Labels, Shapes
from napari.utils.notifications import show_warning

from frenemy.apps.volumes import VolumeSegmentation, segment_volume
from frenemy.apps.volumes.strokes import stroke_voxels
from frenemy.napari_plugin.layer_affine import LayerAffine
from frenemy.napari_plugin.viewer_layers import (
    add_result_layer,
    add_shapes,
    move_to,
    named_layers,
    on_list_change,
    result_layer,
)

CELLS = "frenemy volume"  # in the metadata of a layer of cells: the VolumeSegmentation that it shows
_BEFORE = "frenemy volume before"  # the ones before its corrections
_STROKES = "frenemy corrections"
_PEN = {"edge_width": 2, "edge_color": "white", "face_color": "transparent"}


class CellsWidget(Container):  # type: ignore[misc]  # napari's dock widgets are such classes
    """Finds the cells of a boundary map, and corrects those of a layer by the shapes of another.

    All that it does is :func:`frenemy.segment_volume`, and ``join`` and ``split`` of its result.

    Parameters
    ----------
    napari_viewer : napari.Viewer
        napari gives it by this name.
    """

    def __init__(self, napari_viewer: Any) -> None:
        self._viewer = napari_viewer
        self.boundaries = ComboBox(
            label="Boundary map",
            choices=lambda _: named_layers(napari_viewer, Image),
            tooltip="An Image layer, bright on boundaries",
        )
        self.segment = PushButton(text="Find cells", tooltip="Show the cells in a Labels layer")
        self.cells = ComboBox(
            label="Cells",
            choices=lambda _: named_layers(napari_viewer, Labels, lambda layer: CELLS in layer.metadata),
            tooltip="A Labels layer made here, or by VolumeSegmentation.napari_layer",
        )
        self.strokes = ComboBox(
            label="Strokes",
            choices=lambda _: named_layers(napari_viewer, Shapes, lambda layer: bool(layer.metadata.get(_STROKES))),
            tooltip="The Shapes layer with the strokes of the next correction",
        )
        self.new_strokes = PushButton(text="New strokes layer", tooltip="Add a Shapes layer to draw on with the mouse")
        self.join = PushButton(text="Join", tooltip="Make all cells under the strokes one")
        self.split = PushButton(text="Split", tooltip="Split the cell under the strokes: one stroke in each part")
        self.undo = PushButton(text="Undo", tooltip="Take the last correction back")
        self.status = Label()
        choices = Container(widgets=[self.boundaries, self.segment, self.cells, self.strokes])
        choices.margins = (0, 0, 0, 0)
        super().__init__(
            widgets=[choices, self.new_strokes, self.join, self.split, self.undo, self.status], labels=False
        )
        self.status.native.setWordWrap(True)
        self._connect()
        self._update_choices()

    def _connect(self) -> None:
        self.segment.changed.connect(self._segment)
        self.new_strokes.changed.connect(self._add_strokes)
        self.join.changed.connect(self._join)
        self.split.changed.connect(self._split)
        self.undo.changed.connect(self._undo)
        self.cells.changed.connect(self._update_buttons)
        self.strokes.changed.connect(self._update_buttons)
        stop_listening = on_list_change(self._viewer, self._update_choices)
        self.native.destroyed.connect(lambda _=None: stop_listening())

    def _update_choices(self, _: Any = None) -> None:
        self.reset_choices()
        self._update_buttons()

    def _update_buttons(self, _: Any = None) -> None:
        layer = self.cells.value
        self.segment.enabled = self.boundaries.value is not None
        self.new_strokes.enabled = layer is not None
        self.join.enabled = self.split.enabled = layer is not None and self.strokes.value is not None
        self.undo.enabled = layer is not None and bool(layer.metadata.get(_BEFORE))
        self.status.value = self._next_step()

    def _next_step(self) -> str:
        if self.cells.value is None:
            return "Choose a boundary map, and find its cells."
        if self.strokes.value is None:
            return "To correct cells, add a strokes layer."
        return "Draw across cells, then Join; or once in each part of one cell, then Split."

    def _say_number(self, found: VolumeSegmentation) -> None:
        self.status.value = f"{found.n_cells:,} cell{'' if found.n_cells == 1 else 's'}. {self._next_step()}"

    # --------------------------------------------------------------------------------------------------- the work

    def _segment(self) -> None:
        image = self.boundaries.value
        try:
            found = segment_volume(_boundary_map(image), voxel_size=_voxel_size(image))
        except ValueError as error:
            self._say(str(error))
            return
        labels = np.asarray(found.labels)
        layer = result_layer(self._viewer, image, "cells", labels.shape)
        if layer is None:
            layer = add_result_layer(self._viewer, image, "cells", labels)
            _show(layer, found, [])
        else:
            _show(layer, found, [*layer.metadata[_BEFORE], layer.metadata[CELLS]])
            move_to(layer, image)
        self._update_choices()  # it is known by its metadata, which did not change the list
        self.cells.value = layer
        self._say_number(found)

    def _add_strokes(self) -> None:
        cells = self.cells.value
        layer = add_shapes(self._viewer, cells, "strokes", _PEN, {_STROKES: True})
        self.strokes.value = layer

    def _join(self) -> None:
        def correct(found: VolumeSegmentation, strokes: list[np.ndarray]) -> VolumeSegmentation:
            shape = found.labels.shape
            voxels = np.concatenate([stroke_voxels(stroke, at, shape) for at, stroke in enumerate(strokes)])
            under = found.labels[tuple(voxels.T)].tolist()
            return found.join(*dict.fromkeys(under))

        self._correct(correct)

    def _split(self) -> None:
        self._correct(lambda found, strokes: found.split(*strokes))

    def _correct(self, correction: Any) -> None:
        layer, shapes = self.cells.value, self.strokes.value
        found = layer.metadata[CELLS]
        try:
            after = correction(found, _strokes_on(shapes, layer))
        except ValueError as error:
            self._say(str(error))
            return
        before = [*layer.metadata.get(_BEFORE, ()), found]
        _show(layer, after, before)
        shapes.data = []  # each correction has strokes of its own
        self._update_buttons()
        self._say_number(after)

    def _undo(self) -> None:
        layer = self.cells.value
        *before, found = layer.metadata[_BEFORE]
        _show(layer, found, before)
        self._update_buttons()
        self._say_number(found)

    def _say(self, text: str) -> None:
        self.status.value = text
        show_warning(text)


def _show(layer: Any, found: VolumeSegmentation, before: list[VolumeSegmentation]) -> None:
    layer.data = np.asarray(found.labels)
    layer.metadata = {**layer.metadata, CELLS: found, _BEFORE: before}


def _strokes_on(shapes: Any, cells: Any) -> list[np.ndarray]:
    """The vertices of all shapes in voxels of the cells."""
    if not len(shapes.data):
        raise ValueError("draw a stroke first")
    to_world, to_voxels = LayerAffine.of(shapes).to_world, LayerAffine.of(cells).to_data
    return [to_voxels(to_world(np.asarray(vertices, np.float64))) for vertices in shapes.data]


def _boundary_map(image: Any) -> Any:
    if image.rgb or image.multiscale:
        raise ValueError(f"a boundary map has one channel and one resolution; “{image.name}” has more")
    return image.data


def _voxel_size(image: Any) -> list[float]:
    return [abs(float(side)) for side in image.scale]

"""The segmentation behind the Labels layer: from a slice and what is drawn on it to objects that keep their ids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import Drawing
from frenemy.apps.segmentation import Segmentation, segment
from frenemy.io import Marks
from frenemy.napari_plugin.picture_slice import PictureSlice
from frenemy.napari_plugin.slice_segmentations import SliceSegmentations
from frenemy.napari_plugin.viewer_layers import add_result_layer, move_to, result_layer
from frenemy.run import OnStage

_OBJECTS = "objects"  # in the name of the Labels layer


@dataclass(frozen=True, eq=False)
class Task:
    """Strokes and joins on a slice, and the segmentations made of the same picture so far."""

    slice: PictureSlice
    drawing: Drawing
    known: SliceSegmentations


def segmented(task: Task, on_stage: OnStage) -> Segmentation:
    """The segmentation of a task; it goes on from the last one of the slice."""
    marks = Marks(task.drawing.strokes, task.drawing.joins)
    before = task.known.get(task.slice.index)
    if before is None:
        found = segment(task.slice.picture(), marks, on_stage=on_stage)
    else:
        found = before.edit(marks, on_stage=on_stage)
    task.known.put(task.slice.index, found)
    return found


def label_values(found: Segmentation) -> npt.NDArray[np.int32]:
    """(height, width): the id of the object of each pixel; ids begin at 1, and 0 is napari's background."""
    values: npt.NDArray[np.int32] = found.ids.astype(np.int32)[found.labels]
    return values


def show_labels(viewer: Any, slice: PictureSlice, values: npt.NDArray[np.int32]) -> None:
    """Put the labels of a slice into the Labels layer of its picture, which is added where there is none."""
    layer = result_layer(viewer, slice.layer, _OBJECTS, slice.stack_shape)
    if layer is None:
        labels = np.zeros(slice.stack_shape, np.int32)
        labels[slice.index] = values
        add_result_layer(viewer, slice.layer, _OBJECTS, labels)
        return
    if slice.index:
        layer.data[slice.index] = values
        layer.refresh()
    else:
        layer.data = values
    move_to(layer, slice.layer)

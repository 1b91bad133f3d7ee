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
from frenemy.run import OnStage

_PICTURE = "frenemy picture"  # in the metadata of the Labels layer: the id of its Image layer


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
    image = slice.layer
    layer = next((one for one in viewer.layers if is_labels_of(one, slice)), None)
    if layer is None:
        labels = np.zeros(slice.stack_shape, np.int32)
        labels[slice.index] = values
        active = viewer.layers.selection.active
        layer = viewer.add_labels(
            labels, name=f"{image.name} objects", opacity=0.5, metadata={_PICTURE: str(image.unique_id)}
        )
        _below_strokes(viewer, layer)
        viewer.layers.selection.active = active  # drawing goes on
    elif slice.index:
        layer.data[slice.index] = values
        layer.refresh()
    else:
        layer.data = values
    for name in ("scale", "translate", "rotate", "shear", "affine"):
        _set_if_other(layer, name, getattr(image, name))


def is_labels_of(layer: Any, slice: PictureSlice) -> bool:
    """Whether a layer holds the objects of a picture."""
    from napari.layers import Labels

    return (
        isinstance(layer, Labels)
        and layer.metadata.get(_PICTURE) == str(slice.layer.unique_id)
        and tuple(layer.data.shape) == slice.stack_shape
    )


def _below_strokes(viewer: Any, layer: Any) -> None:
    """Strokes lie on top, so that they stay in sight and can be chosen."""
    from napari.layers import Shapes

    shapes = [at for at, one in enumerate(viewer.layers) if isinstance(one, Shapes)]
    at = viewer.layers.index(layer)
    if shapes and shapes[0] < at:
        viewer.layers.move(at, shapes[0])


def _set_if_other(layer: Any, name: str, value: Any) -> None:
    """Setting what is there already would redraw the layer and call everything that listens."""
    if not np.array_equal(np.asarray(getattr(layer, name)), np.asarray(value)):
        setattr(layer, name, value)

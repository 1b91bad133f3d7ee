"""The layers of a viewer: those to choose from, layers to draw on, and those that show the result of an image."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from napari.layers import Labels, Shapes

#: Where a layer lies in the world.
PLACE = ("scale", "translate", "rotate", "shear", "affine")

_LIST_CHANGES = ("inserted", "removed", "reordered", "renamed")


def named_layers(
    viewer: Any, kind: type[Any], is_offered: Callable[[Any], bool] = lambda _: True
) -> list[tuple[str, Any]]:
    """The layers of a kind with their names, as a ``ComboBox`` takes them."""
    return [(layer.name, layer) for layer in viewer.layers if isinstance(layer, kind) and is_offered(layer)]


def on_list_change(viewer: Any, call: Callable[..., None]) -> Callable[[], None]:
    """Call when layers come, go, change places or names; returns what ends that."""
    emitters = [getattr(viewer.layers.events, name) for name in _LIST_CHANGES]
    for emitter in emitters:
        emitter.connect(call)

    def end() -> None:
        for emitter in emitters:
            emitter.disconnect(call)

    return end


def place_of(layer: Any) -> dict[str, Any]:
    """Properties that put another layer where this one lies."""
    return {name: getattr(layer, name) for name in PLACE}


def add_shapes(viewer: Any, below: Any, name: str, style: dict[str, Any], metadata: dict[str, Any]) -> Any:
    """A Shapes layer in the pixels of the layer below, with a pen for paths in this style."""
    layer = viewer.add_shapes(
        ndim=below.ndim, name=f"{below.name} {name}", metadata=metadata, **style, **place_of(below)
    )
    layer.current_edge_width = style["edge_width"]  # of shapes to come
    layer.current_edge_color = style["edge_color"]
    layer.mode = "add_path"
    return layer


def result_layer(viewer: Any, image: Any, name: str, shape: tuple[int, ...]) -> Any:
    """The Labels layer with the result of this name of an image; None if there is none of this shape."""
    return next((layer for layer in viewer.layers if _is_result(layer, image, name, shape)), None)


def add_result_layer(viewer: Any, image: Any, name: str, labels: npt.NDArray[np.int32]) -> Any:
    """A new Labels layer where the image lies, below all strokes, so that they stay in sight and can be chosen."""
    active = viewer.layers.selection.active
    layer = viewer.add_labels(
        labels,
        name=f"{image.name} {name}",
        opacity=0.5,
        metadata={_key(name): str(image.unique_id)},
        **place_of(image),
    )
    at = viewer.layers.index(layer)
    shapes = [k for k, one in enumerate(viewer.layers) if isinstance(one, Shapes)]
    if shapes and shapes[0] < at:
        viewer.layers.move(at, shapes[0])
    viewer.layers.selection.active = active  # drawing goes on
    return layer


def move_to(layer: Any, image: Any) -> None:
    """Put a layer where an image lies. Setting what is there already would redraw it and call all that listens."""
    for name, value in place_of(image).items():
        if not np.array_equal(np.asarray(getattr(layer, name)), np.asarray(value)):
            setattr(layer, name, value)


def _is_result(layer: Any, image: Any, name: str, shape: tuple[int, ...]) -> bool:
    return (
        isinstance(layer, Labels)
        and layer.metadata.get(_key(name)) == str(image.unique_id)
        and tuple(layer.data.shape) == tuple(shape)
    )


def _key(name: str) -> str:
    """In the metadata of a result: the id of its image."""
    return f"frenemy {name} of"

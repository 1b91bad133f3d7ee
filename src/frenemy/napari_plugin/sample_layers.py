"""The sample picture and its strokes as layers, for napari's menu of samples."""

from __future__ import annotations

from typing import Any

from frenemy.apps.segmentation import sample
from frenemy.napari_plugin.shape_strokes import stroke_style

LayerData = tuple[Any, dict[str, Any], str]


def sample_layers() -> list[LayerData]:
    """An Image layer and a Shapes layer."""
    picture = sample.picture()
    strokes = sample.strokes()
    paths = [stroke.points[:, ::-1] for stroke in strokes]
    style = stroke_style((picture.shape[0], picture.shape[1]))
    style["edge_width"] = [stroke.width for stroke in strokes]
    return [
        (picture, {"name": "sample"}, "image"),
        (paths, {"name": "sample strokes", "shape_type": "path", **style}, "shapes"),
    ]

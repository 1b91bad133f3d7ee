"""Strokes from the shapes of a Shapes layer."""

from __future__ import annotations

from typing import Any

import numpy as np

from frenemy.affinity.image import Stroke
from frenemy.napari_plugin.layer_affine import LayerAffine
from frenemy.napari_plugin.picture_slice import PictureSlice
from frenemy.problem.array_types import Floats

_N_ELLIPSE_POINTS = 64
_MIN_WIDTH = 1.0  # pixels; the edge of a shape may be thinner, or have no width
_DECIMALS = 2  # of a pixel; napari keeps shapes as float32, whose rounding errors would count as changes
_SMALL_PICTURE = 160_000  # pixels; the same brush has more pixels on a larger picture


def stroke_style(shape: tuple[int, int]) -> dict[str, Any]:
    """How a new layer of strokes looks: white lines of a width that suits a picture of ``(height, width)``."""
    width = 3.0 * max(1.0, np.sqrt(shape[0] * shape[1] / _SMALL_PICTURE))
    return {"edge_width": round(width), "edge_color": "white", "face_color": "transparent"}


def join_style(shape: tuple[int, int]) -> dict[str, Any]:
    """The same for a layer of joins: green lines."""
    return {**stroke_style(shape), "edge_color": "#3ddc6e"}


def strokes_on(layer: Any, slice: PictureSlice) -> tuple[Stroke, ...]:
    """The shapes of a layer that lie on a slice, in its pixels; the outline of a closed shape is a closed stroke.

    Parameters
    ----------
    layer : napari.layers.Shapes
        If it has fewer axes than the picture, its shapes lie on every slice, as napari shows them.
    slice : PictureSlice
    """
    affine = LayerAffine.of(layer)
    pixels_per_unit = affine.plane_scale / slice.affine.plane_scale
    strokes = []
    for vertices, kind, width in zip(layer.data, layer.shape_type, layer.edge_width, strict=True):
        outline = affine.to_world(_outline(np.asarray(vertices, np.float64), str(kind)))
        points = _on_slice(outline, slice)
        if points is not None:
            width_here = max(float(width) * pixels_per_unit, _MIN_WIDTH)
            strokes.append(Stroke(points.round(_DECIMALS), round(width_here, _DECIMALS)))
    return tuple(strokes)


def _outline(vertices: Floats, kind: str) -> Floats:
    if kind in ("line", "path"):
        return vertices
    if kind == "ellipse":  # given by the corners of its box
        angles = np.linspace(0.0, 2.0 * np.pi, _N_ELLIPSE_POINTS + 1)[:, None]
        center = vertices.mean(axis=0)
        along, down = (vertices[1] - vertices[0]) / 2.0, (vertices[3] - vertices[0]) / 2.0
        ellipse: Floats = center + np.cos(angles) * along + np.sin(angles) * down
        return ellipse
    return np.concatenate((vertices, vertices[:1]))


def _on_slice(world: Floats, slice: PictureSlice) -> Floats | None:
    """(n, 2) points x, y of a polyline in the world; None if it lies on other slices."""
    n_missing = slice.affine.n_axes - world.shape[1]
    if n_missing > 0:
        here = slice.affine.to_world(np.array([[*slice.index, 0.0, 0.0]]))[:, :n_missing]
        world = np.concatenate((np.repeat(here, len(world), axis=0), world), axis=1)
    data = slice.affine.to_data(world[:, -slice.affine.n_axes :])
    if (np.rint(data[:, :-2]) != np.array(slice.index)).any():
        return None
    return data[:, :-3:-1]

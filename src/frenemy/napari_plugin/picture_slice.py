"""The slice of an Image layer that the viewer shows, as a picture to segment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.napari_plugin.layer_affine import LayerAffine
from frenemy.problem.array_types import Floats

_MAX_CHANNELS = 16  # a shorter last axis, beside much longer ones, is taken for channels
_CHANNEL_NAMES = {"c", "ch", "channel", "channels"}


@dataclass(frozen=True, eq=False)
class PictureSlice:
    """One slice of an Image layer: its last two axes at one position of the others.

    Attributes
    ----------
    layer : napari.layers.Image
    index : tuple of int
        The position along the axes before the last two; empty for a layer of two axes.
    affine : LayerAffine
    """

    layer: Any
    index: tuple[int, ...]
    affine: LayerAffine

    @property
    def stack_shape(self) -> tuple[int, ...]:
        """The shape of labels for the whole layer."""
        shape = _values(self.layer).shape
        return tuple(int(n) for n in (shape[:-1] if self.layer.rgb else shape))

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        height, width = self.stack_shape[-2:]
        return height, width

    def picture(self) -> npt.NDArray[Any]:
        """The pixels as they are displayed: colors as they are, grey between the contrast limits of the layer."""
        values = np.asarray(_values(self.layer)[self.index])
        low, high = (float(limit) for limit in self.layer.contrast_limits)
        if self.layer.rgb or values.dtype == bool or (values.dtype == np.uint8 and (low, high) == (0.0, 255.0)):
            return values
        scaled = (values.astype(np.float32) - np.float32(low)) / np.float32(high - low)
        shown: npt.NDArray[np.float32] = np.clip(np.nan_to_num(scaled, copy=False), 0.0, 1.0)
        return shown


def current_slice(layer: Any, dims: Any) -> PictureSlice:
    """The slice of a layer that the viewer shows; raises ValueError with what to do where there is none.

    Parameters
    ----------
    layer : napari.layers.Image
    dims : napari.components.Dims
        Those of the viewer.
    """
    _check_axes(layer)
    affine = LayerAffine.of(layer)
    if layer.ndim > 2:
        if dims.ndisplay != 2:
            raise ValueError("Strokes are drawn on slices: switch the viewer to 2D.")
        if set(dims.displayed) != {dims.ndim - 2, dims.ndim - 1}:
            raise ValueError(f"“{layer.name}” is segmented along its last two axes: show these in the viewer.")
    shown = affine.to_data(_world_point(dims, layer.ndim)[None])[0]
    index = tuple(int(i) for i in np.rint(shown[:-2]))
    found = PictureSlice(layer, index, affine)
    if any(not 0 <= i < n for i, n in zip(index, found.stack_shape, strict=False)):
        raise ValueError(f"“{layer.name}” has nothing at this slice.")
    return found


def _world_point(dims: Any, n_axes: int) -> Floats:
    point = np.array(dims.point, np.float64)[-n_axes:]
    return np.concatenate((np.zeros(n_axes - len(point)), point))


def _values(layer: Any) -> Any:
    return layer.data[0] if layer.multiscale else layer.data  # the first level is the full one


def _check_axes(layer: Any) -> None:
    if layer.ndim < 2:
        raise ValueError(f"“{layer.name}” has one axis; a picture has two.")
    shape = tuple(int(n) for n in _values(layer).shape)
    named = [str(name).lower() in _CHANNEL_NAMES for name in layer.axis_labels]
    is_last_short = layer.ndim > 2 and shape[-1] <= _MAX_CHANNELS < min(shape[-3:-1])
    if layer.rgb or not (any(named) or is_last_short):
        return
    axis = named.index(True) if any(named) else layer.ndim - 1
    raise ValueError(
        f"“{layer.name}” has {shape[axis]} channels along axis {axis}, shape {shape}. Choose one of them (right-click "
        "the layer, Split Stack), or open the picture with rgb=True if they are red, green and blue."
    )

"""Refine the boundaries of regions at full resolution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image import Picture, Stroke
from frenemy.apps.segmentation.cut.enclosures import MIN_PART, Enclosures, enclosures
from frenemy.apps.segmentation.cut.peeling import peel
from frenemy.apps.segmentation.objects.ids import overlaps
from frenemy.io.images.objects.label_runs import LabelMap, LabelRuns
from frenemy.problem.distinct import distinct

_Value = TypeVar("_Value", np.int32, np.bool_)

_LAYERS = 2  # pixels of the work grid by which a boundary may move to each side
_SIGMA = 1.0  # pixels: Gaussian blur before gradients are computed
_TILE = 128  # pixels: gradients are computed in tiles of this side that contain a boundary
_RIDGE = 1e6  # height of strokes in the watershed: above any color gradient
_LEAK = 0.1  # share of a region: a smaller overlap with a part is a leak, unless it covers ...
_MIN_COVER = 0.25  # ... this share of the part


def refined(labels: LabelMap, picture: Picture, strokes: Sequence[Stroke], report: Callable[[float], None]) -> LabelMap:
    """Connected regions of the whole picture, ``0..k-1`` by first appearance.

    The interior of each region is kept. Near boundaries, a watershed on the full-resolution color gradient decides,
    with strokes as ridges, so that regions meet in the middle of a stroke. A part that strokes enclose is never in the
    same region as its outside, even if it is too small for the work grid.

    Parameters
    ----------
    labels : (h, w) int32
        Connected regions of the work grid.
    picture : Picture
    strokes : sequence of Stroke
        Within the picture.
    report : callable
        Called with the share that is done.
    """
    shape = picture.shape
    found = enclosures(strokes, shape)
    report(0.2)
    if labels.shape[0] >= shape[0]:
        labels = resampled(labels, shape)
        if found.parts is None or not _is_crossed(labels, found):
            return _core.connected_regions(labels)[0]
        inside, whole = np.ones(shape, bool), labels
    else:
        inside, whole = resampled(peel(labels, _LAYERS), shape), resampled(labels, shape)
    markers = _markers(whole, inside, found)
    report(0.3)
    height = _height(picture, markers, found, report)
    regions = _core.watershed(height, markers)
    report(0.9)
    return _without_slivers(regions)


def resampled(values: npt.NDArray[_Value], shape: tuple[int, int]) -> npt.NDArray[_Value]:
    """The values on another grid: each pixel has that of the pixel it lies in."""
    rows, columns = (
        ((np.arange(large) + 0.5) * (small / large)).astype(np.intp)
        for large, small in zip(shape, values.shape, strict=True)
    )
    found: npt.NDArray[_Value] = values[:, columns][rows]
    return found


# ------------------------------------------------------------------------------------------------------------- markers


def _markers(labels: LabelMap, inside: npt.NDArray[np.bool_], found: Enclosures) -> LabelMap:
    """The markers of the watershed, from 1; 0 where the watershed decides."""
    if found.parts is None:
        markers = labels + np.int32(1)
        markers[~inside] = 0
        _clear_strokes(markers, found)
        return markers
    n_parts = found.n_parts + 1
    code = labels * np.int32(n_parts) + found.parts
    area = _area_in_parts(labels, found)
    in_part = area[:, 1:]
    is_leak = (in_part < _LEAK * area.sum(axis=1, keepdims=True)) & (in_part < _MIN_COVER * in_part.sum(axis=0))
    names = np.arange(1, area.size + 1, dtype=np.int32).reshape(area.shape)
    names[:, 0] = 0
    names[:, 1:][is_leak] = 0
    markers = np.where(inside, names.ravel()[code], np.int32(0))
    _clear_strokes(markers, found)
    has_marker = np.zeros(n_parts, bool)
    has_marker[(_labels_in(markers) - 1) % n_parts] = True
    for part in np.flatnonzero(~has_marker[1:]) + 1:
        markers[found.parts == part] = int(in_part[:, part - 1].argmax()) * n_parts + part + 1
    return markers


def _clear_strokes(markers: LabelMap, found: Enclosures) -> None:
    """Remove the markers under strokes, except those of regions that have no other."""
    under = markers.flat[found.pixels]
    markers.flat[found.pixels] = 0
    is_lost = (under > 0) & ~np.isin(under, _labels_in(markers))
    markers.flat[found.pixels[is_lost]] = under[is_lost]


def _labels_in(markers: LabelMap) -> LabelMap:
    found = LabelRuns.of(markers).labels
    return distinct(found[found > 0])


def _area_in_parts(labels: LabelMap, found: Enclosures) -> npt.NDArray[np.int64]:
    """(n_labels, n_parts + 1): number of pixels of each label in each part; column 0 is outside all parts."""
    assert found.parts is not None
    area = np.zeros((int(labels.max()) + 1, found.n_parts + 1), np.int64)
    label, part, n_pixels = overlaps(LabelRuns.of(labels), LabelRuns.of(found.parts))
    area[label, part] = n_pixels
    return area


def _is_crossed(labels: LabelMap, found: Enclosures) -> bool:
    """Whether a region has more than drawing noise in two parts that strokes separate."""
    in_part = _area_in_parts(labels, found)[:, 1:]
    return bool(((in_part >= MIN_PART * labels.size).sum(axis=1) > 1).any())


# -------------------------------------------------------------------------------------------------------------- heights


def _height(
    picture: Picture, markers: LabelMap, found: Enclosures, report: Callable[[float], None]
) -> npt.NDArray[np.float32]:
    """The landscape of the watershed: the color gradient near boundaries, and ridges under strokes."""
    height = np.zeros(picture.shape, np.float32)
    halo = int(np.ceil(4 * _SIGMA)) + 1
    tops, lefts = (range(0, n, _TILE) for n in picture.shape)
    for top in tops:
        for left in lefts:
            square = slice(top, top + _TILE), slice(left, left + _TILE)
            if markers[square].all():
                continue
            y, x = max(0, top - halo), max(0, left - halo)
            box = y, x, min(picture.shape[0], top + _TILE + halo), min(picture.shape[1], left + _TILE + halo)
            dy, dx = _core.gaussian_gradients(picture.part(box), _SIGMA)
            change = np.sqrt(np.einsum("ijk,ijk->ij", dy, dy) + np.einsum("ijk,ijk->ij", dx, dx))
            rows, columns = height[square].shape
            height[square] = change[top - y : top - y + rows, left - x : left - x + columns]
        report(0.3 + 0.3 * min(1.0, (top + _TILE) / picture.shape[0]))
    height.flat[found.pixels] += np.float32(_RIDGE) * (1.0 + found.nearness)
    return height


def _without_slivers(regions: LabelMap) -> LabelMap:
    connected, n_regions = _core.connected_regions(regions)
    min_area = int(np.ceil(MIN_PART * regions.size))
    if LabelRuns.of(connected).areas(n_regions).min() >= min_area:
        return connected
    return _core.connected_regions(_core.merge_small(connected, min_area))[0]

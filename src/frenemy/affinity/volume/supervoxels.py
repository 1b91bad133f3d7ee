"""Small regions that no boundary crosses: a watershed from the middle of the cells."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy import _core
from frenemy.affinity.volume.blocks import CHUNK_VOXELS, Box, Chunk, Sections, Shape, chunks
from frenemy.affinity.volume.boundary_map import BoundaryMap
from frenemy.affinity.volume.samples import looks_inverted, otsu_threshold, smoothed_samples
from frenemy.problem.array_types import Ints32
from frenemy.problem.checked_arrays import number, shown, thread_count, whole_number

VoxelSize = tuple[float, float, float]

_SIDE: Shape = (192, 192, 192)
_FLAT_SIDE: Shape = (1, 2048, 2048)


@dataclass(frozen=True)
class Watershed:
    """Where regions begin, and how boundaries are smoothed before the regions grow.

    Seeds are the places that are farthest from any boundary; the regions grow from there until they meet, on the
    boundaries if there are any. Lengths are in units of the smallest side of a voxel.

    Parameters
    ----------
    threshold : float, optional
        From this boundary value on, after smoothing, a voxel is a boundary. By default Otsu's threshold of the map,
        from up to 27 samples of it.
    seed_smoothing : float
        Sigma of the Gaussian that smooths the distance to boundaries. Larger: fewer, larger regions.
    smoothing : float
        Sigma of the Gaussian that smooths the boundary values.
    min_size : int
        Smaller regions, in voxels, are given to their neighbours.

    References
    ----------
    Beier et al., "Multicut brings automated neurite segmentation closer to human performance" (2017).
    Otsu, "A threshold selection method from gray-level histograms" (1979).
    """

    threshold: float | None = None
    seed_smoothing: float = 2.0
    smoothing: float = 1.0
    min_size: int = 25

    def __post_init__(self) -> None:
        if self.threshold is not None and not 0.0 < number(self.threshold) <= 1.0:
            raise ValueError(f"threshold must be above 0 and at most 1, got {self.threshold!r}")
        for name in ("seed_smoothing", "smoothing"):
            if not 0.0 <= number(getattr(self, name)) <= 50.0:
                raise ValueError(f"{name} must be in 0..50, got {getattr(self, name)!r}")
        whole_number(self.min_size, "min_size")


def supervoxels(
    boundaries: Any,
    *,
    inverted: bool = False,
    watershed: Watershed | None = None,
    voxel_size: Any = None,
    sections: Sections = "volume",
    threads: int | None = None,
) -> Ints32:
    """Cut a picture or a volume into small regions along its boundaries.

    Volumes are cut into blocks of at most 192 voxels along each axis, each with a halo, so that time and memory grow
    with the volume and the labels do not depend on the number of threads. No region crosses a block.

    Parameters
    ----------
    boundaries : (Z, Y, X) or (Y, X)
        High on a boundary, low inside a cell; in 0..1, 0..255 or 0..65535.
    inverted : bool
        The values are low on a boundary and high inside a cell.
    watershed : Watershed, optional
    voxel_size : (z, y, x) float, optional
        By default voxels are cubes.
    sections : {"volume", "joined", "separate"}
        Other than ``"volume"``: each section, of one z, has regions of its own.
    threads : int, optional
        By default the number of processors.

    Returns
    -------
    int32, the shape of ``boundaries``
        The region of each voxel, from 0.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.volume import supervoxels
    >>> boundaries = np.zeros((30, 40))
    >>> boundaries[:, 19:21] = 1.0
    >>> regions = supervoxels(boundaries)
    >>> regions.max() + 1, bool(regions[15, 5] == regions[15, 35])
    (np.int32(2), False)
    """
    source = BoundaryMap(boundaries, inverted=inverted)
    labels = np.empty(source.shape, np.int32)
    is_flat = checked_sections(sections) != "volume"
    fill_supervoxels(
        labels,
        source,
        watershed or Watershed(),
        checked_voxel_size(voxel_size),
        is_flat=is_flat,
        threads=processors(threads),
    )
    return labels[0] if source.is_picture else labels


def fill_supervoxels(
    labels: Any,
    source: BoundaryMap,
    watershed: Watershed,
    voxel_size: VoxelSize,
    *,
    is_flat: bool,
    threads: int,
    max_voxels: int = CHUNK_VOXELS,
    on_share: Callable[[float], object] | None = None,
) -> int:
    """Write the regions of all voxels to ``labels``, which may be on disk; returns how many there are."""
    n_regions, n_done, n_voxels = 0, 0, math.prod(source.shape)
    for chunk, found, count in _found(source, watershed, voxel_size, is_flat, threads, max_voxels):
        labels[chunk.box.slices] = found
        n_regions, n_done = n_regions + count, n_done + found.size
        if on_share is not None:
            on_share(n_done / n_voxels)
    return n_regions


def _found(
    source: BoundaryMap, watershed: Watershed, voxel_size: VoxelSize, is_flat: bool, threads: int, max_voxels: int
) -> Iterator[tuple[Chunk, Ints32, int]]:
    """The labels of each chunk, and how many are new."""
    smallest = min(voxel_size[1:] if is_flat else voxel_size)
    spacing = [side / smallest for side in voxel_size]
    halo = _halo(watershed, spacing, is_flat)
    height_sigma = _sigma(watershed.smoothing, spacing, is_flat)
    samples = smoothed_samples(source, height_sigma, is_flat=is_flat)
    threshold = otsu_threshold(samples) if watershed.threshold is None else watershed.threshold
    if not source.is_affinity and looks_inverted(samples, threshold):
        warnings.warn(
            "high boundary values fill thicker places than low ones: if they are high inside cells, the map is "
            "inverted; say so with inverted=True (--inverted)",
            UserWarning,
            stacklevel=2,
        )
    n_regions = 0
    for chunk in chunks(source.shape, _FLAT_SIDE if is_flat or source.shape[0] == 1 else _SIDE, max_voxels):
        around = chunk.box.grown(halo, source.shape)
        labels, count = _core.supervoxels(
            source.boundaries(around),
            [_row(block, halo, around, source.shape) for block in chunk.blocks],
            threshold=threshold,
            spacing=spacing,
            seed_sigma=_sigma(watershed.seed_smoothing, spacing, is_flat),
            height_sigma=height_sigma,
            min_size=watershed.min_size,
            first=n_regions,
            threads=threads,
        )
        n_regions += count
        yield chunk, labels[chunk.box.moved_to(around.begin).slices], count


def _halo(watershed: Watershed, spacing: list[float], is_flat: bool) -> Shape:
    """Far enough for the smoothing, and for the seeds of regions that begin outside."""
    reach = 8.0 + 2.0 * max(watershed.seed_smoothing, watershed.smoothing)
    z, y, x = (math.ceil(reach / side) for side in spacing)
    return (0, y, x) if is_flat else (z, y, x)


def _sigma(sigma: float, spacing: list[float], is_flat: bool) -> list[float]:
    return [0.0 if is_flat and axis == 0 else sigma / side for axis, side in enumerate(spacing)]


def _row(block: Box, halo: Shape, around: Box, shape: Shape) -> tuple[Shape, Shape, Shape, Shape]:
    inner, outer = block.moved_to(around.begin), block.grown(halo, shape).moved_to(around.begin)
    return inner.begin, inner.end, outer.begin, outer.end


def checked_voxel_size(voxel_size: Any) -> VoxelSize:
    if voxel_size is None:
        return 1.0, 1.0, 1.0
    try:
        sides = [number(side) for side in voxel_size]
    except TypeError:
        sides = []
    if len(sides) == 2:
        sides.insert(0, min(sides))
    if len(sides) != 3 or not all(0.0 < side < math.inf for side in sides):
        raise ValueError(f"voxel_size must be three lengths above 0 (z, y, x), got {shown(voxel_size)}")
    if max(sides) > 1000.0 * min(sides):
        raise ValueError(f"the sides of a voxel must differ at most by a factor of 1000, got {shown(voxel_size)}")
    return sides[0], sides[1], sides[2]


def checked_sections(sections: str) -> Sections:
    if sections not in ("volume", "joined", "separate"):
        raise ValueError(f"sections must be 'volume', 'joined' or 'separate', got {shown(sections)}")
    return sections  # type: ignore[return-value]


def processors(threads: int | None) -> int:
    return thread_count(os.cpu_count() or 1 if threads is None else threads)

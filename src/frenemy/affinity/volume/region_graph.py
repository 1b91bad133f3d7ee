"""Which regions touch, and what the boundary map says about the faces between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.volume.blocks import CHUNK_VOXELS, Sections, Shape, chunks
from frenemy.affinity.volume.boundary_map import BoundaryMap, Offset, steps
from frenemy.affinity.volume.supervoxels import checked_sections, processors
from frenemy.problem.array_types import Floats, Ints, Ints32
from frenemy.problem.checked_arrays import MAX_NODES

_QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
_LARGEST = 65535.0  # the boundary value 1 in the sums of the core
_N_BINS = 32
_CHUNK_SIDE: Shape = (128, 1024, 1024)


@dataclass(frozen=True, eq=False)
class RegionGraph:
    """Regions, the pairs of them that touch, and the boundary values on the faces between them.

    Attributes
    ----------
    n_nodes : int
        Number of regions.
    sizes : (n_nodes,) int64
        Voxels of each region.
    u, v : (n_edges,) int32
        The two regions of each pair, ``u < v``, sorted.
    n_faces : (n_edges,) int64
        Pairs of voxels, one in each region, that touch (or are at one of the offsets).
    n_along_z : (n_edges,) int64
        Those of them that differ in z.
    mean, std : (n_edges,) float64
        Of the boundary values on the faces.
    interior : (n_nodes,) float64
        The mean boundary value inside each region: of the voxels that touch no other region, or of all if every voxel
        does. With sections cut by themselves, regions of other sections do not count here.
    """

    n_nodes: int
    sizes: Ints
    u: Ints32
    v: Ints32
    n_faces: Ints
    n_along_z: Ints
    mean: Floats
    std: Floats
    histogram: npt.NDArray[np.uint32]
    interior: Floats

    @property
    def n_edges(self) -> int:
        return len(self.u)

    @property
    def contrast(self) -> Floats:
        """How far the mean of the faces is above that inside the two regions, (n_edges,)."""
        return self.mean - (self.interior[self.u] + self.interior[self.v]) / 2

    @property
    def surface_share(self) -> Floats:
        """The faces of each pair, as a share of all faces of the region that has fewer, (n_edges,)."""
        ends, counts = np.concatenate((self.u, self.v)), np.concatenate((self.n_faces, self.n_faces))
        surface = np.bincount(ends, weights=counts, minlength=self.n_nodes)
        return self.n_faces / np.minimum(surface[self.u], surface[self.v])

    def quantile(self, q: float) -> Floats:
        """The boundary value that a share ``q`` of the faces does not exceed, from 32 bins, (n_edges,)."""
        wanted = q * self._below[:, -1]
        bin_ = np.minimum((self._below < wanted[:, None]).sum(axis=1), _N_BINS - 1)
        at = np.arange(self.n_edges)
        before = np.where(bin_ > 0, self._below[at, bin_ - 1], 0)
        share = (wanted - before) / np.maximum(self.histogram[at, bin_], 1)
        found: Floats = (bin_ + share) / _N_BINS
        return found

    @cached_property
    def _below(self) -> Ints:
        return np.cumsum(self.histogram, axis=1, dtype=np.int64)

    #: What the columns of :meth:`features` are.
    FEATURES = (
        "mean",
        "std",
        *(f"quantile {q}" for q in _QUANTILES),
        "log faces",
        "share along z",
        "log size of the smaller region",
        "log size of the larger region",
        "log faces per smaller region",
        "contrast",
        "log share of the surface",
    )

    def features(self) -> Floats:
        """All that is known about each pair, (n_edges, n_features); the columns are named in ``FEATURES``."""
        smaller = np.minimum(self.sizes[self.u], self.sizes[self.v])
        larger = np.maximum(self.sizes[self.u], self.sizes[self.v])
        columns = [
            self.mean,
            self.std,
            *(self.quantile(q) for q in _QUANTILES),
            np.log(self.n_faces),
            self.n_along_z / self.n_faces,
            np.log(smaller),
            np.log(larger),
            np.log(self.n_faces) - np.log(smaller) * 2 / 3,
            self.contrast,
            np.log(self.surface_share),
        ]
        return np.stack(columns, axis=1)


def region_graph(
    regions: Any,
    boundaries: Any = None,
    *,
    offsets: Iterable[Iterable[int]] | None = None,
    sections: Sections = "volume",
    threads: int | None = None,
) -> RegionGraph:
    """The graph of regions that touch, with the boundary values on their faces, in one pass.

    Parameters
    ----------
    regions : (Z, Y, X) or (Y, X) int
        The region of each voxel, from 0; voxels below 0 belong to none.
    boundaries : (Z, Y, X) or (Y, X), optional
        Boundary values in 0..1, 0..255 or 0..65535; or with ``offsets`` affinities, of which only direct neighbors are
        read. Without, faces are only counted.
    offsets, sections, threads
        As in :func:`frenemy.segment_volume`.

    Returns
    -------
    RegionGraph
        The same on any number of threads.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.volume import region_graph
    >>> graph = region_graph(np.array([[0, 0, 1], [2, 2, 1]]), np.array([[0.0, 0.0, 1.0], [0.2, 0.2, 1.0]]))
    >>> list(zip(graph.u.tolist(), graph.v.tolist(), graph.n_faces.tolist(), graph.mean.round(2).tolist()))
    [(0, 1, 1, 0.5), (0, 2, 2, 0.1), (1, 2, 1, 0.6)]
    """
    labels = _checked_regions(regions)
    is_picture = np.ndim(regions) == 2
    source = None if boundaries is None else BoundaryMap(boundaries, offsets)
    if source is not None and (source.shape != labels.shape or source.is_picture != is_picture):
        raise ValueError(f"boundaries must have the shape of regions, got {source.shape} and {labels.shape}")
    n_nodes = int(labels.max()) + 1
    return graph_of_labels(
        labels, source, n_nodes, is_far=False, sections=checked_sections(sections), threads=processors(threads)
    )


def graph_of_labels(
    labels: Any,
    source: BoundaryMap | None,
    n_nodes: int,
    *,
    is_far: bool,
    sections: Sections,
    threads: int,
    max_voxels: int = CHUNK_VOXELS,
) -> RegionGraph:
    """The graph of direct neighbours, or that of the far offsets of affinities, from labels that may be on disk."""
    shape: Shape = labels.shape
    channels, offsets = _pairs_of(source, shape, is_far, sections)
    is_flat = sections != "volume"
    neighbors = steps(along_z=not is_flat)  # of which what is inside of a region depends
    reach = tuple(max(abs(offset[axis]) for offset in (*offsets, *neighbors)) for axis in range(3))
    regions = np.zeros((5, n_nodes))
    graph = _Sums()
    side = _CHUNK_SIDE if len(offsets) < 4 else (64, 512, 512)
    for chunk in chunks(shape, side, max_voxels // max(len(channels), 1)):
        around = chunk.box.grown((reach[0], reach[1], reach[2]), shape)
        part = np.ascontiguousarray(labels[around.slices], dtype=np.int32)
        owned = chunk.box.moved_to(around.begin)
        values = None
        if source is not None:
            values = source.faces(around, channels) if channels else source.boundaries(around)[None]
        faces = _core.region_faces(
            part,
            n_nodes,
            values,
            has_channels=bool(channels),
            offsets=offsets,
            begin=owned.begin,
            end=owned.end,
            is_flat=is_flat,
            threads=threads,
        )
        # Whole numbers below 2^53, so their order does not matter.
        regions += faces[-5:]
        graph.add(list(faces[:-5]))
    sizes, n_all, all_sums, n_inside, inside_sums = regions
    has_inside = n_inside > 0
    means = np.where(has_inside, inside_sums, all_sums) / np.maximum(np.where(has_inside, n_inside, n_all), 1.0)
    return graph.graph(sizes.astype(np.int64), means / _LARGEST)


def _pairs_of(
    source: BoundaryMap | None, shape: Shape, is_far: bool, sections: Sections
) -> tuple[tuple[int, ...], list[Offset]]:
    """The channels to read, if there are any, and the offsets of the pairs of voxels."""
    along_z = sections != "separate" and shape[0] > 1
    if source is None or not source.is_affinity:
        return (), list(steps(along_z=along_z))
    chosen = source.far if is_far else source.near
    channels = tuple(k for k in chosen if along_z or not source.offsets[k][0])
    return channels, [source.offsets[k] for k in channels]


class _Sums:
    """Pairs and sums of all chunks. Sums of whole numbers do not depend on their order."""

    def __init__(self) -> None:
        self._parts: list[tuple[npt.NDArray[Any], ...]] = []

    def add(self, found: list[npt.NDArray[Any]]) -> None:
        u, v, *sums = found
        self._parts.append((u.astype(np.int64) << 32 | v, *sums))
        # Twice the pairs that are kept at most; each time they double, so all merging takes a constant time per pair.
        if len(self._parts) > 1 and len(self._parts[-1][0]) >= len(self._parts[0][0]):
            self._merge()

    def _merge(self) -> None:
        columns = [np.concatenate(parts) for parts in zip(*self._parts, strict=True)]
        order = np.argsort(columns[0], kind="stable")
        keys = columns[0][order]
        begins = np.flatnonzero(np.diff(keys, prepend=-1))
        if len(keys):
            merged = [np.add.reduceat(column[order], begins, axis=0) for column in columns[1:]]
            self._parts = [(keys[begins], *merged)]
        else:
            self._parts = [tuple(columns)]

    def graph(self, sizes: Ints, interior: Floats) -> RegionGraph:
        if len(self._parts) > 1:
            self._merge()
        keys, n_faces, n_along_z, total, squares, histogram = self._parts[0]
        mean = total / np.maximum(n_faces, 1) / _LARGEST
        variance = squares / np.maximum(n_faces, 1) / _LARGEST**2 - mean**2
        return RegionGraph(
            n_nodes=len(sizes),
            sizes=sizes,
            u=(keys >> 32).astype(np.int32),
            v=(keys & 0xFFFFFFFF).astype(np.int32),
            n_faces=n_faces,
            n_along_z=n_along_z,
            mean=mean,
            std=np.sqrt(np.maximum(variance, 0.0)),
            histogram=histogram,
            interior=interior,
        )


def _checked_regions(regions: Any) -> Ints32:
    array = np.asarray(regions)
    if array.ndim not in (2, 3) or 0 in array.shape:
        raise ValueError(f"regions must have voxels and the shape (z, y, x) or (y, x), got {array.shape}")
    if array.dtype.kind not in "iu":
        raise ValueError(f"regions must be whole numbers, got {array.dtype}")
    if int(array.max()) >= MAX_NODES:
        raise ValueError(f"regions must be below {MAX_NODES}, got {array.max()}; number them from 0")
    labels = array.astype(np.int32, copy=False)
    return labels[None] if labels.ndim == 2 else labels

"""The cells of a volume, and how they were found."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from frenemy.affinity.volume import RegionGraph
from frenemy.apps.volumes.corrections import joined, split
from frenemy.apps.volumes.region_problems import Boundaries, Weighing
from frenemy.io.volumes import open_volume
from frenemy.problem import Problem
from frenemy.problem.array_types import Ints32
from frenemy.run import Status
from frenemy.solving.result import Result


class CellsOfRegions:
    """The cell of each voxel, slice by slice, from its region."""

    def __init__(self, regions: Any, cell_of_region: Ints32) -> None:
        self.shape, self.dtype = regions.shape, cell_of_region.dtype
        self._regions, self._cell_of_region = regions, cell_of_region

    def __getitem__(self, place: Any) -> Ints32:
        found: Ints32 = self._cell_of_region[self._regions[place]]
        return found


class LabelsInFile:
    """Labels in a file that is open only while a slice is read."""

    def __init__(self, path: str) -> None:
        self._path = path
        with open_volume(path) as file:
            self.shape, self.dtype = tuple(file.data.shape), file.data.dtype

    def __getitem__(self, place: Any) -> Ints32:
        with open_volume(self._path) as file:
            return np.asarray(file.data[place])


@dataclass(frozen=True, eq=False)
class VolumeSegmentation:
    """The cells of a volume.

    Attributes
    ----------
    supervoxels : int32, the shape of the volume, or None
        The region of each voxel, from 0: the nodes of the problem. None with an ``output``.
    labels : int32, the shape of the volume
        The cell of each voxel, from 1; 0 is no cell. Made when first asked for; with an ``output``, read from it by
        slices.
    cells : (n_cells,) int32
        The numbers of the cells: 1, 2, ... at first; corrections keep those of cells that they do not touch.
    n_cells : int
    graph : RegionGraph
        The regions that touch, with the boundary values between them.
    far_graph : RegionGraph or None
        Pairs of regions at the longer offsets of affinities.
    result : Result
        The solve: labels of the regions, energy, bound, status.
    voxel_size : (z, y, x) float
    seconds : dict of str to float
        Wall-clock time of each stage.
    output : str or None
        The file that was written.
    boundaries, weighing
        What the regions and the weights come from.
    joined : tuple of (int, int)
        Pairs of regions that corrections have joined; later splits elsewhere keep them together.
    """

    supervoxels: Any = field(repr=False)
    graph: RegionGraph = field(repr=False)
    far_graph: RegionGraph | None = field(repr=False)
    result: Result = field(repr=False)
    voxel_size: tuple[float, float, float]
    seconds: dict[str, float]
    output: str | None = None
    cells: Ints32 = field(kw_only=True, repr=False)
    boundaries: Boundaries = field(kw_only=True, repr=False)
    weighing: Weighing = field(kw_only=True, repr=False)
    joined: tuple[tuple[int, int], ...] = field(default=(), kw_only=True, repr=False)

    @cached_property
    def labels(self) -> Any:
        if self.output is not None:
            return LabelsInFile(self.output)
        return self.cell_of_region[self.supervoxels]

    @property
    def cell_of_region(self) -> Ints32:
        """The cell of each region, from 1, (graph.n_nodes,)."""
        found: Ints32 = self.cells[self.result.labels]
        return found

    @property
    def n_cells(self) -> int:
        return self.result.n_clusters

    @property
    def problem(self) -> Problem:
        return self.result.problem

    @property
    def energy(self) -> float:
        return self.result.energy

    @property
    def status(self) -> Status:
        return self.result.status

    def join(self, *cells: int) -> VolumeSegmentation:
        """Make two or more cells that touch one, which has the number of the first; all others stay as they are.

        Examples
        --------
        >>> import frenemy as fr
        >>> from frenemy.affinity.volume import cell_volume
        >>> found = fr.segment_volume(cell_volume((20, 40, 40), cell_size=20).boundaries)
        >>> found.n_cells - found.join(1, 2).n_cells
        1
        """
        return joined(self, cells)

    def split(self, *strokes: Any) -> VolumeSegmentation:
        """Split a cell by two or more strokes, one in each part; all other cells stay as they are.

        The regions of the cell are solved again: what is under one stroke stays together, what is under two different
        ones is separated. A region under two strokes is cut where the boundary values between them are highest. The
        largest part keeps the number of the cell.

        Parameters
        ----------
        strokes : (n, 3) or, in a picture, (n, 2) float
            Points along z, y and x, in voxels, which a line connects; one point is enough.
        """
        return split(self, strokes)

    def napari_layer(self) -> tuple[Any, dict[str, Any], str]:
        """Data, properties and type of a napari layer: ``viewer.add_layer(napari.layers.Layer.create(*layer))``."""
        labels = np.asarray(self.labels[:])
        scale = self.voxel_size[-labels.ndim :]
        return labels, {"name": "cells", "scale": scale, "metadata": {"frenemy volume": self}}, "labels"

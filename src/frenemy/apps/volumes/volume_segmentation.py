"""The cells of a volume, and how they were found."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from frenemy.affinity.volume import RegionGraph
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
    """

    supervoxels: Any = field(repr=False)
    graph: RegionGraph = field(repr=False)
    far_graph: RegionGraph | None = field(repr=False)
    result: Result = field(repr=False)
    voxel_size: tuple[float, float, float]
    seconds: dict[str, float]
    output: str | None = None

    @cached_property
    def labels(self) -> Any:
        if self.output is not None:
            return LabelsInFile(self.output)
        return self.cell_of_region[self.supervoxels]

    @property
    def cell_of_region(self) -> Ints32:
        """The cell of each region, from 1, (graph.n_nodes,)."""
        return self.result.labels + np.int32(1)

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

"""The cells of a volume, and how they were found."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from frenemy.affinity.volume import RegionGraph
from frenemy.problem import Problem
from frenemy.problem.array_types import Ints32
from frenemy.run import Status
from frenemy.solving.result import Result


@dataclass(frozen=True, eq=False)
class VolumeSegmentation:
    """The cells of a volume.

    Attributes
    ----------
    supervoxels : int32, the shape of the volume
        The region of each voxel, from 0: the nodes of the problem.
    labels : int32, the shape of the volume
        The cell of each voxel, from 1; 0 is no cell. Made when first asked for.
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
        The file that was written. Labels and supervoxels are then read from disk.
    """

    supervoxels: Any = field(repr=False)
    graph: RegionGraph = field(repr=False)
    far_graph: RegionGraph | None = field(repr=False)
    result: Result = field(repr=False)
    voxel_size: tuple[float, float, float]
    seconds: dict[str, float]

    @cached_property
    def labels(self) -> Ints32:
        labels: Ints32 = self.cell_of_region[self.supervoxels]
        return labels

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

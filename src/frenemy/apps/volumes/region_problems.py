"""From the regions of a volume to the problem of joining them, also after regions have changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from frenemy.affinity.volume import EdgeWeights, RegionGraph, Sections, volume_problem
from frenemy.affinity.volume.boundary_map import BoundaryMap, Offset
from frenemy.affinity.volume.region_graph import graph_of_labels
from frenemy.io.volumes import VolumeFile, open_volume
from frenemy.problem import Problem


@dataclass(frozen=True, eq=False)
class Boundaries:
    """An array of boundary values or affinities, or the file that holds it."""

    given: Any = field(repr=False)
    key: str | None
    offsets: tuple[Offset, ...] | None
    inverted: bool

    @contextmanager
    def opened(self) -> Iterator[tuple[BoundaryMap, VolumeFile]]:
        with self._file() as file:
            yield BoundaryMap(file.data, self.offsets, inverted=self.inverted), file

    @contextmanager
    def _file(self) -> Iterator[VolumeFile]:
        if isinstance(self.given, (str, os.PathLike)):
            with open_volume(self.given, key=self.key) as file:
                yield file
        elif self.key is not None:
            raise ValueError(f"key names an array in a file, got {self.key!r} and no file")
        else:
            yield VolumeFile(self.given)


@dataclass(frozen=True, eq=False)
class Weighing:
    """How faces become weights."""

    sections: Sections
    weights: EdgeWeights
    far_weights: EdgeWeights
    threads: int

    def graphs(self, regions: Any, source: BoundaryMap, n_regions: int) -> tuple[RegionGraph, RegionGraph | None]:
        """The regions that touch, and those at the longer offsets, if there are any."""

        def graph(is_far: bool) -> RegionGraph:
            return graph_of_labels(
                regions, source, n_regions, is_far=is_far, sections=self.sections, threads=self.threads
            )

        return graph(False), graph(True) if source.far else None

    def problem(self, graph: RegionGraph, far: RegionGraph | None) -> Problem:
        far_weights = None if far is None else _checked(self.far_weights, far)
        return volume_problem(graph, _checked(self.weights, graph), far, far_weights)


def _checked(weights: EdgeWeights, graph: RegionGraph) -> np.ndarray:
    found = np.asarray(weights(graph), np.float64)
    if found.shape != (graph.n_edges,):
        raise ValueError(f"weights must return one weight per pair, ({graph.n_edges},), got shape {found.shape}")
    return found

"""From a boundary map to the cells of a volume."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from frenemy.affinity.volume import BoundaryWeights, EdgeWeights, RegionGraph, Sections, Watershed, volume_problem
from frenemy.affinity.volume.blocks import Shape
from frenemy.affinity.volume.boundary_map import BoundaryMap
from frenemy.affinity.volume.region_graph import graph_of_labels
from frenemy.affinity.volume.supervoxels import (
    checked_sections,
    checked_voxel_size,
    fill_supervoxels,
    processors,
)
from frenemy.apps.segmentation.cut.stages import Stages
from frenemy.apps.volumes.volume_segmentation import CellsOfRegions, VolumeSegmentation
from frenemy.io.volumes import VolumeFile, check_volume_name, open_volume, write_volume
from frenemy.run import OnStage, Stop, as_stop
from frenemy.solvers import Solver, solver_on
from frenemy.solving.solve_problem import solve_problem


def segment_volume(
    boundaries: Any,
    *,
    key: str | None = None,
    output: str | os.PathLike[str] | None = None,
    offsets: Iterable[Iterable[int]] | None = None,
    voxel_size: Iterable[float] | None = None,
    sections: Sections = "volume",
    watershed: Watershed | None = None,
    weights: EdgeWeights | None = None,
    far_weights: EdgeWeights | None = None,
    solver: Solver | type[Solver] | str | None = None,
    stop: Stop | float | str | None = None,
    seed: int = 0,
    threads: int | None = None,
    on_stage: OnStage | None = None,
) -> VolumeSegmentation:
    """Find the cells of a picture, a stack or a volume, and how many there are, from a map of their boundaries.

    A watershed cuts the volume into small regions. Regions that touch attract if the boundary values on their faces
    are low, and repel if they are high. :func:`frenemy.solve` joins them to cells.

    Parameters
    ----------
    boundaries : (Z, Y, X) or (Y, X)
        Boundary values: 1 on a boundary, 0 inside a cell. Whole numbers use the range of their type: bytes 0..255.
        Anything with ``shape``, ``dtype`` and slices, such as a dataset of h5py or zarr, is read piece by piece. With
        ``offsets``: affinities, (C, Z, Y, X) or (C, Y, X), 1 where two voxels are in one cell. Or the path of a file
        that :func:`frenemy.io.open_volume` reads.
    key : str, optional
        The array inside an HDF5 or Zarr file.
    output : path, optional
        Write the labels to this file (:func:`frenemy.io.write_volume`), and keep neither labels nor supervoxels in
        memory: for volumes that do not fit. Supervoxels are on disk beside it until then, 4 bytes per voxel.
    offsets : (C, 3) or (C, 2) int, optional
        Channel c holds, at voxel p, the affinity of p and p + ``offsets[c]``, along z, y and x. Steps of one voxel
        make the boundary map and the weights of regions that touch; longer ones add weights of regions further apart.
    voxel_size : (z, y, x) float, optional
        By default that of the file, or voxels are cubes.
    sections : {"volume", "joined", "separate"}
        ``"joined"``: each section (z) is cut into regions by itself, and regions are joined along z; for thick
        sections. ``"separate"``: the sections have nothing to do with each other.
    watershed : Watershed, optional
        Seeds and smoothing.
    weights : EdgeWeights, optional
        :class:`BoundaryWeights` by default, or what :func:`fit_volume` has learned; any function of a
        :class:`RegionGraph` that returns one weight per pair.
    far_weights : EdgeWeights, optional
        The same for the longer offsets; by default :class:`BoundaryWeights`.
    solver, stop, seed
        As in :func:`solve`.
    threads : int, optional
        By default the number of processors; the labels do not depend on it.
    on_stage : callable, optional
        Called with the name of a stage and the share of it that is done.

    Returns
    -------
    VolumeSegmentation

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.affinity.volume import cell_volume
    >>> boundaries, truth = cell_volume((32, 48, 48), cell_size=20)
    >>> found = fr.segment_volume(boundaries)
    >>> found.n_cells, found.labels.shape
    (9, (32, 48, 48))
    """
    checked_sections(sections)
    limits, n_threads, stages = as_stop(stop), processors(threads), Stages(on_stage)
    if output is not None:
        check_volume_name(os.fspath(output))
    with _opened(boundaries, key) as file, _label_store(output) as new_store:
        source = BoundaryMap(file.data, offsets)
        size = checked_voxel_size(voxel_size or file.voxel_size)
        supervoxels = new_store(source.shape)
        with stages.stage("supervoxels") as report:
            n_regions = fill_supervoxels(
                supervoxels,
                source,
                watershed or Watershed(),
                size,
                is_flat=sections != "volume",
                threads=n_threads,
                on_share=report,
            )
        with stages.stage("region graph"):
            graph = graph_of_labels(supervoxels, source, n_regions, is_far=False, sections=sections, threads=n_threads)
            far = None
            if source.far:
                far = graph_of_labels(supervoxels, source, n_regions, is_far=True, sections=sections, threads=n_threads)
        with stages.stage("weights"):
            problem = volume_problem(
                graph,
                _checked_weights(weights or BoundaryWeights(), graph),
                far,
                None if far is None else _checked_weights(far_weights or BoundaryWeights(), far),
            )
        with stages.stage("solve"):
            result = solve_problem(problem, solver_on("cpu", solver), stop=limits, seed=seed, threads=n_threads)
        regions = supervoxels[0] if source.is_picture else supervoxels
        if output is not None:
            with stages.stage("write"):
                write_volume(output, CellsOfRegions(regions, result.labels + np.int32(1)), voxel_size=size)
    return VolumeSegmentation(
        supervoxels=regions if output is None else None,
        graph=graph,
        far_graph=far,
        result=result,
        voxel_size=size,
        seconds=stages.seconds,
        output=None if output is None else os.fspath(output),
    )


@contextmanager
def _opened(boundaries: Any, key: str | None) -> Iterator[VolumeFile]:
    """The array in a file, or as it was given."""
    if isinstance(boundaries, (str, os.PathLike)):
        with open_volume(boundaries, key=key) as file:
            yield file
    elif key is not None:
        raise ValueError(f"key names an array in a file, got {key!r} and no file")
    else:
        yield VolumeFile(boundaries)


@contextmanager
def _label_store(output: str | os.PathLike[str] | None) -> Iterator[Callable[[Shape], Any]]:
    """Makes an array for the supervoxels: in memory, or beside the output until the end."""
    if output is None:
        yield lambda shape: np.empty(shape, np.int32)
        return
    parent, name = os.path.split(os.path.abspath(os.fspath(output)))
    path = os.path.join(parent, f".{secrets.token_hex(6)}.{name[-80:]}.supervoxels")
    try:
        yield lambda shape: np.memmap(path, np.int32, "w+", shape=shape)
    finally:
        if os.path.exists(path):
            os.unlink(path)


def _checked_weights(weights: EdgeWeights, graph: RegionGraph) -> np.ndarray:
    found = np.asarray(weights(graph), np.float64)
    if found.shape != (graph.n_edges,):
        raise ValueError(f"weights must return one weight per pair, ({graph.n_edges},), got shape {found.shape}")
    return found

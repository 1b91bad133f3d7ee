"""From a boundary map to the cells of a volume."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from frenemy.affinity.volume import ContrastWeights, EdgeWeights, Sections, Watershed
from frenemy.affinity.volume.blocks import Shape
from frenemy.affinity.volume.supervoxels import (
    checked_sections,
    checked_voxel_size,
    fill_supervoxels,
    processors,
)
from frenemy.apps.segmentation.cut.stages import Stages
from frenemy.apps.volumes.region_problems import Boundaries, Weighing
from frenemy.apps.volumes.volume_segmentation import CellsOfRegions, VolumeSegmentation
from frenemy.io.volumes import check_volume_name, write_volume
from frenemy.run import OnStage, Stop, as_stop
from frenemy.solvers import Solver, solver_on
from frenemy.solving.solve_problem import solve_problem


def segment_volume(
    boundaries: Any,
    *,
    key: str | None = None,
    output: str | os.PathLike[str] | None = None,
    inverted: bool = False,
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
        Boundary values: high on a boundary, low inside a cell; in 0..1, 0..255 or 0..65535.
        Anything with ``shape``, ``dtype`` and slices, such as a dataset of h5py or zarr, is read piece by piece. With
        ``offsets``: affinities, (C, Z, Y, X) or (C, Y, X), 1 where two voxels are in one cell. Or the path of a file
        that :func:`frenemy.io.open_volume` reads.
    key : str, optional
        The array inside an HDF5 or Zarr file.
    output : path, optional
        Write the labels to this file (:func:`frenemy.io.write_volume`), and keep neither labels nor supervoxels in
        memory: for volumes that do not fit. Supervoxels are on disk beside it until then, 4 bytes per voxel.
    inverted : bool
        The values are low on a boundary and high inside a cell.
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
        :class:`ContrastWeights` by default, or what :func:`fit_volume` has learned; any function of a
        :class:`RegionGraph` that returns one weight per pair.
    far_weights : EdgeWeights, optional
        The same for the longer offsets; by default :class:`ContrastWeights`.
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
    (10, (32, 48, 48))
    """
    checked_sections(sections)
    limits, n_threads, stages = as_stop(stop), processors(threads), Stages(on_stage)
    if output is not None:
        check_volume_name(os.fspath(output))
    steps = None if offsets is None else tuple(tuple(offset) for offset in offsets)
    given = Boundaries(boundaries, key, steps, inverted)  # type: ignore[arg-type]  # BoundaryMap checks the offsets
    weighing = Weighing(sections, weights or ContrastWeights(), far_weights or ContrastWeights(), n_threads)
    with given.opened() as (source, file), _label_store(output) as new_store:
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
            graph, far = weighing.graphs(supervoxels, source, n_regions)
        with stages.stage("weights"):
            problem = weighing.problem(graph, far)
        with stages.stage("solve"):
            result = solve_problem(problem, solver_on("cpu", solver), stop=limits, seed=seed, threads=n_threads)
        cells = np.arange(1, result.n_clusters + 1, dtype=np.int32)
        regions = supervoxels[0] if source.is_picture else supervoxels
        if output is not None:
            with stages.stage("write"):
                write_volume(output, CellsOfRegions(regions, cells[result.labels]), voxel_size=size)
    return VolumeSegmentation(
        supervoxels=regions if output is None else None,
        graph=graph,
        far_graph=far,
        result=result,
        voxel_size=size,
        seconds=stages.seconds,
        output=None if output is None else os.fspath(output),
        cells=cells,
        boundaries=given,
        weighing=weighing,
    )


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

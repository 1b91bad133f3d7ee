"""Learn the weights of a volume from volumes whose cells are known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from frenemy.affinity.volume import LearnedWeights, Sections, Watershed, learn_weights
from frenemy.affinity.volume.boundary_map import BoundaryMap
from frenemy.affinity.volume.learned_weights import Model, majority_cells
from frenemy.affinity.volume.region_graph import graph_of_labels
from frenemy.affinity.volume.supervoxels import (
    checked_sections,
    checked_voxel_size,
    fill_supervoxels,
    processors,
)
from frenemy.problem.array_types import Ints


def fit_volume(
    boundaries: Any | Sequence[Any],
    truth: Any | Sequence[Any],
    *,
    inverted: bool = False,
    offsets: Iterable[Iterable[int]] | None = None,
    voxel_size: Iterable[float] | None = None,
    sections: Sections = "volume",
    watershed: Watershed | None = None,
    model: Model = "forest",
    prior: float | None = None,
    size_power: float = 0.5,
    seed: int = 0,
    threads: int | None = None,
) -> LearnedWeights:
    """Learn weights for :func:`segment_volume` from volumes whose cells are known.

    The boundary map of a volume to learn from should be as good as those to come: not one that its network was trained
    on. Needs the extra ``sklearn``.

    Parameters
    ----------
    boundaries : volume, or list of volumes
        As in :func:`segment_volume`.
    truth : int volume, or list of them
        The true cell of each voxel; 0 where there is none (a boundary), or where nothing is known.
    inverted, offsets, voxel_size, sections, watershed, seed, threads
        As in :func:`segment_volume`, with the same values.
    model : {"forest", "logistic"}
        A random forest; or logistic regression, which needs fewer examples.
    prior : float, optional
        As in :class:`BoundaryWeights`; by default the share of the pairs to learn from that are together.
    size_power : float
        As in :class:`BoundaryWeights`.

    Returns
    -------
    LearnedWeights
        To pass as ``weights``. It can be pickled.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.affinity.volume import cell_volume
    >>> weights = fr.fit_volume(*cell_volume((24, 48, 48), cell_size=14, seed=1), model="logistic")
    >>> fr.segment_volume(cell_volume((24, 48, 48), cell_size=14, seed=2).boundaries, weights=weights).n_cells
    18
    """
    volumes = list(boundaries) if isinstance(boundaries, (list, tuple)) else [boundaries]
    truths = list(truth) if isinstance(truth, (list, tuple)) else [truth]
    if len(volumes) != len(truths) or not volumes:
        raise ValueError(
            f"there must be one truth for each volume, got {len(volumes)} volumes and {len(truths)} truths"
        )
    size, n_threads = checked_voxel_size(voxel_size), processors(threads)
    is_flat = checked_sections(sections) != "volume"
    given_offsets = None if offsets is None else [tuple(offset) for offset in offsets]
    graphs, cells = [], []
    for volume, labels in zip(volumes, truths, strict=True):
        source = BoundaryMap(volume, given_offsets, inverted=inverted)
        known = _checked_truth(labels, source)
        regions = np.empty(source.shape, np.int32)
        n_regions = fill_supervoxels(
            regions, source, watershed or Watershed(), size, is_flat=is_flat, threads=n_threads
        )
        graphs.append(graph_of_labels(regions, source, n_regions, is_far=False, sections=sections, threads=n_threads))
        cells.append(majority_cells(regions, known, n_regions))
    return learn_weights(graphs, cells, model=model, prior=prior, size_power=size_power, seed=seed, threads=n_threads)


def _checked_truth(truth: Any, source: BoundaryMap) -> Ints:
    array = np.asarray(truth)
    if array.dtype.kind not in "iu":
        raise ValueError(f"truth must be whole numbers, got {array.dtype}")
    wanted = source.shape[1:] if source.is_picture else source.shape
    if array.shape != wanted:
        raise ValueError(f"truth must have the shape of its volume, got {array.shape} and {wanted}")
    return array.reshape(source.shape).astype(np.int64)

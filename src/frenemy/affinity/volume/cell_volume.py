"""A made-up volume of cells with blurred, broken boundaries, whose cells are known."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from frenemy.affinity.volume.blocks import Shape
from frenemy.problem.array_types import Bools, Floats, Floats32, Ints32
from frenemy.problem.checked_arrays import number, shown, whole_number


class CellVolume(NamedTuple):
    """A volume made by :func:`cell_volume`.

    Attributes
    ----------
    boundaries : float32
        In 0..1, with noise.
    truth : int32
        The cell of each voxel, from 1.
    """

    boundaries: Floats32
    truth: Ints32


def cell_volume(
    shape: tuple[int, ...],
    *,
    cell_size: float = 24.0,
    thickness: float = 1.5,
    broken: float = 0.2,
    noise: float = 0.15,
    seed: int = 0,
) -> CellVolume:
    """Cells around random centers (a Voronoi diagram), and a boundary map of them as a network would make it.

    Parameters
    ----------
    shape : (z, y, x) or (y, x)
    cell_size : float
        Mean distance of centers, in voxels.
    thickness : float
        Standard deviation of the blur of a boundary, in voxels.
    broken : float
        Share of the boundaries that are faint, in patches.
    noise : float
        Standard deviation of the noise on each voxel.
    seed : int

    Examples
    --------
    >>> from frenemy.affinity.volume import cell_volume
    >>> boundaries, truth = cell_volume((20, 40, 40), cell_size=15)
    >>> boundaries.shape, int(truth.max())
    ((20, 40, 40), 9)
    """
    sides = [whole_number(n, "shape", minimum=1) for n in shape]
    if len(sides) not in (2, 3):
        raise ValueError(f"shape must be (z, y, x) or (y, x), got {shown(shape)}")
    for name, value in (("cell_size", cell_size), ("thickness", thickness)):
        if not number(value) > 0.0:
            raise ValueError(f"{name} must be above 0, got {value!r}")
    full: Shape = (1, sides[0], sides[1]) if len(sides) == 2 else (sides[0], sides[1], sides[2])
    rng = np.random.default_rng(seed)
    # At least two centers, as a boundary needs.
    n_cells = max(2, round(float(np.prod([n / cell_size for n in full if n > 1]))))
    centers = rng.uniform(0.0, 1.0, (n_cells, 3)) * full
    faint = _Patches(full, cell_size / 2, broken, rng)
    boundaries, truth = np.empty(full, np.float32), np.empty(full, np.int32)
    for z in range(full[0]):
        distance, truth[z] = _plane(z, full, centers)
        strength = np.where(faint(z), 0.15, 0.9)
        seen = strength * np.exp(-0.5 * (distance / thickness) ** 2) + rng.normal(0.0, noise, full[1:])
        boundaries[z] = np.clip(seen, 0.0, 1.0)
    if len(sides) == 2:
        return CellVolume(boundaries[0], truth[0])
    return CellVolume(boundaries, truth)


def _plane(z: int, shape: Shape, centers: Floats) -> tuple[Floats, Ints32]:
    """The distance of each voxel of a plane to the nearest border, and its cell."""
    from scipy.spatial import cKDTree

    y, x = np.mgrid[: shape[1], : shape[2]]
    places = np.stack((np.full(y.size, float(z)), y.ravel(), x.ravel()), axis=1)
    near, cell = map(np.asarray, cKDTree(centers).query(places, k=2, workers=-1))
    apart = np.linalg.norm(centers[cell[:, 0]] - centers[cell[:, 1]], axis=1)
    distance = (near[:, 1] ** 2 - near[:, 0] ** 2) / (2.0 * apart)
    return distance.reshape(shape[1:]), (cell[:, 0] + 1).astype(np.int32).reshape(shape[1:])


class _Patches:
    """Patches of a given size that cover a given share of the volume: where coarse noise is low."""

    def __init__(self, shape: Shape, size: float, share: float, rng: np.random.Generator) -> None:
        from scipy.ndimage import gaussian_filter

        if not 0.0 <= number(share) <= 1.0:
            raise ValueError(f"broken must be in 0..1, got {share!r}")
        self.shape, self.size = shape, size
        coarse = gaussian_filter(rng.normal(0.0, 1.0, [int(n / size) + 3 for n in shape]), 0.7)
        self.is_low = coarse < np.quantile(coarse, share) if share else np.zeros(coarse.shape, bool)

    def __call__(self, z: int) -> Bools:
        plane = self.is_low[round(z / self.size)]
        y, x = (np.rint(np.arange(n) / self.size).astype(np.int64) for n in self.shape[1:])
        found: Bools = plane[np.ix_(y, x)]
        return found

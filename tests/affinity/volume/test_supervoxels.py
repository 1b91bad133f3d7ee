"""Small regions: connected, within blocks, the same on any number of threads and in any chunks."""

import re
import sys

import numpy as np
import pytest
from scipy import ndimage

from frenemy import _core
from frenemy.affinity.volume import Watershed, cell_volume, supervoxels
from frenemy.affinity.volume.blocks import chunks
from frenemy.affinity.volume.boundary_map import BoundaryMap
from frenemy.affinity.volume.supervoxels import fill_supervoxels

CELLS = cell_volume((20, 40, 48), cell_size=12, seed=3)


def is_connected(labels):
    return all(ndimage.label(labels == label)[1] == 1 for label in range(labels.max() + 1))


@pytest.mark.parametrize("shape", [(1, 1, 1), (1, 1, 9), (1, 7, 1), (5, 1, 1), (6, 7, 8), (1, 20, 33)])
@pytest.mark.parametrize("spacing", [(1.0, 1.0, 1.0), (4.0, 1.0, 2.5)])
def test_distances_are_those_of_scipy(shape, spacing):
    values = (np.random.default_rng(1).random(shape) < 0.1).astype(np.float32)
    values.flat[0] = 1.0
    expected = ndimage.distance_transform_edt(values < 0.5, sampling=spacing)
    assert _core.distance_to_boundaries(values, 0.5, spacing) == pytest.approx(expected, rel=1e-5, abs=1e-5)


def test_distances_without_a_boundary_are_0():
    assert not _core.distance_to_boundaries(np.zeros((2, 3, 4), np.float32), 0.5, (1, 1, 1)).any()


def test_regions_are_connected_and_numbered_without_gaps():
    labels = supervoxels(CELLS.boundaries)
    assert labels.dtype == np.int32
    assert np.array_equal(np.unique(labels), np.arange(labels.max() + 1))
    assert is_connected(labels)


def test_regions_lie_within_cells_where_boundaries_are_clear():
    boundaries, truth = cell_volume((24, 40, 40), cell_size=16, broken=0.0, noise=0.0)
    labels = supervoxels(boundaries)
    inside = boundaries < 0.2
    pairs = np.unique(np.stack((labels[inside], truth[inside])), axis=1)
    assert len(pairs[0]) == len(np.unique(labels[inside]))


@pytest.mark.parametrize("is_flat", [False, True])
def test_threads_and_chunks_do_not_matter(is_flat, monkeypatch):
    module = sys.modules[fill_supervoxels.__module__]
    monkeypatch.setattr(module, "_SIDE", (12, 16, 16))
    monkeypatch.setattr(module, "_FLAT_SIDE", (1, 16, 16))
    source = BoundaryMap(CELLS.boundaries)
    found = []
    for threads, max_voxels in ((1, 10**9), (3, 10**9), (1, 1), (2, 12 * 16 * 48), (2, 12 * 16 * 100)):
        labels = np.full(source.shape, -1, np.int32)
        n_regions = fill_supervoxels(
            labels, source, Watershed(), (1, 1, 1), is_flat=is_flat, threads=threads, max_voxels=max_voxels
        )
        assert n_regions == labels.max() + 1
        found.append(labels)
    assert all(np.array_equal(labels, found[0]) for labels in found)
    assert is_connected(found[0])


def test_chunks_cover_the_volume_in_raster_order():
    for max_voxels in (1, 60, 200, 1000, 10**6):
        seen = np.zeros((7, 9, 11), int)
        blocks = []
        for chunk in chunks(seen.shape, (3, 4, 5), max_voxels):
            seen[chunk.box.slices] += 1
            inside = np.zeros(seen.shape, int)
            for block in chunk.blocks:
                inside[block.slices] += 1
                blocks.append(block.begin)
            assert (inside[chunk.box.slices] == 1).all()
            assert inside.sum() == np.prod(chunk.box.shape)
            assert inside.sum() <= max_voxels or len(chunk.blocks) == 1
        assert (seen == 1).all()
        assert blocks == sorted(blocks)


def test_sections_have_regions_of_their_own():
    labels = supervoxels(CELLS.boundaries, sections="joined")
    assert not set(np.unique(labels[0])) & set(np.unique(labels[1]))
    alone = supervoxels(CELLS.boundaries[1])
    assert alone.shape == CELLS.boundaries.shape[1:]
    assert np.array_equal(labels[1] - labels[1].min(), alone)


def test_small_regions_are_dissolved():
    labels = supervoxels(CELLS.boundaries, watershed=Watershed(seed_smoothing=0.0, min_size=200))
    assert np.bincount(labels.ravel()).min() >= 200
    assert supervoxels(CELLS.boundaries, watershed=Watershed(min_size=10**9)).max() == 0


@pytest.mark.parametrize("value", [0.0, 1.0])
@pytest.mark.parametrize("shape", [(1, 1), (1, 1, 1), (1, 30, 30), (3, 1, 1), (10, 11, 12)])
def test_maps_without_a_boundary_or_without_an_inside_are_one_region(value, shape):
    assert not supervoxels(np.full(shape, value)).any()


def test_thick_voxels_count():
    """A boundary along z is far away when voxels are thick."""
    labels = supervoxels(CELLS.boundaries, voxel_size=(40, 4, 4))
    assert is_connected(labels)
    assert not np.array_equal(labels, supervoxels(CELLS.boundaries))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"voxel_size": (1, 0, 1)}, "voxel_size must be three lengths above 0 (z, y, x), got (1, 0, 1)"),
        ({"voxel_size": 4}, "voxel_size must be three lengths above 0 (z, y, x), got 4"),
        ({"voxel_size": (1e9, 1, 1)}, "the sides of a voxel must differ at most by a factor of 1000"),
        ({"sections": "3d"}, "sections must be 'volume', 'joined' or 'separate', got '3d'"),
        ({"threads": 0}, "threads must be a whole number of at least 1, got 0"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        supervoxels(CELLS.boundaries, **arguments)


@pytest.mark.parametrize(
    "settings",
    [{"threshold": 0.0}, {"threshold": float("nan")}, {"smoothing": -1}, {"seed_smoothing": 1e9}, {"min_size": -1}],
)
def test_bad_settings(settings):
    with pytest.raises(ValueError, match=next(iter(settings))):
        Watershed(**settings)

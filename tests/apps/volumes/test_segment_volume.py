"""From boundary maps to cells."""

import re
import sys

import numpy as np
import pytest

import frenemy as fr
from frenemy.affinity.volume import BoundaryWeights, cell_volume
from frenemy.metrics import adapted_rand_error

CLEAR = cell_volume((24, 40, 48), cell_size=16, broken=0.1, seed=1)


def affinities_of(labels, offsets):
    """1 where both voxels have the same label, 0 elsewhere."""
    found = np.zeros((len(offsets), *labels.shape), np.float32)
    for channel, offset in zip(found, offsets, strict=True):
        here = tuple(slice(max(-o, 0), n - max(o, 0)) for o, n in zip(offset, labels.shape, strict=True))
        there = tuple(slice(max(o, 0), n - max(-o, 0)) for o, n in zip(offset, labels.shape, strict=True))
        channel[here] = labels[here] == labels[there]
    return found


def test_cells_with_clear_boundaries_are_found():
    found = fr.segment_volume(CLEAR.boundaries)
    assert found.labels.shape == CLEAR.truth.shape
    assert found.labels.min() == 1
    assert found.n_cells == found.labels.max()
    assert adapted_rand_error(found.labels, CLEAR.truth) < 0.1
    assert found.energy == found.problem.energy(found.result.labels)
    assert list(found.seconds) == ["supervoxels", "region graph", "weights", "solve"]


def test_threads_do_not_matter_and_the_input_is_kept():
    boundaries = CLEAR.boundaries.copy()
    boundaries.flags.writeable = False
    found = [fr.segment_volume(boundaries, threads=threads).labels for threads in (1, 3)]
    assert np.array_equal(*found)
    assert np.array_equal(boundaries, CLEAR.boundaries)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float16, np.float64, ">f4"])
def test_any_type_of_number(dtype):
    kind = np.dtype(dtype).kind
    scaled = CLEAR.boundaries * (np.iinfo(dtype).max if kind == "u" else 1)
    found = fr.segment_volume(scaled.astype(dtype))
    assert adapted_rand_error(found.labels, CLEAR.truth) < 0.1


def test_any_order_in_memory():
    found = fr.segment_volume(np.asfortranarray(CLEAR.boundaries)).labels
    assert np.array_equal(found, fr.segment_volume(CLEAR.boundaries).labels)
    assert fr.segment_volume(CLEAR.boundaries[::-1, :, ::2]).labels.shape == (24, 40, 24)


def test_affinities_near_and_far():
    offsets = [(-1, 0, 0), (0, -1, 0), (0, 0, -1), (0, -6, 0), (0, 0, -6)]
    affinities = affinities_of(CLEAR.truth, offsets) * 0.9
    near = fr.segment_volume(affinities[:3], offsets=offsets[:3])
    both = fr.segment_volume(affinities, offsets=offsets)
    assert near.far_graph is None
    assert both.far_graph.n_edges > 0
    assert both.problem.n_edges > near.problem.n_edges
    for found in (near, both):
        assert adapted_rand_error(found.labels, CLEAR.truth) < 0.05


def test_affinities_of_a_picture():
    offsets = [(1, 0), (0, 1), (5, 5)]
    truth = CLEAR.truth[3]
    affinities = affinities_of(truth, offsets)
    found = fr.segment_volume(affinities, offsets=offsets)
    assert found.labels.shape == truth.shape
    assert adapted_rand_error(found.labels, truth) < 0.1


def test_separate_sections_share_no_cell():
    found = fr.segment_volume(CLEAR.boundaries, sections="separate")
    assert not set(np.unique(found.labels[0])) & set(np.unique(found.labels[1]))
    joined = fr.segment_volume(CLEAR.boundaries, sections="joined")
    assert joined.n_cells < found.n_cells


@pytest.mark.parametrize("shape", [(1, 1), (1, 1, 1), (1, 30, 30), (9, 1, 1), (6, 7, 8)])
def test_empty_maps_are_one_cell(shape):
    found = fr.segment_volume(np.zeros(shape, np.uint8))
    assert found.n_cells == 1
    assert found.labels.tolist() == np.ones(shape, int).tolist()


def test_blocks_of_an_empty_map_are_joined(monkeypatch):
    monkeypatch.setattr(sys.modules["frenemy.affinity.volume.supervoxels"], "_SIDE", (4, 8, 8))
    found = fr.segment_volume(np.zeros((8, 20, 20)))
    assert found.graph.n_nodes == 18
    assert found.n_cells == 1


def test_blocks_change_little(monkeypatch):
    monkeypatch.setattr(sys.modules["frenemy.affinity.volume.supervoxels"], "_SIDE", (12, 24, 24))
    found = fr.segment_volume(CLEAR.boundaries)
    assert found.graph.n_nodes > 2 * found.n_cells
    assert adapted_rand_error(found.labels, CLEAR.truth) < 0.2


@pytest.mark.parametrize("change", [lambda b: 0.4 + 0.2 * b, lambda b: 255 * b, lambda b: (40000 * b).astype(np.int32)])
def test_neither_scale_nor_offset_matters(change):
    found = fr.segment_volume(change(CLEAR.boundaries))
    assert adapted_rand_error(found.labels, fr.segment_volume(CLEAR.boundaries).labels) < 0.02


def test_inverted_maps():
    with pytest.warns(UserWarning, match="the map is inverted; say so with inverted=True"):
        fr.segment_volume(1 - cell_volume((40, 60, 60), cell_size=20).boundaries)
    found = fr.segment_volume(255 - (255 * CLEAR.boundaries).astype(np.uint8), inverted=True)
    assert adapted_rand_error(found.labels, CLEAR.truth) < 0.1
    with pytest.raises(ValueError, match="inverted is for boundaries"):
        fr.segment_volume(np.zeros((1, 1, 1, 6)), offsets=[(0, 0, 1)], inverted=True)


def test_weights_of_your_own():
    one = fr.segment_volume(CLEAR.boundaries, weights=lambda graph: np.ones(graph.n_edges))
    assert one.n_cells == 1
    many = fr.segment_volume(CLEAR.boundaries, weights=lambda graph: -np.ones(graph.n_edges))
    assert many.n_cells == many.graph.n_nodes
    strict = fr.segment_volume(CLEAR.boundaries, weights=BoundaryWeights(prior=0.05, quantile=0.8, size_power=0))
    assert 1 < strict.n_cells <= many.n_cells
    with pytest.raises(ValueError, match="weights must return one weight per pair"):
        fr.segment_volume(CLEAR.boundaries, weights=lambda _: np.ones(3))


def test_limits_are_kept():
    found = fr.segment_volume(CLEAR.boundaries, solver="evolve", stop=fr.Stop(rounds=1), seed=3)
    assert found.result.seed == 3


def with_value(value, dtype=np.float64):
    boundaries = np.full((3, 4, 5), 0.5, dtype)
    boundaries[1, 2, 3] = value
    return boundaries


@pytest.mark.parametrize(
    ("boundaries", "arguments", "message"),
    [
        (with_value(np.nan), {}, "boundaries must be in 0..1, got nan at (1, 2, 3); replace it"),
        (with_value(np.inf), {}, "boundaries must be in 0..1, got inf at (1, 2, 3); replace it"),
        (with_value(1e300), {}, "boundaries must be in 0..1, got 1e+300 at (1, 2, 3); scale them"),
        (with_value(-0.5)[1], {}, "boundaries must be in 0..1, got -0.5 at (2, 3); scale them"),
        (with_value(-3000, np.int16), {}, "boundaries must be in 0..1, got -3000 at (1, 2, 3); scale them"),
        (np.zeros((2, 3, 4), complex), {}, "boundaries must be numbers, got complex128"),
        (np.zeros((2, 3), object), {}, "boundaries must be numbers, got object"),
        (np.zeros(7), {}, "boundaries must have voxels and the shape (z, y, x) or (y, x), got (7,)"),
        (np.zeros((0, 4, 4)), {}, "boundaries must have voxels and the shape (z, y, x) or (y, x), got (0, 4, 4)"),
        (np.zeros((3, 4, 5, 6)), {}, "affinities need offsets"),
        ([[1, 2], [3]], {}, "boundaries must be an array"),
        (None, {}, "boundaries must be an array, got None"),
        (np.zeros((1, 4, 5, 6)), {"offsets": [(0, 0, 9)]}, "offset (0, 0, 9) at 0 reaches beyond the volume"),
        (np.zeros((1, 4, 5, 6)), {"offsets": [(0, 0, 0)]}, "an offset must be three steps (z, y, x), not all 0"),
        (np.zeros((2, 4, 5, 6)), {"offsets": [(0, 0, 1)]}, "one offset per channel, got 1 and 2 channels"),
        (np.zeros((1, 4, 5, 6)), {"offsets": [(0, 0, 1)]}, "steps of one voxel along each axis, got none along z, y"),
        (np.zeros((1, 4, 5, 6)), {"offsets": [(0, 0.5, 1)]}, "the steps of offset 0 must be a whole number"),
        (np.full((1, 1, 1, 6), 2.0), {"offsets": [(0, 0, 1)]}, "affinities must be in 0..1, got 2.0 at (0, 0, 0)"),
    ],
)
def test_bad_input(boundaries, arguments, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        fr.segment_volume(boundaries, **arguments)


def test_values_that_rounding_left_outside_are_taken():
    assert fr.segment_volume(with_value(1.0 + 1e-6)).n_cells >= 1


def test_masked_values_are_refused():
    boundaries = np.ma.masked_greater(CLEAR.boundaries, 0.8)
    with pytest.raises(ValueError, match="is masked"):
        fr.segment_volume(boundaries)


@pytest.mark.parametrize("name", ["labels.zarr", "labels.tif", "labels.h5", "labels.npy"])
def test_from_file_to_file(tmp_path, name):
    pytest.importorskip("zarr")
    pytest.importorskip("tifffile")
    pytest.importorskip("h5py")
    fr.io.write_volume(tmp_path / "boundaries.h5", CLEAR.boundaries, voxel_size=(2, 1, 1))
    found = fr.segment_volume(tmp_path / "boundaries.h5", output=tmp_path / name)
    assert found.voxel_size == (2, 1, 1)
    assert found.supervoxels is None
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["boundaries.h5", name])
    same = fr.segment_volume(CLEAR.boundaries, voxel_size=(2, 1, 1))
    assert np.array_equal(np.asarray(found.labels[:]), same.labels)


def test_an_error_leaves_no_file(tmp_path):
    with pytest.raises(ValueError, match="got nan"):
        fr.segment_volume(with_value(np.nan), output=tmp_path / "labels.npy")
    with pytest.raises(ValueError, match="a volume is written to"):
        fr.segment_volume(CLEAR.boundaries, output=tmp_path / "labels.txt")
    with pytest.raises(ValueError, match="key names an array in a file"):
        fr.segment_volume(CLEAR.boundaries, key="raw")
    assert not list(tmp_path.iterdir())

"""Join cells, split a cell by strokes: what was asked for holds, and all other cells stay."""

import pickle
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import same_partition

import frenemy as fr
from frenemy.affinity.volume import Watershed, cell_volume

VOLUME = cell_volume((20, 48, 48), cell_size=15, broken=0.1, seed=4)
FINE = Watershed(seed_smoothing=0.5)


def found_cells(**arguments):
    return fr.segment_volume(VOLUME.boundaries, watershed=FINE, **arguments)


def one_cell():
    return found_cells(weights=lambda graph: np.ones(graph.n_edges))


def touching(found):
    """Two cells that touch, and two that do not."""
    cells = found.cell_of_region
    pairs = {tuple(sorted(p)) for p in zip(cells[found.graph.u].tolist(), cells[found.graph.v].tolist(), strict=True)}
    yes = min(p for p in pairs if p[0] != p[1])
    no = next((a, b) for a in found.cells.tolist() for b in found.cells.tolist() if a < b and (a, b) not in pairs)
    return yes, no


def center(mask):
    """The voxel deepest inside."""
    from scipy.ndimage import distance_transform_edt

    return np.unravel_index(distance_transform_edt(mask).argmax(), mask.shape)


def assert_sound(found):
    """Labels, numbers and energy agree."""
    assert found.n_cells == len(np.unique(found.cells)) == found.result.n_clusters
    assert set(np.unique(found.labels)) == set(found.cells.tolist())
    assert found.energy == pytest.approx(found.problem.energy(found.result.labels))
    assert found.result.lower_bound <= found.energy + 1e-9
    assert np.array_equal(found.graph.sizes, np.bincount(found.supervoxels.ravel()))


def test_joined_cells_are_one_and_others_stay():
    found = found_cells()
    before = found.labels.copy()
    (a, b), _ = touching(found)
    after = found.join(a, b)
    assert_sound(after)
    assert np.array_equal(after.labels, np.where(before == b, a, before))
    assert np.array_equal(found.labels, before)


def test_a_stroke_in_each_cell_splits_what_was_joined():
    found = found_cells()
    (a, b), _ = touching(found)
    one, other = (center(found.labels == cell) for cell in (a, b))
    again = found.join(a, b).split([one], [other])
    assert_sound(again)
    assert same_partition(again.labels.ravel(), found.labels.ravel())
    larger = a if (found.labels == a).sum() >= (found.labels == b).sum() else b
    assert (again.labels[found.labels == larger] == a).all()


def test_a_split_keeps_other_cells_and_other_joins():
    found = found_cells()
    (a, b), _ = touching(found)
    joined = found.join(a, b)
    place = np.argwhere(found.labels == a)
    after = joined.split([place[0]], [place[-1]])
    assert_sound(after)
    others = (found.labels != a) & (found.labels != b)
    assert np.array_equal(after.labels[others], joined.labels[others])
    assert after.labels[tuple(place[0])] != after.labels[tuple(place[-1])]


def test_a_region_under_two_strokes_is_cut_along_the_boundary():
    boundaries = np.zeros((1, 30, 60), np.float32)
    boundaries[:, :, 19:21] = 0.5
    found = fr.segment_volume(boundaries, watershed=Watershed(threshold=0.9))
    assert found.n_cells == 1
    after = found.split([[0, 5, 2], [0, 20, 4]], [[0, 15, 50]])
    assert_sound(after)
    assert after.n_cells == 2
    left, right = after.labels[0, 10, 10], after.labels[0, 10, 40]
    assert (after.labels[..., :19] == left).all()
    assert (after.labels[..., 21:] == right).all()
    assert right == 1  # the larger part keeps the number
    assert found.n_cells == 1


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_random_strokes_are_separated(seed, n_strokes):
    rng = np.random.default_rng(seed)
    found = ONE_CELL
    strokes = rng.choice(np.argwhere(found.labels == 1), (n_strokes, 1), replace=False)
    after = found.split(*strokes)
    assert_sound(after)
    assert len({int(after.labels[tuple(stroke[0])]) for stroke in strokes}) == n_strokes


ONE_CELL = one_cell()


def test_pictures_have_two_coordinates():
    found = fr.segment_volume(VOLUME.boundaries[8], weights=lambda graph: np.ones(graph.n_edges))
    after = found.split([[4, 4], [4, 9]], [[40, 40]])
    assert after.labels.shape == (48, 48)
    assert after.labels[4, 4] == after.labels[4, 9] != after.labels[40, 40]


def test_far_affinities_are_lifted_and_cells_stay_connected():
    from scipy.ndimage import label

    offsets = [(-1, 0, 0), (0, -1, 0), (0, 0, -1), (0, -6, 0)]
    affinities = np.stack([(VOLUME.truth == np.roll(VOLUME.truth, np.negative(o), (0, 1, 2))) for o in offsets])
    found = fr.segment_volume(affinities.astype(np.float32), offsets=offsets, watershed=FINE)
    (a, b), _ = touching(found)
    one, other = (center(found.labels == cell) for cell in (a, b))
    after = found.join(a, b).split([one], [other])
    assert after.labels[one] != after.labels[other]
    for cell in after.cells.tolist():
        assert label(after.labels == cell)[1] == 1


def test_corrections_of_a_file(tmp_path):
    path = tmp_path / "boundaries.npy"
    np.save(path, VOLUME.boundaries)
    found = fr.segment_volume(path, weights=_attracting)
    after = pickle.loads(pickle.dumps(found)).split([[2, 2, 2]], [[17, 40, 40]])
    assert after.labels[2, 2, 2] != after.labels[17, 40, 40]
    written = fr.segment_volume(path, output=tmp_path / "labels.npy")
    with pytest.raises(ValueError, match="leave out output"):
        written.split([[2, 2, 2]], [[17, 40, 40]])


def _attracting(graph):
    return np.ones(graph.n_edges)


def test_a_layer_for_napari():
    data, properties, kind = found_cells(voxel_size=(4, 1, 1)).napari_layer()
    assert (kind, properties["scale"], data.shape) == ("labels", (4, 1, 1), VOLUME.truth.shape)


def test_bad_joins():
    found = found_cells()
    _, (a, b) = touching(found)
    with pytest.raises(ValueError, match=re.escape(f"cell {b} does not touch cell {a}")):
        found.join(a, b)
    with pytest.raises(ValueError, match=re.escape("join needs two different cells, got (1, 1)")):
        found.join(1, 1)
    with pytest.raises(ValueError, match="there is no cell 999; cells have numbers from 1 to"):
        found.join(1, 999)


@pytest.mark.parametrize(
    ("strokes", "message"),
    [
        ([[[1, 1, 1]]], "split needs two strokes or more, one in each part, got 1"),
        ([[[1, 1]], [[2, 2]]], "stroke 0 must be points with 3 coordinates, got shape (1, 2)"),
        ([[[1, 1, 1]], [[99, 1, 1]]], "stroke 1 must lie in the volume of shape (20, 48, 48), got [99.0, 1.0, 1.0]"),
        ([[[1, 1, 1]], [[np.nan, 1, 1]]], "stroke 1 must lie in the volume"),
        ([[[1, 1, 1]], "no"], "stroke 1 must be points, got 'no'"),
        ([[[1, 1, 1]], [[1, 1, 1], [1, 1, 5]]], "strokes 0 and 1 of a split meet at (1, 1, 1)"),
    ],
)
def test_bad_strokes(strokes, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        ONE_CELL.split(*strokes)


def test_strokes_in_two_cells():
    found = found_cells()
    (a, b), _ = touching(found)
    places = [center(found.labels == cell) for cell in (a, b)]
    with pytest.raises(ValueError, match=re.escape(f"all strokes of a split must lie in one cell, got cells {a}, {b}")):
        found.split(*[[place] for place in places])

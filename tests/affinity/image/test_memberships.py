"""On which side of every stroke regions are."""

import numpy as np
import pytest
from drawn_scenes import WIRE, appearance, appearance_as_it_is, colored, lines_at, odd_scenes

from frenemy.affinity.image import Stroke, scene
from frenemy.affinity.image.soft.memberships import Memberships, soft_maps

ODD = odd_scenes()
SHAPE = (45, 60)


def some_maps(n_strokes, shape, seed=0):
    return np.random.default_rng(seed).uniform(-1, 1, (n_strokes, *shape)).astype(np.float32)


def blocks(shape, size):
    y, x = np.indices(shape) // size
    return (y * (x.max() + 1) + x).astype(np.int32)


def some_memberships(n_regions, n_strokes, seed=0):
    rng = np.random.default_rng(seed)
    vectors = rng.uniform(-1, 1, (n_regions, n_strokes)).astype(np.float32)
    return Memberships(rng.integers(1, 90, n_regions).astype(float), vectors)


# ------------------------------------------------------------------------------------------------------------- vectors


def test_vectors_of_pieces_are_means_of_the_maps():
    maps, pieces = some_maps(4, (15, 20)), blocks(SHAPE, 7)
    found = Memberships.of(maps, pieces, int(pieces.max()) + 1)
    coarse = pieces[1::3, 1::3]  # the middles of its pixels
    for piece in range(int(pieces.max()) + 1):
        np.testing.assert_allclose(found.vectors[piece], maps[:, coarse == piece].mean(axis=1), rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(found.size, np.bincount(pieces.ravel()))
    assert found.vectors.dtype == np.float32


def test_pieces_between_the_pixels_of_the_maps():
    """Every pixel is a piece of its own, so that most have no middle of a coarse pixel."""
    maps = some_maps(3, (15, 20))
    pieces = np.arange(SHAPE[0] * SHAPE[1], dtype=np.int32).reshape(SHAPE)
    found = Memberships.of(maps, pieces, pieces.size)
    np.testing.assert_allclose(found.vectors, maps.repeat(3, axis=1).repeat(3, axis=2).reshape(3, -1).T, rtol=1e-6)
    pieces = np.zeros(SHAPE, np.int32)
    pieces[3, 2:5] = 1  # none is a middle; two coarse pixels, by the pixels in each
    found = Memberships.of(maps, pieces, 2)
    np.testing.assert_allclose(found.vectors[1], (maps[:, 1, 0] + 2 * maps[:, 1, 1]) / 3, rtol=1e-5)


@pytest.mark.parametrize("shape", [(1, 1), (1, 50), (50, 1), (2, 2), (37, 41)])
def test_maps_that_are_the_same_everywhere(shape):
    coarse = tuple(max(1, round(size / 3)) for size in shape)
    maps = np.ones((2, *coarse), np.float32) * np.array([0.25, -0.5], np.float32)[:, None, None]
    pieces = blocks(shape, 4)
    found = Memberships.of(maps, pieces, int(pieces.max()) + 1)
    np.testing.assert_allclose(found.vectors, [[0.25, -0.5]] * (int(pieces.max()) + 1), rtol=1e-6)


def test_joined_are_means_by_size():
    pieces = some_memberships(30, 5)
    region = np.random.default_rng(1).permutation(np.arange(30) % 7).astype(np.int32)
    found = pieces.joined(region, 7)
    for name in range(7):
        mine = region == name
        expected = np.average(pieces.vectors[mine], axis=0, weights=pieces.size[mine])
        np.testing.assert_allclose(found.vectors[name], expected, rtol=1e-4, atol=1e-6)
        assert found.size[name] == pieces.size[mine].sum()
    alone = pieces.joined(np.arange(30, dtype=np.int32), 30)
    np.testing.assert_allclose(alone.vectors, pieces.vectors, rtol=1e-6)


def test_joined_in_two_steps_or_in_one():
    pieces = some_memberships(40, 3)
    first, second = (np.arange(40) % 11).astype(np.int32), (np.arange(11) % 4).astype(np.int32)
    np.testing.assert_allclose(
        pieces.joined(first, 11).joined(second, 4).vectors, pieces.joined(second[first], 4).vectors, atol=1e-6
    )


# ------------------------------------------------------------------------------------------------------------- columns


def some_pairs(n_regions, n_pairs=50, seed=3):
    return np.random.default_rng(seed).integers(n_regions, size=(2, n_pairs)).astype(np.int32)


def test_columns_written_plainly():
    regions = some_memberships(20, 6)
    u, v = some_pairs(20)
    found = np.stack(regions.columns(u, v), axis=1)
    for i, j, row in zip(u, v, found, strict=True):
        a, b = regions.vectors[i].astype(float), regions.vectors[j].astype(float)
        lengths = np.linalg.norm(a), np.linalg.norm(b)
        expected = [
            *(a @ b / (lengths[0] * lengths[1]), -(a * b).min(), (a * b).max()),
            *(np.log(min(lengths) + 0.05), np.abs(a - b).max()),
        ]
        np.testing.assert_allclose(row, expected, rtol=1e-4, atol=1e-5)


def test_a_stroke_the_other_way_round_changes_nothing():
    regions = some_memberships(20, 6)
    u, v = some_pairs(20)
    signs = np.array([1, -1, -1, 1, -1, 1], np.float32)
    flipped = Memberships(regions.size, regions.vectors * signs)
    np.testing.assert_array_equal(flipped.columns(u, v), regions.columns(u, v))


def test_pairs_the_other_way_round():
    regions = some_memberships(20, 6)
    u, v = some_pairs(20)
    np.testing.assert_array_equal(regions.columns(v, u), regions.columns(u, v))


def test_columns_of_no_strokes():
    found = Memberships.of(np.zeros((0, 15, 20), np.float32), blocks(SHAPE, 9), 35)
    assert found.vectors.shape == (35, 0)
    assert found.joined((np.arange(35) % 4).astype(np.int32), 4).vectors.shape == (4, 0)
    columns = found.columns(*some_pairs(35, 8))
    assert [column.shape for column in columns] == [(8,)] * 5
    assert not np.any(columns)


def test_columns_where_nothing_is_known():
    regions = Memberships(np.ones(3), np.array([[0, 0], [0, 0], [1, -1]], np.float32))
    found = np.array(regions.columns(np.array([0, 0], np.int32), np.array([1, 2], np.int32)))
    np.testing.assert_allclose(found, [[0, 0], [0, 0], [0, 0], [np.log(0.05)] * 2, [0, 1]], rtol=1e-6)


# ---------------------------------------------------------------------------------------------------------------- maps


@pytest.fixture(scope="module")
def looks():
    return appearance_as_it_is(colored(SHAPE))


STROKES = lines_at(SHAPE, 5, 4)


def test_maps_hold_the_sides_of_strokes():
    picture = np.zeros(SHAPE)
    picture[:, 30:] = 0.8
    (found,) = soft_maps(appearance_as_it_is(picture), [Stroke([[29.5, 40], [29.5, 5]])])
    assert found.shape == (15, 20)
    assert found.dtype == np.float32
    assert (found[:, :9] > 0.9).all()  # to the left of where it goes
    assert (found[:, 11:] < -0.9).all()


def test_known_maps_are_filled_and_change_nothing(looks):
    known = {}
    plain = soft_maps(looks, STROKES)
    some = soft_maps(looks, STROKES[:2], known)
    assert set(known) == set(STROKES[:2])
    np.testing.assert_allclose(some, plain[:2], atol=1e-6)
    whole = soft_maps(looks, STROKES[::-1], known)
    assert set(known) == set(STROKES)
    np.testing.assert_allclose(whole[::-1], plain, atol=1e-6)
    np.testing.assert_array_equal(soft_maps(looks, STROKES, known), whole[::-1])


def test_known_maps_are_used(looks):
    known = {stroke: np.full(looks.small.shape[:2], 0.25, np.float32) for stroke in STROKES[1:]}
    same = Stroke(STROKES[1].points.copy())  # equal, not the same object
    found = soft_maps(looks, [same, STROKES[0], STROKES[3]], known)
    assert (found[[0, 2]] == 0.25).all()
    assert (found[1] != 0.25).any()
    found[:] = 9.0
    assert (known[STROKES[1]] == 0.25).all()  # what is given out is a copy


def test_a_stroke_twice_is_found_once(looks):
    known = {}
    found = soft_maps(looks, [STROKES[0], STROKES[1], STROKES[0]], known)
    assert len(known) == 2
    np.testing.assert_array_equal(found[0], found[2])


def test_no_strokes_and_a_stroke_of_one_pixel(looks):
    assert soft_maps(looks, []).shape == (0, 15, 20)
    found = soft_maps(looks, [Stroke([[12, 9]])])
    assert found.shape == (1, 15, 20)
    assert not found.any()  # it has no sides


def test_a_reversed_stroke_has_its_sides_exchanged(looks):
    straight = [Stroke([[10, 10], [40, 30]]), Stroke([[50, 5], [50, 40]])]
    there = soft_maps(looks, [Stroke(stroke.points[::-1]) for stroke in straight])
    np.testing.assert_allclose(there, -soft_maps(looks, straight), atol=1e-5)


def test_what_a_poll_raises_comes_through():
    class EnoughError(Exception):
        pass

    def poll():
        raise EnoughError

    known = {}
    with pytest.raises(EnoughError):
        soft_maps(appearance(colored(SHAPE)), STROKES, known, on_poll=poll)  # large enough to take a while
    assert not known


def test_strokes_are_those_of_the_whole_picture():
    """Enlarged, and made small again."""
    picture = np.zeros((30, 40))
    picture[:, 20:] = 0.8
    looks = appearance(picture)
    assert looks.grid != looks.shape
    (found,) = soft_maps(looks, [Stroke([[19.5, 27], [19.5, 2]])])
    assert found.shape == looks.small.shape[:2]
    middle = found.shape[1] // 2
    assert (found[:, : middle - 8] > 0.5).all()
    assert (found[:, middle + 8 :] < -0.5).all()


@pytest.mark.parametrize("name", ODD)
def test_odd_scenes_with_known_maps_and_without(name):
    picture, strokes = ODD[name]
    looks, known = appearance_as_it_is(picture), {}
    plain, first, again = (scene(looks, strokes, WIRE, soft=soft) for soft in (None, known, known))
    assert set(known) == set(strokes)
    region = np.arange(plain.evidence.n_pieces, dtype=np.int32)
    features = plain.evidence.pairs(region).features
    assert np.isfinite(features).all()
    np.testing.assert_array_equal(first.evidence.pairs(region).features, features)
    np.testing.assert_array_equal(again.evidence.pairs(region).features, features)

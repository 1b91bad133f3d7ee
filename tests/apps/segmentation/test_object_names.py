"""Ids and colors: who overlaps most stays, and neighbors look different."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from frenemy.apps.segmentation.objects.ids import first_ids, kept_ids, overlaps
from frenemy.apps.segmentation.objects.palette import PALETTE, kept_colors, touching
from frenemy.io.images.objects.label_runs import LabelRuns

maps = st.integers(0, 10_000).map(
    lambda seed: (
        np.unique(np.random.default_rng(seed).integers(0, 4, (2, 5, 6)), return_inverse=True)[1]
        .reshape(2, 5, 6)
        .astype(np.int32)
    )
)


def contiguous(labels):
    return np.unique(labels, return_inverse=True)[1].reshape(labels.shape).astype(np.int32)


@given(maps)
def test_runs_are_the_map(drawn):
    labels = drawn[0]
    runs = LabelRuns.of(labels)
    assert (runs.label_map() == labels).all()
    assert (runs.labels_at(np.arange(30)) == labels.ravel()).all()
    assert (runs.areas(4) == np.bincount(labels.ravel(), minlength=4)).all()
    names = np.array([3, 1, 2, 0], np.int32)
    assert (runs.renamed(names).label_map() == names[labels]).all()


@given(maps)
def test_overlaps_are_counted(drawn):
    one, other = drawn
    table = np.zeros((4, 4), int)
    np.add.at(table, (one.ravel(), other.ravel()), 1)
    a, b, area = overlaps(LabelRuns.of(one), LabelRuns.of(other))
    found = np.zeros((4, 4), int)
    found[a, b] = area
    assert (found == table).all()


@given(maps)
def test_the_largest_overlap_keeps_its_id(drawn):
    new, old = contiguous(drawn[0]), contiguous(drawn[1])
    ids_before = first_ids(old.max() + 1) * 10
    ids, next_id = kept_ids(LabelRuns.of(new), LabelRuns.of(old), ids_before, 1000)
    assert len(np.unique(ids)) == len(ids) == new.max() + 1
    a, b, area = overlaps(LabelRuns.of(new), LabelRuns.of(old))
    best = area == area.max()
    assert any(ids[i] == ids_before[j] for i, j in zip(a[best], b[best], strict=True))
    assert set(ids) <= set(ids_before) | set(range(1000, next_id))


def test_of_two_halves_the_larger_one_keeps_its_id():
    before = np.zeros((4, 10), np.int32)
    after = before.copy()
    after[:, :4] = 1
    ids, next_id = kept_ids(LabelRuns.of(after), LabelRuns.of(before), np.array([7]), 12)
    assert ids.tolist() == [7, 12]
    assert next_id == 13


def test_palette_is_told_apart():
    assert len(np.unique(PALETTE, axis=0)) == len(PALETTE) == 32


def test_colors_stay_and_new_ones_differ_from_their_neighbors():
    ids = np.arange(1, 90)
    pairs = np.array([(i, j) for i in range(89) for j in (i + 1, i + 2, i + 9) if j < 89], np.int32)
    colors = kept_colors(ids, pairs)
    assert (colors[pairs[:, 0]] != colors[pairs[:, 1]]).all()
    assert len(np.unique(colors[:32])) == 32
    later = kept_colors(np.append(ids[10:], 500), np.empty((0, 2), np.int32), ids, colors)
    assert (later[:-1] == colors[10:]).all()


def test_who_touches_whom():
    labels = np.array([[0, 0, 1], [2, 2, 1], [2, 3, 3]], np.int32)
    assert touching(labels).tolist() == [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]
    assert touching(np.zeros((1, 1), np.int32)).shape == (0, 2)

"""Every edit gives a new value, equal to a fresh start with the same input; nothing is lost on the way."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import frenemy as fr
from frenemy.apps.segmentation import sample

PICTURE, STROKES = sample.picture(240), sample.strokes(240)
START = fr.segment(PICTURE, STROKES)


def same(one, other):
    return (
        (one.labels == other.labels).all()
        and one.strokes == other.strokes
        and one.joins == other.joins
        and one.merges == other.merges
        and (one.ids == other.ids).all()
        and (one.colors == other.colors).all()
    )


def object_of(found, name):
    """The id of the object that the sample calls so."""
    known = sample.labels(240) == sample.NAMES.index(name)
    return int(found.ids[np.bincount(found.labels[known]).argmax()])


def test_it_does_not_change():
    before = START.labels.copy()
    START.add([(3, 3), (50, 60)])
    START.merge(*START.ids[:2])
    assert (START.labels == before).all()
    with pytest.raises(ValueError, match="read-only"):
        START.labels[0, 0] = 5
    with pytest.raises(AttributeError):
        START.labels = before


def test_add_is_as_from_the_start():
    grown = fr.segment(PICTURE, STROKES[:3]).add(*STROKES[3:7]).add(STROKES[7])
    assert (grown.labels == fr.segment(PICTURE, STROKES[:8]).labels).all()
    assert grown.strokes == STROKES[:8]


def test_remove_is_as_if_it_had_never_been():
    left = START.remove(4)
    fresh = fr.segment(PICTURE, STROKES[:4] + STROKES[5:])
    assert (left.labels == fresh.labels).all()
    assert START.remove(-1).strokes == STROKES[:-1]
    with pytest.raises(ValueError, match="no stroke 99: there are"):
        START.remove(99)
    with pytest.raises(ValueError, match="no stroke 0: there are no strokes"):
        fr.segment(PICTURE).remove(0)
    with pytest.raises(ValueError, match="index must be a whole number, got 1.5"):
        START.remove(1.5)


def test_appearance_is_found_once():
    stages = START.add([(3, 3), (9, 9)]).seconds
    assert "appearance" not in stages
    assert "solve" in stages


def test_undo_and_redo_everything():
    steps = [START]
    steps.append(steps[-1].add([(20, 20), (70, 70)]))
    steps.append(steps[-1].merge(object_of(steps[-1], "vase"), object_of(steps[-1], "pear")))
    steps.append(steps[-1].remove(0))
    steps.append(steps[-1].edit(strokes=(), merges=()))
    steps.append(steps[-1].edit(strokes=STROKES))
    back = [steps[-1]]
    while back[-1].can_undo:
        back.append(back[-1].undo())
    assert len(back) == len(steps)
    assert all(same(one, other) for one, other in zip(back, steps[::-1], strict=True))
    forth = [back[-1]]
    while forth[-1].can_redo:
        forth.append(forth[-1].redo())
    assert all(same(one, other) for one, other in zip(forth, steps, strict=True))
    with pytest.raises(ValueError, match="nothing to undo"):
        back[-1].undo()
    with pytest.raises(ValueError, match="nothing to redo"):
        forth[-1].redo()


def test_an_edit_after_an_undo_forgets_what_was_undone():
    other = START.add([(3, 3), (9, 9)]).undo().remove(0)
    assert not other.can_redo
    assert same(other.undo(), START)


def test_without_history():
    edited = START.add([(3, 3), (9, 9)])
    bare = edited.without_history()
    assert same(bare, edited)
    assert not bare.can_undo
    assert edited.can_undo


def test_touching_objects_merge_and_part_again():
    orange, pear = object_of(START, "orange"), object_of(START, "pear")
    both = START.merge(orange, pear)
    assert both.n_objects == START.n_objects - 1
    kept = both.object_at(*START.objects[list(START.ids).index(pear)].center)
    assert kept in (orange, pear)
    other = START.ids != orange
    expected = np.where(START.labels == list(START.ids).index(orange), -1, START.labels)
    assert len(np.unique(expected)) == START.n_objects
    # All that is neither of the two is as it was.
    beside = ~np.isin(START.ids[START.labels], (orange, pear))
    assert (both.ids[both.labels][beside] == START.ids[START.labels][beside]).all()
    assert other.sum() == START.n_objects - 1
    assert (both.unmerge(kept).labels == START.labels).all()


def test_objects_that_are_apart_merge_too():
    vase, pear = object_of(START, "vase"), object_of(START, "pear")
    both = START.merge(vase, pear)
    at = [START.objects[list(START.ids).index(one)].center for one in (vase, pear)]
    assert both.object_at(*at[0]) == both.object_at(*at[1])
    assert both.n_objects == START.n_objects - 1
    assert both.merges == ((tuple(map(float, at[0])), tuple(map(float, at[1]))),)


def test_a_merge_is_the_same_from_the_start_and_outlives_strokes():
    both = START.merge(object_of(START, "vase"), object_of(START, "pear"))
    fresh = fr.segment(PICTURE, STROKES, merges=both.merges)
    assert (fresh.labels == both.labels).all()
    later = both.add([(3, 3), (20, 30)])
    again = fr.segment(PICTURE, later.strokes, merges=later.merges)
    assert later.merges == both.merges
    assert (again.labels == later.labels).all()


def test_merges_chain():
    all_one = START
    while all_one.n_objects > 1:
        all_one = all_one.merge(*all_one.ids[:2])
    assert len(all_one.merges) == START.n_objects - 1
    assert (all_one.labels == 0).all()
    assert (all_one.unmerge(all_one.ids[0]).labels == START.labels).all()


def test_merge_of_what_there_is_not():
    known = ", ".join(map(str, START.ids))
    with pytest.raises(ValueError, match=f"no object 99; there are {known}"):
        START.merge(int(START.ids[0]), 99)
    with pytest.raises(ValueError, match="cannot be merged with itself"):
        START.merge(int(START.ids[0]), int(START.ids[0]))
    with pytest.raises(ValueError, match="id must be a whole number"):
        START.merge("a", 1)
    with pytest.raises(ValueError, match="was not merged"):
        START.unmerge(int(START.ids[0]))


def test_a_stroke_along_the_border_takes_the_merge_back():
    wall, table = object_of(START, "wall"), object_of(START, "table")
    both = START.merge(wall, table)
    along = [(1, 107), (25, 107), (50, 107)]
    across = [(12, 80), (12, 130)]
    assert both.add(across).merges == both.merges
    assert both.add(along).merges == ()
    assert both.add(along).undo().merges == both.merges


def test_ids_and_colors_stay():
    rng = np.random.default_rng(0)
    found = START
    for _ in range(6):
        before = dict(zip(found.ids.tolist(), found.colors.tolist(), strict=True))
        last = found
        found = found.add(rng.uniform((10, 10), (230, 150), (2, 2)))
        after = dict(zip(found.ids.tolist(), found.colors.tolist(), strict=True))
        assert all(after[one] == before[one] for one in after.keys() & before.keys())
        assert len(after.keys() & before.keys()) >= min(len(after), len(before)) - 2
        # The largest one surely stays what it was.
        at = np.bincount(last.labels.ravel()).argmax()
        mostly = np.bincount(found.labels[last.labels == at]).argmax()
        assert found.ids[mostly] == last.ids[at]
    assert len(np.unique(found.ids)) == found.n_objects


def test_objects_that_touch_look_different():
    down = [[(x, -1), (x, 200)] for x in range(30, 270, 30)]
    across = [[(-1, y), (270, y)] for y in range(30, 200, 30)]
    found = fr.segment(np.full((200, 270), 128, np.uint8), [*down, *across])
    assert found.n_objects > 40
    colors, labels = found.colors.astype(int), found.labels
    for one, other in ((labels[:, 1:], labels[:, :-1]), (labels[1:], labels[:-1])):
        apart = one != other
        assert (np.abs(colors[one[apart]] - colors[other[apart]]).sum(axis=1) > 0).all()


def test_pickles():
    edited = START.add([(3, 3), (50, 60)]).merge(*START.ids[:2]).undo()
    again = pickle.loads(pickle.dumps(edited))
    assert same(again, edited)
    assert same(again.redo(), edited.redo())
    assert same(again.undo(), edited.undo())
    assert (again.add([(9, 9), (80, 80)]).labels == edited.add([(9, 9), (80, 80)]).labels).all()
    assert again.seconds == edited.seconds


def test_it_tells_what_it_is():
    text = repr(START.merge(*START.ids[:2]))
    assert text.startswith(
        f"Segmentation({START.n_objects - 1} objects in 240 x 160 pixels, {len(STROKES)} strokes, 1 merge"
    )


def test_object_at():
    assert START.object_at(-0.5, -0.5) == START.ids[START.labels[0, 0]]
    assert START.object_at(239.5, 159.5) == START.ids[START.labels[-1, -1]]
    assert START.object_at(10.6, 3) == START.ids[START.labels[3, 11]]
    for x, y in ((-0.6, 0), (0, 160), (float("nan"), 0), ("a", 0)):
        with pytest.raises(ValueError, match="is not within the picture of 240 x 160 pixels"):
            START.object_at(x, y)


def test_boundaries_are_where_labels_change():
    edge = START.boundaries
    assert edge.shape == START.labels.shape
    assert edge[:, :-1][START.labels[:, :-1] != START.labels[:, 1:]].all()
    inner = edge[:-1, :-1] & (START.labels[:-1, :-1] == START.labels[1:, :-1])
    assert not (inner & (START.labels[:-1, :-1] == START.labels[:-1, 1:])).any()


def test_overlay():
    assert (START.overlay(0, strokes=False) == PICTURE).all()
    full = START.overlay(1, strokes=False)
    assert (np.abs(full.astype(int) - START.colors[START.labels]) <= 1).all()
    drawn = START.overlay(0)
    assert (drawn != PICTURE).any(axis=2).mean() < 0.2
    x, y = np.rint(STROKES[0].points[1]).astype(int)
    assert drawn[y, x].tolist() == [255, 255, 255]
    for wrong in (-0.1, 1.1, "a", float("nan")):
        with pytest.raises(ValueError, match="opacity must be in 0..1"):
            START.overlay(wrong)


step = st.one_of(
    st.tuples(st.just("add"), st.lists(st.tuples(st.integers(-9, 99), st.integers(-9, 69)), min_size=1, max_size=4)),
    st.tuples(st.just("remove"), st.integers(0, 9)),
    st.tuples(st.just("join"), st.lists(st.tuples(st.integers(-9, 99), st.integers(-9, 69)), min_size=1, max_size=4)),
    st.tuples(st.just("unjoin"), st.integers(0, 9)),
    st.tuples(st.just("merge"), st.tuples(st.integers(0, 9), st.integers(0, 9))),
    st.tuples(st.just("undo"), st.none()),
    st.tuples(st.just("redo"), st.none()),
)


@settings(max_examples=12)
@given(steps=st.lists(step, max_size=6))
def test_any_edits_in_any_order(steps):
    image = sample.picture(90)
    found = fr.segment(image)
    course, at = [found], 0
    for name, value in steps:
        if name == "undo" and at > 0:
            found, at = found.undo(), at - 1
        elif name == "redo" and at + 1 < len(course):
            found, at = found.redo(), at + 1
        else:
            if name == "add":
                found = found.add(value)
            elif name == "remove" and found.strokes:
                found = found.remove(value % len(found.strokes))
            elif name == "join":
                found = found.join(value)
            elif name == "unjoin" and found.joins:
                found = found.unjoin(value % len(found.joins))
            elif name == "merge" and found.n_objects > 1 and (value[0] - value[1]) % found.n_objects:
                found = found.merge(*(found.ids[one % found.n_objects] for one in value))
            else:
                continue
            course, at = [*course[: at + 1], found], at + 1
        assert same(found, course[at])
        assert found.can_undo == (at > 0)
        assert found.can_redo == (at + 1 < len(course))
    fresh = fr.segment(image, found.strokes, joins=found.joins, merges=found.merges)
    assert (fresh.labels == found.labels).all()

"""Marks as one value: whatever takes strokes takes all that was drawn and written."""

import inspect
from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from three_areas import BELOW, JOIN, LEFT, PICTURE, STROKES

import frenemy as fr
from frenemy.io import Marks, read_marks, write_strokes

STRIP = np.zeros(PICTURE.shape, bool)
STRIP[20:40, 70:100] = True
KINDS = {
    "strokes": STROKES,
    "joins": [JOIN],
    "merges": [(LEFT, BELOW)],
    "names": [{"at": LEFT, "name": "Tom", "class": "cat"}],
    "classes": [{"name": "dog", "color": "#102030"}],
    "masks": [fr.Mask(STRIP, LEFT)],
}


@pytest.fixture(scope="module")
def found():
    return fr.segment(PICTURE, **KINDS)


def test_all_kinds_go_in_and_come_back_as_one_value(found):
    marks = found.marks
    assert all(getattr(marks, kind) == getattr(found, kind) != () for kind in KINDS)
    again = fr.segment(PICTURE, marks)
    assert again.marks == marks
    assert np.array_equal(again.labels, found.labels)
    assert again.object_names == found.object_names
    edited = fr.segment(PICTURE).edit(marks)
    assert edited.marks == marks
    assert np.array_equal(edited.labels, found.labels)


def test_more_of_a_kind_is_added_and_other_ones_take_their_place(found):
    some = replace(found.marks, joins=(), names=())
    assert fr.segment(PICTURE, some, joins=[JOIN], names=found.names).marks == found.marks
    assert found.edit(some, joins=[JOIN], names=found.names).marks == found.marks
    assert found.edit(masks=[]).marks == replace(found.marks, masks=())
    assert found.edit(Marks(), strokes=STROKES).marks == Marks(found.strokes)


def test_files_hold_all_kinds(found):
    file = BytesIO()
    write_strokes(file, found.marks, found.shape)
    assert read_marks(file.getvalue(), shape=found.shape) == found.marks


def test_every_door_knows_every_kind():
    """A further kind is a field of Marks; this names the doors that would be missing."""
    kinds = set(vars(Marks()))
    assert kinds == set(KINDS)
    for door in (fr.segment, fr.Segmentation.edit, write_strokes):
        assert kinds <= set(inspect.signature(door).parameters), door
    assert kinds == set(Marks().as_json())


def test_it_says_what_it_holds(found):
    assert found.marks.summary() == f"{len(STROKES)} strokes, 1 join, 1 merge, 1 mask, 1 name"
    assert Marks().summary() == "0 strokes"
    assert found.marks.summary() in repr(found)


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        (Marks([[(1, 2), (np.nan, 3)]]), "stroke 0: points must be finite"),
        (Marks(joins=["line"]), "join 0: "),
        (Marks(merges=[(LEFT, (999, 1))]), "merge 0: must be within the picture"),
        (Marks(names=[{"at": (999, 1), "name": "Tom"}]), "name 0: must be within the picture"),
        (Marks(masks=[7]), "mask 0: must be as in Mask"),
    ],
)
def test_odd_marks_are_refused(found, marks, message):
    with pytest.raises(ValueError, match=message):
        fr.segment(PICTURE, marks)
    with pytest.raises(ValueError, match=message):
        found.edit(marks)

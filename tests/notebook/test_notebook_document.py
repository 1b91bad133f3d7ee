"""From what the page sends to a segmentation."""

from dataclasses import replace

import numpy as np
import pytest

import frenemy as fr
from frenemy.io.images.marks import Marks
from frenemy.notebook.document import followed, marks_of, read_document

BORDER = fr.Stroke([(29.5, 5), (29.5, 35)])
ACROSS = fr.Stroke([(0, 20), (29, 20)])
OVER = fr.Stroke([(10, 10), (50, 10)])


@pytest.fixture(scope="module")
def found():
    picture = np.zeros((40, 60), np.uint8)
    picture[:, 30:] = 200
    return fr.segment(picture, [BORDER])


def test_documents_come_back_as_they_were(found):
    merged = found.add(ACROSS).join(OVER)
    merged = merged.merge(*merged.ids[:2].tolist())
    marks, n_drawn = read_document(marks_of(merged).as_json())
    assert (marks.strokes, marks.joins, marks.merges, n_drawn) == (merged.strokes, merged.joins, merged.merges, 0)
    assert read_document({"strokes": [], "drawn": 3}) == (Marks(()), 3)


def test_names_go_both_ways_and_back(found):
    named = found.name_object(found.object_at(5, 5), "left <b>", class_name="wall")
    marks, _ = read_document(marks_of(named).as_json())
    assert (marks.names, marks.classes) == (named.names, named.classes)
    again = followed(found, marks)
    assert (again.names, again.classes) == (named.names, named.classes)
    np.testing.assert_array_equal(again.ids, found.ids)
    back = followed(again, marks_of(found))
    assert back.names == ()
    assert back.can_redo
    more = followed(again, replace(marks, strokes=(BORDER, ACROSS)))
    assert more.names == named.names


def test_joins_are_steps_as_strokes_are(found):
    joined = followed(found, Marks((BORDER,), (OVER,)))
    assert (joined.joins, joined.n_objects) == ((OVER,), 1)
    back = followed(joined, marks_of(found))
    assert (back.joins, back.n_objects, back.can_redo) == ((), 2, True)


def test_paint_goes_both_ways_and_back(found):
    pixels = np.zeros(found.shape, bool)
    pixels[5:15, 28:36] = True
    painted = found.paint(pixels, found.object_at(5, 5))
    marks, _ = read_document(marks_of(painted).as_json())
    assert marks.masks == painted.masks
    again = followed(found, marks)
    np.testing.assert_array_equal(again.labels, painted.labels)
    assert followed(again, marks_of(found)).masks == ()


def test_the_width_of_a_join_does_not_count(found):
    wide = found.join(fr.Stroke(OVER.points, 9))
    assert followed(wide, read_document(marks_of(wide).as_json())[0]) is wide


def test_an_unchanged_document_is_the_same_segmentation(found):
    assert followed(found, marks_of(found)) is found


def test_a_new_stroke_is_one_step(found):
    more = followed(found, Marks((BORDER, ACROSS)))
    assert more.strokes == (BORDER, ACROSS)
    assert more.undo().strokes == found.strokes
    assert not more.undo().can_undo


def test_steps_back_and_forward_keep_ids(found):
    more = found.add(ACROSS)
    merged = more.merge(*more.ids[:2].tolist())
    back = followed(merged, marks_of(more))
    np.testing.assert_array_equal(back.ids, more.ids)
    assert back.can_redo
    again = followed(back, marks_of(merged))
    np.testing.assert_array_equal(again.ids, merged.ids)
    assert not again.can_redo


def test_a_stroke_drawn_after_a_merge_undoes_it(found):
    more = found.add(ACROSS)
    at = [more.object_at(10, 5), more.object_at(10, 35)]
    merged = more.merge(*at)
    along = fr.Stroke([(2, 20), (27, 20)])
    marks = replace(marks_of(merged), strokes=(*merged.strokes, along))
    drawn = followed(merged, marks, 1)
    assert drawn.merges == ()
    kept = followed(merged, marks)  # not drawn after it: both were said
    assert kept.merges == merged.merges
    # The same from a segmentation that knows nothing of the merge.
    assert followed(found, marks, 1).merges == ()

"""From what the page sends to a segmentation."""

import numpy as np
import pytest

import frenemy as fr
from frenemy.notebook.document import followed, read_document, written_document

BORDER = fr.Stroke([(29.5, 5), (29.5, 35)])
ACROSS = fr.Stroke([(0, 20), (29, 20)])


@pytest.fixture(scope="module")
def found():
    picture = np.zeros((40, 60), np.uint8)
    picture[:, 30:] = 200
    return fr.segment(picture, [BORDER])


def test_documents_come_back_as_they_were(found):
    merged = found.add(ACROSS)
    merged = merged.merge(*merged.ids[:2].tolist())
    read = read_document(written_document(merged))
    assert (read["strokes"], read["merges"], read["n_drawn"]) == (merged.strokes, merged.merges, 0)
    assert read_document({"strokes": [], "merges": [], "drawn": 3})["n_drawn"] == 3


def test_names_go_both_ways_and_back(found):
    named = found.name_object(found.object_at(5, 5), "left <b>", class_name="wall")
    read = read_document(written_document(named))
    assert (read["names"], read["classes"]) == (named.names, named.classes)
    again = followed(found, **read)
    assert (again.names, again.classes) == (named.names, named.classes)
    np.testing.assert_array_equal(again.ids, found.ids)
    back = followed(again, **read_document(written_document(found)))
    assert back.names == ()
    assert back.can_redo
    more = followed(again, (BORDER, ACROSS), (), names=named.names, classes=named.classes)
    assert more.names == named.names


def test_an_unchanged_document_is_the_same_segmentation(found):
    assert followed(found, found.strokes, found.merges) is found


def test_a_new_stroke_is_one_step(found):
    more = followed(found, (BORDER, ACROSS), ())
    assert more.strokes == (BORDER, ACROSS)
    assert more.undo().strokes == found.strokes
    assert not more.undo().can_undo


def test_steps_back_and_forward_keep_ids(found):
    more = found.add(ACROSS)
    merged = more.merge(*more.ids[:2].tolist())
    back = followed(merged, more.strokes, more.merges)
    np.testing.assert_array_equal(back.ids, more.ids)
    assert back.can_redo
    again = followed(back, merged.strokes, merged.merges)
    np.testing.assert_array_equal(again.ids, merged.ids)
    assert not again.can_redo


def test_a_stroke_drawn_after_a_merge_undoes_it(found):
    more = found.add(ACROSS)
    at = [more.object_at(10, 5), more.object_at(10, 35)]
    merged = more.merge(*at)
    along = fr.Stroke([(2, 20), (27, 20)])
    drawn = followed(merged, (*merged.strokes, along), merged.merges, 1)
    assert drawn.merges == ()
    kept = followed(merged, (*merged.strokes, along), merged.merges)  # not drawn after it: both were said
    assert kept.merges == merged.merges
    # The same from a segmentation that knows nothing of the merge.
    assert followed(found, (*merged.strokes, along), merged.merges, 1).merges == ()

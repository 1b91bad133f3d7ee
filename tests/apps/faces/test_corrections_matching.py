"""Corrections find their faces again when faces are detected anew."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.corrections.face_matching import matched, with_boxes
from frenemy.apps.faces.photos.face import Face, Faces, Photo


def faces_at(*boxes, photo="beach"):
    """Faces of one photo, in this order."""
    found = [Face(f"{photo}-{i}", photo, box, (), 1.0, np.zeros(2, np.float32), b"") for i, box in enumerate(boxes)]
    return Faces(tuple(found), {photo: Photo(photo, (f"{photo}.jpg",), (100, 100))})


LEFT, MIDDLE, RIGHT = (0.0, 0.0, 20.0, 20.0), (30.0, 0.0, 50.0, 20.0), (60.0, 0.0, 80.0, 20.0)


def test_another_order_of_the_detector():
    said = with_boxes(Corrections().with_apart("beach-0", "beach-1"), faces_at(LEFT, RIGHT))
    after = matched(said, faces_at(MIDDLE, (61.0, 1.0, 81.0, 21.0), LEFT))
    assert after.apart == (("beach-2", "beach-1"),)
    assert with_boxes(after, faces_at(MIDDLE, RIGHT, LEFT)).boxes == {"beach-1": RIGHT, "beach-2": LEFT}


def test_a_face_that_is_not_found_now_comes_back():
    first = faces_at(LEFT, RIGHT)
    said = with_boxes(Corrections().without_face("beach-0"), first)
    hidden = matched(said, faces_at(RIGHT))
    assert hidden.not_faces == ("beach-lost0",)
    assert matched(hidden, first).not_faces == ("beach-0",)


def test_photos_that_are_gone_keep_their_corrections():
    said = with_boxes(Corrections().with_same("beach-0", "beach-1"), faces_at(LEFT, RIGHT))
    elsewhere = faces_at(LEFT, photo="party")
    assert matched(said, elsewhere) == said
    assert with_boxes(said, elsewhere) == said


def test_where_boxes_are_not_known_ids_tell():
    nowhere = (0.0, 0.0, 0.0, 0.0)
    faces = faces_at(nowhere, nowhere)
    said = with_boxes(Corrections().with_same("beach-0", "beach-1"), faces)
    assert said.boxes == {}
    assert matched(said, faces) == said


box = st.builds(
    lambda x, y, s: (x, y, x + s, y + s), *[st.integers(0, 60).map(float)] * 2, st.integers(10, 40).map(float)
)


@given(st.lists(box, min_size=1, max_size=5), st.lists(box, max_size=5))
def test_no_two_faces_become_one_and_none_is_lost(old, new):
    first = faces_at(*old)
    ids = [face.id for face in first.faces]
    said = with_boxes(Corrections(not_faces=tuple(ids)), first)
    after = matched(said, faces_at(*new))
    assert len(set(after.not_faces)) == len(ids)
    assert sorted(after.boxes.values()) == sorted(said.boxes.values())
    back = matched(after, first)
    assert sorted(back.not_faces) == sorted(ids) or len(set(old)) < len(old) or _overlaps(old)
    assert matched(said, first) == said


def _overlaps(boxes):
    return any(a is not b and a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for a in boxes for b in boxes)

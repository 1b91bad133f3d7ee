"""Questions about people: who may be two, who may be the same, and that answers are not asked for again."""

import numpy as np
import pytest
from alike_people import MERGED
from grouped_faces import alike_faces, grouped_faces, ids

from frenemy.apps.faces import Album, faces_from_embeddings, find_people
from frenemy.apps.faces.corrections.corrections_json import corrections_from_json, corrections_to_json
from frenemy.apps.faces.questions.cuts import possible_cuts

ALIKE = ([8, 9, 10], [11, 12, 13])  # faces of two people, or of one


def kinds(album):
    return [one.kind for one in album.people.questions]


def test_a_person_may_be_two_though_no_face_is_doubtful():
    people = find_people(alike_faces())
    assert people.n_doubtful == 0
    assert people.summary() == "4 people, 0 doubtful faces; 1 person may be two; 1 pair may be the same person"
    split, join = people.questions
    assert (split.kind, split.people, sorted(split.faces)) == ("split", (0,), list(MERGED))
    assert (join.kind, join.people) == ("join", (2, 3))
    assert split.value > join.value > 0.0
    assert sorted(people.cut(0).tolist()) == list(MERGED)


def test_clear_people_raise_no_question():
    faces, _ = grouped_faces([9, 6, 5, 2, 1, 1])
    assert find_people(faces).questions == ()
    assert find_people(faces_from_embeddings(np.empty((0, 4)), describer="dlib")).questions == ()


def test_people_in_one_photo_are_not_asked_about():
    photos = [f"{k}.jpg" for k in range(18)]
    photos[11] = photos[8]
    assert "join" not in [one.kind for one in find_people(alike_faces(photos)).questions]


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_an_answer_is_not_asked_for_again(answer):
    faces = alike_faces()
    album = Album(faces)
    after = album.split(0, ids(faces, MERGED)) if answer == "yes" else album.one_person(ids(faces, range(8)))
    assert kinds(after) == ["join"]
    assert after.people.n_people == (5 if answer == "yes" else 4)
    last = after.merge(2, 3) if answer == "yes" else after.not_same(*ids(faces, (ALIKE[0][0], ALIKE[1][0])))
    assert "join" not in kinds(last)
    # Neither after a restart.
    assert kinds(Album(faces, corrections_from_json(corrections_to_json(last.corrections)))) == kinds(last)
    assert kinds(last.undo().undo()) == ["split", "join"]


def test_a_split_is_exact_and_one_step():
    faces = alike_faces()
    album = Album(faces).name(0, "Ann")
    side = [1, 6, 7]  # not what is proposed
    after = album.split("p1", ids(faces, side))
    ann = after.person_named("Ann")
    assert sorted(after.people.members(ann).tolist()) == [0, 2, 3, 4, 5]
    assert len({int(after.people.labels[k]) for k in side}) == 1
    assert after.person_id(ann) == "p1"
    assert [batch.kind for batch in after.corrections.batches] == ["split"]
    assert after.undo().corrections == album.corrections
    # Nothing is left to cut.
    assert len(after.people.cut(ann)) == 0


@pytest.mark.parametrize(
    ("person", "faces", "reason"),
    [(0, [], "0 of 8"), (0, range(8), "8 of 8"), (0, [5, 12], "not a face of person 0"), (9, [5], "no person 9")],
)
def test_an_impossible_split_is_refused(person, faces, reason):
    album = Album(alike_faces())
    with pytest.raises(ValueError, match=reason):
        album.split(person, ids(album.faces, faces))


def test_a_cut_keeps_what_corrections_hold_together():
    rows = np.array([[0.0], [0.1], [2.0], [2.2]])
    for side in possible_cuts(rows, np.array([0, 1, 1, 2])):
        assert side[1] == side[2]
    assert possible_cuts(rows, np.zeros(4, int)) == []


def test_a_removed_face_is_in_no_question():
    album = Album(alike_faces())
    album = album.remove_face(album.faces.faces[5].id)
    assert all(5 not in one.faces for one in album.people.questions)

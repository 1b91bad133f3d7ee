"""An album: corrections as steps, undone and done again, and people who keep their ids."""

import numpy as np
import pytest
from grouped_faces import grouped_faces, ids
from hypothesis import given, settings
from hypothesis import strategies as st

from frenemy.apps.faces import faces_from_embeddings
from frenemy.apps.faces.album import Album
from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.people import find_people
from frenemy.apps.faces.photos.face import Faces


def album_of(*sizes, **options):
    faces, _ = grouped_faces(sizes, **options)
    return Album(faces)


def test_moving_a_face():
    album = album_of(5, 4, 3)
    (face,) = ids(album.faces, [5])
    after = album.move([face], 0)
    assert after.people.labels.tolist() == [0] * 6 + [1] * 3 + [2] * 3
    assert album.people.labels.tolist() == [0] * 5 + [1] * 4 + [2] * 3  # it did not change
    assert len(after.corrections.same) == 5
    assert len(after.corrections.apart) == 3
    alone = album.move([face])
    assert alone.people.sizes.tolist() == [5, 3, 3, 1]
    assert alone.person_of(face) == 3
    back = after.move([face], after.person_of(ids(album.faces, [6])[0]))
    assert np.array_equal(back.people.labels, album.people.labels)
    assert {it.kind for it in back.dropped} == {"same", "apart"}


def test_moving_faces_of_several_people_to_somebody_new():
    album = album_of(5, 4, 3)
    after = album.move(ids(album.faces, [0, 5, 6]))
    assert after.people.sizes.tolist() == [4, 3, 3, 2]
    assert len({after.person_of(id) for id in ids(album.faces, [0, 5, 6])}) == 1


def test_merging_two_people_whatever_they_weigh():
    album = album_of(5, 4, 3).name(0, "Ann").name(1, "Bob")
    after = album.merge(1, 0)
    assert after.people.sizes.tolist() == [9, 3]
    assert after.people.names == ("Bob", None)
    assert [(it.kind, it.text) for it in after.dropped] == [("name", "Ann")]
    with pytest.raises(ValueError, match="cannot be merged with itself"):
        album.merge(1, album.person_id(1))


def test_moving_one_face_out_of_merged_people():
    album = album_of(3, 3).merge(0, 1)
    typical = album.people.faces_of(0)[0].id
    assert album.move([typical]).people.sizes.tolist() == [5, 1]


def test_a_name_that_somebody_has_merges():
    album = album_of(5, 4, 3).name(0, "Ann")
    assert album.person_named(" ann ") == 0
    assert album.person_named("Bob") is None
    after = album.name(2, "ann")
    assert after.people.sizes.tolist() == [8, 4]
    assert after.people.names == ("ann", None)
    assert len(after.corrections.names) == 1


def test_renaming_and_taking_a_name_away():
    album = album_of(4, 3).name(0, "Ann").name(1, "Bob").name(0, "Zoë")
    assert album.people.names == ("Zoë", "Bob")
    assert album.dropped == ()
    assert album.name(0, " ").people.names == (None, "Bob")


def test_people_with_names_never_become_one():
    faces = faces_from_embeddings([[0.0], [0.1], [0.3], [0.4]], describer="dlib")
    album = Album(faces).move(ids(faces, [2, 3])).name(0, "Ann").name(1, "Bob")
    # A newcomer between the two would have made them one.
    more = faces_from_embeddings([[0.0], [0.1], [0.3], [0.4], [0.2]], describer="dlib")
    after = Album(more, Corrections(names=album.corrections.names))
    assert after.people.n_people == 2
    assert set(after.people.names) == {"Ann", "Bob"}
    assert Album(more).people.n_people == 1


def test_not_the_same_splits():
    album = album_of(4, 3)
    a, b = ids(album.faces, [0, 1])
    after = album.not_same(a, b)
    assert after.person_of(a) != after.person_of(b)
    assert after.same(a, b).dropped[0].kind == "apart"
    assert after.same(a, b).person_of(a) == after.same(a, b).person_of(b)


def test_confirming_ends_the_doubt():
    faces = faces_from_embeddings([[0.0], [0.45], [0.9]], describer="dlib")
    album = Album(faces)
    while album.people.n_doubtful:
        face = faces.faces[int(album.people.doubtful_faces()[0])].id
        after = album.confirm(face)
        assert np.array_equal(after.people.labels, album.people.labels)
        album = after
    assert album.can_undo


def test_what_is_no_face_can_come_back():
    album = album_of(3, 2)
    (face,) = ids(album.faces, [0])
    after = album.remove_face(face)
    assert after.people.sizes.tolist() == [2, 2]
    with pytest.raises(ValueError, match="restore it first"):
        after.move([face], 0)
    assert np.array_equal(after.restore_face(face).people.labels, album.people.labels)


def test_ids_of_people_stay():
    album = album_of(5, 4, 3)
    assert album.person_ids == ("p1", "p2", "p3")
    after = album.move(ids(album.faces, [5, 6, 7]), 2)  # the third is the largest now
    assert after.people.sizes.tolist() == [6, 5, 1]
    assert after.person_ids == ("p3", "p1", "p2")
    assert after.person("p3") == 0
    alone = after.move(ids(album.faces, [0]))
    assert set(alone.person_ids) == {"p1", "p2", "p3", "p4"}
    assert alone.undo().person_ids == after.person_ids
    assert alone.undo().move(ids(album.faces, [1])).person_of(ids(album.faces, [1])[0]) == alone.person_of(
        ids(album.faces, [0])[0]
    )
    with pytest.raises(ValueError, match="no person 'p9'; people change"):
        album.merge("p9", 0)


def test_photos_come_and_go():
    faces, _ = grouped_faces([5, 4, 3])
    some = Faces(tuple(face for k, face in enumerate(faces.faces) if k not in (0, 6, 11)), faces.photos)
    album = Album(some).name(0, "Ann").name(1, "Bob")
    more = album.with_faces(faces)
    assert more.people.names == ("Ann", "Bob", None)
    assert more.person_ids == ("p1", "p2", "p3")
    assert more.undo().people.names == ("Ann", None, None)
    assert len(more.undo().faces) == len(faces)
    fewer = more.with_faces(Faces(faces.faces[5:], faces.photos))
    assert "Ann" not in fewer.people.names
    assert fewer.with_faces(faces).people.names == ("Ann", "Bob", None)


def test_another_weight_for_one_photo():
    faces = faces_from_embeddings([[0.0], [0.4]], photos=["a.jpg", "a.jpg"], describer="dlib")
    album = Album(faces)
    assert album.people.n_people == 2
    assert album.with_same_photo(0.0).people.n_people == 1
    assert album.with_same_photo(0.0).same_photo == 0.0


def test_corrections_as_a_whole():
    album = album_of(3, 2)
    a, b = ids(album.faces, [0, 3])
    after = album.correct(Corrections(same=((a, b),)))
    assert after.people.labels[0] == after.people.labels[3]
    assert after.can_undo
    with pytest.raises(ValueError, match="contradict each other"):
        album.correct(Corrections(same=((a, b),), apart=((a, b),)))


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda album: album.same("nobody-0", "x"), "no face 'nobody-0' in this album"),
        (lambda album: album.name(2, "Ann"), "no person 2: they are 0 to 1"),
        (lambda album: album.undo(), "nothing to undo"),
        (lambda album: album.redo(), "nothing to redo"),
        (lambda album: album.move(["nobody-0"], 0), "no face 'nobody-0'"),
    ],
)
def test_what_cannot_be_is_told(call, told):
    with pytest.raises(ValueError, match=told):
        call(album_of(2, 2))


FACES, _ = grouped_faces([4, 3, 2], spread=0.5, seed=2)
START = Album(FACES)
node = st.integers(0, len(FACES) - 1)
step = st.one_of(
    st.tuples(st.just("same"), node, node),
    st.tuples(st.just("not_same"), node, node),
    st.tuples(st.just("move"), st.lists(node, min_size=1, max_size=3), st.none() | st.integers(0, 9)),
    st.tuples(st.just("merge"), st.integers(0, 9), st.integers(0, 9)),
    st.tuples(st.just("name"), st.integers(0, 9), st.sampled_from(["Ann", "Bob", ""])),
    st.tuples(st.just("confirm"), node),
    st.tuples(st.just("remove_face"), node),
    st.tuples(st.just("restore_face"), node),
)


def taken(album, step):
    """The album after the step, or as it was if there can be no such step."""
    kind, *rest = step
    if kind in ("same", "not_same", "confirm", "remove_face", "restore_face"):
        rest = ids(FACES, rest)
    if kind == "move":
        rest[0] = ids(FACES, rest[0])
    try:
        return getattr(album, kind)(*rest)
    except ValueError:
        return album


@settings(max_examples=40)
@given(st.lists(step, max_size=8))
def test_undoing_all_is_the_start_and_redoing_all_the_end(steps):
    albums = [START]
    for it in steps:
        after = taken(albums[-1], it)
        if after is not albums[-1]:
            albums.append(after)
    last = albums[-1]
    # History does not matter: the same corrections give the same people.
    fresh = find_people(FACES, last.corrections)
    assert np.array_equal(fresh.labels, last.people.labels)
    assert fresh.names == last.people.names
    album = last
    for before in albums[-2::-1]:
        album = album.undo()
        assert_same(album, before)
    assert not album.can_undo
    for after in albums[1:]:
        album = album.redo()
        assert_same(album, after)
    assert not album.can_redo


def assert_same(a, b):
    assert a.corrections == b.corrections
    assert np.array_equal(a.people.labels, b.people.labels)
    assert a.people.names == b.people.names
    assert a.person_ids == b.person_ids
    assert len(set(a.person_ids)) == a.people.n_people


@settings(max_examples=40)
@given(st.lists(step, max_size=6), st.lists(node, min_size=1, max_size=3, unique=True), st.none() | st.integers(0, 9))
def test_moved_faces_are_where_they_were_moved_to(steps, moved, person):
    album = START
    for it in steps:
        album = taken(album, it)
    faces = [id for id in ids(FACES, moved) if id not in album.corrections.not_faces]
    if not faces:
        return
    person = None if person is None else person % album.people.n_people
    target = None if person is None else [face.id for face in album.people.faces_of(person)]
    sources = {album.person_of(id) for id in faces}
    left = [[f.id for f in album.people.faces_of(p) if f.id not in faces] for p in sources if p != person]
    after = album.move(faces, person)
    (place,) = {after.person_of(id) for id in faces}
    if target is not None:
        assert place == after.person_of(next((id for id in target if id not in faces), faces[0]))
        assert {after.person_of(id) for id in target[:5]} == {place}
    for others in left:
        assert all(after.person_of(id) != place for id in others[:5])

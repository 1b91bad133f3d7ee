"""One step is one correction, however many pairs it takes."""

import json

import pytest
from grouped_faces import grouped_faces, ids

from frenemy.apps.faces import Album, Corrections
from frenemy.apps.faces.corrections.corrections_json import corrections_from_json, corrections_to_json
from frenemy.apps.faces.corrections.undo_json import UndoWriter, history_from_json


@pytest.fixture
def album():
    faces, _ = grouped_faces([9, 6, 5])
    return Album(faces)


def test_a_move_of_four_faces_is_one_batch_and_one_step(album):
    faces = ids(album.faces, range(4))
    after = album.move(faces, 1)
    (batch,) = after.corrections.batches
    assert (batch.kind, set(batch.faces), len(batch.others)) == ("move", set(faces), 1)
    assert set(batch.same) == set(after.corrections.same)
    assert set(batch.apart) == set(after.corrections.apart)
    assert after.undo().corrections == Corrections()
    assert not after.corrections.without_batch(batch)


def test_two_single_faces_are_no_batch(album):
    a, b = ids(album.faces, (0, 9))
    assert album.same(a, b).corrections.batches == ()
    assert [it.kind for it in album.one_person(ids(album.faces, (0, 1, 9))).corrections.batches] == ["one person"]
    assert [it.kind for it in album.merge(0, 1, 2).corrections.batches] == ["merge"]
    assert album.merge(0, 1, 2).people.n_people == 1


def test_a_batch_loses_what_later_corrections_drop(album):
    faces = ids(album.faces, range(4))
    moved = album.move(faces, 1)
    back = moved.move(faces, moved.person_of(ids(album.faces, [5])[0]))
    for batch in back.corrections.batches:
        assert set(batch.same) <= set(back.corrections.same)
        assert set(batch.apart) <= set(back.corrections.apart)
    assert back.corrections.batches[-1].faces == tuple(faces)


def test_batches_survive_files(album):
    after = album.move(ids(album.faces, range(4)), 1).name(0, "Ann")
    text = corrections_to_json(after.corrections)
    assert json.loads(text)["version"] == 2
    assert corrections_from_json(text) == after.corrections
    read = history_from_json(UndoWriter().text(after.history), after.corrections)
    assert read.present.corrections == after.corrections
    assert read.past[-1].corrections.batches == after.corrections.batches
    # Without batches, an older program reads it; a file of an older program has none.
    single = album.name(0, "Ann").corrections
    assert json.loads(corrections_to_json(single))["version"] == 1
    assert corrections_from_json(corrections_to_json(single)).batches == ()
    # A pair that was deleted by hand is gone from its batch.
    edited = json.loads(text)
    gone = edited["apart"].pop()
    assert tuple(gone) not in corrections_from_json(json.dumps(edited)).batches[0].apart


@pytest.mark.parametrize(
    ("batch", "told"),
    [
        ("5", "batches: a list is expected"),
        ("[5]", "batches, number 1: a batch has"),
        ('[{"kind": "x", "faces": [], "others": [], "same": [], "apart": []}]', "unknown kind 'x'"),
        ('[{"kind": "move", "faces": [5], "others": [], "same": [], "apart": []}]', "an id of a face is text, got 5"),
    ],
)
def test_a_damaged_batch_is_told(batch, told):
    text = f'{{"format": "frenemy face corrections", "version": 2, "batches": {batch}}}'
    with pytest.raises(ValueError, match=told):
        corrections_from_json(text)

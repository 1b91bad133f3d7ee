"""Faces as values, and from a matrix."""

import pickle

import numpy as np
import pytest

from frenemy.apps.faces import Faces, faces_from_embeddings


def test_from_a_matrix():
    rows = np.arange(12.0).reshape(4, 3)
    faces = faces_from_embeddings(rows, photos=["b", "a", "b", "a"], thumbnails=[b"0", b"1", b"2", b"3"])
    assert np.array_equal(faces.embeddings, rows)
    assert faces.embeddings.dtype == np.float32
    assert faces.photo_of_face.tolist() == [0, 1, 0, 1]
    assert [face.thumbnail for face in faces.faces] == [b"0", b"1", b"2", b"3"]
    assert [face.id[-2:] for face in faces.faces] == ["-0", "-0", "-1", "-1"]
    assert [faces.index[face.id] for face in faces.faces] == [0, 1, 2, 3]
    assert [faces.path_of(face) for face in faces.faces] == ["b", "a", "b", "a"]
    with pytest.raises(ValueError, match="read-only"):
        faces.embeddings[0] = 0


def test_every_row_is_a_photo_of_its_own():
    faces = faces_from_embeddings(np.zeros((5, 2)))
    assert faces.photo_of_face.tolist() == [0, 1, 2, 3, 4]
    assert len(faces_from_embeddings(np.zeros((0, 4)))) == 0


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([1.0, 2.0], r"one row per face, got float64 of shape \(2,\); write \[row\]"),
        ([["a"]], "must be numbers"),
        ([[0, 1], [np.nan, 0]], "got nan in row 1, column 0; leave out such faces"),
        ([[0, np.inf]], "got inf in row 0, column 1"),
        ([[1e300]], "got 1e\\+300 in row 0"),
    ],
)
def test_bad_matrices(rows, message):
    with pytest.raises(ValueError, match=message):
        faces_from_embeddings(rows)


def test_lengths_that_differ():
    with pytest.raises(ValueError, match="photos must have one entry per row of the embeddings, 3, got 2"):
        faces_from_embeddings(np.eye(3), photos=["a", "b"])
    with pytest.raises(ValueError, match="thumbnails must have one entry per row"):
        faces_from_embeddings(np.eye(3), thumbnails=[b""])


def test_faces_that_do_not_fit_together():
    faces = faces_from_embeddings(np.eye(2))
    with pytest.raises(ValueError, match="which is not in photos"):
        Faces(faces.faces, {})
    with pytest.raises(ValueError, match="faces 0 and 1 have the same id"):
        Faces((faces.faces[0], faces.faces[0]), faces.photos)
    other = faces_from_embeddings(np.eye(3), photos=["a", "b", "c"])
    with pytest.raises(ValueError, match="embeddings must have the same length"):
        Faces(faces.faces + other.faces, {**faces.photos, **other.photos})


def test_pickles():
    faces = faces_from_embeddings(np.eye(2), photos=["a", "a"])
    again = pickle.loads(pickle.dumps(faces))
    assert [face.id for face in again.faces] == [face.id for face in faces.faces]
    assert dict(again.photos).keys() == dict(faces.photos).keys()

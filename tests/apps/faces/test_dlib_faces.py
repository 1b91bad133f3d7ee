"""The default describer, on a photo and on those of known people."""

import importlib.util
import sys

import numpy as np
import pytest

from frenemy.apps.faces import DlibFaces
from frenemy.apps.faces.photos import dlib_faces
from frenemy.apps.faces.photos.photo import read_photo

needs_dlib = pytest.mark.skipif(
    importlib.util.find_spec("dlib") is None or importlib.util.find_spec("face_recognition_models") is None,
    reason='needs dlib and its weights: pip install "frenemy[faces]"',
)


@pytest.fixture(scope="module")
def astronaut():
    data = pytest.importorskip("skimage.data")
    return data.astronaut()


@pytest.fixture(scope="module")
def collins(astronaut):
    """The face of the astronaut, with default settings."""
    (face,) = about_the_face(DlibFaces()(astronaut))
    return face


def about_the_face(found):
    """Eileen Collins looks at the camera; her face is about 110 pixels wide, around (222, 113)."""
    return [face for face in found if face.box[0] < 222 < face.box[2] and face.box[1] < 113 < face.box[3]]


@needs_dlib
def test_a_photo(collins):
    face = collins
    left, top, right, bottom = face.box
    assert 70 < right - left < 160
    assert 70 < bottom - top < 160
    assert face.confidence > 0.5
    assert len(face.landmarks) == 5
    assert all(left < x < right and top < y < bottom for x, y in face.landmarks)
    assert (face.embedding.shape, face.embedding.dtype) == ((128,), np.float32)
    assert np.linalg.norm(face.embedding) == pytest.approx(1.4, abs=0.2)  # dlib's lie near a sphere


@needs_dlib
def test_nobody_and_pictures_without_room():
    rng = np.random.default_rng(0)
    assert DlibFaces()(rng.integers(0, 256, (200, 300, 3), np.uint8)) == []
    for detector in ("hog", "cnn"):
        for shape in ((1, 1), (1, 900), (19, 400), (20, 20)):
            assert DlibFaces(detector)(np.zeros((*shape, 3), np.uint8)) == []


@needs_dlib
def test_large_photos_are_searched_reduced_and_faces_cut_from_the_whole(astronaut):
    (face,) = about_the_face(DlibFaces(search_side=512)(astronaut))
    large = np.kron(astronaut, np.ones((4, 4, 1), np.uint8))
    found = DlibFaces(search_side=512)(large)
    (same,) = [one for one in found if one.box[0] < 888 < one.box[2] and one.box[1] < 452 < one.box[3]]
    assert np.asarray(same.box) / 4 == pytest.approx(np.asarray(face.box), abs=6)
    assert np.linalg.norm(same.embedding - face.embedding) < 0.25


@needs_dlib
def test_a_face_that_fills_the_picture(astronaut, collins):
    """Cut within its box, with less than dlib's window wants to see around it."""
    close = np.kron(astronaut[88:155, 187:254], np.ones((4, 4, 1), np.uint8))
    (face,) = DlibFaces()(close)
    found = np.asarray(face.box) / 4 + np.array([187, 88, 187, 88])
    assert found == pytest.approx(np.asarray(collins.box), abs=12)
    assert np.linalg.norm(face.embedding - collins.embedding) < 0.5


@needs_dlib
def test_jitter_is_near_and_the_same_at_every_call(astronaut):
    (plain,) = about_the_face(DlibFaces(upsample=0)(astronaut))
    first, second = (about_the_face(DlibFaces(upsample=0, jitter=2)(astronaut))[0] for _ in range(2))
    assert np.array_equal(first.embedding, second.embedding)
    assert 0 < np.linalg.norm(first.embedding - plain.embedding) < 0.3


@needs_dlib
def test_people_of_known_names(shared_data):
    """Beside embeddings that were made elsewhere with the same weights, and distances within and between people."""
    folder, table = shared_data / "faces_lfw_dev", shared_data / "faces_lfw_dev_dlib128.npz"
    if not folder.is_dir() or not table.is_file():
        pytest.skip("no faces_lfw_dev in the shared data")
    known = np.load(table)
    row_of = {str(path): i for i, path in enumerate(known["paths"]) if known["detected"][i]}
    describe = DlibFaces(upsample=0)
    rows, people = [], []
    for person in sorted(path.name for path in folder.iterdir())[:2]:
        for path in sorted((folder / person).glob("*.jpg"))[:3]:
            (face,) = describe(read_photo(path.read_bytes()).pixels) or [None]
            if face is None:
                continue
            rows.append(face.embedding)
            people.append(person)
            if (i := row_of.get(f"{person}/{path.name}")) is not None:
                assert np.linalg.norm(face.embedding - known["embeddings"][i]) < 0.05
    assert len(rows) >= 5
    far = np.linalg.norm(np.array(rows)[:, None] - np.array(rows), axis=2)
    same = np.equal.outer(people, people)
    assert far[same].max() < 0.6
    assert far[~same].min() > 0.6


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"detector": "eye"}, "detector must be hog or cnn, got 'eye'"),
        ({"upsample": -1}, "upsample must be a whole number of at least 0, got -1"),
        ({"search_side": 3}, "search_side must be a whole number of at least 16, got 3"),
        ({"jitter": 1.5}, "jitter must be a whole number of at least 0, got 1.5"),
        ({"threshold": np.nan}, "threshold must be finite"),
    ],
)
def test_bad_settings(settings, message):
    with pytest.raises(ValueError, match=message):
        DlibFaces(**settings)


def test_names_tell_settings_apart():
    kinds = [
        DlibFaces(),
        DlibFaces("cnn"),
        DlibFaces(upsample=2),
        DlibFaces(search_side=800),
        DlibFaces(threshold=0.5),
        DlibFaces(jitter=2),
    ]
    assert len({kind.name for kind in kinds}) == len(kinds)
    assert DlibFaces(models="elsewhere").name == DlibFaces().name


@needs_dlib
def test_weights_that_are_not_there(tmp_path, monkeypatch):
    with pytest.raises(
        ImportError, match=r'shape_predictor_5_face_landmarks.dat, which are not in .*"frenemy\[faces\]"'
    ):
        DlibFaces(models=tmp_path).load()
    monkeypatch.setattr(dlib_faces.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ImportError, match="weights of face_recognition_models"):
        dlib_faces._installed_folder()


def test_without_dlib(monkeypatch):
    monkeypatch.setitem(sys.modules, "dlib", None)
    with pytest.raises(ImportError, match=r'needs dlib: pip install "frenemy\[faces\]"'):
        DlibFaces(models="a folder of its own").load()


@needs_dlib
def test_the_package_of_the_weights_is_not_imported():
    DlibFaces().load()
    assert "face_recognition_models" not in sys.modules
    assert "68" not in dlib_faces._LANDMARKS

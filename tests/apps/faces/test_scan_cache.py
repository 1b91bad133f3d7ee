"""The file that remembers a scan, also if it is not one."""

import contextlib
import sqlite3

import numpy as np
import pytest

from frenemy.apps.faces import Face, ScanCache
from frenemy.apps.faces.photos.photo_search import Searched


@pytest.fixture
def path(tmp_path):
    return tmp_path / "faces.sqlite"


def searched(photo, n_faces):
    row = np.arange(4, dtype=np.float32)
    faces = (Face(f"{photo}-{i}", photo, (1.5, 2, 3, 4), ((1, 2.25),), 0.1, row + i, b"jpeg") for i in range(n_faces))
    return Searched(photo, (640, 480), tuple(faces))


def test_what_is_kept_comes_back(path):
    with ScanCache(path) as cache:
        cache.keep("one", searched("aa", 2))
        cache.keep("one", searched("bb", 0))
        cache.keep("one", Searched("cc", reason="is empty"))
        cache.keep("two", searched("aa", 1))
        assert cache.last_scan() is None
    with ScanCache(path) as cache:
        assert cache.known("one") == {"aa", "bb", "cc"}
        assert cache.known("two") == {"aa"}
        faces = cache.faces("one", {"z.jpg": "aa", "a.jpg": "bb", "y.jpg": "aa", "c.jpg": "cc"})
        assert [face.id for face in faces.faces] == ["aa-0", "aa-1"]
        assert {photo.id: photo.paths for photo in faces.photos.values()} == {
            "aa": ("y.jpg", "z.jpg"),
            "bb": ("a.jpg",),
        }
        second = faces.faces[1]
        assert (second.box, second.landmarks, second.confidence) == ((1.5, 2, 3, 4), ((1, 2.25),), 0.1)
        assert (second.embedding.tolist(), second.thumbnail) == ([1, 2, 3, 4], b"jpeg")
        cache.keep("one", searched("aa", 1))
        assert len(cache.faces("one", {"z.jpg": "aa"})) == 1


def test_what_another_pillow_could_not_read_is_read_again(path, monkeypatch):
    with ScanCache(path) as cache:
        cache.keep("one", Searched("cc", reason="is not a picture"))
        cache.keep("one", searched("aa", 1))
        monkeypatch.setattr("frenemy.apps.faces.photos.scan_cache._reader", lambda: "pillow 99")
        assert cache.known("one") == {"aa"}


def test_no_database(path):
    path.write_bytes(b"these are holiday notes, not a database. " * 100)
    with pytest.raises(ValueError, match="faces.sqlite: is damaged .*move it away to scan again"):
        ScanCache(path)
    assert path.read_bytes().startswith(b"these are holiday")


def test_damaged(path):
    with ScanCache(path) as cache:
        for i in range(50):
            cache.keep("one", searched(f"{i:020}", 9))
    data = bytearray(path.read_bytes())
    data[4096:20000] = b"\xff" * (20000 - 4096)
    path.write_bytes(bytes(data))
    with pytest.raises(ValueError, match="is damaged .*move it away"), ScanCache(path) as cache:
        cache.faces("one", {f"{i}.jpg": f"{i:020}" for i in range(50)})


def test_of_another_program(path):
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE bookmarks (address TEXT)")
    database.commit()
    database.close()
    with pytest.raises(ValueError, match="database of another program"):
        ScanCache(path)


def test_of_another_version(path):
    ScanCache(path).close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 7")
    database.close()
    with pytest.raises(ValueError, match="another version of frenemy .format 7, not 2.; move it away"):
        ScanCache(path)


def test_no_such_folder_and_in_use(tmp_path, path):
    with pytest.raises(OSError, match="unable to open"):
        ScanCache(tmp_path / "nowhere" / "faces.sqlite")
    with ScanCache(path) as first, ScanCache(path) as second:
        second._database.execute("PRAGMA busy_timeout = 10")
        with first._transaction(), pytest.raises(OSError, match="in use by another program"):
            second.keep("one", searched("aa", 1))
        second.keep("one", searched("aa", 1))
        assert first.known("one") == {"aa"}


def test_interrupted_while_it_is_kept_is_not_kept(path):
    with ScanCache(path) as cache:
        cache.keep("one", searched("aa", 2))
        with contextlib.suppress(KeyboardInterrupt), cache._transaction():
            cache._database.execute("DELETE FROM face")
            raise KeyboardInterrupt
        assert len(cache.faces("one", {"a.jpg": "aa"})) == 2

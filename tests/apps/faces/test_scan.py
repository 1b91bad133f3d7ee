"""Folders of photos: what is found, listed, kept, and not looked at twice."""

import os
import sys
import textwrap
import time

import numpy as np
import pytest

pytest.importorskip("PIL")
from colored_squares import (
    BLUE,
    GOLD,
    GREEN,
    RED,
    ColoredSquares,
    animated,
    bad_files,
    encoded,
    photo,
    turned,
)
from interrupted import interrupted

import frenemy as fr
from frenemy.apps.faces import Found, NotSearched, ScanCache, scan
from frenemy.io import read_picture

NAMES = ["with space.jpg", 'it\'s "quoted".jpg', "🎉 fête.jpg", "<b onclick=x>&amp;.jpg", "#?%20.jpg"]
if sys.platform != "win32":
    NAMES += ["line\nbreak.jpg", "back\\slash.jpg", "-o.jpg"]
else:
    NAMES = ["with space.jpg", "it's.jpg", "🎉 fête.jpg", "&amp;.jpg"]


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "photos"
    place.mkdir()
    return place


@pytest.fixture
def put(folder):
    def write(name, data, *, age=100):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        then = time.time() - age
        os.utime(path, (then, then))
        return path

    return write


def summary(found):
    """All that must not depend on how a scan was made."""
    return (
        [(face.id, face.box, face.landmarks, face.confidence, face.thumbnail) for face in found.faces.faces],
        found.faces.embeddings.tolist(),
        {photo.id: (photo.paths, photo.size) for photo in found.faces.photos.values()},
        found.skipped,
    )


def test_faces_boxes_and_thumbnails(folder, put):
    put("b.png", encoded(photo(GREEN), "PNG"))
    put("a/two.png", encoded(photo(RED, BLUE), "PNG"))
    put("none.png", encoded(photo(), "PNG"))
    found = scan(folder, describer=ColoredSquares())
    faces = found.faces
    assert [faces.path_of(face) for face in faces.faces] == ["a/two.png", "a/two.png", "b.png"]
    assert [face.box for face in faces.faces] == [(8, 8, 32, 32), (56, 8, 80, 32), (8, 8, 32, 32)]
    assert np.allclose(faces.embeddings * 255, [RED, BLUE, GREEN])
    assert faces.photo_of_face.tolist() == [0, 0, 1]
    assert len(faces.photos) == 3  # the one without faces is among them
    assert (found.skipped, found.n_new, found.n_left, found.status) == ((), 3, 0, fr.Status.CONVERGED)
    assert faces.describer == ColoredSquares.name
    assert read_picture(faces.faces[0].thumbnail).shape[2] == 3
    assert [face.id for face in faces.faces] == [
        f"{face.photo}-{i}" for face, i in zip(faces.faces, [0, 1, 0], strict=True)
    ]


@pytest.mark.parametrize("threads", [1, 3])
def test_good_and_bad_files_of_every_kind(folder, put, threads):
    for name, (data, _) in bad_files().items():
        put(f"bad/{name}", data)
    put("turned.jpg", turned(photo(RED), 6))
    put("cmyk.jpg", encoded(photo(GREEN).convert("CMYK")))
    put("moving.gif", animated(photo(BLUE), photo(RED, GREEN)))
    found = scan(folder, describer=ColoredSquares(), threads=threads)
    assert [one.path for one in found.skipped] == sorted(f"bad/{name}" for name in bad_files())
    for one in found.skipped:
        assert bad_files()[one.path.removeprefix("bad/")][1] in one.reason
    assert [found.faces.path_of(face) for face in found.faces.faces] == ["cmyk.jpg", "moving.gif", "turned.jpg"]
    assert found.faces.faces[2].box == pytest.approx((8, 8, 32, 32), abs=1)


def test_the_same_photo_twice_is_one_photo(folder, put):
    for name in ("b.jpg", "a/copy of b.jpg", "c.jpg"):
        put(name, encoded(photo(RED)))
    describer = ColoredSquares()
    found = scan(folder, describer=describer)
    assert (len(found.faces), describer.n_calls, found.n_new) == (1, 1, 1)
    (one,) = found.faces.photos.values()
    assert one.paths == ("a/copy of b.jpg", "b.jpg", "c.jpg")


@pytest.mark.parametrize("name", NAMES)
def test_names(folder, put, name, tmp_path):
    put(name, encoded(photo(RED)))
    put("bad " + name, b"")
    for _ in range(2):
        found = scan(folder, describer=ColoredSquares(), cache=tmp_path / "faces.sqlite")
        assert [photo.paths for photo in found.faces.photos.values()] == [(name,)]
        assert [one.path for one in found.skipped] == ["bad " + name]
    with ScanCache(tmp_path / "faces.sqlite") as cache:
        assert [photo.paths for photo in cache.last_scan().faces.photos.values()] == [(name,)]


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
def test_names_that_are_no_text(folder, tmp_path):
    with open(os.fsencode(folder) + b"/\xff\xfe.jpg", "wb") as file:
        file.write(encoded(photo(RED)))
    for _ in range(2):
        found = scan(folder, describer=ColoredSquares(), cache=tmp_path / "faces.sqlite")
        (one,) = found.faces.photos.values()
        assert os.fsencode(one.paths[0]) == b"\xff\xfe.jpg"


def test_nothing_is_read_again(folder, put, tmp_path, monkeypatch):
    for i, color in enumerate((RED, GREEN, BLUE)):
        put(f"{i}.jpg", encoded(photo(color)))
    put("zero.jpg", b"")
    put("cut.jpg", encoded(photo(GOLD))[:300])
    cache = tmp_path / "faces.sqlite"
    first = scan(folder, describer=ColoredSquares(), cache=cache)
    assert first.n_new == 5
    opened = []
    honest = open

    def noting(file, *arguments, **options):
        opened.append(file)
        return honest(file, *arguments, **options)

    monkeypatch.setattr("builtins.open", noting)
    describer = ColoredSquares()
    again = scan(folder, describer=describer, cache=cache)
    assert (describer.n_calls, again.n_new, [path for path in opened if "photos" in str(path)]) == (0, 0, [])
    assert summary(again) == summary(first)
    with ScanCache(cache) as kept:
        last = kept.last_scan()
    assert summary(last) == summary(first)
    assert (os.path.samefile(last.root, folder), last.n_left) == (True, 0)


def test_moved_new_and_changed_photos(folder, put, tmp_path):
    cache = tmp_path / "faces.sqlite"
    put("a.jpg", encoded(photo(RED)))
    put("b.jpg", encoded(photo(GREEN)))
    put("c.jpg", b"not yet")
    ids = {face.photo: face.id for face in scan(folder, describer=ColoredSquares(), cache=cache).faces.faces}
    (folder / "a.jpg").rename(folder / "z.jpg")
    put("b.jpg", encoded(photo(BLUE)))
    put("c.jpg", encoded(photo(GOLD)))
    describer = ColoredSquares()
    found = scan(folder, describer=describer, cache=cache)
    assert [found.faces.path_of(face) for face in found.faces.faces] == ["b.jpg", "c.jpg", "z.jpg"]
    assert np.allclose(found.faces.embeddings * 255, [BLUE, GOLD, RED], atol=3)
    assert (describer.n_calls, found.n_new, found.skipped) == (2, 2, ())
    assert ids[found.faces.faces[2].photo] == found.faces.faces[2].id


def test_photos_that_are_gone_are_forgotten_on_request(folder, put, tmp_path):
    cache = tmp_path / "faces.sqlite"
    for name, color in (("a.jpg", RED), ("b.jpg", GREEN)):
        put(name, encoded(photo(color)))
    gone = scan(folder, describer=ColoredSquares(), cache=cache).faces.faces[1]
    data = (folder / "b.jpg").read_bytes()
    (folder / "b.jpg").unlink()
    scan(folder, describer=ColoredSquares(), cache=cache)
    assert gone.thumbnail in cache.read_bytes()
    put("b.jpg", data)
    assert scan(folder, describer=ColoredSquares(), cache=cache).n_new == 0
    (folder / "b.jpg").unlink()
    found = scan(folder, describer=ColoredSquares(), cache=cache, forget=True)
    assert len(found.faces) == 1
    assert gone.thumbnail not in cache.read_bytes()
    with ScanCache(cache) as kept:
        assert summary(kept.last_scan()) == summary(found)
        assert len(kept.known(ColoredSquares.name)) == 1
        assert kept.forget_others() == 0


def test_a_file_rewritten_at_once_is_seen(folder, put, tmp_path):
    """Same size, same time: only that it is so young tells."""
    cache = tmp_path / "faces.sqlite"
    path = put("a.bmp", encoded(photo(RED), "BMP"), age=0)
    before = os.stat(path)
    scan(folder, describer=ColoredSquares(), cache=cache)
    path.write_bytes(encoded(photo(BLUE), "BMP"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    found = scan(folder, describer=ColoredSquares(), cache=cache)
    assert np.allclose(found.faces.embeddings * 255, [BLUE])


def test_another_describer_searches_anew(folder, put, tmp_path):
    class Other(ColoredSquares):
        name = "colored squares 2"

    put("a.jpg", encoded(photo(RED)))
    cache = tmp_path / "faces.sqlite"
    assert [scan(folder, describer=kind(), cache=cache).n_new for kind in (ColoredSquares, Other, ColoredSquares)] == [
        1,
        1,
        0,
    ]


def test_threads_change_nothing(folder, put):
    for i in range(12):
        colors = [(RED, GREEN, BLUE, GOLD)[(i + j) % 4] for j in range(i % 4)]
        put(f"{i % 3}/{i}.jpg", encoded(photo(*colors, size=(200, 80 + i))))
        put(f"copies/{i}.jpg", encoded(photo(*colors, size=(200, 80 + i))))
    put("zero.jpg", b"")
    one, four = (scan(folder, describer=ColoredSquares(), threads=n) for n in (1, 4))
    assert summary(one) == summary(four)
    assert one.n_new == four.n_new == 13


def test_progress_and_stopping_by_the_callback(folder, put, tmp_path):
    for i in range(6):
        put(f"{i}.jpg", encoded(photo(RED, size=(150, 80 + i))))
    cache = tmp_path / "faces.sqlite"
    told = []

    def report(*progress):
        told.append(progress)
        return len(told) == 2

    found = scan(folder, describer=ColoredSquares(), cache=cache, on_photo=report)
    assert told == [(1, 6, "0.jpg"), (2, 6, "1.jpg")]
    assert (found.n_new, found.n_left, found.status, len(found.faces)) == (2, 4, fr.Status.CANCELLED, 2)
    with ScanCache(cache) as kept:
        assert kept.last_scan().n_left == 4
    rest = scan(folder, describer=ColoredSquares(), cache=cache)
    assert (rest.n_new, rest.n_left, len(rest.faces)) == (4, 0, 6)
    # Stopped at once, it still knows what needs no look.
    none = scan(folder, describer=ColoredSquares(), cache=cache, stop=fr.Stop(seconds=0))
    assert (len(none.faces), none.n_left) == (6, 0)


@pytest.mark.parametrize("threads", [1, 2])
def test_out_of_time(folder, put, threads):
    class Slow(ColoredSquares):
        def __call__(self, pixels):
            time.sleep(0.1)
            return super().__call__(pixels)

    for i in range(60):
        put(f"{i}.jpg", encoded(photo(RED, size=(150, 80 + i))))
    found = scan(folder, describer=Slow(), stop=fr.Stop(seconds=1.0), threads=threads)
    assert found.status == fr.Status.TIME_LIMIT
    assert 0 < len(found.faces) < 60
    assert found.n_left == 60 - len(found.faces)


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_keeps_what_was_found(folder, put, tmp_path, threads):
    for i in range(100):
        put(f"{i:03}.jpg", encoded(photo(RED, size=(150, 80 + i))))
    cache = tmp_path / "faces.sqlite"
    script = f"""
    import time
    from colored_squares import ColoredSquares
    from frenemy.apps.faces import scan
    class Slow(ColoredSquares):
        def __call__(self, pixels):
            time.sleep(0.1)  # or it would be at its end before
            return super().__call__(pixels)
    def report(done, total, path):
        if done == 5:
            print("ready", flush=True)
    found = scan({str(folder)!r}, describer=Slow(), cache={str(cache)!r}, on_photo=report, threads={threads})
    print(len(found.faces), found.n_left, found.status.name)
    """
    code, output = interrupted(textwrap.dedent(script), seconds=0.1)
    n_found, n_left, status = output.split()
    assert (code, status) == (0, "CANCELLED")
    assert 5 <= int(n_found) == 100 - int(n_left) < 100
    rest = scan(folder, describer=ColoredSquares(), cache=cache)
    assert rest.n_new == int(n_left)
    assert len(rest.faces) == 100


def test_no_pictures_is_an_error(folder, put):
    with pytest.raises(ValueError, match="photos: no pictures found"):
        scan(folder, describer=ColoredSquares())
    put("letter.txt", b"dear")
    with pytest.raises(ValueError, match="no pictures"):
        scan(folder, describer=ColoredSquares())


def test_only_bad_files_is_no_error(folder, put):
    put("zero.jpg", b"")
    found = scan(folder, describer=ColoredSquares())
    assert (len(found.faces), len(found.skipped), found.faces.embeddings.shape) == (0, 1, (0, 0))


def test_a_folder_and_a_file_in_it_that_cannot_be_read(folder, put, tmp_path):
    put("a.jpg", encoded(photo(RED)))
    odd = put("b.heic", b"not read")
    found = scan([folder, odd], cache=tmp_path / "faces.sqlite", describer=ColoredSquares())
    assert len(found.faces) == 1
    assert [one.path for one in found.skipped] == ["b.heic"]


def test_what_was_named_is_known(folder, put, tmp_path):
    put("a/1.jpg", encoded(photo(RED)))
    put("b/2.jpg", encoded(photo(BLUE)))
    put("private/3.jpg", encoded(photo(GOLD)))
    scan([folder / "a", folder / "b"], cache=tmp_path / "faces.sqlite", describer=ColoredSquares())
    with ScanCache(tmp_path / "faces.sqlite") as cache:
        assert cache.last_scan().named == (str(folder / "a"), str(folder / "b"))


def test_one_photo_by_name(put):
    path = put("only.jpg", encoded(photo(RED)))
    assert len(scan(path, describer=ColoredSquares()).faces) == 1


def test_no_photo_is_changed(folder, put):
    path = put("a.jpg", turned(photo(RED), 6))
    before = (path.read_bytes(), os.stat(path).st_mtime_ns)
    path.chmod(0o444)
    scan(folder, describer=ColoredSquares(), cache=folder / "faces.sqlite")
    assert (path.read_bytes(), os.stat(path).st_mtime_ns) == before
    assert sorted(name.name for name in folder.iterdir()) == ["a.jpg", "faces.sqlite"]


def test_describers_that_are_wrong(folder, put):
    put("a.jpg", encoded(photo(RED)))

    def nameless(_):
        return []

    with pytest.raises(ValueError, match="with a name"):
        scan(folder, describer=nameless)

    def giving(found):
        def describe(_):
            if isinstance(found, Exception):
                raise found
            return [found]

        describe.name = "wrong"
        return describe

    row = np.zeros(3, np.float32)
    with pytest.raises(ValueError, match=r"boxes \(left, top, right, bottom\)") as caught:
        scan(folder, describer=giving(Found((9, 0, 3, 5), row)))
    assert "while processing a.jpg" in caught.value.__notes__[0]
    with pytest.raises(ValueError, match="finite embeddings"):
        scan(folder, describer=giving(Found((0, 0, 3, 5), np.full(3, np.nan))))
    with pytest.raises(RuntimeError, match="broken"):  # a bug is no reason to skip all photos
        scan(folder, describer=giving(RuntimeError("broken")), threads=2)
    skipped = scan(folder, describer=giving(NotSearched("too\nodd"))).skipped
    assert [(one.path, one.reason) for one in skipped] == [("a.jpg", "too odd")]


def test_out_of_memory_is_tried_again(folder, put, tmp_path):
    class Hungry(ColoredSquares):
        def __call__(self, _):
            raise MemoryError

    put("a.jpg", encoded(photo(RED)))
    cache = tmp_path / "faces.sqlite"
    assert "memory" in scan(folder, describer=Hungry(), cache=cache).skipped[0].reason
    assert len(scan(folder, describer=ColoredSquares(), cache=cache).faces) == 1


def test_unreadable_and_far_too_long_files(folder, put, monkeypatch):
    monkeypatch.setattr(sys.modules["frenemy.apps.faces.photos.scan"], "MAX_BYTES", 2000)
    put("long.jpg", bytes(3000))
    honest = open

    def refusing(file, *arguments, **options):
        if str(file).endswith("shut.jpg"):
            raise PermissionError(13, "Permission denied", file)
        return honest(file, *arguments, **options)

    put("shut.jpg", b"x")
    monkeypatch.setattr("builtins.open", refusing)
    reasons = {one.path: one.reason for one in scan(folder, describer=ColoredSquares()).skipped}
    assert reasons == {
        "long.jpg": "has 3,000 bytes; the limit is 2,000",
        "shut.jpg": "cannot be read: Permission denied",
    }

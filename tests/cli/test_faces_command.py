"""``frenemy faces`` as a user meets it, with colored squares in place of faces."""

import csv
import importlib
import json
import os
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("PIL")
from colored_squares import BLUE, GREEN, RED, ColoredSquares, animated, bad_files, encoded, photo, turned

OUTPUTS = ["faces.sqlite", "people.csv", "people.html", "skipped.csv"]
TESTS = os.path.dirname(os.path.dirname(__file__))


class Stub(ColoredSquares):
    """Stands where dlib would."""

    called = 0

    def __init__(self, detector="hog"):
        super().__init__()
        self.name = f"dlib stub {detector}"

    def load(self):
        pass

    def __call__(self, pixels):
        Stub.called += 1
        return super().__call__(pixels)


@pytest.fixture(autouse=True)
def stub(monkeypatch):
    monkeypatch.setattr(importlib.import_module("frenemy.cli.faces"), "DlibFaces", Stub)
    Stub.called = 0


@pytest.fixture
def put(tmp_path):
    def write(name, data):
        path = tmp_path / "photos" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (time.time() - 100,) * 2)
        return path

    return write


@pytest.fixture
def some(put):
    """Red is in three photos, green in two, blue in one."""
    put("a.jpg", encoded(photo(RED, GREEN)))
    put("b.jpg", encoded(photo(RED)))
    put("c/d.jpg", turned(photo(RED, BLUE), 6))
    put("c/e.jpg", encoded(photo(GREEN)))


def files_in(folder):
    return sorted(path.name for path in folder.iterdir())


def table(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.usefixtures("some")
def test_photos_in_people_out(frenemy_here, tmp_path):
    done = frenemy_here("faces", "photos", "-o", "people")
    assert done.returncode == 0, done.stderr
    assert files_in(tmp_path / "people") == OUTPUTS
    assert "4 photos with 6 faces, 0 without any; 4 processed now\n" in done.stderr
    assert "3 people, 0 doubtful faces, " in done.stderr
    assert f"written: {os.path.join('people', 'people.html')}, {os.path.join('people', 'people.csv')}\n" in done.stderr
    assert "in the browser: frenemy serve --faces people\n" in done.stderr
    assert "skipped" not in done.stderr
    who = {(row["photo"], row["left"]): row["person"] for row in table(tmp_path / "people" / "people.csv")}
    assert len(who) == 6
    assert len(set(who.values())) == 3
    assert "\x1b" not in done.stderr


@pytest.mark.usefixtures("some")
def test_second_run_looks_at_new_photos_only(frenemy_here, tmp_path, put):
    frenemy_here("faces", "photos", "-o", "people")
    before = {name: (tmp_path / "people" / name).read_bytes() for name in ("people.csv", "people.html")}
    Stub.called = 0
    again = frenemy_here("faces", "photos", "-o", "people")
    assert (Stub.called, again.returncode) == (0, 0)
    assert "0 without any; 0 processed now" in again.stderr
    assert (tmp_path / "people" / "people.csv").read_bytes() == before["people.csv"]
    put("new.jpg", encoded(photo(BLUE)))
    more = json.loads(frenemy_here("faces", "photos", "-o", "people", "--json", "-q").stdout)
    assert (Stub.called, more["n_new"], more["n_people"], more["sizes"]) == (1, 1, 3, [3, 2, 2])


def test_bad_files_are_listed_once_and_stop_nothing(frenemy_here, put, tmp_path):
    for name, (data, _) in bad_files().items():
        put(name, data)
    put("moving.gif", animated(photo(RED), photo(GREEN)))
    put("cmyk.jpg", encoded(photo(RED).convert("CMYK")))
    put("nobody.jpg", encoded(photo()))
    put("twice/nobody.jpg", encoded(photo()))
    done = frenemy_here("faces", "photos", "-o", "people")
    assert done.returncode == 0, done.stderr
    assert "3 photos with 2 faces, 1 without any; 7 processed now\n" in done.stderr
    assert "1 person, 0 doubtful faces" in done.stderr
    assert f"6 files skipped, all in {os.path.join('people', 'skipped.csv')}:\n" in done.stderr
    assert "  ... and 1 more\n" in done.stderr
    rows = table(tmp_path / "people" / "skipped.csv")
    assert {row["photo"] for row in rows} == set(bad_files())
    assert len(rows) == 6
    for row in rows:
        assert bad_files()[row["photo"]][1] in row["reason"]
        assert done.stderr.count(f"  {row['photo']}: ") <= 1


ODD = ['it\'s "x" y.jpg', "<script>alert(1)</script>.jpg", "=1+1.jpg", "🎉 [bold]\x1b[2J\n.jpg", "-o.jpg"]


@pytest.mark.skipif(sys.platform == "win32", reason="such names cannot be there")
def test_odd_names(frenemy_here, put, tmp_path):
    put("<b>&amp;</b>/plain.jpg", encoded(photo(GREEN)))
    for i, name in enumerate(ODD):
        put(name, encoded(photo(RED, size=(200, 100 + i))))
        put("bad " + name, b"")
    with open(os.fsencode(tmp_path / "photos") + b"/\xff.jpg", "wb") as file:
        file.write(encoded(photo(RED, size=(300, 200))))
    done = frenemy_here("faces", "photos", "-o", "people dir", "--links", "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert (summary["n_people"], summary["sizes"], len(summary["skipped"])) == (2, [6, 1], 5)
    assert "\x1b" not in done.stderr
    assert "  bad 🎉 [bold]\\x1b[2J\\n.jpg: is empty\n" in done.stderr
    page = (tmp_path / "people dir" / "people.html").read_text(encoding="utf-8")
    assert "<script>alert(1)" not in page
    assert len(list((tmp_path / "people dir").glob("Person 001/*"))) == 6


@pytest.mark.usefixtures("some")
def test_links_and_copies(frenemy_here, tmp_path):
    done = frenemy_here("faces", "photos", "-o", "photos/people", "--copies", "--no-page")
    assert done.returncode == 0, done.stderr
    assert "3 folders with 6 photos in photos/people\n" in done.stderr
    folder = tmp_path / "photos" / "people"
    assert "people.html" not in files_in(folder)
    assert files_in(folder / "Person 001") == ["a.jpg", "b.jpg", "d.jpg"]
    # What lies in the folder of people is not taken for photos.
    again = frenemy_here("faces", "photos", "-o", "photos/people", "--copies", "--no-page")
    assert "0 without any; 0 processed now" in again.stderr
    both = frenemy_here("faces", "photos", "-o", "other", "--copies", "--links")
    assert (both.returncode, (tmp_path / "other").exists()) == (2, False)


@pytest.mark.usefixtures("some")
def test_no_photo_is_changed(frenemy_here, tmp_path):
    def state():
        files = sorted((tmp_path / "photos").rglob("*.jpg"))
        return [(path, path.read_bytes(), path.stat().st_mtime_ns) for path in files]

    before = state()
    frenemy_here("faces", "photos", "-o", "people", "--links")
    assert state() == before


@pytest.mark.usefixtures("some")
def test_corrections_are_kept_to(frenemy_here, tmp_path):
    from frenemy.apps.faces.album.album_folder import AlbumFolder

    frenemy_here("faces", "photos", "-o", "people")
    folder = AlbumFolder(tmp_path / "people")
    album = folder.open()
    red, green = album.people.faces_of(0)[0].id, album.people.faces_of(1)[0].id
    folder.save(album.merge(0, 1).name(0, "Ann"))
    said = (tmp_path / "people" / "corrections.json").read_bytes()
    done = frenemy_here("faces", "photos", "-o", "people", "--json")
    summary = json.loads(done.stdout)
    assert (summary["n_people"], summary["names"]) == (2, ["Ann", None])
    assert "names and corrections from " in done.stderr
    assert (tmp_path / "people" / "corrections.json").read_bytes() == said
    rows = {row["face"]: row["name"] for row in table(tmp_path / "people" / "people.csv")}
    assert rows[red] == rows[green] == "Ann"


def test_damaged_corrections_and_memory_are_told_and_kept(frenemy_here, put, tmp_path):
    put("a.jpg", encoded(photo(RED)))
    people = tmp_path / "people"
    people.mkdir()
    (people / "corrections.json").write_text("{ not json")
    done = frenemy_here("faces", "photos", "-o", "people")
    assert done.returncode == 1
    assert "corrections.json" in done.stderr
    assert (people / "corrections.json").read_text() == "{ not json"
    (people / "corrections.json").unlink()
    (people / "faces.sqlite").write_bytes(b"something else entirely" * 100)
    done = frenemy_here("faces", "photos", "-o", "people")
    assert done.returncode == 1
    assert "is damaged or not a scan cache" in done.stderr
    assert "move it away to scan again" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_odd_exif_data_is_no_matter(frenemy_here, put):
    data = turned(photo(RED), 6)
    at = data.index(b"Exif") + 14
    put("odd.jpg", data[:at] + b"\xff\xff" + data[at + 2 :])
    done = frenemy_here("faces", "photos", "-o", "people")
    assert (done.returncode, "1 person" in done.stderr) == (0, True), done.stderr
    assert "EXIF" not in done.stderr


@pytest.mark.usefixtures("some")
def test_forget(frenemy_here, put, tmp_path):
    gone = put("gone.jpg", encoded(photo(BLUE)))
    frenemy_here("faces", "photos", "-o", "people")
    n_bytes = (tmp_path / "people" / "faces.sqlite").stat().st_size
    gone.unlink()
    frenemy_here("faces", "photos", "-o", "people")
    assert (tmp_path / "people" / "faces.sqlite").stat().st_size == n_bytes
    Stub.called = 0
    assert frenemy_here("faces", "photos", "-o", "people", "--forget").returncode == 0
    put("gone.jpg", encoded(photo(BLUE)))
    frenemy_here("faces", "photos", "-o", "people")
    assert Stub.called == 1


@pytest.mark.parametrize("output", ["photos", "photos/../photos/", "."])
def test_people_do_not_go_among_photos(frenemy_here, put, output):
    put("a.jpg", encoded(photo(RED)))
    done = frenemy_here("faces", "photos", "-o", output)
    assert done.returncode == 1
    assert f"error: -o {output} is or contains the folder of the photos" in done.stderr


def test_nothing_to_look_at(frenemy_here, put, tmp_path):
    put("letter.txt", b"dear")
    done = frenemy_here("faces", "photos", "-o", "people")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: photos: no pictures found (.jpg, ")
    assert not (tmp_path / "people").exists()
    done = frenemy_here("faces", "nowhere", "-o", "people")
    assert (done.returncode, done.stderr) == (1, "error: nowhere: No such file or directory\n")
    put("a.jpg", encoded(photo(RED)))
    done = frenemy_here("faces", "photos", "-o", "photos/letter.txt")
    assert (done.returncode, done.stderr.count("is a file; choose a folder")) == (1, 1)
    assert frenemy_here("faces", "photos").returncode == 2


def test_nobody_and_one_photo(frenemy_here, put, tmp_path):
    put("nobody.jpg", encoded(photo()))
    done = frenemy_here("faces", "photos", "-o", "people")
    assert (done.returncode, "0 people, 0 doubtful faces" in done.stderr) == (0, True), done.stderr
    assert table(tmp_path / "people" / "people.csv") == []
    one = put("one.jpg", encoded(photo(RED)))
    done = frenemy_here("faces", one, "-o", "people2")
    assert (done.returncode, "1 person, 0 doubtful faces" in done.stderr) == (0, True), done.stderr


def test_out_of_time_goes_on_with_what_there_is(frenemy_here, put):
    for i in range(3):
        put(f"{i}.jpg", encoded(photo(RED, size=(200, 100 + i))))
    done = frenemy_here("faces", "photos", "-o", "people", "--seconds", "0")
    assert done.returncode == 0, done.stderr
    assert "out of time: 3 files left to search; the same command continues\n" in done.stderr
    done = frenemy_here("faces", "photos", "-o", "people")
    assert "1 person, 0 doubtful faces" in done.stderr


@pytest.mark.usefixtures("some")
def test_without_dlib_the_extra_is_named(frenemy, without, tmp_path):
    environment = without("dlib")
    environment["PYTHONPATH"] += os.pathsep + os.environ.get("PYTHONPATH", "")
    done = frenemy("faces", "photos", "-o", "people", environment=environment)
    assert done.returncode == 1
    assert done.stderr == 'error: face detection needs dlib: pip install "frenemy[faces]"\n'
    assert not (tmp_path / "people").exists()


SLOW = f"""
import os, sys, time
sys.path[:0] = [{TESTS!r}]
import frenemy.cli.faces
from colored_squares import ColoredSquares
class Slow(ColoredSquares):
    name = "dlib stub hog"
    def __init__(self, detector): super().__init__()
    def load(self): pass
    def __call__(self, pixels):
        os.write(1, b"photo\\n")  # in one piece, whatever the other thread does
        time.sleep(0.05)
        return super().__call__(pixels)
sys.modules["frenemy.cli.faces"].DlibFaces = Slow
from frenemy.cli import main
sys.argv = ["frenemy", "faces", "photos", "-o", "people", "--threads", "2"]
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_interrupted_run_resumes(frenemy_here, put, tmp_path):
    for i in range(80):
        put(f"{i}.jpg", encoded(photo(RED, size=(200, 100 + i))))
    child = subprocess.Popen(
        [sys.executable, "-c", SLOW], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        for _ in range(6):
            assert child.stdout.readline() == "photo\n"
        child.send_signal(signal.SIGINT)
        _, told = child.communicate(timeout=300)
    finally:
        child.kill()
    assert child.returncode == 1
    assert told.startswith("error: interrupted: ")
    assert told.endswith("and the same command continues from there\n")
    assert files_in(tmp_path / "people") == ["faces.sqlite"]
    done = frenemy_here("faces", "photos", "-o", "people", "--json", "-q")
    summary = json.loads(done.stdout)
    assert (summary["n_faces"], summary["n_people"]) == (80, 1)
    assert 0 < summary["n_new"] <= 75
    assert f"interrupted: {summary['n_new']} files left" in told


def test_help_teaches(frenemy_here):
    done = frenemy_here("faces", "--help")
    text = " ".join(done.stdout.split())
    for part in ("frenemy faces photos/ -o people/", "people.html", "Nothing leaves this computer", "frenemy[faces]"):
        assert part in text

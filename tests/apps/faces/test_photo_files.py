"""Which files are taken for photos."""

import os
import sys

import pytest

from frenemy.apps.faces.photos.photo_files import find_photo_files

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="making links needs rights there")


@pytest.fixture
def put(tmp_path):
    def write(*paths):
        for path in paths:
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_bytes(b"x")

    return write


def paths(found):
    return [file.path for file in found.files]


def test_sorted_by_path_and_by_ending_in_any_case(tmp_path, put):
    put("b.JPG", "a/z.png", "a/y.Jpeg", "c.txt", "noending", "d.tiff", "movie.mp4", "a.webp", "e.pgm")
    found = find_photo_files(tmp_path)
    assert paths(found) == ["a.webp", "a/y.Jpeg", "a/z.png", "b.JPG", "d.tiff", "e.pgm"]
    assert found.skipped == ()
    assert found.files[0].n_bytes == 1
    assert os.path.samefile(found.files[1].place, tmp_path / "a" / "y.Jpeg")


def test_pictures_that_are_not_read_are_listed(tmp_path, put):
    put("a.heic", "b.CR2", "c.psd", "d.jpg", "e.doc")
    found = find_photo_files(tmp_path)
    assert [one.path for one in found.skipped] == ["a.heic", "b.CR2", "c.psd"]
    assert all("save it as JPEG" in one.reason for one in found.skipped)


def test_hidden_ones_and_left_out_ones_and_earlier_people_are_passed_over(tmp_path, put):
    put("a.jpg", ".hidden.jpg", ".cache/b.jpg", "people/c.jpg", "old/faces.sqlite", "old/Ann/d.jpg", "sub/people/e.jpg")
    assert paths(find_photo_files(tmp_path, leave_out=[tmp_path / "people"])) == ["a.jpg", "sub/people/e.jpg"]
    assert paths(find_photo_files(tmp_path, leave_out=[tmp_path / "not there"])) == [
        "a.jpg",
        "people/c.jpg",
        "sub/people/e.jpg",
    ]
    assert paths(find_photo_files(tmp_path / "old")) == ["Ann/d.jpg"]  # asked for by name


@needs_links
def test_links_in_circles_end(tmp_path, put):
    put("a/b/c.jpg")
    (tmp_path / "a" / "b" / "up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "z").symlink_to(tmp_path / "a", target_is_directory=True)
    (tmp_path / "copy.jpg").symlink_to(tmp_path / "a" / "b" / "c.jpg")
    (tmp_path / "gone.jpg").symlink_to(tmp_path / "nothing.jpg")
    found = find_photo_files(tmp_path)
    assert paths(found) == ["a/b/c.jpg", "copy.jpg"]
    assert [(one.path, one.reason) for one in found.skipped] == [("gone.jpg", "a broken link")]


@needs_links
def test_pipes_are_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe.jpg")
    found = find_photo_files(tmp_path)
    assert [(one.path, one.reason) for one in found.skipped] == [("pipe.jpg", "is not a file")]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root reads every folder")
def test_folders_that_cannot_be_read_are_listed(tmp_path, put):
    put("shut/a.jpg", "b.jpg")
    (tmp_path / "shut").chmod(0)
    try:
        found = find_photo_files(tmp_path)
    finally:
        (tmp_path / "shut").chmod(0o755)
    assert paths(found) == ["b.jpg"]
    assert [one.path for one in found.skipped] == ["shut"]


def test_folder_that_vanishes_is_listed(tmp_path, put, monkeypatch):
    put("a/b.jpg", "c.jpg")
    honest = os.scandir

    def scandir(place):
        if os.path.basename(place) == "a":
            raise PermissionError(13, "Permission denied", place)
        return honest(place)

    monkeypatch.setattr(os, "scandir", scandir)
    found = find_photo_files(tmp_path)
    assert paths(found) == ["c.jpg"]
    assert [(one.path, one.reason) for one in found.skipped] == [("a", "the folder cannot be read: Permission denied")]


def test_files_and_folders_by_name(tmp_path, put):
    put("x/a.jpg", "y/b.jpg", "y/odd", "y/c.jpg")
    found = find_photo_files(
        [tmp_path / "x", tmp_path / "y" / "odd", tmp_path / "y" / "b.jpg", tmp_path / "y" / "b.jpg"]
    )
    assert paths(found) == ["x/a.jpg", "y/b.jpg", "y/odd"]
    assert os.path.samefile(found.root, tmp_path)
    (one,) = find_photo_files(tmp_path / "y" / "odd").files
    assert one.path == "odd"


def test_what_is_not_there_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere"):
        find_photo_files(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="empty list"):
        find_photo_files([])


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
def test_names_that_are_no_text(tmp_path):
    with open(os.fsencode(tmp_path) + b"/caf\xe9.jpg", "wb") as file:
        file.write(b"x")
    (one,) = find_photo_files(tmp_path).files
    assert os.fsencode(one.path) == b"caf\xe9.jpg"
    with open(one.place, "rb") as file:
        assert file.read() == b"x"

"""Which files of a folder are pictures, and that nothing outside of it is read."""

import os
import sys

import pytest

from frenemy.web.request_error import RequestError
from frenemy.web.segment.folder.picture_folder import PictureFolder

ODD_NAMES = [
    "a b.png",
    "Übung.JPG",
    'it\'s "quoted".png',
    "a..b.png",
    "-rf.png",
    "%2e%2e%2fx.png",
    "line\nbreak.png",
    "日本.webp",
]


def named(folder):
    return [picture.name for picture in folder.pictures()]


def problems(folder):
    return {picture.name: picture.problem for picture in folder.pictures() if picture.problem}


def test_pictures_in_natural_order_without_what_is_hidden_exported_or_something_else(tmp_path):
    for name in ("photo 10.png", "photo 9.png", "Photo 1.JPEG", ".hidden.png", "notes.txt", "photo 9.strokes.json"):
        (tmp_path / name).write_bytes(b"x")
    for name in ("photo 9.labels.png", "photo 9.overlay.png", "photo 9.coco.json"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "folder.png").mkdir()
    assert named(PictureFolder(tmp_path)) == ["Photo 1.JPEG", "photo 9.png", "photo 10.png"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not allow such names")
def test_names_with_any_characters(tmp_path):
    for name in ODD_NAMES:
        (tmp_path / name).write_bytes(name.encode())
    (tmp_path / os.fsdecode(b"not \xff unicode.png")).write_bytes(b"bytes")
    folder = PictureFolder(tmp_path)
    found = {picture.name: picture for picture in folder.pictures()}
    assert set(found) == {*ODD_NAMES, os.fsdecode(b"not \xff unicode.png")}
    for name in ODD_NAMES:
        assert folder.read(folder[found[name].id], 1000) == name.encode()
        assert found[name].id.isalnum()


def test_folders_inside_are_entered_on_request_only(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    for name in ("top.png", "a/one.png", "a/b/two.png", ".git/x.png"):
        (tmp_path / name).write_bytes(name.encode())
    assert named(PictureFolder(tmp_path)) == ["top.png"]
    deep = PictureFolder(tmp_path, recursive=True)
    assert named(deep) == ["a/b/two.png", "a/one.png", "top.png"]
    assert deep.read(deep.pictures()[0], 100) == b"a/b/two.png"


@pytest.mark.skipif(sys.platform == "win32", reason="links need special rights there")
def test_links_that_lead_out_are_shown_but_never_read(tmp_path):
    inside, outside = tmp_path / "in", tmp_path / "out"
    (inside / "sub").mkdir(parents=True)
    outside.mkdir()
    (outside / "secret.png").write_bytes(b"secret")
    (inside / "own.png").write_bytes(b"own")
    os.symlink(outside / "secret.png", inside / "link.png")
    os.symlink("own.png", inside / "same.png")
    os.symlink("nowhere.png", inside / "dangling.png")
    os.symlink(outside, inside / "there")
    os.symlink(inside, inside / "sub" / "loop")
    folder = PictureFolder(inside, recursive=True)
    assert named(folder) == ["dangling.png", "link.png", "own.png", "same.png"]
    assert problems(folder) == {
        "dangling.png": "is a link to nothing",
        "link.png": "is a link that leads out of the folder",
    }
    by_name = {picture.name: picture for picture in folder.pictures()}
    assert folder.read(by_name["same.png"], 100) == b"own"
    with pytest.raises(RequestError, match="leads out of the folder"):
        folder.read(by_name["link.png"], 100)
    # Swapped after the listing: a file for a link, and the whole folder for a link.
    os.unlink(inside / "own.png")
    os.symlink(outside / "secret.png", inside / "own.png")
    with pytest.raises(RequestError, match="leads out of the folder"):
        folder.read(by_name["own.png"], 100)
    os.rename(inside, tmp_path / "moved")
    os.symlink(outside, inside)
    (outside / "own.png").write_bytes(b"secret")
    with pytest.raises(RequestError, match="leads out of the folder"):
        folder.read(by_name["own.png"], 100)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_pipes_are_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "file.png").write_bytes(b"x")
    folder = PictureFolder(tmp_path)
    (one,) = folder.pictures()
    os.unlink(tmp_path / "file.png")
    os.rename(tmp_path / "pipe.png", tmp_path / "file.png")
    with pytest.raises(RequestError, match="is a pipe"):
        folder.read(one, 100)


def test_files_and_folders_that_vanish_and_come_back(tmp_path):
    path = tmp_path / "photos"
    path.mkdir()
    (path / "a.png").write_bytes(b"a")
    folder = PictureFolder(path)
    (one,) = folder.pictures()
    (path / "a.png").unlink()
    with pytest.raises(RequestError, match=r"a\.png is not there any more"):
        folder.read(one, 100)
    path.rmdir()
    for action in (folder.pictures, lambda: folder.read(one, 100)):
        with pytest.raises(RequestError, match="the folder .*photos is not there any more") as caught:
            action()
        assert caught.value.status == 410
    path.mkdir()
    (path / "a.png").write_bytes(b"new")
    assert folder.read(folder[one.id], 100) == b"new"
    with pytest.raises(RequestError, match="at most"):
        folder.read(one, 2)
    with pytest.raises(RequestError, match="no such picture"):
        folder["../../etc/passwd"]


def test_a_picture_that_is_newer_than_the_listing_is_found(tmp_path):
    folder = PictureFolder(tmp_path)
    assert folder.pictures() == []
    (tmp_path / "late.png").write_bytes(b"x")
    (late,) = PictureFolder(tmp_path).pictures()
    assert folder[late.id].name == "late.png"


def test_what_is_not_a_folder_is_told(tmp_path):
    (tmp_path / "cat.png").write_bytes(b"x")
    with pytest.raises(ValueError, match=r"cat\.png is not a folder: give the folder that the picture is in"):
        PictureFolder(tmp_path / "cat.png")
    with pytest.raises(ValueError, match="there is no folder"):
        PictureFolder(tmp_path / "nowhere")

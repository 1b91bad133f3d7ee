"""Work that is saved beside pictures: whole or not at all, never over what the writer has not seen."""

import json
import os
import signal
import sys

import pytest
from killed import Killer
from small_disk import fill, mounted

from frenemy.io import read_strokes
from frenemy.web.request_error import RequestError
from frenemy.web.segment.folder.picture_folder import PictureFolder
from frenemy.web.segment.folder.work_files import WorkFiles

WORK = {"strokes": [{"points": [[1, 2], [3, 4]], "width": 3}], "merges": [[[1, 1], [2, 2]]], "width": 9, "height": 8}

NAMES = [{"at": [1, 1], "name": "Tür", "class": "door"}]


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "photos"
    path.mkdir()
    (path / "cat.jpg").write_bytes(b"x")
    return path


def opened(path):
    return WorkFiles(PictureFolder(path, recursive=True), 1_000_000)


def by_name(files):
    return {picture.name: picture for picture, _ in files.list()}


def states(files):
    return {picture.name: work.state for picture, work in files.list()}


def test_work_is_written_beside_the_picture_and_read_again(folder):
    files = opened(folder)
    cat = by_name(files)["cat.jpg"]
    assert files.read(cat) == opened(folder).read(cat)
    assert (files.read(cat).version, files.read(cat).text) == ("", None)
    assert states(files) == {"cat.jpg": "new"}
    version = files.write(cat, {**WORK, "names": NAMES}, base="")
    written = json.loads((folder / "cat.strokes.json").read_bytes())
    assert written == {**WORK, "names": NAMES, "picture": "cat.jpg"}
    assert len(read_strokes(folder / "cat.strokes.json", shape=(8, 9))) == 1
    assert sorted(os.listdir(folder)) == ["cat.jpg", "cat.strokes.json"]
    again = opened(folder)
    assert again.read(cat).version == version
    assert json.loads(again.read(cat).text) == written
    assert states(again) == {"cat.jpg": "begun"}
    version = again.write(cat, {**WORK, "done": True}, base=version)
    assert states(files) == states(again) == {"cat.jpg": "done"}
    again.write(cat, {"strokes": [], "merges": [], "width": 9, "height": 8}, base=version)
    assert states(files) == {"cat.jpg": "new"}


def test_work_of_someone_else_is_not_overwritten(folder):
    one, other = opened(folder), opened(folder)
    cat = by_name(one)["cat.jpg"]
    by_name(other)
    first = one.write(cat, WORK, base="")
    with pytest.raises(
        RequestError, match=r"cat\.strokes\.json has changed on the disk since it was read here"
    ) as caught:
        other.write(cat, {**WORK, "done": True}, base="")
    assert caught.value.status == 409
    assert one.read(cat).version == first
    assert other.write(cat, WORK, base="") == first  # the same work is no conflict
    second = other.write(cat, {**WORK, "done": True}, base=first)
    with pytest.raises(RequestError, match="has changed"):
        one.write(cat, {**WORK, "merges": []}, base=first)
    one.write(cat, {**WORK, "merges": []}, base=second)  # the person has chosen
    os.unlink(folder / "cat.strokes.json")
    one.write(cat, WORK, base=second)  # nothing is there to be lost
    assert not [name for name in os.listdir(folder) if name.startswith(".")]


def test_a_tab_that_missed_an_answer_is_not_in_conflict_with_itself(folder):
    files = opened(folder)
    cat = by_name(files)["cat.jpg"]
    files.write(cat, WORK, base="", tab="mine")  # the answer got lost
    files.write(cat, {**WORK, "done": True}, base="", tab="mine")
    with pytest.raises(RequestError, match="has changed"):
        files.write(cat, WORK, base="", tab="other")


def test_pictures_of_one_stem_have_files_of_their_own(folder):
    files = opened(folder)
    files.write(by_name(files)["cat.jpg"], WORK, base="")
    (folder / "cat.bmp").write_bytes(b"x")
    (folder / "CAT.png").write_bytes(b"x")
    (folder / "sub").mkdir()
    (folder / "sub" / "cat.jpg").write_bytes(b"x")
    files = opened(folder)
    assert states(files) == {"cat.bmp": "new", "cat.jpg": "begun", "CAT.png": "new", "sub/cat.jpg": "new"}
    pictures = by_name(files)
    for picture in pictures.values():
        files.write(picture, {**WORK, "done": True}, base=files.read(picture).version)
    assert sorted(path.name for path in folder.glob("*.json")) == [
        *("CAT.png.strokes.json", "cat.bmp.strokes.json", "cat.strokes.json")
    ]
    assert (folder / "sub" / "cat.strokes.json").exists()
    assert set(states(opened(folder)).values()) == {"done"}
    (folder / "cat.bmp").unlink()
    (folder / "CAT.png").unlink()
    assert states(opened(folder)) == {"cat.jpg": "done", "sub/cat.jpg": "done"}


def test_work_without_a_name_belongs_to_the_first_of_a_stem(folder):
    (folder / "cat.png").write_bytes(b"x")
    (folder / "cat.strokes.json").write_text(json.dumps(WORK))
    assert states(opened(folder)) == {"cat.jpg": "begun", "cat.png": "new"}


def test_damaged_work_is_told_and_kept(folder):
    place = folder / "cat.strokes.json"
    files = opened(folder)
    cat = by_name(files)["cat.jpg"]
    for content, problem in ((b'{"strokes": ', "is not JSON"), (b"\xff\xfe", "not"), (b"[" * 100_000, "is not JSON")):
        place.write_bytes(content)
        ((_, state),) = files.list()
        assert problem in state.problem
        with pytest.raises(RequestError, match="has changed"):
            files.write(cat, WORK, base="")
        assert place.read_bytes() == content
    place.write_bytes(b"[[[1, 2], [3, 4]]]")
    assert states(files) == {"cat.jpg": "begun"}
    place.write_bytes(b" " * 1_000_001)
    read = files.read(cat)
    assert "too large" in read.problem
    files.write(cat, WORK, base=read.version)  # chosen by the person
    with pytest.raises(RequestError, match="cannot be written as JSON"):
        files.write(cat, {**WORK, "names": float("nan")}, base="")


@pytest.mark.skipif(sys.platform == "win32", reason="links need special rights there")
def test_nothing_is_written_outside(folder, tmp_path):
    outside = tmp_path / "outside.json"
    outside.write_text("{}")
    os.symlink(outside, folder / "cat.strokes.json")
    files = opened(folder)
    cat = by_name(files)["cat.jpg"]
    assert "leads out of the folder" in files.read(cat).problem
    for base in ("", "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"):
        with pytest.raises(RequestError, match="leads out of the folder"):
            files.write(cat, WORK, base=base)
    os.unlink(folder / "cat.strokes.json")
    os.symlink(tmp_path / "new.json", folder / "cat.strokes.json")  # to nothing, yet
    with pytest.raises(RequestError, match="leads out of the folder"):
        files.write(cat, WORK, base="")
    assert outside.read_text() == "{}"
    assert not (tmp_path / "new.json").exists()
    os.unlink(folder / "cat.strokes.json")
    os.symlink("kept.json", folder / "cat.strokes.json")  # a link within stays one
    files.write(cat, WORK, base="")
    assert (folder / "cat.strokes.json").is_symlink()
    assert json.loads((folder / "kept.json").read_bytes())["strokes"] == WORK["strokes"]


def test_a_folder_that_is_gone(folder):
    files = opened(folder)
    cat = by_name(files)["cat.jpg"]
    (folder / "cat.jpg").unlink()
    files.write(cat, WORK, base="")  # the picture alone: the work can still be saved
    (folder / "cat.strokes.json").unlink()
    folder.rmdir()
    with pytest.raises(RequestError, match="the folder .* is not there any more"):
        files.write(cat, WORK, base="")
    folder.mkdir()
    files.write(cat, WORK, base="")


def test_the_longest_names(folder):
    long = "ü" * 118 + ".png"  # 240 bytes, and the temporary name must not be longer
    (folder / long).write_bytes(b"x")
    files = opened(folder)
    files.write(by_name(files)[long], WORK, base="")
    assert states(files)[long] == "begun"
    too_long = "x" * 250 + ".png"
    (folder / too_long).write_bytes(b"x")
    with pytest.raises(RequestError, match="is not saved.*File name too long"):
        files.write(by_name(files)[too_long], WORK, base="")


def test_a_full_disk_loses_nothing(tmp_path):
    with mounted(tmp_path / "disk", "100k") as disk:
        (disk / "cat.jpg").write_bytes(b"x")
        files = opened(disk)
        cat = by_name(files)["cat.jpg"]
        version = files.write(cat, WORK, base="")
        before = (disk / "cat.strokes.json").read_bytes()
        fill(disk)
        there = sorted(os.listdir(disk))
        with pytest.raises(
            RequestError, match=r"the work is not saved in cat\.strokes\.json: the disk is full .* still there"
        ) as caught:
            files.write(cat, {**WORK, "done": True}, base=version)
        assert caught.value.status == 507
        assert (disk / "cat.strokes.json").read_bytes() == before
        assert sorted(os.listdir(disk)) == there
        os.unlink(disk / "filler")
        files.write(cat, {**WORK, "done": True}, base=version)


_SAVE = """
from frenemy.web.segment.folder.picture_folder import PictureFolder
from frenemy.web.segment.folder.work_files import WorkFiles
files = WorkFiles(PictureFolder("."), 1_000_000)
((cat, _),) = files.list()
files.write(cat, {"strokes": [{"points": [[5, 5], [6, 6]], "width": 3}], "merges": []}, base=files.read(cat).version)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_server_that_is_killed_while_it_writes_leaves_the_older_work(folder):
    files = opened(folder)
    files.write(by_name(files)["cat.jpg"], WORK, base="")
    before = (folder / "cat.strokes.json").read_bytes()
    killer = Killer("import frenemy.web.segment.folder.work_files")
    try:
        for at, number in (("write", signal.SIGXFSZ), ("sync", signal.SIGKILL), ("rename", signal.SIGKILL)):
            ended = killer(folder, at=at, code=_SAVE)
            assert ended.code == -number, (at, ended)
            assert (folder / "cat.strokes.json").read_bytes() == before
            assert states(opened(folder)) == {"cat.jpg": "begun"}  # what is left behind is not in the way
        assert killer(folder, at="never", code=_SAVE).code == 0
    finally:
        killer.close()
    assert (folder / "cat.strokes.json").read_bytes() != before

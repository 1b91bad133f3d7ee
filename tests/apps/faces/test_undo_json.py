"""The steps of corrections are stored, so that undo survives a restart."""

import contextlib
import json
import os
import random
import warnings
from dataclasses import replace

import numpy as np
import pytest
from grouped_faces import grouped_faces, ids
from hypothesis import given
from hypothesis import strategies as st

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.album.album_folder import AlbumFolder
from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.corrections.corrections_json import corrections_to_json
from frenemy.apps.faces.corrections.list_changes import changed_list, list_change
from frenemy.apps.faces.corrections.undo_json import CorrectionStep, UndoWriter, history_from_json
from frenemy.apps.history import History
from frenemy.io import whole_files


@given(st.lists(st.integers(0, 9)), st.lists(st.integers(0, 9)))
def test_a_list_is_found_again_from_what_changed(before, after):
    removed, added = list_change(before, after)
    assert changed_list(before, removed, added) == after


@given(st.lists(st.integers(0, 99), unique=True, min_size=1), st.data())
def test_one_that_moved_is_one_change(values, data):
    at = data.draw(st.integers(0, len(values) - 1))
    moved = [*values[:at], *values[at + 1 :], values[at]]
    removed, added = list_change(values, moved)
    assert len(removed) == len(added) <= 1


def random_history(seed, n=30):
    dice = random.Random(seed)
    faces = [f"{k}-0" for k in range(12)]
    history = History(CorrectionStep(Corrections()))
    for _ in range(n):
        said = history.present.corrections
        a, b = dice.sample(faces, 2)
        match dice.randrange(6):
            case 0:
                said = said.with_same(a, b)
            case 1:
                said = said.with_apart(a, b)
            case 2:
                said = said.with_name([a, b], dice.choice(["Ann", "Bob", "Zoë"]))
            case 3:
                said = said.without_face(a)
            case 4:
                said = replace(said, boxes={a: (0.0, 1.5, 2.0, dice.random())})
            case _:
                history = history.undo() if history.can_undo else history
                continue
        history = history.push(CorrectionStep(said, dice.choice(["move", "“same”", ""])))
    return history


@pytest.mark.parametrize("seed", range(20))
def test_any_history_is_read_as_it_was_written(seed):
    history = random_history(seed)
    writer = UndoWriter()
    text = writer.text(history)
    assert writer.text(history) == text == UndoWriter().text(history)
    read = history_from_json(text, history.present.corrections)
    assert (read.present, read.past, read.future) == (history.present, history.past, history.future)


def test_a_crash_between_the_two_files_loses_no_step():
    history = random_history(1)
    for before, after in ((history, history.undo()), (history.undo(), history)):
        read = history_from_json(UndoWriter().text(after), before.present.corrections)
        assert read.present == before.present
        assert (len(read.past), len(read.future)) == (len(before.past), 1 if after.can_redo is False else 0)
    assert history_from_json(UndoWriter().text(history), Corrections(not_faces=("other",))) is None


def test_a_step_takes_what_it_changed_and_not_all():
    said = Corrections()
    for k in range(300):
        said = said.with_name([f"{k}-{j}" for j in range(10)], f"Person {k}")
    history = History(CorrectionStep(said))
    for k in range(100):
        history = history.push(CorrectionStep(history.present.corrections.with_apart(f"{k}-0", f"{k + 1}-1"), "apart"))
    assert len(UndoWriter().text(history)) < 2 * len(corrections_to_json(said))


# --------------------------------------------------------------------------------------------------------- in a folder


@pytest.fixture
def album():
    return Album(grouped_faces([4, 3, 2])[0])


class Folder(AlbumFolder):
    """With faces of its own instead of a scan."""

    def __init__(self, path, faces):
        super().__init__(path)
        self._faces = faces

    def open(self):
        corrections = self.read_corrections()
        return Album(self._faces, corrections, history=self._steps(corrections))


def test_undo_and_redo_go_on_after_a_restart(tmp_path, album):
    faces = album.faces
    steps = [album]
    steps.append(steps[-1].name(0, "Ann").labeled("name"))
    steps.append(steps[-1].merge(1, 2).labeled("merge"))
    steps.append(steps[-1].move(ids(faces, [0]), None))
    folder = Folder(tmp_path, faces)
    for step in steps[1:]:
        folder.save(step)
    folder.save(steps[-1].undo())
    again = Folder(tmp_path, faces).open()
    assert (again.undo_label, again.redo_label, again.can_redo) == ("merge", "", True)
    assert again.redo().corrections == steps[3].corrections
    for step in (steps[1], steps[0]):
        folder = Folder(tmp_path, faces)  # a restart after each step
        again = folder.open().undo()
        assert again.corrections == step.corrections
        assert np.array_equal(again.people.labels, step.people.labels)
        folder.save(again)
    again = Folder(tmp_path, faces).open()
    assert (again.can_undo, again.redo_label) == (False, "name")
    assert again.redo().redo().redo().corrections == steps[3].corrections
    assert not again.name(0, "Bob").can_redo


def test_files_of_earlier_versions_and_by_hand(tmp_path, album):
    folder = Folder(tmp_path, album.faces)
    folder.save(album.name(0, "Ann"))
    os.unlink(folder.at("undo.json"))  # as earlier versions left it
    again = Folder(tmp_path, album.faces).open()
    assert (again.people.names[0], again.can_undo) == ("Ann", False)
    folder = Folder(tmp_path, album.faces)
    folder.save(folder.open().name(0, "Bob"))
    content = json.loads((tmp_path / "corrections.json").read_text())
    content["names"][0]["text"] = "Carl"
    (tmp_path / "corrections.json").write_text(json.dumps(content))
    again = Folder(tmp_path, album.faces).open()
    assert (again.people.names[0], again.can_undo) == ("Carl", False)  # undo would lose what was written by hand


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b'{"format": "frenemy face undo", "version": 2}'])
def test_a_damaged_file_of_steps_costs_the_steps_only(tmp_path, album, content):
    folder = Folder(tmp_path, album.faces)
    folder.save(album.name(0, "Ann"))
    (tmp_path / "undo.json").write_bytes(content)
    folder = Folder(tmp_path, album.faces)
    with pytest.warns(UserWarning, match=r"undo\.json is damaged \(.*\), so earlier steps cannot be undone"):
        again = folder.open()
    assert again.people.names[0] == "Ann"
    folder.save(again.name(0, "Bob"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Folder(tmp_path, album.faces).open().undo().people.names[0] == "Ann"


def test_any_damage_is_an_error_that_is_told(album):
    text = UndoWriter().text(album.name(0, "Ann").merge(1, 2).undo().history)
    for at in range(0, len(text), 7):
        for put in ("", "0", '"'):
            with contextlib.suppress(ValueError):
                history_from_json(text[:at] + put + text[at + 1 :], Corrections())


def test_what_cannot_be_written_changes_neither_file(tmp_path, album, monkeypatch):
    folder = Folder(tmp_path, album.faces)
    folder.save(album.name(0, "Ann"))
    before = {name: (tmp_path / name).read_bytes() for name in ("corrections.json", "undo.json")}
    real = os.fsync
    calls = []

    def fails_at_the_second(file):
        calls.append(file)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        real(file)

    monkeypatch.setattr(whole_files.os, "fsync", fails_at_the_second)
    with pytest.raises(OSError, match=r"No space left on device: .*\.json"):
        folder.save(album.name(0, "Ann").name(0, "Bob"))
    assert {name: (tmp_path / name).read_bytes() for name in before} == before
    assert sorted(os.listdir(tmp_path)) == sorted(before)

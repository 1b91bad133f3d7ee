"""A folder of one run: what belongs there, what is left, what is cleared."""

import os
import socket
import subprocess
import sys
import uuid

import pytest

from frenemy.engines.scratch.partial_files import delete_partial, written_whole
from frenemy.engines.scratch.scratch_folder import scratch_folder


def test_without_a_name_it_is_gone_at_the_end():
    with scratch_folder(None, {}) as folder:
        (folder / "file").touch()
    assert not folder.exists()


def test_the_same_run_comes_back_and_no_other(tmp_path):
    with scratch_folder(tmp_path / "s", {"seed": 1, "nulls": "drop"}) as folder:
        (folder / "file").touch()
    with scratch_folder(tmp_path / "s", {"seed": 1, "nulls": "drop"}) as folder:
        assert (folder / "file").exists()
    with pytest.raises(ValueError, match="belongs to a run with other seed; give another folder"):
        scratch_folder(tmp_path / "s", {"seed": 2, "nulls": "drop"}).__enter__()
    assert sorted(one.name for one in (tmp_path / "s").iterdir()) == ["about.json", "file"]


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "photo.jpg").touch()
    with pytest.raises(ValueError, match="must be a new or empty folder"):
        scratch_folder(tmp_path, {}).__enter__()
    assert [one.name for one in tmp_path.iterdir()] == ["photo.jpg"]


def test_two_at_once_are_an_error(tmp_path):
    with (
        scratch_folder(tmp_path, {}),
        pytest.raises(ValueError, match="is in use by process"),
        scratch_folder(tmp_path, {}),
    ):
        pass


def test_half_files_of_the_dead_are_cleared_and_no_others(tmp_path):
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    host = socket.gethostname().replace(".", "_")
    names = {
        "dead": f"a.npy.{host}-{child.pid}-{uuid.uuid4().hex}.partial",
        "alive": f"a.npy.{host}-{os.getppid()}-{uuid.uuid4().hex}.partial",
        "elsewhere": f"a.npy.elsewhere-{child.pid}-{uuid.uuid4().hex}.partial",
        "not ours": "download.partial",
    }
    (tmp_path / "deep").mkdir()
    for name in names.values():
        (tmp_path / "deep" / name).touch()
    delete_partial(tmp_path)
    left = {one.name for one in (tmp_path / "deep").iterdir()}
    assert left == {name for of, name in names.items() if of != "dead"}
    delete_partial(tmp_path, is_done=True)  # nobody is at work any more
    assert [one.name for one in (tmp_path / "deep").iterdir()] == ["download.partial"]


def test_a_process_that_is_killed_leaves_no_half_file_under_the_name(tmp_path):
    script = f"""
import os, signal
from pathlib import Path
from frenemy.engines.scratch.partial_files import delete_partial, written_whole
with written_whole(Path({str(tmp_path / "a.npy")!r})) as partial:
    partial.write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", script])
    assert [one.suffix for one in tmp_path.iterdir()] == [".partial"]
    delete_partial(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_error_takes_the_half_file_with_it(tmp_path):
    def write():
        with written_whole(tmp_path / "a") as partial:
            partial.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert list(tmp_path.iterdir()) == []

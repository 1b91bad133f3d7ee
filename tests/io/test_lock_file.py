"""One process at a time."""

import json
import os
import socket
import subprocess
import sys
import textwrap
import time

import pytest

from frenemy.io import lock_file
from frenemy.io.lock_file import is_alive, start_time

LOCK = "lock.json"


def locked(folder):
    return lock_file.locked(folder / LOCK, what=f"scratch {folder}", otherwise="Wait for it")


def lock_of(folder, **changes):
    own = {"host": socket.gethostname(), "pid": os.getpid(), "began": start_time(os.getpid()), "time": 0.0}
    (folder / LOCK).write_text(json.dumps({**own, **changes}))


@pytest.fixture(scope="module")
def dead():
    """The number of a process that is gone."""
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


def test_a_second_run_is_told_of_the_first(tmp_path):
    with locked(tmp_path):
        message = f"scratch .* is in use by process {os.getpid()} on "
        with pytest.raises(ValueError, match=message), locked(tmp_path):
            pass
        assert (tmp_path / LOCK).exists()
    assert not (tmp_path / LOCK).exists()


def test_the_lock_of_a_dead_process_is_taken(tmp_path, dead):
    lock_of(tmp_path, pid=dead)
    with locked(tmp_path):
        assert json.loads((tmp_path / LOCK).read_text())["pid"] == os.getpid()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(start_time(os.getpid()) is None, reason="when processes began is known on Linux only")
def test_another_process_with_the_same_number_is_not_the_same(tmp_path):
    lock_of(tmp_path, pid=os.getppid(), began="long ago")
    with locked(tmp_path):
        pass


def test_a_process_of_another_machine_may_be_alive(tmp_path, dead):
    lock_of(tmp_path, pid=dead, host="elsewhere")
    with pytest.raises(
        ValueError, match=f"process {dead} on elsewhere.* if that process no longer exists, delete .*{LOCK}"
    ):
        locked(tmp_path).__enter__()


def test_a_lock_that_was_never_written_is_taken_when_it_is_old(tmp_path):
    (tmp_path / LOCK).touch()
    os.utime(tmp_path / LOCK, (time.time() - 60, time.time() - 60))
    with locked(tmp_path):
        pass


def test_only_one_of_many_takes_the_lock_of_the_dead(tmp_path, dead):
    lock_of(tmp_path, pid=dead)
    script = f"""
    import sys
    from pathlib import Path
    from frenemy.io.lock_file import locked
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        with locked(Path({str(tmp_path / LOCK)!r}), what="it", otherwise="wait"):
            print("mine", flush=True)
            sys.stdin.read()
    except ValueError:
        print("taken", flush=True)
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    children = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    try:
        assert [child.stdout.readline() for child in children] == ["ready\n"] * 3
        for child in children:
            child.stdin.write("go\n")
            child.stdin.flush()
        said = [child.stdout.readline() for child in children]
    finally:
        for child in children:
            child.communicate()
    assert sorted(said) == ["mine\n", "taken\n", "taken\n"]


def test_is_alive(dead):
    assert is_alive(os.getpid())
    assert os.name == "nt" or not is_alive(dead)


@pytest.mark.parametrize("content", ["{}", "[]", "{", '{"host": "h", "pid": "x", "began": null}'])
def test_a_damaged_lock_is_taken_when_it_is_old(tmp_path, content):
    (tmp_path / LOCK).write_text(content)
    os.utime(tmp_path / LOCK, (0, 0))
    with locked(tmp_path):
        assert json.loads((tmp_path / LOCK).read_text())["pid"] == os.getpid()

"""Processes that die, raise, are interrupted or lose their parent."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from children import sigint_default
from faulty_tasks import Die, Fail, Give, children, fail_oddly

from frenemy.engines.executors.executor import WorkersLost
from frenemy.engines.executors.process_pool import ProcessPool

psutil = pytest.importorskip("psutil", reason="psutil is not installed")

BEGIN = f"""\
import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r})
from children import sigint_default
from faulty_tasks import Give, children
from frenemy.engines.executors.process_pool import ProcessPool
"""
LONG_WORK = """\
if __name__ == "__main__":
    with ProcessPool(2) as pool:
        for at, result in pool.run([Give(), Give(), Give(seconds=60), Give(seconds=60)], stage="long"):
            if at == 1:
                print(*[one.pid for one in children()], flush=True)
"""


pytestmark = pytest.mark.usefixtures("quick_pool")  # scripts start theirs as users do


@pytest.fixture(scope="module")
def pool():
    with ProcessPool(2) as opened:
        yield opened


def test_all_tasks_are_done_and_processes_stay(pool):
    first = dict(pool.run([Give(value) for value in range(9)], stage="first"))
    second = dict(pool.run([Give(value) for value in range(5)], stage="second"))
    assert [first[at][0] for at in range(9)] == list(range(9))
    assert {pid for _, pid in second.values()} <= {one.pid for one in children()}
    assert len({pid for _, pid in (*first.values(), *second.values())}) <= 2
    assert list(pool.run([], stage="nothing")) == []


def test_a_worker_that_dies_loses_nothing(tmp_path, pool):
    tasks = [Give(0), Die(Give(1), tmp_path / "a"), Give(2), Die(Give(3), tmp_path / "b", times=2), Give(4)]
    assert {at: value for at, (value, _) in pool.run(tasks, stage="deaths")} == {at: at for at in range(5)}
    assert len(children()) <= 2


def test_a_task_that_always_kills_is_an_error(tmp_path):
    with ProcessPool(1, allowed_failures=1) as pool, pytest.raises(WorkersLost) as caught:
        list(pool.run([Die(Give(), tmp_path / "a", times=9)], stage="solve"))
    assert "stage 'solve': the worker of one task died 2 times" in str(caught.value)
    assert "same scratch" in str(caught.value)


def test_an_error_is_the_tasks_own_and_ends_the_others(tmp_path):
    before = len(children())
    tasks = [Give(seconds=60), Fail(ValueError("row 3 has no id")), *[Give(mark=tmp_path / "begun")] * 3]
    begin = time.monotonic()
    with ProcessPool(2) as pool:
        with pytest.raises(ValueError, match="row 3 has no id") as caught:
            list(pool.run(tasks, stage="number"))
        assert str(caught.value) == "row 3 has no id"
        assert "in __call__" in caught.value.__notes__[0]
        assert dict(pool.run([Give(7)], stage="after"))[0][0] == 7
    assert time.monotonic() - begin < 30
    assert not (tmp_path / "begun").exists()
    assert len(children()) == before


def test_an_error_that_cannot_be_sent_is_told(pool):
    with pytest.raises(RuntimeError, match="Odd: this and that"):
        list(pool.run([fail_oddly], stage="odd"))


def test_a_task_that_cannot_be_sent_is_an_error(pool):
    with pytest.raises(ValueError, match="must be at the top level of a module"):
        list(pool.run([lambda: 1], stage="local"))


def test_closed_results_end_the_work():
    before = len(children())
    with ProcessPool(2) as pool:
        results = pool.run([Give(), Give(seconds=60), Give(seconds=60)], stage="closed")
        next(results)
        begin = time.monotonic()
        results.close()
        assert time.monotonic() - begin < 5
    assert len(children()) == before


def test_no_worker_at_all():
    with pytest.raises(ValueError, match="at least one worker, got 0"):
        ProcessPool(0)


def begun(script):
    """A process with a script, and the numbers of its workers."""
    child = subprocess.Popen(
        [sys.executable, "-c", BEGIN + script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=sigint_default,
    )
    line = child.stdout.readline().split()
    return child, [int(pid) for pid in line]


def is_there(pid):
    try:
        return psutil.Process(pid).status() != "zombie"
    except psutil.NoSuchProcess:
        return False


def wait_until_gone(pids):
    end = time.monotonic() + 10
    while any(map(is_there, pids)):
        if time.monotonic() > end:
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            raise AssertionError(f"workers {pids} are still there")
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_their_parent(number):
    parent, workers = begun(LONG_WORK)
    assert len(workers) == 2
    parent.send_signal(number)
    _, errors = parent.communicate(timeout=60)
    wait_until_gone(workers)
    if number == signal.SIGINT:
        assert errors.count("KeyboardInterrupt") == 1  # of the parent only


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups of this kind")
def test_ctrl_c_of_a_terminal_goes_to_the_parent_alone():
    """Which sends it to all processes of the group."""
    child = subprocess.Popen(
        [sys.executable, "-c", BEGIN + LONG_WORK],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=sigint_default,
    )
    workers = [int(pid) for pid in child.stdout.readline().split()]
    os.killpg(child.pid, signal.SIGINT)
    _, errors = child.communicate(timeout=60)
    wait_until_gone(workers)
    assert errors.count("Traceback") == 1


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux")
def test_no_worker_hears_ctrl_c_while_it_starts():
    """The first one starts together with the resource tracker, which unblocks signals when it has begun."""
    script = """\
if __name__ == "__main__":
    with ProcessPool(1) as pool:
        list(pool.run([Give()], stage="first"))
        for one in children():
            print(next(line for line in open(f"/proc/{one.pid}/status") if line.startswith("SigBlk:")))
"""
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + script], capture_output=True, text=True, check=True, timeout=60
    )
    blocked = int(done.stdout.split()[1], 16)
    assert blocked & 1 << (signal.SIGINT - 1)


def test_a_script_without_a_guard_is_told_of_it(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(BEGIN + "with ProcessPool(1) as pool: list(pool.run([Give()], stage='first'))")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "WorkersLost: a worker process could not start. In a script" in done.stderr
    assert 'if __name__ == "__main__":' in done.stderr

"""Runs that were ended go on where they were, and nothing is done twice."""

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from faulty_tasks import Counted, Ended, Shuffled, Spoiled, labels_of, small_dataset

import frenemy as fr
from frenemy.distributed.executor import Here
from frenemy.distributed.process_pool import ProcessPool
from frenemy.distributed.stages import Stages

pytestmark = pytest.mark.usefixtures("small_budget")

pytest.importorskip("pyarrow", reason="pyarrow is not installed")


@pytest.fixture
def pairs(tmp_path):
    return small_dataset(tmp_path / "in")


@pytest.fixture
def expected(tmp_path, pairs):
    counted = Counted()
    labels = labels_of(fr.solve_dataset(pairs, tmp_path / "expected", client=counted))
    return labels, counted.counts


def left_in(folder):
    return sorted(one.name for one in folder.iterdir())


def test_nothing_is_done_twice(tmp_path, pairs, expected):
    labels, counts = expected
    total, n_runs, is_done = 0, 0, False
    while not is_done:
        counted = Counted(end_before=11)
        n_runs += 1
        try:
            found = fr.solve_dataset(pairs, tmp_path / "out", client=counted, scratch=tmp_path / "s")
            is_done = True
        except Ended:
            pass
        total += counted.counts.total()
    assert n_runs == 1 + counts.total() // 11
    assert total == counts.total()
    assert labels_of(found) == labels
    assert left_in(tmp_path / "s") == ["about.json", "result.json"]


def test_a_run_that_is_done_is_known(tmp_path, pairs, expected):
    first = fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s")
    again = Counted()
    assert fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=again) == first
    assert again.counts.total() == 0
    next((tmp_path / "out").iterdir()).unlink()
    assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s")) == expected[0]


def test_labels_that_were_deleted_before_the_end_are_written_again(tmp_path, pairs, expected):
    class EndAfterWriting(Counted):
        def run(self, tasks, *, stage):
            for at, result in Here().run(tasks, stage=stage):
                yield at, result
                if stage == "write":
                    raise Ended

    with pytest.raises(Ended):
        fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=EndAfterWriting())
    for one in (tmp_path / "out").iterdir():
        one.unlink()
    assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s")) == expected[0]


@pytest.mark.parametrize("seed", range(3))
def test_any_order_gives_the_same(tmp_path, pairs, expected, seed):
    assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", client=Shuffled(seed))) == expected[0]


@pytest.mark.parametrize("n_workers", [1, 2, 4])
def test_any_number_of_processes_gives_the_same(tmp_path, pairs, expected, n_workers):
    assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", client=n_workers)) == expected[0]


def test_tasks_that_run_twice_do_no_harm(tmp_path, pairs, expected):
    def twice(_stage, tasks):
        for task in tasks:
            task()
        return tasks

    assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", client=Spoiled(Here(), twice))) == expected[0]


def test_a_record_that_was_cut_short_is_made_again(tmp_path):
    counts = Counter()

    def task():
        counts["all"] += 1
        return {"n": 3}

    assert Stages(tmp_path, Here()).one("count", task) == {"n": 3}
    assert Stages(tmp_path, Here()).one("count", task) == {"n": 3}
    assert counts["all"] == 1
    (record,) = (tmp_path / "done" / "count").iterdir()
    record.write_text(record.read_text()[:7])
    assert Stages(tmp_path, Here()).one("count", task) == {"n": 3}
    assert counts["all"] == 2
    assert json.loads(record.read_text()) == {"result": {"n": 3}}


SCRIPT = f"""\
import sys, importlib; sys.path.insert(0, {str(Path(__file__).parents[1])!r})
import frenemy as fr
from frenemy.distributed.budget import Budget
from faulty_tasks import children
module = importlib.import_module("frenemy.distributed.solve_dataset")
module.read_memory = lambda limit: Budget(8 * 150 * 40)

def tell(stage, share):
    if stage == "large 0: solve":
        print(*[one.pid for one in children()], flush=True)

if __name__ == "__main__":
    fr.solve_dataset(sys.argv[1], sys.argv[2], scratch=sys.argv[3], client=2, on_stage=tell)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_killed_goes_on(tmp_path, pairs, expected, number):
    psutil = pytest.importorskip("psutil", reason="psutil is not installed")
    out, scratch = tmp_path / "out", tmp_path / "s"
    child = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, pairs, out, scratch],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    workers = [int(pid) for pid in child.stdout.readline().split()]
    child.send_signal(number)
    _, errors = child.communicate(timeout=20)
    assert child.returncode != 0, errors
    end = time.monotonic() + 10
    while any(map(psutil.pid_exists, workers)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(psutil.pid_exists, workers))
    counted = Counted()
    assert labels_of(fr.solve_dataset(pairs, out, scratch=scratch, client=counted)) == expected[0]
    assert 0 < counted.counts.total() < expected[1].total()
    assert left_in(scratch) == ["about.json", "result.json"]
    assert all(one.suffix == ".parquet" for one in out.iterdir())


def test_one_pool_serves_all_stages(tmp_path, pairs, expected):
    with ProcessPool(2) as pool:
        first = fr.solve_dataset(pairs, tmp_path / "a", client=pool)
        second = fr.solve_dataset(pairs, tmp_path / "b", client=pool)
    assert labels_of(first) == labels_of(second) == expected[0]

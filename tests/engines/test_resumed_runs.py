"""Interrupted runs resume where they stopped, and nothing is done twice."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from children import sigint_default
from faulty_tasks import Counted, Ended, Shuffled, Spoiled, labels_of

import frenemy as fr
from frenemy.engines.executors.executor import SerialExecutor
from frenemy.engines.executors.process_pool import ProcessPool
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages

pytestmark = pytest.mark.usefixtures("small_budget")

pytest.importorskip("pyarrow", reason="pyarrow is not installed")


def left_in(folder):
    return sorted(one.name for one in folder.iterdir())


def test_nothing_is_done_twice(tmp_path, solved):
    pairs, labels, counts = solved
    total, n_runs, is_done = 0, 0, False
    while not is_done:
        counted = Counted(end_before=30)
        n_runs += 1
        try:
            found = fr.solve_dataset(pairs, tmp_path / "out", client=counted, scratch=tmp_path / "s")
            is_done = True
        except Ended:
            pass
        total += counted.counts.total()
    assert n_runs == 1 + counts.total() // 30
    assert total == counts.total()
    assert labels_of(found) == labels
    assert left_in(tmp_path / "s") == ["about.json", "result.json"]


def test_a_run_that_is_done_is_known(tmp_path, pairs, expected):
    first = fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s")
    again = Counted()
    assert fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=again) == first
    assert again.counts.total() == 0
    next((tmp_path / "out").iterdir()).unlink()
    assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s")) == expected


def test_labels_that_were_deleted_before_the_end_are_written_again(tmp_path, pairs, expected):
    def end(stage, share):
        if stage == "write" and share == 1.0:
            raise Ended

    with pytest.raises(Ended):
        fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", on_stage=end)
    for one in (tmp_path / "out").iterdir():
        one.unlink()
    assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s")) == expected


def test_any_order_gives_the_same(tmp_path, pairs, expected):
    for seed in range(2):
        assert labels_of(fr.solve_dataset(pairs, tmp_path / f"{seed}", client=Shuffled(seed))) == expected


@pytest.mark.usefixtures("quick_pool")
def test_any_number_of_processes_gives_the_same(tmp_path, pairs, expected):
    with ProcessPool(2) as pool:  # serves all stages of several runs
        for at, client in enumerate((1, 4, pool, pool)):
            assert labels_of(fr.solve_dataset(pairs, tmp_path / f"{at}", client=client)) == expected


def test_tasks_that_run_twice_do_no_harm(tmp_path, pairs, expected):
    def twice(_stage, tasks):
        for task in tasks:
            task()
        return tasks

    assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", client=Spoiled(SerialExecutor(), twice))) == expected


def test_a_run_that_ends_in_each_stage_of_the_engine(tmp_path, pairs, expected):
    """Before it, and in the middle of it: a file that was begun is left under another name."""
    stages = ["read", "ids", "pairs", "connect", "pack", "route", "gather", "clusters", "write"]
    seen = []
    for stage in stages:

        def end(own, _share, stage=stage):
            seen.append(own)
            if own == stage:
                raise Ended

        with pytest.raises(Ended):
            fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", on_stage=end)
        (tmp_path / "s" / "tables").mkdir(exist_ok=True)
        (tmp_path / "s" / "tables" / f"{stage}.parquet.elsewhere-1-{'0' * 32}.partial").write_bytes(b"PAR1 and no more")
    assert set(stages) <= set(seen)
    assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s")) == expected


@pytest.mark.parametrize("name", ["ids", "pairs"])
def test_a_damaged_table_is_named(tmp_path, pairs, name):
    def end(stage, _share):
        if stage == "connect":
            raise Ended

    with pytest.raises(Ended):
        fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", on_stage=end)
    table = tmp_path / "s" / "tables" / f"{name}.parquet"
    whole = table.read_bytes()
    for content in (b"", whole[: len(whole) // 2], whole[:20] + bytes(40) + whole[60:]):
        table.write_bytes(content)
        with pytest.raises(ValueError, match=rf"{name}.parquet is damaged \(.*\); delete the scratch folder"):
            fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s")


@pytest.mark.parametrize("content", ["", '{"result": {"n', "[]", "{}", "\x00" * 30])
def test_a_damaged_record_is_named(tmp_path, content):
    """The files that its task read may be gone, so it is not run again."""
    stages = CheckpointedStages(tmp_path, SerialExecutor())
    assert stages.one("count", lambda: {"n": 3}) == {"n": 3}
    (record,) = (tmp_path / "done" / "count").iterdir()
    record.write_text(content)
    with pytest.raises(ValueError, match=r"done.count.all\.json is damaged \(.*\); delete the scratch folder"):
        stages.one("count", lambda: {"n": 3})


def test_a_damaged_file_of_a_finished_run_is_named(tmp_path, pairs):
    out, scratch = tmp_path / "out", tmp_path / "s"
    fr.solve_dataset(pairs, out, scratch=scratch)
    broken = {"about.json": ["", "{", "null"]}
    broken["result.json"] = [*broken["about.json"], '{"files": 3}', '{"files": [], "result": {"n_nodes": 3}}']
    for name, contents in broken.items():
        whole = (scratch / name).read_bytes()
        for content in contents:
            (scratch / name).write_text(content)
            reason = ".*" if content else "it is empty"
            with pytest.raises(ValueError, match=rf"{name} is damaged \({reason}\); delete the scratch folder"):
                fr.solve_dataset(pairs, out, scratch=scratch)
        (scratch / name).write_bytes(whole)
    assert fr.solve_dataset(pairs, out, scratch=scratch).n_nodes > 0


def test_every_damaged_record_of_a_run_is_named(tmp_path, pairs):
    """One of each stage, in a run that was ended just before its last step."""

    def stop(stage, _share):
        if stage == "write":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", on_stage=stop)
    records = [min(stage.iterdir()) for stage in (tmp_path / "s" / "done").iterdir()]
    assert len(records) > 10
    for record in records:
        content = record.read_bytes()
        record.write_bytes(b"")
        with pytest.raises(ValueError, match=rf"{record.name} is damaged \(it is empty\); delete the scratch folder"):
            fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s")
        record.write_bytes(content)
    assert fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s").n_nodes > 0


SCRIPT = f"""\
import sys, importlib; sys.path.insert(0, {str(Path(__file__).parents[1])!r})
import frenemy as fr
from frenemy.engines import budget
from faulty_tasks import children
module = importlib.import_module("frenemy.engines.solve_dataset")
module.read_memory = lambda limit: budget.Budget(8 * 150 * 40)
budget._PAIRS_ALONE = 1

def show(stage, share):
    if stage == "large 0: move":
        print(*[one.pid for one in children()], flush=True)

if __name__ == "__main__":
    fr.solve_dataset(sys.argv[1], sys.argv[2], scratch=sys.argv[3], client=1, on_stage=show)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_killed_goes_on(tmp_path, solved, number):
    psutil = pytest.importorskip("psutil", reason="psutil is not installed")
    pairs, labels, counts = solved
    out, scratch = tmp_path / "out", tmp_path / "s"
    child = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, pairs, out, scratch],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=sigint_default,
    )
    try:
        workers = [int(pid) for pid in child.stdout.readline().split()]
        child.send_signal(number)
        _, errors = child.communicate(timeout=60)
    finally:
        child.kill()
    assert child.returncode != 0, errors
    end = time.monotonic() + 10
    while any(map(psutil.pid_exists, workers)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(psutil.pid_exists, workers))
    counted = Counted()
    assert labels_of(fr.solve_dataset(pairs, out, scratch=scratch, client=counted)) == labels
    assert 0 < counted.counts.total() < counts.total()
    assert left_in(scratch) == ["about.json", "result.json"]
    assert all(one.suffix == ".parquet" for one in out.iterdir())

"""A real cluster of separate processes: workers that die, raise, take too much memory; a scheduler that is lost."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from faulty_tasks import Die, Eat, Fail, Give, Spoiled, children, first_dies, labels_of, small_dataset

import frenemy as fr
from frenemy.distributed.executor import WorkersLost

dask = pytest.importorskip("dask", reason="dask is not installed")
distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
pd = pytest.importorskip("pandas", reason="pandas is not installed")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from frenemy.distributed.on_dask import OnDask, dask_at  # noqa: E402

# Dask warns of ports that are taken and of its own ways.
pytestmark = [pytest.mark.usefixtures("small_budget"), pytest.mark.filterwarnings("default")]

MEMORY = 700_000_000


@pytest.fixture(scope="module")
def cluster():
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 2}),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            memory_limit=MEMORY,
            dashboard_address=None,
            silence_logs="CRITICAL",
        ) as opened,
    ):
        yield opened


@pytest.fixture(scope="module")
def one_client(cluster):
    with distributed.Client(cluster, set_as_default=False) as opened:
        yield opened


@pytest.fixture
def client(one_client):
    one_client.wait_for_workers(1, timeout=20)  # others may have died before, and not be back
    return one_client


@pytest.fixture
def pairs(tmp_path):
    return small_dataset(tmp_path / "in")


@pytest.fixture
def expected(tmp_path, pairs):
    return labels_of(fr.solve_dataset(pairs, tmp_path / "expected"))


def test_the_same_labels(tmp_path, pairs, expected, client):
    found = fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=client)
    assert labels_of(found) == expected
    assert sorted(one.name for one in (tmp_path / "s").iterdir()) == ["about.json", "result.json"]
    assert not client.futures


def test_an_error_is_the_tasks_own_and_the_others_are_not_begun(tmp_path, client):
    tasks = [
        Give(),
        Fail(ValueError("row 3 has no id")),
        *[Give(seconds=0.2, mark=tmp_path / "a")] * 20,
        Give(mark=tmp_path / "b"),
    ]
    with pytest.raises(ValueError, match="^row 3 has no id$"):
        list(OnDask(client).run(tasks, stage="number"))
    assert not client.futures
    time.sleep(0.5)
    assert not (tmp_path / "b").exists()


def test_closed_results_cancel_the_rest(tmp_path, client):
    results = OnDask(client).run([Give(seconds=0.2)] * 20 + [Give(mark=tmp_path / "b")], stage="closed")
    next(results)
    assert client.futures
    results.close()
    assert not client.futures
    time.sleep(0.5)
    assert not (tmp_path / "b").exists()


@pytest.mark.skipif(signal.getsignal(signal.SIGINT) is signal.SIG_IGN, reason="Ctrl-C is ignored in the background")
def test_ctrl_c_cancels_what_is_left(client):
    timer = threading.Timer(
        1.0, signal.raise_signal if sys.platform == "win32" else os.kill, (os.getpid(), signal.SIGINT)
    )
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(OnDask(client).run([Give(seconds=4.0)] * 4, stage="long"))
    assert time.monotonic() - begin < 4
    assert not client.futures
    timer.join()


def test_many_tasks_are_handed_over_little_by_little(client):
    most = 0
    seen = set()
    for at, (value, _) in OnDask(client).run([Give(at) for at in range(300)], stage="parts: count"):
        assert value == at
        seen.add(at)
        most = max(most, len(client.futures))
    assert len(seen) == 300
    assert most <= 40


def test_tasks_are_named_after_their_stage(client):
    results = OnDask(client).run([Give(seconds=0.1)] * 3, stage="large 0: solve")
    next(results)
    names = {distributed.utils.key_split(key) for key in client.futures}
    results.close()
    assert names == {"large 0: solve"}


def test_an_address(tmp_path, pairs, expected, cluster):
    found = fr.solve_dataset(pairs, tmp_path / "out", client=cluster.scheduler_address)
    assert labels_of(found) == expected


def test_nobody_at_the_address(monkeypatch, tmp_path, pairs):
    monkeypatch.setattr("frenemy.distributed.on_dask._CONNECT_SECONDS", 0.5)
    with pytest.raises(ValueError, match="no Dask scheduler answers at 'tcp://127.0.0.1:9'"):
        fr.solve_dataset(pairs, tmp_path / "out", client="tcp://127.0.0.1:9")
    with pytest.raises(ValueError, match="no Dask scheduler answers at 'nonsense://a'"):
        fr.solve_dataset(pairs, tmp_path / "out", client="nonsense://a")


def test_other_clients_are_an_error(tmp_path, pairs):
    with pytest.raises(ValueError, match="client must be a number of processes, .* got 1.5"):
        fr.solve_dataset(pairs, tmp_path / "out", client=1.5)


def test_a_scratch_that_workers_do_not_see(tmp_path, client, monkeypatch):
    monkeypatch.setattr("frenemy.distributed.on_dask._sees", _sees_nothing)
    with pytest.raises(ValueError, match="scratch must be a folder that all workers see, .* is not there for tcp://"):
        OnDask(client).check(tmp_path)
    assert list(tmp_path.iterdir()) == []


def _sees_nothing(_path):
    return False


def frame_of(pairs, *, text=False):
    import dask.dataframe as dd

    table = pd.concat([pd.read_parquet(file) for file in sorted(pairs.iterdir())])
    if text:
        table = table.assign(id_1="n" + table["id_1"].astype(str), id_2="n" + table["id_2"].astype(str))
    return dd.from_pandas(table.assign(note="unused").reset_index(drop=True), npartitions=5, sort=False)


@pytest.mark.parametrize("is_on_dask", [True, False], ids=["dask", "here"])
def test_a_frame(tmp_path, pairs, expected, client, is_on_dask):
    given = {"client": client if is_on_dask else None, "scratch": tmp_path / "s"}
    found = fr.solve_dataset(frame_of(pairs), tmp_path / "out", **given)
    assert labels_of(found) == expected
    assert found.table().schema.field("id").type == pa.int64()
    assert sorted(one.name for one in (tmp_path / "s").iterdir()) == ["about.json", "result.json"]
    assert fr.solve_dataset(frame_of(pairs), tmp_path / "out", **given) == found
    with pytest.raises(ValueError, match="begun by a run with other seed"):
        fr.solve_dataset(frame_of(pairs), tmp_path / "out", seed=1, **given)


def test_a_frame_of_texts_that_a_worker_loses(tmp_path, pairs, client):
    dying = Spoiled(OnDask(client), first_dies(tmp_path / "marks", {"number"}))
    found = fr.solve_dataset(frame_of(pairs, text=True), tmp_path / "out", client=dying)
    again = fr.solve_dataset(frame_of(pairs, text=True), tmp_path / "again")
    assert labels_of(found) == labels_of(again)
    assert set(labels_of(found)) <= {f"n{i}" for i in range(100)}


def test_workers_die_in_several_stages(tmp_path, pairs, expected, client):
    stages = {"ids", "solve", "write"}
    dying = Spoiled(OnDask(client), first_dies(tmp_path / "marks", stages))
    found = fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=dying)
    assert len(list((tmp_path / "marks").iterdir())) == len(stages)
    assert labels_of(found) == expected
    assert all(one.suffix == ".parquet" for one in (tmp_path / "out").iterdir())


def test_a_worker_that_takes_too_much_memory(tmp_path, pairs, expected, client):
    def eat(stage, tasks):
        return [Eat(tasks[0], tmp_path / "eaten", MEMORY), *tasks[1:]] if stage == "solve" else tasks

    found = fr.solve_dataset(pairs, tmp_path / "out", client=Spoiled(OnDask(client), eat))
    assert (tmp_path / "eaten").exists()
    assert labels_of(found) == expected


def test_a_task_that_always_kills_is_an_error_and_the_run_can_go_on(tmp_path, pairs, expected, client):
    """The last that the cluster serves: workers that die as soon as they begin are given up by those who mind them."""

    def kill(stage, tasks):
        return [Die(tasks[0], tmp_path / "mark", times=99, seconds=1.0), *tasks[1:]] if stage == "solve" else tasks

    with pytest.raises(WorkersLost) as caught:
        fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=Spoiled(OnDask(client), kill))
    assert "while 'solve' was done, the worker of one task died 3 times; if there was no memory" in str(caught.value)
    assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s")) == expected


def test_a_lost_scheduler(tmp_path, pairs, expected):
    """Whose process is killed in the middle of a stage."""
    before = {one.pid for one in children()}
    file = tmp_path / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    begin = [sys.executable, "-m", "dask"]
    scheduler = subprocess.Popen(
        [*begin, "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", file], **quiet
    )
    worker = subprocess.Popen(
        [*begin, "worker", "--scheduler-file", file, "--nthreads", "1", "--no-dashboard", "--death-timeout", "5"],
        **quiet,
    )
    try:
        end = time.monotonic() + 30
        while not file.exists() and time.monotonic() < end:
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]

        def lose(stage, tasks):
            if stage == "solve":
                scheduler.kill()
            return tasks

        with dask_at(address) as on_dask:
            on_dask.check(tmp_path)
            begin_seconds = time.monotonic()
            with pytest.raises(WorkersLost, match="Dask scheduler tcp://.* lost. Run it again with the same scratch"):
                fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=Spoiled(on_dask, lose))
        assert time.monotonic() - begin_seconds < 60
        assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s")) == expected
    finally:
        for process in (scheduler, worker):
            process.kill()
            process.wait()
        for one in children():
            if one.pid not in before:
                with contextlib.suppress(Exception):
                    one.kill()

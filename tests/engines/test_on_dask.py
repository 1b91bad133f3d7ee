"""A real cluster of separate processes: workers that die, raise, take too much memory; a scheduler that is lost."""

import errno
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest
from faulty_tasks import (
    Counted,
    Die,
    DieReading,
    Eat,
    Fail,
    Give,
    Spoiled,
    children,
    first_dies,
    labels_of,
    small_dataset,
)

import frenemy as fr
from frenemy.engines.executors.executor import WorkersLost
from frenemy.engines.executors.open_executor import open_executor
from frenemy.io.disk_space import is_full

dask = pytest.importorskip("dask", reason="dask is not installed")
distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
pd = pytest.importorskip("pandas", reason="pandas is not installed")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")

from frenemy.engines.executors.on_dask import OnDask, dask_at  # noqa: E402

# Dask warns of ports that are taken and of its own ways.
pytestmark = [pytest.mark.usefixtures("small_budget"), pytest.mark.filterwarnings("default")]

MEMORY = 700_000_000


@pytest.fixture(scope="module")
def cluster(quick_processes):
    before = {one.pid for one in children()}
    settings = {
        "distributed.scheduler.allowed-failures": 2,
        "distributed.worker.multiprocessing-method": quick_processes,
        # So long after a worker was lost, a LocalCluster looks whether it is there, and gives it up if it is just down
        # again. SerialExecutor they die more often than that.
        "distributed.deploy.lost-worker-timeout": "1 hour",
    }
    with (
        dask.config.set(settings),
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
    assert {one.pid for one in children()} <= before


@pytest.fixture(scope="module")
def one_client(cluster):
    with distributed.Client(cluster, set_as_default=False) as opened:
        yield opened


@pytest.fixture
def client(one_client):
    one_client.wait_for_workers(2, timeout=60)  # those that have died before are back
    return one_client


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


@pytest.mark.usefixtures("ctrl_c")
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
    max_futures = 0
    seen = set()
    for at, (value, _) in OnDask(client).run([Give(at) for at in range(120)], stage="parts: count"):
        assert value == at
        seen.add(at)
        max_futures = max(max_futures, len(client.futures))
    assert len(seen) == 120
    assert max_futures <= 40


def test_tasks_are_named_after_their_stage(client):
    results = OnDask(client).run([Give(seconds=0.1)] * 3, stage="large 0.1: solve")
    next(results)
    names = {distributed.utils.key_split(key) for key in client.futures}
    results.close()
    assert names == {"large 0.1: solve"}


def test_an_address(tmp_path, cluster):
    with open_executor(cluster.scheduler_address, tmp_path) as executor:
        assert {at: value for at, (value, _) in executor.run([Give(5), Give(6)], stage="ids")} == {0: 5, 1: 6}
        used = executor.client
        assert used.scheduler.address == cluster.scheduler_address
    assert used.status == "closed"


def test_nobody_at_the_address(monkeypatch, tmp_path, pairs):
    monkeypatch.setattr("frenemy.engines.executors.on_dask._CONNECT_SECONDS", 0.5)
    with pytest.raises(ValueError, match="no Dask scheduler answers at 'tcp://127.0.0.1:9'"):
        fr.solve_dataset(pairs, tmp_path / "out", client="tcp://127.0.0.1:9")
    with pytest.raises(ValueError, match="no Dask scheduler answers at 'nonsense://a'"):
        fr.solve_dataset(pairs, tmp_path / "out", client="nonsense://a")


def test_other_clients_are_an_error(tmp_path, pairs):
    with pytest.raises(ValueError, match="client must be a number of processes, .* got 1.5"):
        fr.solve_dataset(pairs, tmp_path / "out", client=1.5)


def test_workers_that_share_no_folder(tmp_path, pairs, expected, client, monkeypatch):
    """Their working directories differ, and nothing that is sent to them names a file."""
    sent = []
    monkeypatch.setattr("frenemy.engines.executors.on_dask._exists", _sees_nothing)
    monkeypatch.setattr(OnDask, "_run_sent", _noting(sent, str(tmp_path).encode()))
    homes = client.run(os.getcwd)
    folders = {worker: tmp_path / str(at) for at, worker in enumerate(homes)}
    for worker, folder in folders.items():
        folder.mkdir()
        client.run(os.chdir, str(folder), workers=[worker])
    found = fr.solve_dataset(pairs, tmp_path / "out", client=client, scratch=tmp_path / "s")
    assert labels_of(found) == expected
    assert "solve" in sent
    assert not any(any(folder.iterdir()) for folder in folders.values())
    for worker, home in homes.items():
        client.run(os.chdir, home, workers=[worker])
    framed = fr.solve_dataset(frame_of(pairs), tmp_path / "framed", client=client)
    assert labels_of(framed) == expected
    assert "read pairs" in sent


def _noting(stages, path):
    run = OnDask._run_sent

    def noted(self, tasks, stage):
        stages.append(stage)
        for task in tasks:
            if stage == "solve":
                assert path not in pickle.dumps(task.sent())
        yield from run(self, tasks, stage)

    return noted


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
    with pytest.raises(ValueError, match="belongs to a run with other seed"):
        fr.solve_dataset(frame_of(pairs), tmp_path / "out", seed=1, **given)


@pytest.mark.parametrize("where", ["here", "shared scratch", "nothing shared"])
def test_labels_are_a_frame_again(pairs, cluster, expected, client, where, monkeypatch):
    """In several partitions, which stay on the workers; with the current client if none is given."""
    from dask.dataframe import DataFrame

    monkeypatch.setattr("frenemy.engines.sources.dask_frames._PARTITION_ROWS", 1)
    if where == "nothing shared":
        monkeypatch.setattr("frenemy.engines.executors.on_dask._exists", _sees_nothing)
    frame = frame_of(pairs, text=True)
    frame = frame.assign(id_1=frame["id_1"].astype("category"))
    if where == "here":
        labels = fr.cluster_table(frame)
        assert not client.who_has()
    else:
        with client.as_current():
            labels = fr.solve_dataset(frame).table()
        assert client.who_has()
    assert isinstance(labels, DataFrame)
    assert labels.npartitions > 1
    with client.as_current():
        found = labels.compute()
    assert labels.dtypes.astype(str).to_dict() == found.dtypes.astype(str).to_dict()
    assert dict(zip(found["id"].str[1:].astype(int), found["cluster_id"], strict=True)) == expected
    with pytest.raises(ValueError, match="labels of a Dask DataFrame stay with a client: give the client of 'tcp:"):
        fr.solve_dataset(frame, client=cluster.scheduler_address)
    with pytest.raises(ValueError, match="nodes is for tables in memory, and these pairs are in Dask"):
        fr.cluster_table(frame, frame)


def test_a_frame_of_texts_that_workers_lose(tmp_path, pairs, client):
    """While it is read, and while it is solved."""
    frame = frame_of(pairs, text=True)
    losing = frame.map_partitions(DieReading(tmp_path / "read"), meta=frame._meta)
    dying = Spoiled(OnDask(client), first_dies(tmp_path / "marks", {"solve"}))
    found = fr.solve_dataset(losing, tmp_path / "out", client=dying)
    assert (tmp_path / "read").exists()
    assert (tmp_path / "marks" / "solve").exists()
    again = fr.solve_dataset(frame, tmp_path / "again")
    assert labels_of(found) == labels_of(again)
    assert set(labels_of(found)) <= {f"n{i}" for i in range(100)}


def test_a_worker_dies_in_stages_of_all_kinds(tmp_path, pairs, expected, client):
    """In each of them with a pool of processes, see test_faults."""
    stages = {"between parts", "solve", "large: sum"}
    dying = Spoiled(OnDask(client), first_dies(tmp_path / "marks", stages))
    found = fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=dying)
    assert {one.name for one in (tmp_path / "marks").iterdir()} == stages
    assert labels_of(found) == expected
    assert sorted(one.name for one in (tmp_path / "s").iterdir()) == ["about.json", "result.json"]
    assert all(one.suffix == ".parquet" for one in (tmp_path / "out").iterdir())
    assert not client.futures


def test_errors_of_tasks_and_files_are_told_as_they_are(tmp_path, pairs, expected, client):
    def solve(given, spoil=None, **options):
        executor = OnDask(client) if spoil is None else Spoiled(OnDask(client), spoil)
        return fr.solve_dataset(given, tmp_path / f"labels of {given.name}", client=executor, **options)

    def fail(stage, tasks):
        return [*tasks[:-1], Fail(ValueError("it is broken"))] if stage == "large 0.1: solve" else tasks

    def fill(stage, tasks):
        return (
            [*tasks[:-1], Fail(OSError(errno.ENOSPC, "No space left on device"))] if stage == "large: bound" else tasks
        )

    with pytest.raises(ValueError, match="^it is broken$"):
        solve(pairs, fail, scratch=tmp_path / "s")
    with pytest.raises(OSError, match="stage 'large: bound': No space left on device. Scratch") as caught:
        solve(pairs, fill, scratch=tmp_path / "s")
    assert is_full(caught.value)
    assert list((tmp_path / "s").rglob("*.partial")) == []
    assert labels_of(solve(pairs, scratch=tmp_path / "s")) == expected

    file = small_dataset(tmp_path / "damaged") / "1.parquet"
    whole = file.read_bytes()
    file.write_bytes(whole[:40] + bytes(200) + whole[240:])
    with pytest.raises(ValueError, match="1.parquet is not a complete Parquet file"):
        solve(file)
    table = pa.table({"id_1": pa.array([1, None], pa.int64()), "id_2": [2, 5], "weight": [1.0, 1.0]})
    pq.write_table(table, file)
    with pytest.raises(ValueError, match="column 'id_1' of .*1.parquet has no id in row 1 "):
        solve(file)
    assert not client.futures


def test_a_worker_that_takes_too_much_memory(tmp_path, pairs, expected, client):
    def eat(stage, tasks):
        return [Eat(tasks[0], tmp_path / "eaten", MEMORY), *tasks[1:]] if stage == "solve" else tasks

    found = fr.solve_dataset(pairs, tmp_path / "out", client=Spoiled(OnDask(client), eat))
    assert (tmp_path / "eaten").exists()
    assert labels_of(found) == expected


def test_a_task_that_always_kills_is_an_error_and_the_run_can_go_on(tmp_path, pairs, expected, client):
    def kill(stage, tasks):
        return [Die(tasks[0], tmp_path / "mark", times=99), *tasks[1:]] if stage == "solve" else tasks

    with pytest.raises(WorkersLost) as caught:
        fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=Spoiled(OnDask(client), kill))
    assert "stage 'solve': the worker of one task died 3 times. Run it again with" in str(caught.value)
    assert "if memory ran out, use fewer workers" in str(caught.value)
    assert list((tmp_path / "s").rglob("*.partial")) == []
    counted = Counted()
    found = fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=counted)
    assert labels_of(found) == expected
    assert "between parts" not in {stage for stage, _ in counted.counts}


@pytest.fixture(scope="module")
def empty_cluster(cluster, quick_processes):  # noqa: ARG001, it is closed before that
    with (
        dask.config.set({"distributed.worker.multiprocessing-method": quick_processes}),
        distributed.LocalCluster(
            n_workers=0, processes=True, dashboard_address=None, silence_logs="CRITICAL"
        ) as opened,
        distributed.Client(opened, set_as_default=False) as client,
    ):
        yield opened, client


@pytest.fixture
def no_workers(empty_cluster):
    """A cluster whose workers have all left."""
    cluster, client = empty_cluster
    cluster.scale(0)
    end = time.monotonic() + 30
    while client.nthreads() and time.monotonic() < end:
        time.sleep(0.05)
    assert not client.nthreads()
    return cluster, client


def test_nobody_comes(tmp_path, no_workers):
    with pytest.raises(WorkersLost, match="the Dask scheduler tcp://.* has no worker after 0 seconds"):
        OnDask(no_workers[1], patience=0.1).check(tmp_path)


def test_all_workers_are_gone_and_none_comes_back(no_workers, monkeypatch, caplog):
    monkeypatch.setattr("frenemy.engines.executors.on_dask._POLL_SECONDS", 0.1)
    monkeypatch.setattr("frenemy.engines.executors.on_dask._CHECK_SECONDS", 0.2)
    cluster, client = no_workers
    with pytest.raises(WorkersLost, match="stage 'solve': the Dask scheduler tcp://.* had no worker") as caught:
        list(OnDask(client, patience=1.0).run([Give()], stage="solve"))
    assert "distributed.deploy.lost-worker-timeout. Run it again with the same scratch" in str(caught.value)
    assert [one.message for one in caplog.records if one.name == "frenemy.engines.executors.on_dask"] == [
        f"stage 'solve': the Dask scheduler {cluster.scheduler_address} has no worker or does not answer; "
        "waiting for 1 seconds"
    ]
    assert not client.futures


def test_a_worker_comes_while_nobody_is_there(no_workers, monkeypatch, caplog):
    monkeypatch.setattr("frenemy.engines.executors.on_dask._POLL_SECONDS", 0.1)
    monkeypatch.setattr("frenemy.engines.executors.on_dask._CHECK_SECONDS", 0.2)
    cluster, client = no_workers
    timer = threading.Timer(0.5, cluster.scale, (1,))
    timer.start()
    assert {at for at, _ in OnDask(client).run([Give(), Give()], stage="solve")} == {0, 1}
    assert "has no worker or does not answer; waiting for 120 seconds" in caplog.text
    timer.join()


def test_workers_that_are_paused_are_told(no_workers, monkeypatch, caplog):
    """As Dask does with those whose memory is nearly full."""
    monkeypatch.setattr("frenemy.engines.executors.on_dask._POLL_SECONDS", 0.1)
    monkeypatch.setattr("frenemy.engines.executors.on_dask._CHECK_SECONDS", 0.2)
    cluster, client = no_workers
    cluster.scale(1)
    client.wait_for_workers(1, timeout=60)
    client.run(_pause)
    timer = threading.Timer(3.0, client.run, (_go_on,))
    timer.start()
    assert [at for at, _ in OnDask(client, patience=2.0).run([Give()], stage="solve")] == [0]
    assert "stage 'solve': all 1 workers of the Dask scheduler tcp://" in caplog.text
    timer.join()


def _pause(dask_worker):
    dask_worker.memory_manager.memory_pause_fraction = False
    dask_worker.status = distributed.Status.paused


def _go_on(dask_worker):
    dask_worker.status = distributed.Status.running


@pytest.mark.parametrize("noticed", [0.0, 0.5])
def test_a_lost_scheduler(tmp_path, pairs, expected, noticed, monkeypatch):
    """Whose process is killed in the middle of a stage, and so long before the next tasks are submitted."""
    monkeypatch.setattr("frenemy.engines.executors.on_dask._CONNECT_SECONDS", 10)
    file = tmp_path / "scheduler.json"
    named = ["--scheduler-file", file, "--no-dashboard"]
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for arguments in (["scheduler", "--port", "0", *named], ["worker", "--no-nanny", "--nthreads", "1", *named])
    ]

    def lose(stage, tasks):
        if stage == "solve":
            started[0].kill()
            time.sleep(noticed)
        return tasks

    try:
        with dask_at(address_in(file)) as on_dask:
            on_dask.check(tmp_path)
            begin = time.monotonic()
            with pytest.raises(WorkersLost, match="Dask scheduler tcp://.* was lost, .* Run it again with the same"):
                fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=Spoiled(on_dask, lose))
        assert time.monotonic() - begin < 60
        assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s")) == expected
    finally:
        for process in started:
            process.kill()
            process.wait()


def address_in(file):
    """The scheduler's, as soon as it has written it."""
    end = time.monotonic() + 60
    while True:
        try:
            return json.loads(file.read_text())["address"]
        except (FileNotFoundError, ValueError):
            assert time.monotonic() < end, "the scheduler does not start"
            time.sleep(0.1)

"""Tasks and executors that go wrong on purpose, and a small dataset to try them on. Workers import this by name."""

import os
import signal
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from frenemy.engines.executors.executor import SerialExecutor


@dataclass(frozen=True)
class Die:
    """Ends its own process, the first ``times`` that it is done, as the system does when memory is short."""

    task: Any
    marks: Path
    times: int = 1
    seconds: float = 0.0

    def __call__(self):
        for at in range(self.times):
            mark = self.marks.with_name(f"{self.marks.name}-{at}")
            if not mark.exists():
                mark.touch()
                time.sleep(self.seconds)
                os.kill(os.getpid(), signal.SIGKILL)
        return self.task()


@dataclass(frozen=True)
class DieWriting:
    """Ends its own process the first time, just before its first file gets its name, or when all is done if it writes
    none: so a file that was begun is left."""

    task: Any
    mark: Path

    def __call__(self):
        if self.mark.exists():
            return self.task()
        self.mark.touch()
        os.replace = _die
        self.task()
        return _die()


@dataclass(frozen=True)
class DieReading:
    """Gives a table back as it is; ends its own process the first time, if the table has rows."""

    mark: Path

    def __call__(self, table):
        if len(table) and not self.mark.exists():
            self.mark.touch()
            _die()
        return table


def _die(*_names):
    os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Eat:
    """Takes more memory than a worker has, the first time."""

    task: Any
    mark: Path
    n_bytes: int

    def __call__(self):
        if not self.mark.exists():
            self.mark.touch()
            held = [np.ones(self.n_bytes // 8 // 10) for _ in range(10)]
            time.sleep(30.0)
            raise AssertionError(f"held {len(held)}, and nobody minded")
        return self.task()


@dataclass(frozen=True)
class Starve:
    """Has hardly any memory to do its task in, the first time."""

    task: Any
    mark: Path

    def __call__(self):
        import resource

        if self.mark.exists():
            return self.task()
        self.mark.touch()
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        before = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (used + 2**24, before[1]))
        try:
            return np.ones(2**27).sum() + self.task()
        finally:
            resource.setrlimit(resource.RLIMIT_AS, before)


@dataclass(frozen=True)
class Fail:
    """Raises."""

    error: Exception

    def __call__(self):
        raise self.error


class Odd(Exception):
    """Cannot be sent between processes."""

    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


def fail_oddly():
    raise Odd("this", "that")


@dataclass(frozen=True)
class Give:
    """Returns its value and the process that ran it, after some seconds; leaves a file if one is named."""

    value: Any = None
    seconds: float = 0.0
    mark: Path | None = None

    def __call__(self):
        if self.mark is not None:
            self.mark.touch()
        time.sleep(self.seconds)
        return [self.value, os.getpid()]


class Spoiled:
    """An executor that changes the tasks of each stage before another one runs them.

    Parameters
    ----------
    executor : Executor
    spoil : callable
        From a stage and its tasks to the tasks that are run instead.
    """

    def __init__(self, executor, spoil):
        self._executor = executor
        self._spoil = spoil

    def run(self, tasks, *, stage):
        yield from self._executor.run(self._spoil(stage, list(tasks)), stage=stage)


def first_dies(marks, stages=None):
    """The first task of each stage, or of some of them, loses its worker once, in the middle of its work."""
    marks.mkdir(exist_ok=True)

    def spoil(stage, tasks):
        if stages is None or stage in stages:
            tasks[0] = DieWriting(tasks[0], marks / stage)
        return tasks

    return spoil


class Shuffled:
    """In another order."""

    def __init__(self, seed):
        self._rng = np.random.default_rng(seed)

    def run(self, tasks, *, stage):  # noqa: ARG002
        for at in self._rng.permutation(len(tasks)).tolist():
            yield at, tasks[at]()


class Ended(Exception):
    """As if the run was killed."""


class Counted:
    """Runs tasks in this process and counts them; ends the run after ``end_before`` tasks."""

    def __init__(self, end_before=None):
        self.counts = Counter()
        self._end_before = end_before

    def run(self, tasks, *, stage):
        for at, result in SerialExecutor().run(tasks, stage=stage):
            self.counts[stage, at] += 1
            yield at, result
            if self.counts.total() == self._end_before:
                raise Ended


def small_dataset(folder, *, n_files=2, text=False):
    """Files of pairs with small components and one that is too large for a task of 40 pairs."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    folder.mkdir()
    rng = np.random.default_rng(5)
    u, v = np.nonzero(np.triu(np.kron(np.eye(25), np.ones((4, 4))), 1))  # groups of four
    wrong, strangers = np.arange(40), np.arange(100)  # the wrong ones make one component of the first ten groups
    u, v = np.concatenate((u, wrong, strangers)), np.concatenate((v, (7 * wrong + 5) % 40, (7 * strangers + 9) % 100))
    w = np.repeat([5.0, 4.0, -3.0], [150, 40, 100]) + rng.normal(0.0, 0.5, len(u))
    order = rng.permutation(len(u))
    u, v, w = u[order], v[order], w[order]
    for at, rows in enumerate(np.array_split(np.arange(len(u)), n_files)):
        ids = [f"n{i}" for i in range(100)] if text else list(range(100))
        left, right = ([ids[i] for i in ends[rows]] for ends in (u, v))
        table = pa.table({"id_1": left, "id_2": right, "weight": w[rows]})
        pq.write_table(table, folder / f"{at}.parquet", row_group_size=60)
    return folder


def labels_of(result):
    """The label of each id, in their order."""
    table = result.table()
    return dict(sorted(zip(table.column("id").to_pylist(), table.column("cluster_id").to_pylist(), strict=True)))


def children():
    """Processes below this one, without those of multiprocessing that only track resources or start others."""
    import psutil

    found = []
    for one in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if "resource_tracker" not in " ".join(one.cmdline()) and one.pid != _fork_server():
                found.append(one)
    return found


def _fork_server():
    """The process that others are copied from, None where there is none."""
    if sys.platform == "win32":
        return None
    from multiprocessing import forkserver

    return forkserver._forkserver._forkserver_pid

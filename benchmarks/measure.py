"""One measurement: a function in a fresh process of one thread, so that its CPU time and peak memory are its own."""

from __future__ import annotations

import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from benchmarks.memory import peak_mb

ROOT = Path(__file__).resolve().parents[1]
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"), "1")

#: Set for those who only want to know whether everything still runs.
FORKED = "FRENEMY_BENCHMARKS_FORKED"

Measured = dict[str, Any]
fork = multiprocessing.get_context("fork" if sys.platform == "linux" else None)


class Cpu:
    """CPU seconds of this process inside a ``with`` block."""

    seconds = 0.0

    def __enter__(self) -> Cpu:
        self._begin = time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds = time.process_time() - self._begin


def fresh(
    task: Callable[..., Measured], *, repeats: int = 1, kill_after: float | None = None, **arguments: Any
) -> Measured:
    """What ``task(**arguments)`` returns in a process of its own, with that process's ``peak_mb``.

    ``task`` is a function of a module, its arguments and result are plain data. With repeats, each number is the median
    of them and everything else is from the first. A process that takes more than ``kill_after`` seconds is killed, with
    a TimeoutError here.
    """
    run = _forked if os.environ.get(FORKED) and sys.platform == "linux" else _child
    return medians([run(task, arguments, kill_after) for _ in range(repeats)])


def medians(runs: list[Measured]) -> Measured:
    """Each number as the median over the runs, everything else from the first."""
    return {key: _median([run[key] for run in runs]) for key in runs[0]}


def _child(task: Callable[..., Measured], arguments: dict[str, Any], kill_after: float | None) -> Measured:
    command = [sys.executable, "-m", "benchmarks.measure", task.__module__, task.__name__, json.dumps(arguments)]
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=os.environ | ONE_THREAD, capture_output=True, text=True, timeout=kill_after
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"{task.__name__}({arguments}) was killed after {kill_after:g} s") from None
    if done.returncode != 0:
        raise RuntimeError(f"{task.__name__}({arguments}) failed:\n{done.stderr}")
    measured: Measured = json.loads(done.stdout.splitlines()[-1])
    return measured


def _forked(task: Callable[..., Measured], arguments: dict[str, Any], kill_after: float | None) -> Measured:
    """The same by a copy of this process: at once, but its peak memory is that of both."""
    assert getattr(import_module(task.__module__), task.__name__) is task
    receiver, sender = fork.Pipe(duplex=False)
    copy = fork.Process(target=_tell, args=(sender, task, json.dumps(arguments)))
    copy.start()
    sender.close()
    try:
        if not receiver.poll(kill_after):
            raise TimeoutError(f"{task.__name__}({arguments}) was killed after {kill_after:g} s")
        is_measured, told = receiver.recv()
    except EOFError:
        is_measured, told = False, "it died"
    finally:
        copy.kill()
        copy.join()
    if not is_measured:
        raise RuntimeError(f"{task.__name__}({arguments}) failed:\n{told}")
    measured: Measured = json.loads(told)
    return measured


def _tell(sender: Connection, task: Callable[..., Measured], arguments: str) -> None:
    try:
        measured = task(**json.loads(arguments))
        sender.send((True, json.dumps({"peak_mb": peak_mb()} | measured)))
    except BaseException:
        sender.send((False, traceback.format_exc()))


def _median(values: list[Any]) -> Any:
    is_number = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    return statistics.median(values) if is_number else values[0]


def _main() -> None:
    module, name, arguments = sys.argv[1:]
    measured = getattr(import_module(module), name)(**json.loads(arguments))
    print(json.dumps({"peak_mb": peak_mb()} | measured))


if __name__ == "__main__":
    _main()

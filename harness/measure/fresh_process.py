"""One measurement: a function called in a fresh process of one thread, with its own CPU time and peak memory."""

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
from typing import Any

from harness.folders import ROOT
from harness.measure.memory import peak_mb
from harness.runner import ONE_THREAD

#: With this environment variable a measurement is a fork of this process: faster, for tests. Its memory is not its own.
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
    """Call ``task(**arguments)`` in a fresh process; return its result with the ``peak_mb`` of that process.

    ``task`` is a module-level function; its arguments and result are plain data. With repeats, each number is their
    median, everything else is from the first. A process is killed after ``kill_after`` seconds, with a TimeoutError.
    """
    run = _forked if os.environ.get(FORKED) and sys.platform == "linux" else _child
    return medians([run(task, arguments, kill_after) for _ in range(repeats)])


def medians(runs: list[Measured]) -> Measured:
    """The median of each number over the runs; everything else from the first run."""
    return {key: _median([run[key] for run in runs]) for key in runs[0]}


def _child(task: Callable[..., Measured], arguments: dict[str, Any], kill_after: float | None) -> Measured:
    command = [
        sys.executable,
        "-m",
        "harness.measure.fresh_process",
        task.__module__,
        task.__name__,
        json.dumps(arguments),
    ]
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
    """The same in a fork of this process: faster, but its peak memory includes that of this process."""
    assert getattr(import_module(task.__module__), task.__name__) is task
    receiver, sender = fork.Pipe(duplex=False)
    copy = fork.Process(target=_send, args=(sender, task, json.dumps(arguments)))
    copy.start()
    sender.close()
    try:
        if not receiver.poll(kill_after):
            raise TimeoutError(f"{task.__name__}({arguments}) was killed after {kill_after:g} s")
        is_measured, answer = receiver.recv()
    except EOFError:
        is_measured, answer = False, "the process died"
    finally:
        copy.kill()
        copy.join()
    if not is_measured:
        raise RuntimeError(f"{task.__name__}({arguments}) failed:\n{answer}")
    measured: Measured = json.loads(answer)
    return measured


def _send(sender: Connection, task: Callable[..., Measured], arguments: str) -> None:
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

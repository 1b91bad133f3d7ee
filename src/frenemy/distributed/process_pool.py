"""Tasks in processes of this machine."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from frenemy.distributed.executor import Task


class WorkersLost(RuntimeError):
    """Workers died again and again."""


@dataclass(frozen=True)
class ProcessPool:
    """Processes of this machine; if one dies, its tasks are given to new ones.

    Attributes
    ----------
    n_workers : int
    allowed_failures : int
        How often workers may be lost before it gives up.
    """

    n_workers: int
    allowed_failures: int = 3

    def run(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        left = dict(enumerate(tasks))
        n_lost = 0
        while left:
            try:
                for at, result in self._run_once(left):
                    del left[at]
                    yield at, result
            except BrokenProcessPool:
                n_lost += 1
                if n_lost > self.allowed_failures:
                    raise WorkersLost(
                        f"a worker died {n_lost} times, {len(left)} tasks are left; if there was no memory left, ask "
                        "for less at once with a smaller memory_limit or fewer workers. Run it again with the same "
                        "scratch to go on from here"
                    ) from None

    def _run_once(self, tasks: dict[int, Task]) -> Iterator[tuple[int, Any]]:
        # Not by fork, which copies locks that other threads hold.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(min(self.n_workers, len(tasks)), mp_context=context)
        waiting: dict[Future[Any], int] = {}
        try:
            waiting = {pool.submit(_call, task): at for at, task in tasks.items()}
            while waiting:
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    at = waiting.pop(future)
                    yield at, future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _call(task: Task) -> Any:
    return task()

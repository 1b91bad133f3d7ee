"""Tasks on a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from frenemy.distributed.executor import Results, Task, died_often

try:
    import ray
except ImportError as error:
    raise ImportError('a Ray cluster needs ray: pip install "frenemy[ray]"') from error

_AHEAD = 4  # tasks that are handed over for each core, so that none waits for us


class OnRay:
    """Tasks on the Ray cluster that this process is connected with; all its machines see the same scratch folder.

    Parameters
    ----------
    allowed_failures : int
        How often workers may be lost over the same task before it gives up.
    """

    def __init__(self, *, allowed_failures: int = 3) -> None:
        self.allowed_failures = allowed_failures

    def run(self, tasks: Sequence[Task], *, stage: str) -> Results:
        options = {"name": stage, "max_retries": self.allowed_failures, "retry_exceptions": False}
        call = ray.remote(_call).options(**options)
        n_ahead = max(32, int(_AHEAD * ray.cluster_resources().get("CPU", 1)))
        running: dict[Any, int] = {}
        following = iter(range(len(tasks)))
        try:
            while True:
                for at in following:
                    running[call.remote(tasks[at])] = at
                    if len(running) >= n_ahead:
                        break
                if not running:
                    break
                ready, _ = ray.wait(list(running), num_returns=1)
                result = self._result(ready[0], stage)
                yield running.pop(ready[0]), result
        finally:
            for reference in running:
                ray.cancel(reference, force=True)

    def _result(self, reference: Any, stage: str) -> Any:
        try:
            return ray.get(reference)
        except ray.exceptions.RayTaskError as error:
            # It is made of both classes; who calls is to get the task's own.
            raise (error.cause if isinstance(error.cause, Exception) else error) from error
        except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError) as error:
            raise died_often(stage, self.allowed_failures + 1) from error


def _call(task: Task) -> Any:
    return task()


@contextmanager
def ray_at(address: str) -> Iterator[OnRay]:
    """On the cluster of an address, or one that is begun on this machine for ``"ray"``."""
    was_there = ray.is_initialized()
    if not was_there:
        ray.init(address=None if address == "ray" else address, include_dashboard=False, log_to_driver=False)
    try:
        yield OnRay()
    finally:
        if not was_there:
            ray.shutdown()

"""Runs tasks on a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from frenemy.engines.executors.executor import Results, Task, workers_died

try:
    import ray
except ImportError as error:
    raise ImportError('a Ray cluster needs ray: pip install "frenemy[ray]"') from error

_SUBMITTED_PER_CORE = 4  # so that no core waits for the next task
_MIN_SUBMITTED = 32


class OnRay:
    """Runs tasks on the Ray cluster that this process is connected to. All machines must see the scratch folder.

    Parameters
    ----------
    allowed_failures : int
        How often the worker of one task may die before the run fails.
    """

    def __init__(self, *, allowed_failures: int = 3) -> None:
        self.allowed_failures = allowed_failures

    def run(self, tasks: Sequence[Task], *, stage: str) -> Results:
        options = {"name": stage, "max_retries": self.allowed_failures, "retry_exceptions": False}
        call = ray.remote(_call).options(**options)
        max_submitted = max(_MIN_SUBMITTED, int(_SUBMITTED_PER_CORE * ray.cluster_resources().get("CPU", 1)))
        running: dict[Any, int] = {}
        remaining = iter(range(len(tasks)))
        try:
            while True:
                for at in remaining:
                    running[call.remote(tasks[at])] = at
                    if len(running) >= max_submitted:
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
            # Ray raises a mixture of both classes; raise the task's own error.
            raise (error.cause if isinstance(error.cause, Exception) else error) from error
        except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError) as error:
            raise workers_died(stage, self.allowed_failures + 1) from error


def _call(task: Task) -> Any:
    return task()


@contextmanager
def ray_at(address: str) -> Iterator[OnRay]:
    """Tasks on the cluster at an address, or on one started on this machine for ``"ray"``."""
    was_initialized = ray.is_initialized()
    if not was_initialized:
        ray.init(address=None if address == "ray" else address, include_dashboard=False, log_to_driver=False)
    try:
        yield OnRay()
    finally:
        if not was_initialized:
            ray.shutdown()

"""Runs tasks on a Dask cluster."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Protocol, cast, runtime_checkable

from frenemy.engines.executors.executor import (
    RESUME,
    Results,
    SendableTask,
    SerialExecutor,
    Task,
    WorkersLost,
    workers_died,
)

try:
    import dask
    import distributed
    import distributed.scheduler
    from distributed.comm import CommClosedError
    from distributed.scheduler import KilledWorker
except ImportError as error:
    raise ImportError('a Dask cluster needs dask.distributed: pip install "frenemy[distributed]"') from error

_logger = logging.getLogger(__name__)

_SUBMITTED_PER_THREAD = 4  # so that no thread waits for the next task
_MIN_SUBMITTED = 32
_POLL_SECONDS = 1.0
_CHECK_SECONDS = 10.0  # without a result, before the scheduler is checked for workers
_CONNECT_ATTEMPTS = 5
_CONNECT_SECONDS = 30.0
#: How tasks fail where ``distributed.scheduler.no-workers-timeout`` is set; the names depend on the version of Dask.
_NO_WORKER_ERRORS = tuple(
    getattr(distributed.scheduler, name)
    for name in ("NoValidWorkerError", "NoWorkerError")
    if hasattr(distributed.scheduler, name)
)


@runtime_checkable
class DelayedTask(Protocol):
    """A task that is a node of a Dask graph."""

    def delayed(self, key: str) -> Any:
        """The task as a ``dask.delayed`` object with this key."""
        ...


class Sent(Sequence[Task]):
    """The functions of tasks, each made when it is asked for, so that only those on their way are in memory."""

    def __init__(self, tasks: Sequence[SendableTask]) -> None:
        self._tasks = tasks

    def __len__(self) -> int:
        return len(self._tasks)

    def __getitem__(self, at: Any) -> Any:
        return self._tasks[at].sent()


class OnDask:
    """Runs tasks on the workers of a Dask client.

    If not all workers see the scratch folder, tasks are sent with their data, and this process writes what they find;
    tasks that need many files run in this process.

    Dask gives the tasks of a lost worker to others, as often as its setting
    ``distributed.scheduler.allowed-failures`` allows. Its dashboard names tasks after their stage. If there is no
    worker, or all are paused, a warning is logged.

    Parameters
    ----------
    client : distributed.Client
    patience : float
        Seconds without an answer from the scheduler, or without any worker, before the run fails.
    """

    def __init__(self, client: distributed.Client, *, patience: float = 120.0) -> None:
        if client.asynchronous:
            raise ValueError("the Dask client must not be asynchronous; make it without asynchronous=True")
        self.client = client
        self.patience = patience
        self.is_shared = True

    def check(self, folder: Path) -> None:
        """Look whether all workers see the folder."""
        try:
            self.client.wait_for_workers(1, timeout=self.patience)
        except TimeoutError as error:
            raise WorkersLost(f"{self._scheduler} has no worker after {self.patience:.0f} seconds") from error
        mark = folder / f"seen-{uuid.uuid4().hex}"
        mark.touch()
        try:
            seen = self.client.run(_exists, str(mark.absolute()))
        except ModuleNotFoundError as error:
            raise ValueError(f"{error.name} must be installed on all Dask workers as it is here: {error}") from error
        finally:
            mark.unlink(missing_ok=True)
        self.is_shared = all(seen.values())
        if not self.is_shared:
            _logger.info("not all workers see %s: rows are sent to them", folder)

    def run(self, tasks: Sequence[Task], *, stage: str) -> Results:
        if self.is_shared:
            return self._run(tasks, stage)
        if all(isinstance(task, SendableTask) for task in tasks):
            return self._run_sent(cast(Sequence[SendableTask], tasks), stage)
        return SerialExecutor().run(tasks, stage=stage)

    def hold(self, tasks: Sequence[Task]) -> list[Any]:
        """Futures of what tasks return, which stays on the workers; this process sends it if they see no scratch."""
        if self.is_shared:
            token = uuid.uuid4().hex
            named = ((f"labels-{at}-{token}", task) for at, task in enumerate(tasks))
            held = [self.client.submit(task, key=key, pure=False, retries=0) for key, task in named]
        else:
            held = [self.client.scatter(task(), hash=False) for task in tasks]
        for future in held:  # the files that they read may go away then
            distributed.wait(future)
            if future.status != "finished":
                future.result()  # raises
        return held

    def _run_sent(self, tasks: Sequence[SendableTask], stage: str) -> Results:
        with closing(self._run(Sent(tasks), stage)) as results:
            for at, found in results:
                yield at, tasks[at].keep(found)

    def _run(self, tasks: Sequence[Task], stage: str) -> Results:
        token = uuid.uuid4().hex
        done: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        futures: dict[int, Any] = {}
        remaining = iter(range(len(tasks)))

        def submit(at: int) -> None:
            task = tasks[at]
            key = f"{stage}-{at}-{token}"
            if isinstance(task, DelayedTask):
                future = self.client.compute(task.delayed(key))
            else:
                # A task that raises is not repeated. Dask repeats those whose worker died by itself.
                with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1TB"}):
                    future = self.client.submit(task, key=key, pure=False, retries=0)
            futures[at] = future
            future.add_done_callback(lambda ready: done.put((at, ready)))

        try:
            # A graph is submitted as a whole: what its tasks share would be computed several times otherwise.
            has_graph = len(tasks) > 0 and isinstance(tasks[0], DelayedTask)  # all tasks of a stage are alike
            per_threads = _SUBMITTED_PER_THREAD * self._count_threads(stage)
            max_submitted = len(tasks) if has_graph else max(_MIN_SUBMITTED, per_threads)
            if isinstance(tasks, Sent) and not has_graph:  # the scheduler holds their rows
                max_submitted = 2 * self._count_threads(stage)
            for at in remaining:
                submit(at)
                if len(futures) >= max_submitted:
                    break
            while futures:
                at, future = self._next(done, futures, stage)
                result = self._result(future, stage)
                del futures[at]
                future.release()
                del future
                for following in remaining:
                    submit(following)
                    break
                yield at, result
        except CommClosedError as error:
            raise self._lost(stage) from error
        finally:
            self._cancel(list(futures.values()))

    def _next(self, done: SimpleQueue[tuple[int, Any]], futures: dict[int, Any], stage: str) -> tuple[int, Any]:
        """The next completed task; an error if there will be none."""
        last_seen = last_check = monotonic()
        last_warning = ""
        while True:
            try:
                return done.get(timeout=_POLL_SECONDS)
            except Empty:
                pass
            if self.client.status != "running" or any(one.status in ("lost", "cancelled") for one in futures.values()):
                raise self._lost(stage)
            if monotonic() - last_check < min(_CHECK_SECONDS, self.patience):
                continue
            n_workers, n_running = self._count_workers()
            last_check = monotonic()
            if n_workers:
                last_seen = last_check
            elif last_check - last_seen > self.patience:
                raise self._no_workers(stage)
            warning = "" if n_running else self._warning(n_workers)
            if warning and warning != last_warning:
                _logger.warning("stage %r: %s", stage, warning)
            last_warning = warning

    def _count_threads(self, stage: str) -> int:
        try:
            return sum(self.client.nthreads().values())
        except OSError as error:  # the scheduler does not answer any more
            raise self._lost(stage) from error

    def _count_workers(self) -> tuple[int, int]:
        """How many workers there are, and how many of them accept tasks; 0 if the scheduler does not answer."""
        scheduler = self.client.scheduler
        try:
            workers, running = (
                self.client.sync(count, callback_timeout=self.patience)
                for count in (scheduler.ncores, scheduler.ncores_running)
            )
        except (TimeoutError, OSError):
            return 0, 0
        return len(workers), len(running)

    def _warning(self, n_workers: int) -> str:
        if n_workers:
            return f"all {n_workers} workers of {self._scheduler} are paused because their memory is nearly full"
        return f"{self._scheduler} has no worker or does not answer; waiting for {self.patience:.0f} seconds"

    def _result(self, future: Any, stage: str) -> Any:
        while True:
            if future.status == "cancelled":
                raise self._lost(stage)
            try:
                return future.result(timeout=self.patience)
            except KilledWorker as error:
                raise workers_died(stage, error.allowed_failures + 1) from error
            except _NO_WORKER_ERRORS as error:
                raise self._no_workers(stage) from error
            except TimeoutError as error:
                if future.status == "error":
                    raise  # the task's own
                # The worker that held the result is gone, and another repeats the task.
                if not self._count_workers()[0]:
                    raise self._no_workers(stage) from error

    def _cancel(self, futures: list[Any]) -> None:
        if futures and self.client.status == "running":
            with suppress(TimeoutError, OSError):
                self.client.cancel(futures, force=True)

    def _lost(self, stage: str) -> WorkersLost:
        return WorkersLost(f"stage {stage!r}: {self._scheduler} was lost, or cancelled the tasks. {RESUME}")

    def _no_workers(self, stage: str) -> WorkersLost:
        return WorkersLost(
            f"stage {stage!r}: {self._scheduler} had no worker or did not answer for too long; see Dask's own log. A "
            "LocalCluster does not replace workers that die again within seconds, see "
            f"distributed.deploy.lost-worker-timeout. {RESUME}"
        )

    @property
    def _scheduler(self) -> str:
        return f"the Dask scheduler {getattr(self.client.scheduler, 'address', '')}".strip()


@contextmanager
def dask_at(address: str) -> Iterator[OnDask]:
    """Tasks on the cluster whose scheduler is at an address; the client is closed at the end."""
    try:
        client = _connected(address)
    except (OSError, TimeoutError, ValueError) as error:
        raise ValueError(f"no Dask scheduler answers at {address!r}: {error}") from error
    try:
        yield OnDask(client)
    finally:
        with suppress(TimeoutError, OSError):
            client.close(timeout=5)


def _connected(address: str) -> Any:
    """A client; distributed fails an assertion if someone's tasks are cancelled at the moment it connects."""
    for _ in range(_CONNECT_ATTEMPTS - 1):
        with suppress(AssertionError):
            return distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    return distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)


def _exists(path: str) -> bool:
    import os

    return os.path.exists(path)

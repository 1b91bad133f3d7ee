"""Tasks on a Dask cluster."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

from frenemy.distributed.dask_frames import WritePartition
from frenemy.distributed.executor import GO_ON, Results, Task, WorkersLost, died_often

try:
    import distributed
    import distributed.scheduler
    from distributed.comm import CommClosedError
    from distributed.scheduler import KilledWorker
except ImportError as error:
    raise ImportError('a Dask cluster needs dask.distributed: pip install "frenemy[distributed]"') from error

_logger = logging.getLogger(__name__)

_AHEAD = 4  # tasks that are handed over for each thread, so that none waits for us
_LOOK_SECONDS = 1.0
_ASK_SECONDS = 10.0  # how long nothing is done before the scheduler is asked whether anybody is there
_CONNECT_SECONDS = 30.0
#: What tasks end with where ``distributed.scheduler.no-workers-timeout`` is set; versions differ in which there are.
_NOBODY = tuple(
    getattr(distributed.scheduler, name)
    for name in ("NoValidWorkerError", "NoWorkerError")
    if hasattr(distributed.scheduler, name)
)


class OnDask:
    """Tasks on the workers of a Dask client, who all see the same scratch folder.

    Dask gives the tasks of a lost worker to others, as often as its setting
    ``distributed.scheduler.allowed-failures`` says. On its dashboard, tasks are named after their stage. While there is
    no worker at all, or none that takes tasks, a warning is logged.

    Parameters
    ----------
    client : distributed.Client
    patience : float
        Seconds without any sign of the scheduler, or without any worker, before it gives up.
    """

    def __init__(self, client: distributed.Client, *, patience: float = 120.0) -> None:
        if client.asynchronous:
            raise ValueError("the Dask client must not be asynchronous; make it without asynchronous=True")
        self.client = client
        self.patience = patience

    def check(self, folder: Path) -> None:
        """An error if some worker does not see the folder."""
        try:
            self.client.wait_for_workers(1, timeout=self.patience)
        except TimeoutError as error:
            raise WorkersLost(f"{self._scheduler} has no worker after {self.patience:.0f} seconds") from error
        mark = folder / f"seen-{uuid.uuid4().hex}"
        mark.touch()
        try:
            seen = self.client.run(_sees, str(mark.absolute()))
        except ModuleNotFoundError as error:
            raise ValueError(f"all Dask workers need {error.name} installed as it is here: {error}") from error
        finally:
            mark.unlink(missing_ok=True)
        blind = sorted(worker for worker, is_seen in seen.items() if not is_seen)
        if blind:
            raise ValueError(
                f"scratch must be a folder that all workers see, {folder} is not there for {blind[0]}"
                + (f" and {len(blind) - 1} more" if len(blind) > 1 else "")
            )

    def run(self, tasks: Sequence[Task], *, stage: str) -> Results:
        token = uuid.uuid4().hex
        done: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        futures: dict[int, Any] = {}
        following = iter(range(len(tasks)))

        def hand_over(at: int) -> None:
            task = tasks[at]
            key = f"{stage}-{at}-{token}"
            if isinstance(task, WritePartition):
                future = self.client.compute(task.delayed(key))
            else:
                # Errors of its own are not tried again, only deaths of workers, which Dask does by itself.
                future = self.client.submit(task, key=key, pure=False, retries=0)
            futures[at] = future
            future.add_done_callback(lambda ready: done.put((at, ready)))

        try:
            # The graph of a frame is handed over as a whole, or what its partitions share would be done several times.
            has_frame = any(isinstance(task, WritePartition) for task in tasks)
            n_ahead = len(tasks) if has_frame else max(32, _AHEAD * sum(self.client.nthreads().values()))
            for at in following:
                hand_over(at)
                if len(futures) >= n_ahead:
                    break
            while futures:
                at, future = self._next(done, futures, stage)
                result = self._result(future, stage)
                del futures[at]
                future.release()
                del future
                for after in following:
                    hand_over(after)
                    break
                yield at, result
        except CommClosedError as error:
            raise self._lost(stage) from error
        finally:
            self._cancel(list(futures.values()))

    def _next(self, done: SimpleQueue[tuple[int, Any]], futures: dict[int, Any], stage: str) -> tuple[int, Any]:
        """The next task that is done; an error if there will be none."""
        seen = asked = monotonic()
        told = ""  # of what is wrong, once
        while True:
            try:
                return done.get(timeout=_LOOK_SECONDS)
            except Empty:
                pass
            if self.client.status != "running" or any(one.status in ("lost", "cancelled") for one in futures.values()):
                raise self._lost(stage)
            if monotonic() - asked < min(_ASK_SECONDS, self.patience):
                continue
            n_there, n_willing = self._workers()
            asked = monotonic()
            if n_there:
                seen = asked
            elif asked - seen > self.patience:
                raise self._nobody(stage)
            trouble = "" if n_willing else self._trouble(n_there)
            if trouble and trouble != told:
                _logger.warning("while %r is done: %s", stage, trouble)
            told = trouble

    def _workers(self) -> tuple[int, int]:
        """How many are there, and how many of them take tasks; none if the scheduler does not answer."""
        scheduler = self.client.scheduler
        try:
            there, willing = (
                self.client.sync(ask, callback_timeout=self.patience)
                for ask in (scheduler.ncores, scheduler.ncores_running)
            )
        except (TimeoutError, OSError):
            return 0, 0
        return len(there), len(willing)

    def _trouble(self, n_there: int) -> str:
        if n_there:
            return f"all {n_there} workers of {self._scheduler} are paused: they hold nearly the memory they may have"
        return f"{self._scheduler} has no worker, or gives no answer; waiting for {self.patience:.0f} seconds"

    def _result(self, future: Any, stage: str) -> Any:
        while True:
            if future.status == "cancelled":
                raise self._lost(stage)
            try:
                return future.result(timeout=self.patience)
            except KilledWorker as error:
                raise died_often(stage, error.allowed_failures + 1) from error
            except _NOBODY as error:
                raise self._nobody(stage) from error
            except TimeoutError as error:
                if future.status == "error":
                    raise  # its own
                # The worker with the result is gone, and it is being done again.
                if not self._workers()[0]:
                    raise self._nobody(stage) from error

    def _cancel(self, futures: list[Any]) -> None:
        if futures and self.client.status == "running":
            with suppress(TimeoutError, OSError):
                self.client.cancel(futures, force=True)

    def _lost(self, stage: str) -> WorkersLost:
        return WorkersLost(
            f"while {stage!r} was done, {self._scheduler} was lost, or told to drop what it was at. {GO_ON}"
        )

    def _nobody(self, stage: str) -> WorkersLost:
        return WorkersLost(
            f"while {stage!r} was done, {self._scheduler} had no worker, or gave no answer, for too long; Dask's own "
            "log tells why. A LocalCluster gives up workers that die again within seconds, see "
            f"distributed.deploy.lost-worker-timeout. {GO_ON}"
        )

    @property
    def _scheduler(self) -> str:
        return f"the Dask scheduler {getattr(self.client.scheduler, 'address', '')}".strip()


@contextmanager
def dask_at(address: str) -> Iterator[OnDask]:
    """On the cluster whose scheduler has an address; the client is closed at the end."""
    try:
        client = distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise ValueError(f"no Dask scheduler answers at {address!r}: {error}") from error
    try:
        yield OnDask(client)
    finally:
        with suppress(TimeoutError, OSError):
            client.close(timeout=5)


def _sees(path: str) -> bool:
    import os

    return os.path.exists(path)

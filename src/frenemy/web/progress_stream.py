"""A response that streams the progress of a job and then its output."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.types import Receive, Scope, Send

from frenemy.web.jobs import Job, JobCancelled, WorkerPool

_log = logging.getLogger(__name__)
_LAST_PART: dict[str, Any] = {"type": "http.response.body", "body": b"", "more_body": False}


@dataclass(frozen=True)
class JobOutput:
    """The output of a job: a summary, sent as JSON, and raw bytes, sent after it."""

    summary: dict[str, Any]
    payload: bytes = b""


class ProgressStream:
    """ASGI response: lines of JSON while the job runs, one last line, and the bytes it announces.

    ``{"stage": "...", "done": 0.4}`` any number of times, then one of ``{"result": {...}, "bytes": n}`` followed by
    ``n`` bytes, ``{"error": "..."}`` and ``{"cancelled": true}``. A client that disconnects cancels the job, and so
    does a server that ends.
    """

    def __init__(self, pool: WorkerPool, job: Job, work: Callable[[Job], JobOutput]) -> None:
        self._pool = pool
        self._job = job
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 (ASGI's)
        """Run the job and stream its progress."""
        reports: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._job.listen(asyncio.get_running_loop(), reports.put_nowait)
        headers = [(b"content-type", b"application/x-frenemy-progress"), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        work = asyncio.create_task(self._pool.run(self._work, self._job))
        gone = asyncio.create_task(wait_for_disconnect(receive))
        try:
            while not work.done() and not gone.done():
                report = asyncio.create_task(reports.get())
                await asyncio.wait({work, gone, report}, return_when=asyncio.FIRST_COMPLETED)
                if report.done():
                    await send(_part(_line(report.result())))
                else:
                    report.cancel()
            if work.done():
                for part in _ending(work):
                    await send(_part(part))
                await send(_LAST_PART)
        except asyncio.CancelledError:  # the server ends, and must not report that as an error
            await send(_part(_line({"cancelled": True})))
            await send(_LAST_PART)
        finally:
            self._job.cancel()
            for task in (work, gone):
                task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(work, gone, return_exceptions=True)


async def wait_for_disconnect(receive: Receive) -> None:
    """Wait until the client disconnects; its request must have been read."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def run_until_disconnect(receive: Receive, pool: WorkerPool, work: Callable[[Job], Any]) -> Any:
    """The result of a job without progress; raises :class:`JobCancelled` when the client disconnects first."""
    job = Job()
    task, gone = asyncio.create_task(pool.run(work, job)), asyncio.create_task(wait_for_disconnect(receive))
    gone.add_done_callback(lambda _: job.cancel())
    try:
        return await task
    finally:
        gone.cancel()


def _ending(work: asyncio.Task[JobOutput]) -> list[bytes]:
    try:
        output = work.result()
    except JobCancelled:
        return [_line({"cancelled": True})]
    except ValueError as error:
        return [_line({"error": str(error)})]
    except MemoryError:
        return [_line({"error": "out of memory: try a smaller picture"})]
    except Exception as error:
        _log.exception("a job failed")
        return [_line({"error": f"frenemy failed: {type(error).__name__}: {error}"})]
    return [_line({"result": output.summary, "bytes": len(output.payload)}), output.payload]


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def _part(body: bytes) -> dict[str, Any]:
    return {"type": "http.response.body", "body": body, "more_body": True}

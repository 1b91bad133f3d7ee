"""A response that tells how far the work is while it runs, and then what came of it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.types import Receive, Scope, Send

from frenemy.web.work import Cancelled, Ticket, Workers

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Outcome:
    """What came of the work: a summary, and bytes that follow it as they are."""

    summary: dict[str, Any]
    payload: bytes = b""


class ToldWork:
    """ASGI response: lines of JSON while the work runs, one last line, and the bytes it announces.

    ``{"stage": "...", "done": 0.4}`` any number of times, then one of ``{"result": {...}, "bytes": n}`` followed by
    ``n`` bytes, ``{"error": "..."}`` and ``{"cancelled": true}``. A client that goes away calls the work off.
    """

    def __init__(self, workers: Workers, ticket: Ticket, work: Callable[[Ticket], Outcome]) -> None:
        self._workers = workers
        self._ticket = ticket
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 (ASGI's)
        """Do the work and tell of it."""
        told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._ticket.listen(asyncio.get_running_loop(), told.put_nowait)
        headers = [(b"content-type", b"application/x-frenemy-told-work"), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        work = asyncio.create_task(self._workers.run(self._work, self._ticket))
        gone = asyncio.create_task(client_left(receive))
        try:
            while not work.done() and not gone.done():
                news = asyncio.create_task(told.get())
                await asyncio.wait({work, gone, news}, return_when=asyncio.FIRST_COMPLETED)
                if news.done():
                    await send(_part(_line(news.result())))
                else:
                    news.cancel()
            if work.done():
                for part in _ending(work):
                    await send(_part(part))
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._ticket.cancel()
            for task in (work, gone):
                task.cancel()
            await asyncio.gather(work, gone, return_exceptions=True)


async def client_left(receive: Receive) -> None:
    """Wait until the client has gone away; its request must have been read."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def while_there(receive: Receive, workers: Workers, work: Callable[[Ticket], Any]) -> Any:
    """The result of work that has nothing to tell on its way; :class:`Cancelled` when the client leaves before."""
    ticket = Ticket()
    task, gone = asyncio.create_task(workers.run(work, ticket)), asyncio.create_task(client_left(receive))
    gone.add_done_callback(lambda _: ticket.cancel())
    try:
        return await task
    finally:
        gone.cancel()


def _ending(work: asyncio.Task[Outcome]) -> list[bytes]:
    try:
        outcome = work.result()
    except Cancelled:
        return [_line({"cancelled": True})]
    except ValueError as error:
        return [_line({"error": str(error)})]
    except MemoryError:
        return [_line({"error": "out of memory: try a smaller picture"})]
    except Exception as error:
        _log.exception("the work failed")
        return [_line({"error": f"frenemy failed: {type(error).__name__}: {error}"})]
    return [_line({"result": outcome.summary, "bytes": len(outcome.payload)}), outcome.payload]


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def _part(body: bytes) -> dict[str, Any]:
    return {"type": "http.response.body", "body": body, "more_body": True}

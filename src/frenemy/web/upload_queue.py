"""Only a few uploads at the same time; the others wait, and those that wait too long are refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from frenemy.web.request_error import RequestError

_RETRY_SECONDS = 5


class UploadQueue:
    """The places for uploads that are read and decoded, which takes several times the memory of the file.

    An upload that waits has not been read: the client keeps it.

    Parameters
    ----------
    max_uploads : int
        Number of places.
    max_seconds : float
        The longest wait for one.
    """

    def __init__(self, max_uploads: int, max_seconds: float) -> None:
        self._places = asyncio.Semaphore(max_uploads)
        self._max_seconds = max_seconds

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Hold a place; raises a :class:`RequestError` if none becomes free in time."""
        try:
            async with asyncio.timeout(self._max_seconds):
                await self._places.acquire()
        except TimeoutError:
            message = f"the server is busy with other uploads: try again in {_RETRY_SECONDS} seconds"
            raise RequestError(503, message, retry_seconds=_RETRY_SECONDS) from None
        try:
            yield
        finally:
            self._places.release()

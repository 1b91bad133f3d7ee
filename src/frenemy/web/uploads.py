"""Request bodies with a size limit."""

from __future__ import annotations

import asyncio

from starlette.requests import Request

from frenemy.web.request_error import RequestError


async def read_body(request: Request, max_bytes: int, name: str, *, stalled_seconds: float = 30.0) -> bytes:
    """The body; fails by its announced length before a byte is read, else as soon as it is too long or stalls.

    Parameters
    ----------
    request : Request
    max_bytes : int
    name : str
        What the body is, for the message.
    stalled_seconds : float
        The longest wait for the next part.
    """
    announced = request.headers.get("content-length")
    if announced is not None and announced.isdecimal() and int(announced) > max_bytes:
        raise _too_large(name, max_bytes)
    parts, n_bytes = [], 0
    stream = request.stream()
    while True:
        try:
            async with asyncio.timeout(stalled_seconds):
                part = await anext(stream, None)
        except TimeoutError:
            message = f"{name} did not arrive: nothing came for {stalled_seconds:g} seconds"
            raise RequestError(408, message) from None
        if part is None:
            break
        n_bytes += len(part)
        if n_bytes > max_bytes:
            raise _too_large(name, max_bytes)
        parts.append(part)
    return b"".join(parts)


def _too_large(name: str, max_bytes: int) -> RequestError:
    return RequestError(413, f"{name} is too large: at most {max_bytes / 1e6:g} MB")

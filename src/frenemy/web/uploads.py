"""Bodies of requests, no larger than allowed."""

from __future__ import annotations

from starlette.requests import Request

from frenemy.web.refusal import Refusal


async def body_within(request: Request, most_bytes: int, what: str) -> bytes:
    """The body; refused by its announced length before a byte is read, and else as soon as it is too long.

    Parameters
    ----------
    request : Request
    most_bytes : int
    what : str
        What the body is, for the message.
    """
    announced = request.headers.get("content-length")
    if announced is not None and announced.isdecimal() and int(announced) > most_bytes:
        raise _too_large(what, most_bytes)
    parts, n_bytes = [], 0
    async for part in request.stream():
        n_bytes += len(part)
        if n_bytes > most_bytes:
            raise _too_large(what, most_bytes)
        parts.append(part)
    return b"".join(parts)


def _too_large(what: str, most_bytes: int) -> Refusal:
    return Refusal(413, f"{what} is too large: at most {most_bytes / 1e6:g} MB")

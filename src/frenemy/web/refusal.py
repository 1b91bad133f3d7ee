"""What the server does not do, told as JSON."""

from __future__ import annotations

import logging

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from frenemy.web.shown_text import shown_text

_log = logging.getLogger(__name__)


class Refusal(Exception):
    """A request that is not served, with the status and the sentence the client is told."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def reply(status: int, message: str) -> JSONResponse:
    """``{"error": message}``: the one form of all errors."""
    return JSONResponse({"error": shown_text(message)}, status)


def _refusal(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return reply(error.status, str(error))


def _unknown(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return reply(404, f"there is nothing at {request.url.path}")
    return reply(error.status_code, error.detail)


def _gone(_: Request, error: Exception) -> Response:
    return reply(400, f"the client left before it had sent everything{f': {error}' if str(error) else ''}")


def _failed(_: Request, error: Exception) -> Response:
    _log.error("a request failed", exc_info=error)
    return reply(500, f"frenemy failed: {type(error).__name__}: {error}")


#: For starlette's application.
HANDLERS = {Refusal: _refusal, HTTPException: _unknown, ClientDisconnect: _gone, Exception: _failed}

"""Errors of requests, as JSON responses."""

from __future__ import annotations

import logging

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from frenemy.web.valid_text import valid_text

_log = logging.getLogger(__name__)


class RequestError(Exception):
    """A request that fails with this status and message; with ``retry_seconds``, it may succeed so much later."""

    def __init__(self, status: int, message: str, *, retry_seconds: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.retry_seconds = retry_seconds


def error_response(status: int, message: str, *, retry_seconds: int | None = None) -> JSONResponse:
    """``{"error": message}``: the one form of all errors."""
    headers = None if retry_seconds is None else {"Retry-After": str(retry_seconds)}
    return JSONResponse({"error": valid_text(message)}, status, headers)


def _request_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return error_response(error.status, str(error), retry_seconds=error.retry_seconds)


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return error_response(404, f"there is nothing at {request.url.path}")
    return error_response(error.status_code, error.detail)


def _disconnected(_: Request, error: Exception) -> Response:
    return error_response(400, f"the client disconnected during the upload{f': {error}' if str(error) else ''}")


def _failed(_: Request, error: Exception) -> Response:
    _log.error("a request failed", exc_info=error)
    return error_response(500, f"frenemy failed: {type(error).__name__}: {error}")


#: For starlette's application.
HANDLERS = {
    RequestError: _request_error,
    HTTPException: _http_error,
    ClientDisconnect: _disconnected,
    Exception: _failed,
}

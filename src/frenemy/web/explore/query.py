"""Numbers in the addresses of requests."""

from __future__ import annotations

import math

from starlette.requests import Request

from frenemy.web.request_error import RequestError


def bias_of(request: Request) -> float:
    """What is added to every listed weight; 0 if the address does not say."""
    text = request.query_params.get("bias", "0")
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise RequestError(400, f"the bias must be a number, got {text!r}")
    return value


def number_of(request: Request, name: str, default: int | None = None) -> int:
    """A whole number."""
    text = request.query_params.get(name)
    if text is None and default is not None:
        return default
    try:
        return int(text or "")
    except ValueError:
        raise RequestError(400, f"{name} must be a whole number, got {text!r}") from None

"""What becomes of requests that are not answered yet when the server ends."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from frenemy.web.request_error import error_response


class ServerEndMiddleware:
    """ASGI middleware: a request that is cancelled is answered, not reported as an error with a traceback."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        is_begun = False

        async def noticed(message: Message) -> None:
            nonlocal is_begun
            is_begun = True
            await send(message)

        try:
            await self._app(scope, receive, noticed)
        except asyncio.CancelledError:
            if scope["type"] != "http" or is_begun:
                raise
            await error_response(503, "the server has ended")(scope, receive, send)

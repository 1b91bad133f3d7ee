"""Who may talk to the server, and what its pages may do.

A server on one's own machine can be reached by every page the browser has open. Two checks keep those out: the name the
request was sent to must be this machine's (else a foreign name that was made to point here, "DNS rebinding", would be
of the same origin as the attacker's page), and a request that changes something must come from our own pages.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from frenemy.web.refusal import reply

_OWN_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})

_HEADERS = {
    # Scripts and styles from our own files only; pictures also from memory (blob:), for what was dropped on the page.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Safety:
    """ASGI middleware: refuses foreign requests, and adds headers that bind our own pages.

    Parameters
    ----------
    app : ASGI application
    host : str
        The address the server is bound to. At a loopback address only this machine's own names are accepted; at
        others also its host name and every numeric address, which no foreign name server can make up.
    """

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app = app
        self._names = _OWN_NAMES | {host.lower()}
        self._is_open = not _is_loopback(host)
        if self._is_open:
            self._names |= {socket.gethostname().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_bound(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        why = self._why_not(scope["method"], Headers(scope=scope))
        if why is None:
            await self._app(scope, receive, send_bound)
        else:
            await reply(403, why)(scope, receive, send_bound)

    def _why_not(self, method: str, headers: Headers) -> str | None:
        host = headers.get("host", "")
        name = _name_of(host)
        if not (name in self._names or (self._is_open and _is_address(name))):
            return f"this server does not go by the name {host!r}"
        if method in ("GET", "HEAD"):
            return None
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return f"requests from pages of {origin!r} are not served"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return "requests from pages of other sites are not served"
        return None


def _name_of(host: str) -> str:
    """The name in a Host header, without port and brackets; empty if it is no such header."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return host.lower() == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)

"""Which requests the server accepts, and what its pages may do.

Every page that is open in the browser can send requests to a local server. Two checks keep foreign pages out. The Host
header must name this machine: with "DNS rebinding", a foreign name that points here would share the origin of the
attacker's page. And a request that changes something must come from our own pages.
"""

from __future__ import annotations

import ipaddress
import re
import socket

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from frenemy.web.request_error import error_response

_OWN_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})

_HOST = re.compile(r"(?:\[(?P<address>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(?::[0-9]{1,5})?", re.ASCII)

_HEADERS = {
    # Scripts and styles from our own files only; pictures also from memory (blob:), for dropped files.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class SecurityMiddleware:
    """ASGI middleware: rejects foreign requests, and adds security headers to all responses.

    Parameters
    ----------
    app : ASGI application
    host : str
        The address the server is bound to. At a loopback address, only loopback names are accepted; at others also
        the host name and every numeric address, which DNS cannot fake.
    """

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app = app
        self._names = _OWN_NAMES | {host.lower()}
        self._is_open = not is_loopback(host)
        if self._is_open:
            self._names |= {socket.gethostname().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or reject it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        reason = self._rejection(scope["method"], scope.get("scheme", "http"), Headers(scope=scope))
        if reason is None:
            await self._app(scope, receive, send_with_headers)
        else:
            await error_response(403, reason)(scope, receive, send_with_headers)

    def _rejection(self, method: str, scheme: str, headers: Headers) -> str | None:
        hosts = headers.getlist("host")
        host = hosts[0] if len(hosts) == 1 else ", ".join(hosts)
        name = _name_of(host)
        if not (name in self._names or (self._is_open and _is_address(name))):
            return f"the server does not accept the host name {host!r}"
        if method in ("GET", "HEAD"):
            return None
        own = f"{scheme}://{host}".lower()
        for origin in headers.getlist("origin"):  # a program in between may have added one
            if origin.lower() != own:
                return f"requests from pages of {origin!r} are rejected"
        if any(site not in ("same-origin", "none") for site in headers.getlist("sec-fetch-site")):
            return "requests from pages of other sites are rejected"
        return None


def _name_of(host: str) -> str:
    """The name in a Host header, without port and brackets; empty if the header is invalid.

    Nothing but a name and a port: a part before ``@`` or after ``#``, ``/`` or ``?`` would hide another name.
    """
    found = _HOST.fullmatch(host)
    return "" if found is None else (found["address"] or found["name"]).lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether a server at this address accepts this machine only."""
    return host.lower() == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)

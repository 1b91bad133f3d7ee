"""Requests of a page in a notebook, passed on to the server in this process."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from socket import SHUT_RDWR, socket
from typing import Any
from urllib.parse import urlsplit

_MAX_AT_ONCE = 6  # as browsers do
_MAX_PIECE_BYTES = 1 << 20
_METHODS = ("GET", "POST")

#: Sends a message with bytes to the pages.
Send = Callable[[dict[str, Any], bytes], None]


class Forwarding:
    """Passes requests on, and sends the answers piece by piece as they come: ``head``, ``piece``..., ``result``.

    The browser of the notebook may run on another machine than the kernel, so it cannot reach the server itself.
    Requests wait for the server in threads, so that the kernel is free for cells.

    Parameters
    ----------
    address : str
        The URL of the page; requests to other pages of the server are refused.
    send : callable
        Called from the threads.
    """

    def __init__(self, address: str, send: Send) -> None:
        parts = urlsplit(address)
        self._host = parts.netloc
        self._path = parts.path
        self._send = send
        self._threads = ThreadPoolExecutor(_MAX_AT_ONCE, thread_name_prefix="frenemy notebook")
        self._lock = threading.Lock()
        self._running: dict[Any, socket | None] = {}  # None until it is its turn

    def fetch(self, key: Any, content: dict[str, Any], answer: dict[str, Any]) -> None:
        """Begin a request; messages about it repeat ``answer``."""
        with self._lock:
            self._running[key] = None
        self._threads.submit(self._run, key, content, answer)

    def abort(self, key: Any) -> None:
        """End a request: the server notices that nobody listens any more."""
        with self._lock:
            opened = self._running.pop(key, None)
        if opened is not None:
            with suppress(OSError):
                opened.shutdown(SHUT_RDWR)

    def close(self) -> None:
        """Take no more requests."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _run(self, key: Any, content: dict[str, Any], answer: dict[str, Any]) -> None:
        connection = HTTPConnection(self._host)
        try:
            method, path = str(content.get("method")), str(content.get("path"))
            if method not in _METHODS or not path.startswith(self._path):
                raise ValueError(f"the page has no request {method} {path}")
            connection.connect()
            with self._lock:
                is_wanted = key in self._running  # not aborted while it waited
                if is_wanted:
                    self._running[key] = connection.sock  # which the connection may forget while the answer is read
            if not is_wanted:
                self._send({**answer, "kind": "cancelled"}, b"")
                return
            self._pass_on(connection, method, path, str(content.get("body") or ""), answer)
        except (OSError, HTTPException):
            self._send({**answer, "kind": "error", "error": "the page is closed: fr.explore opens it again"}, b"")
        except Exception as error:
            self._send({**answer, "kind": "error", "error": str(error) or type(error).__name__}, b"")
        finally:
            with self._lock:
                self._running.pop(key, None)
            connection.close()

    def _pass_on(self, connection: HTTPConnection, method: str, path: str, body: str, answer: dict[str, Any]) -> None:
        connection.request(method, path, body.encode() if method == "POST" else None)
        response = connection.getresponse()
        head = {"status": response.status, "type": response.getheader("Content-Type", "")}
        self._send({**answer, "kind": "head", "result": head}, b"")
        # Of an answer with a known length, as much as fits; of others, such as progress, what is there.
        read = response.read if response.length is not None else response.read1
        while piece := read(_MAX_PIECE_BYTES):
            self._send({**answer, "kind": "piece"}, piece)
        self._send({**answer, "kind": "result", "result": None}, b"")

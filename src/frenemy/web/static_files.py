"""The static files of the pages, read once: a request can only name a file that was read."""

from __future__ import annotations

import hashlib
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import Response

from frenemy.web.request_error import RequestError

# Not from mimetypes: its table depends on the machine, and with "nosniff" a wrong type breaks the page.
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_INCLUDE = re.compile(rb"[ \t]*<!-- include (\S+) -->\r?\n")


class StaticFiles:
    """All files below ``frenemy/web/static`` by their path; ``include`` lines in pages are expanded."""

    def __init__(self) -> None:
        self._files = {path: node.read_bytes() for path, node in _below(files("frenemy.web").joinpath("static"), "")}
        for path in [path for path in self._files if path.endswith("/index.html")]:
            self._files[path] = _expanded_page(path.removesuffix("/index.html"), self._files)
        self._tags = {path: f'"{hashlib.sha256(data).hexdigest()[:20]}"' for path, data in self._files.items()}

    def serve(self, request: Request, path: str) -> Response:
        """The file, or 304 if the browser's copy is current."""
        if path not in self._files:
            raise RequestError(404, f"there is nothing at {request.url.path}")
        headers = {"ETag": self._tags[path], "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == self._tags[path]:
            return Response(status_code=304, headers=headers)
        return Response(self._files[path], media_type=_TYPES[PurePosixPath(path).suffix], headers=headers)


def _expanded_page(name: str, files: dict[str, bytes]) -> bytes:
    """A page with its ``include`` lines expanded; the link to the page itself is marked as current."""
    page = _INCLUDE.sub(lambda line: files[line[1].decode()], files[f"{name}/index.html"])
    link = f'href="/{name}/"'.encode()
    return page.replace(link, link + b' aria-current="page"')


def _below(folder: Traversable, prefix: str) -> list[tuple[str, Traversable]]:
    found = []
    for node in folder.iterdir():
        path = prefix + node.name
        if node.is_dir():
            found += _below(node, path + "/")
        elif PurePosixPath(path).suffix in _TYPES:
            found.append((path, node))
    return found

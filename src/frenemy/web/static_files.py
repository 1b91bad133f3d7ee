"""The files of the pages, read once: a request chooses among names that exist, so no path can lead elsewhere."""

from __future__ import annotations

import hashlib
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import Response

from frenemy.web.refusal import Refusal

# By hand: what the machine's own table says about .js differs, and with "nosniff" a wrong type is a dead page.
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_INCLUDE = re.compile(rb"[ \t]*<!-- include (\S+) -->\r?\n")


class StaticFiles:
    """All files below ``frenemy/web/static`` by their path there; pages are whole, with what all of them share."""

    def __init__(self) -> None:
        self._files = {path: node.read_bytes() for path, node in _below(files("frenemy.web").joinpath("static"), "")}
        for path in [path for path in self._files if path.endswith("/index.html")]:
            self._files[path] = _whole_page(path.removesuffix("/index.html"), self._files)
        self._tags = {path: f'"{hashlib.sha256(data).hexdigest()[:20]}"' for path, data in self._files.items()}

    def serve(self, request: Request, path: str) -> Response:
        """The file, or that the browser's copy is still good."""
        if path not in self._files:
            raise Refusal(404, f"there is nothing at {request.url.path}")
        headers = {"ETag": self._tags[path], "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == self._tags[path]:
            return Response(status_code=304, headers=headers)
        return Response(self._files[path], media_type=_TYPES[PurePosixPath(path).suffix], headers=headers)


def _whole_page(name: str, files: dict[str, bytes]) -> bytes:
    """A page with files in place of the lines that name them; the link to itself says that it is here."""
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

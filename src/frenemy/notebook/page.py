"""A web page as one HTML text, for a frame in a notebook.

The page's own modules are used as they are. Where the web page talks to its server, its address or the browser's
database, the modules in ``notebook/static`` take the place of the page's, and talk to Python through the notebook.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from posixpath import dirname, normpath

_PAGE = "web/static"
_OWN = "notebook/static"


@dataclass(frozen=True, eq=False)
class Page:
    """A page that notebooks can show.

    Attributes
    ----------
    name : str
        Its folder among the web pages.
    title : str
        For screen readers.
    style : str
        The file of styles for the frame.
    replaced : mapping of paths
        Modules of the page, and what takes their place. Those of the notebook may import what they replace.
    """

    name: str
    title: str
    style: str
    replaced: Mapping[str, str]

    @property
    def main(self) -> str:
        """The module to begin with."""
        return f"{_PAGE}/{self.name}/main.js"


SEGMENT = Page(
    name="segment",
    title="frenemy: draw where objects meet",
    style=f"{_OWN}/frame.css",
    replaced={
        f"{_PAGE}/shared/requests.js": f"{_OWN}/requests.js",
        f"{_PAGE}/segment/document/store.js": f"{_OWN}/store.js",
        f"{_PAGE}/segment/solving/solving.js": f"{_OWN}/solving.js",
        f"{_PAGE}/segment/editor.js": f"{_OWN}/editor.js",
        f"{_PAGE}/segment/queue/folder.js": f"{_OWN}/folder.js",
        f"{_PAGE}/segment/keys.js": f"{_OWN}/keys.js",
    },
)
EXPLORE = Page(
    name="explore",
    title="frenemy: groups of a clustering",
    style=f"{_OWN}/explore/frame.css",
    replaced={
        f"{_PAGE}/shared/transport.js": f"{_OWN}/explore/transport.js",
        f"{_PAGE}/shared/image_source.js": f"{_OWN}/explore/image_source.js",
        f"{_PAGE}/explore/address.js": f"{_OWN}/explore/address.js",
        f"{_PAGE}/explore/keys.js": f"{_OWN}/explore/keys.js",
    },
)

_IMPORT = re.compile(r'(\bfrom\s+|\bimport\s+|\bimport\()"(\.{1,2}/[^"]+)"')
_INCLUDE = re.compile(r"[ \t]*<!-- include (\S+) -->\r?\n")
_STYLESHEET = re.compile(r'<link rel="stylesheet" href="/static/(\S+)">')
_EARLY = re.compile(r'<link rel="icon"[^>]*>\n?|<script src="[^"]*"></script>\n?|<img [^>]*>')
_MAIN = re.compile(r'<script type="module" src="/static/(\S+)"></script>')


@cache
def notebook_page(shown: Page) -> str:
    """The HTML of the page; it needs nothing beside it."""
    page = _INCLUDE.sub(lambda line: _text(f"{_PAGE}/{line[1]}"), _text(f"{_PAGE}/{shown.name}/index.html"))
    page = _EARLY.sub("", page)  # what the notebook decides: icon, theme, brand
    page = _STYLESHEET.sub(lambda link: f"<style>\n{_text(f'{_PAGE}/{link[1]}')}</style>", page)
    page = page.replace("</head>", f"<style>\n{_text(shown.style)}</style>\n</head>")
    return _MAIN.sub(lambda _: _scripts(shown), page)


@cache
def widget_module(shown: Page) -> str:
    """The module that a notebook runs to show the widget; it holds the page."""
    module = _text(f"{_OWN}/widget.js").replace('"the title"', json.dumps(shown.title))
    return module.replace('"the page"', _in_script(json.dumps(notebook_page(shown))))


def _scripts(shown: Page) -> str:
    """All modules as an import map, and the one to begin with."""
    addresses = {f"frenemy/{path}": _data_address(text) for path, text in modules(shown).items()}
    map = _in_script(json.dumps({"imports": addresses}))
    return f'<script type="importmap">{map}</script>\n<script type="module">import "frenemy/{shown.main}";</script>'


def modules(shown: Page) -> dict[str, str]:
    """The modules of a page, by their paths in the package; imports name these paths."""
    found: dict[str, str] = {}
    waiting = [shown.main]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue

        def named(match: re.Match[str], importer: str = path) -> str:
            imported = normpath(f"{dirname(importer)}/{match[2]}")
            if not importer.startswith(_OWN):
                imported = shown.replaced.get(imported, imported)
            waiting.append(imported)
            return f'{match[1]}"frenemy/{imported}"'

        found[path] = _IMPORT.sub(named, _text(path))
    return found


def _text(path: str) -> str:
    return files("frenemy").joinpath(path).read_text(encoding="utf-8")


def _data_address(module: str) -> str:
    return "data:text/javascript;base64," + base64.b64encode(module.encode()).decode()


def _in_script(json_text: str) -> str:
    """JSON that cannot end the script around it."""
    return json_text.replace("<", "\\u003c")

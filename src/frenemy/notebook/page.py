"""The segmentation page as one HTML text, for a frame in a notebook.

The page's own modules are used as they are. Where the web page talks to its server or to the browser's database, the
modules in ``notebook/static`` take the place of the page's, and talk to Python through the notebook.
"""

from __future__ import annotations

import base64
import json
import re
from functools import cache
from importlib.resources import files
from posixpath import dirname, normpath

_PAGE = "web/static"
_OWN = "notebook/static"

#: Modules of the page, and what takes their place. Those of the notebook may import what they replace.
REPLACED = {
    f"{_PAGE}/shared/requests.js": f"{_OWN}/requests.js",
    f"{_PAGE}/segment/document/store.js": f"{_OWN}/store.js",
    f"{_PAGE}/segment/solving/solving.js": f"{_OWN}/solving.js",
    f"{_PAGE}/segment/editor.js": f"{_OWN}/editor.js",
    f"{_PAGE}/segment/queue/folder.js": f"{_OWN}/folder.js",
    f"{_PAGE}/segment/keys.js": f"{_OWN}/keys.js",
}

_IMPORT = re.compile(r'(\bfrom\s+|\bimport\s+|\bimport\()"(\.{1,2}/[^"]+)"')
_INCLUDE = re.compile(r"[ \t]*<!-- include (\S+) -->\r?\n")
_STYLESHEET = re.compile(r'<link rel="stylesheet" href="/static/(\S+)">')
_EARLY = re.compile(r'<link rel="icon"[^>]*>\n?|<script src="[^"]*"></script>\n?|<img [^>]*>')
_MAIN = re.compile(r'<script type="module" src="/static/(\S+)"></script>')


@cache
def notebook_page() -> str:
    """The HTML of the page; it needs nothing beside it."""
    page = _INCLUDE.sub(lambda line: _text(f"{_PAGE}/{line[1]}"), _text(f"{_PAGE}/segment/index.html"))
    page = _EARLY.sub("", page)  # what the notebook decides: icon, theme, brand
    page = _STYLESHEET.sub(lambda link: f"<style>\n{_text(f'{_PAGE}/{link[1]}')}</style>", page)
    page = page.replace("</head>", f"<style>\n{_text(f'{_OWN}/frame.css')}</style>\n</head>")
    return _MAIN.sub(lambda script: _scripts(f"{_PAGE}/{script[1]}"), page)


@cache
def widget_module() -> str:
    """The module that a notebook runs to show the widget; it holds the page."""
    return _text(f"{_OWN}/widget.js").replace('"the page"', _in_script(json.dumps(notebook_page())))


def _scripts(main: str) -> str:
    """All modules as an import map, and the one to begin with."""
    addresses = {f"frenemy/{path}": _data_address(text) for path, text in modules(main).items()}
    map = _in_script(json.dumps({"imports": addresses}))
    return f'<script type="importmap">{map}</script>\n<script type="module">import "frenemy/{main}";</script>'


def modules(main: str) -> dict[str, str]:
    """A module and all that it imports, by their paths in the package; imports name these paths."""
    found: dict[str, str] = {}
    waiting = [main]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue

        def named(match: re.Match[str], importer: str = path) -> str:
            imported = normpath(f"{dirname(importer)}/{match[2]}")
            if not importer.startswith(_OWN):
                imported = REPLACED.get(imported, imported)
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

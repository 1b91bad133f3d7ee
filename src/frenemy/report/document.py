"""One HTML document with everything in it, which loads nothing and runs only its own script."""

from __future__ import annotations

import base64
import hashlib
from html import escape


def document(title: str, body: str, *, style: str, script: str) -> str:
    """The document as text.

    Parameters
    ----------
    title : str
        Text.
    body : str
        HTML.
    style, script : str
        Rules and code, as they are in their files.

    Examples
    --------
    >>> from frenemy.report.document import document
    >>> page = document("a < b", "<p>Hello</p>", style="p { color: teal; }", script="document.title;")
    >>> "<title>a &lt; b</title>" in page, page.count("<script>")
    (True, 1)
    """
    allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        # Whatever a name contains, the browser loads nothing and runs only the script below.
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; '
        f"style-src 'unsafe-inline'; script-src 'sha256-{allowed}'\">\n"
        '<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}\n"
        f"<script>{script}</script>\n</body>\n</html>\n"
    )

"""What axe-core, a checker of pages for people with assistive technology, finds wrong on a page."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

_SCRIPT = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
_SEVERE = ("serious", "critical")
_RUN = "(rules) => axe.run(document, { resultTypes: ['violations'], ...rules })"
#: All that a theme changes.
_OF_COLORS = {"runOnly": ["color-contrast", "link-in-text-block"]}


@cache
def _script():
    if not _SCRIPT.is_file():
        pytest.skip("axe-core is not installed: npm ci")
    return _SCRIPT.read_text(encoding="utf-8")


def severe_violations(page):
    """One text for each rule that the page breaks in either theme: its name, the elements, and what to do."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(_script())  # not a script of the page, which its policy would not let in
    found = _found(page, {})
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {text}" for text in _found(page, _OF_COLORS)]
    page.emulate_media(color_scheme="light")
    return found


def _found(page, rules):
    return [
        f"{found['id']}: {node['html'][:160]} {node['failureSummary']}"
        for found in page.evaluate(_RUN, rules)["violations"]
        if found["impact"] in _SEVERE
        for node in found["nodes"][:3]
    ]

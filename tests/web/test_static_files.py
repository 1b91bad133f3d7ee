"""The files of the pages: whole, and each with what all of them share."""

import re

import pytest

pytest.importorskip("starlette")

from starlette.requests import Request

from frenemy.web.static_files import StaticFiles

PAGES = ("segment", "faces", "explore")


def page(name):
    request = Request({"type": "http", "method": "GET", "path": "/", "headers": []})
    return StaticFiles().serve(request, f"{name}/index.html").body.decode()


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_whole(name):
    text = page(name)
    assert "include" not in text
    assert text.startswith("<!DOCTYPE html>")
    assert text.index('charset="utf-8"') < 1024  # where browsers look for it
    assert text.count('<header class="bar">') == text.count('id="theme"') == 1
    assert set(re.findall(r'"#(i-[a-z-]+)"', text)) <= set(re.findall(r'<symbol id="(i-[a-z-]+)"', text))
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_tells_which_one_it_is(name):
    links = re.findall(r'<a href="/(\w+)/"( aria-current="page")?', page(name))
    assert links == [(one, ' aria-current="page"' if one == name else "") for one in PAGES]

"""Tabs in which nothing may go wrong: no console message, no exception, no dialog, no request to the network."""

from __future__ import annotations

import re

FAILED_REQUEST = "Failed to load resource"  # the browser's own message about an error response


class WatchedTabs:
    """Opens tabs of one browser and collects what goes wrong in them."""

    def __init__(self, browser):
        self._browser = browser
        self.contexts = []
        self.trouble = []

    def new_page(self, home, *, context=None, width=1200, height=760, expected="", **options):
        """A tab in a new context or in one of ours; ``expected`` messages are no trouble."""
        if context is None:
            context = self._browser.new_context(viewport={"width": width, "height": height}, **options)
            context.set_default_timeout(60_000)  # a busy machine is slow, not wrong
            self.contexts.append(context)
        return self.watch(context.new_page(), home, expected)

    def watch(self, page, home, expected=""):
        def on_console(message):
            if message.type in ("error", "warning") and not (expected and re.search(expected, message.text)):
                self.trouble.append(f"console: {message.text}")

        def on_request(request):
            if not request.url.startswith((home, "blob:")):
                self.trouble.append(f"request to {request.url}")

        page.on("console", on_console)
        page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        page.on("dialog", lambda dialog: self.trouble.append(f"dialog: {dialog.message}"))
        page.on("request", on_request)
        return page

    def close(self):
        for context in self.contexts:
            context.close()
        assert self.trouble == []


class Fingers:
    """Touches of any number of fingers."""

    def __init__(self, page):
        self._session = page.context.new_cdp_session(page)

    def touch(self, kind, places):
        points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(places)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def slide(self, start, end, steps=8):
        self.touch("touchStart", start)
        for i in range(1, steps + 1):
            share = i / steps
            places = [(a + share * (c - a), b + share * (d - b)) for (a, b), (c, d) in zip(start, end, strict=True)]
            self.touch("touchMove", places)
        self.touch("touchEnd", [])

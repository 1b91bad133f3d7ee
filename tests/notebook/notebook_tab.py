"""A notebook in a tab of the browser, with a widget in the output of its first cell."""

from __future__ import annotations

import re
import time

from playwright.sync_api import expect

SECONDS = 60
FRAME = "iframe[title^=frenemy]"


def wait_for_kernel(page, lab):
    """Until the notebook has its kernel; before that, cells do not run, and the status on the page is "idle", too.

    While a kernel comes or goes, the server may answer with an error, as it lists a kernel that is not there yet.
    """
    end = time.monotonic() + SECONDS
    while True:
        answer = page.request.get(f"{lab}/api/kernels")
        kernels = answer.json() if answer.ok else []
        if [(one["execution_state"], one["connections"]) for one in kernels] == [("idle", 1)]:
            break
        assert time.monotonic() < end, answer.text()
        page.wait_for_timeout(100)
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=1000 * SECONDS)


class NotebookTab:
    """One tab."""

    def __init__(self, page):
        self.page = page
        self.cells = page.locator(".jp-CodeCell")
        self.frame = page.frame_locator(FRAME)
        self.log = []
        page.on("console", lambda message: self.log.append(f"{message.type}: {message.text}"))
        page.on("framenavigated", lambda frame: self.log.append(f"opened: {frame.url}"))
        page.on("framedetached", lambda frame: self.log.append(f"closed: {frame.url}"))

    def run(self, cell, prints=None):
        """Run a cell to its end, and compare what it prints."""
        one = self.cells.nth(cell)
        prompt = one.locator(".jp-InputPrompt")
        before = prompt.text_content()
        one.locator(".cm-content").click()
        self.page.keyboard.press("Shift+Enter")
        expect(prompt).not_to_have_text(before, timeout=1000 * SECONDS)
        expect(prompt).to_have_text(re.compile(r"^\[\d+\]:$"), timeout=1000 * SECONDS)
        if prints is not None:  # which is drawn a moment after the cell has ended
            expect(one.locator("[data-mime-type='application/vnd.jupyter.stdout']")).to_have_text(f"{prints}\n")

    def has(self, selector, text):
        """Wait until an element of the widget has this text."""
        try:
            expect(self.frame.locator(selector)).to_contain_text(text, timeout=1000 * SECONDS)
        except AssertionError as error:
            error.add_note("\n".join(["The browser's log:", *self.log]))
            raise

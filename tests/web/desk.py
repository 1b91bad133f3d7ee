"""A person at the page: draws in coordinates of the picture and sees what is shown."""

from __future__ import annotations

import json
import urllib.request

from played import expect
from served import HEIGHT, OUTLINES, WIDTH, png, read_told, scene


class Desk:
    """One tab. All that it asks to be solved is kept in ``asked``."""

    def __init__(self, page, address):
        self.page = page
        self.address = address
        self.asked = []
        page.on("request", self._request)

    def _request(self, request):
        if request.url.endswith("/solve"):
            self.asked.append(json.loads(request.post_data))
            self._last = request

    # ------------------------------------------------------------------------------------------------------- doing

    def open(self, picture=None, name="scene.png"):
        """The page with a picture of ours; without one, with the scene and strokes along all its borders."""
        self.page.goto(self.address)
        expect(self.page.locator("#picture-name")).to_have_text("sample picture")
        self.choose(png(scene()[0] if picture is None else picture), name)
        expect(self.page.locator("#picture-name")).to_have_text(name)
        if picture is None:
            self.choose(json.dumps(OUTLINES).encode(), "strokes.json")
            expect(self.page.locator("#status")).to_contain_text("3 strokes")
        self.settled()
        return self

    @property
    def drawn(self):
        """The strokes of the last question that came on top of those along the borders."""
        strokes = self.asked[-1]["strokes"]
        assert strokes[: len(OUTLINES)] == OUTLINES
        return strokes[len(OUTLINES) :]

    def choose(self, content, name="picture.png"):
        self.page.set_input_files("#file", {"name": name, "mimeType": "image/png", "buffer": content})

    def place(self, x, y):
        """Where a point of the fitted picture is on the screen; reckoned apart from the page's own reckoning."""
        stage, tools = self.page.locator("#stage").bounding_box(), self.page.locator("#toolbar").bounding_box()
        width, height = stage["width"] - 40, stage["height"] - 20 - tools["height"] - 32
        scale = min(width / WIDTH, height / HEIGHT)
        left = stage["x"] + 20 + (width - scale * WIDTH) / 2
        top = stage["y"] + 20 + (height - scale * HEIGHT) / 2
        return left + (x + 0.5) * scale, top + (y + 0.5) * scale

    def scale(self):
        return self.place(1, 0)[0] - self.place(0, 0)[0]

    def drag(self, *places, **options):
        """With the mouse, in places of the screen."""
        mouse = self.page.mouse
        mouse.move(*places[0])
        mouse.down(**options)
        for place in places[1:]:
            mouse.move(*place, steps=6)
        mouse.up(**options)

    def draw(self, *points):
        self.drag(*(self.place(*point) for point in points))

    def click(self, x, y, **options):
        self.page.mouse.click(*self.place(x, y), **options)

    def press(self, key):
        self.page.keyboard.press(key)

    # ------------------------------------------------------------------------------------------------------ seeing

    def settled(self):
        expect(self.page.locator("#panel:not(.stale)")).to_be_visible()

    def shows(self, n_objects):
        self.settled()
        expect(self.page.locator("#count")).to_have_text(str(n_objects))

    def labels(self):
        """Summary and labels of the last answer.

        Asked for once more, in the same session: the browser lets go of an answer as soon as the page has read it.
        """
        with urllib.request.urlopen(self._last.url, self._last.post_data.encode(), timeout=300) as answer:
            _, summary, labels = read_told(answer.read())
        assert self.page.locator("#count").inner_text() == str(len(summary["objects"]))
        return summary, labels

    def error(self):
        return self.page.locator(".notice.error span")

"""One tab of the segmentation page, used in coordinates of the picture."""

from __future__ import annotations

import json
import urllib.request
from contextlib import contextmanager

import pytest
from expectations import expect
from local_server import HEIGHT, OUTLINES, WIDTH, eventually, png, read_stream, scene
from watched_tabs import WatchedTabs

from frenemy.web.segment.session import SegmentSession

#: From the upper to the lower edge through the disc: two more objects.
DOWN = ((40, 1), (40, 118))


class SegmentTab:
    """One tab; ``requests`` holds the documents of all solves it has requested."""

    def __init__(self, page, address):
        self.page = page
        self.address = address
        self.requests = []
        page.on("request", self._on_request)

    def _on_request(self, request):
        if request.url.endswith("/solve"):
            self.requests.append(json.loads(request.post_data))
            self.last_request = request

    # ------------------------------------------------------------------------------------------------------- actions

    def open(self, picture=None, name="scene.png"):
        """The page with this picture; by default with the scene and strokes along all its borders."""
        with _small_sample():
            self.page.goto(self.address)
            self.has_text("#picture-name", "sample picture")
        return self.reset(picture, name)

    def open_first(self):
        """The page as it is when nothing was opened yet, with a small picture in place of the sample."""
        with _small_sample():
            self.page.goto(self.address)
            self.settled()
        return self

    def reset(self, picture=None, name="scene.png"):
        """Choose the picture again: all strokes and merges go."""
        self.choose(png(scene()[0] if picture is None else picture), name)
        self.has_text("#picture-name", name)
        if picture is None:
            self.choose(json.dumps(OUTLINES).encode(), "strokes.json")
            self.has_text("#status", "3 strokes")
        self.settled()
        return self

    def put_down_tools(self):
        """Strokes again, and nothing selected."""
        self.press("Escape", "Escape")
        for button in self.page.locator("#join, #brush-tool, #eraser-tool").all():
            if button.get_attribute("aria-pressed") == "true":
                button.click()
        self.page.mouse.move(0, 0)
        return self

    @property
    def drawn(self):
        """The strokes of the last solve, without those along the borders."""
        strokes = self.requests[-1]["strokes"]
        assert strokes[: len(OUTLINES)] == OUTLINES
        return strokes[len(OUTLINES) :]

    def choose(self, content, name="picture.png"):
        self.page.set_input_files("#file", {"name": name, "mimeType": "image/png", "buffer": content})

    def place(self, x, y):
        """The screen position of a point of the fitted picture, computed independently of the page."""
        stage, tools = self.page.evaluate(
            "['stage', 'toolbar'].map((id) => document.getElementById(id).getBoundingClientRect().toJSON())"
        )
        width, height = stage["width"] - 40, stage["height"] - 20 - tools["height"] - 32
        scale = min(width / WIDTH, height / HEIGHT)
        left = stage["x"] + 20 + (width - scale * WIDTH) / 2
        top = stage["y"] + 20 + (height - scale * HEIGHT) / 2
        return left + (x + 0.5) * scale, top + (y + 0.5) * scale

    def scale(self):
        return self.place(1, 0)[0] - self.place(0, 0)[0]

    def drag(self, *places, **options):
        """With the mouse, in screen positions."""
        self.page.bring_to_front()  # Chromium delays mouse events of hidden tabs by seconds
        mouse = self.page.mouse
        mouse.move(*places[0])
        mouse.down(**options)
        for place in places[1:]:
            mouse.move(*place, steps=6 if len(places) < 6 else 1)
        mouse.up(**options)

    def draw(self, *points):
        self.drag(*(self.place(*point) for point in points))

    def click(self, x, y, **options):
        self.page.bring_to_front()
        self.page.mouse.click(*self.place(x, y), **options)

    def press(self, *keys):
        self.page.bring_to_front()
        for key in keys:
            self.page.keyboard.press(key)

    def give(self, kind, content, name):
        """Drag, drop or paste a file."""
        self.page.evaluate(
            """([kind, bytes, name]) => {
                const data = new DataTransfer();
                data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
                const event = kind === "paste"
                    ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true })
                    : new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
                document.getElementById("stage").dispatchEvent(event);
            }""",
            [kind, list(content), name],
        )

    # -------------------------------------------------------------------------------------------------- expectations

    def locator(self, selector):
        return self.page.locator(selector)

    def has_text(self, selector, text):
        found = self.page.locator(selector)
        _soon(lambda: any(text in one for one in found.all_text_contents()))
        expect(found).to_contain_text(text)

    def reload_as_saved_without(self, key):
        """Reload the page with what a version saved that did not have this part of a state."""
        self.page.evaluate(
            """async (key) => {
                const wait = (request) => new Promise((done) => (request.onsuccess = () => done(request.result)));
                const database = await wait(indexedDB.open("frenemy-segment", 1));
                const works = database.transaction("works", "readwrite").objectStore("works");
                for (const work of await wait(works.getAll())) {
                    for (const state of [...work.past, work.present, ...work.future, work.solved]) delete state?.[key];
                    await wait(works.put(work));
                }
            }""",
            key,
        )
        self.page.reload()

    def settled(self):
        panel = self.page.locator("#panel:not(.stale)")
        _soon(panel.is_visible)
        expect(panel).to_be_visible()

    def shows(self, n_objects):
        self.settled()
        expect(self.page.locator("#count")).to_have_text(str(n_objects))

    def labels(self):
        """Summary and labels of the last solve.

        Requested again in the same session, as the browser does not keep a response that the page has read.
        """
        request = self.last_request
        with urllib.request.urlopen(request.url, request.post_data.encode(), timeout=300) as answer:
            _, summary, labels = read_stream(answer.read())
        assert self.page.locator("#count").inner_text() == str(len(summary["objects"]))
        return summary, labels

    def colors(self):
        return self.page.locator("#objects .swatch").evaluate_all("all => all.map(one => one.style.background)")

    def error(self):
        return self.page.locator(".notice.error span")


def _soon(is_so):
    """Look often for a while: an expectation looks after 0.1, 0.35, 0.85, 1.85, ... seconds."""
    eventually(is_so, 3.0, pause=0.03)


@contextmanager
def _small_sample():
    """The scene in place of the sample picture, whose segmentation takes longer than that of the scene."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SegmentSession, "of_sample", classmethod(lambda cls: cls(scene()[0])))
        yield


@pytest.fixture(scope="module")
def shared_tabs(browser, served):
    tabs = WatchedTabs(browser)
    yield tabs, SegmentTab(tabs.new_page(served.address), served.address)
    tabs.close()


@pytest.fixture
def tab(shared_tabs):
    """A tab with the scene and its outlines, for all tests of a file that leave the settings as they are."""
    tabs, one = shared_tabs
    # Another name each time, which shows that the picture is the new one.
    yield one.put_down_tools().reset(name=f"scene {len(one.requests)}.png") if one.requests else one.open()
    assert tabs.trouble == []


@pytest.fixture
def visit(browser, served):
    """Opens tabs in which nothing may go wrong."""
    tabs = WatchedTabs(browser)

    def open_tab(*, address=None, **options):
        home = address or served.address
        return SegmentTab(tabs.new_page(home, **options), home)

    open_tab.watch = lambda page: SegmentTab(tabs.watch(page, served.address), served.address)
    yield open_tab
    tabs.close()

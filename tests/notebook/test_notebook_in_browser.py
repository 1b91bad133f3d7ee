"""The editor in a real notebook: JupyterLab, a kernel and chromium."""

import re

import pytest
from local_jupyter import jupyter_lab, write_notebook

pytest.importorskip("anywidget", reason="the extra notebook is not installed")
pytest.importorskip("jupyterlab", reason="JupyterLab is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

SECONDS = 60
SHOW = "print(len(editor.segmentation.strokes), editor.segmentation.n_objects, editor.labels.max() + 1)"
CELLS = [
    """import numpy as np, frenemy as fr
picture = np.zeros((120, 180, 3), np.uint8)
picture[:, 90:] = 200, 80, 40
editor = fr.segment(picture, [[(89.5, 10), (89.5, 110)]]).edit_in_notebook(height=420)
editor""",
    SHOW,
    "editor.segmentation = editor.segmentation.remove(-1)",
]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder / "draw.ipynb", CELLS)
    with jupyter_lab(folder) as address:
        yield address


class Notebook:
    """A notebook with an editor in the output of its first cell."""

    def __init__(self, page):
        self.page = page
        self.cells = page.locator(".jp-CodeCell")
        self.frame = page.frame_locator("iframe[title^=frenemy]")

    def run(self, cell):
        """Run a cell to its end; the text it has printed."""
        one = self.cells.nth(cell)
        prompt = one.locator(".jp-InputPrompt")
        before = prompt.text_content()
        for _ in range(3):  # while the notebook is being opened, a key may go nowhere
            one.locator(".cm-content").click()
            self.page.keyboard.press("Shift+Enter")
            try:
                expect(prompt).not_to_have_text(before, timeout=10_000)
                break
            except AssertionError:
                continue
        expect(prompt).to_have_text(re.compile(r"^\[\d+\]:$"), timeout=1000 * SECONDS)
        texts = one.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stdout']")
        return texts.text_content().split() if texts.count() else []

    def place(self, x, y):
        """The place on the screen of a point of the fitted picture."""
        box = self.frame.locator("#canvas").bounding_box()
        tools = self.frame.locator("#toolbar").bounding_box()["height"]
        width, height = box["width"] - 40, box["height"] - 20 - tools - 32
        scale = min(width / 180, height / 120)
        left, top = 20 + (width - scale * 180) / 2, 20 + (height - scale * 120) / 2
        return box["x"] + left + (x + 0.5) * scale, box["y"] + top + (y + 0.5) * scale

    def draw(self, *points):
        mouse = self.page.mouse
        mouse.move(*self.place(*points[0]))
        mouse.down()
        for point in points[1:]:
            mouse.move(*self.place(*point), steps=12)
        mouse.up()

    def shows(self, n_strokes, n_objects):
        expect(self.frame.locator("#status")).to_contain_text(f"{n_strokes} stroke", timeout=1000 * SECONDS)
        expect(self.frame.locator("#count")).to_have_text(str(n_objects), timeout=1000 * SECONDS)


def test_the_editor_and_python_have_the_same_segmentation(browser, lab):
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{lab}/lab/tree/draw.ipynb")
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=1000 * SECONDS)
    notebook = Notebook(page)
    notebook.run(0)
    notebook.shows(1, 2)

    # What is drawn is in Python when the next cell runs.
    notebook.draw((-3, 60), (40, 60), (88, 60))
    notebook.shows(2, 3)
    assert notebook.run(1) == ["2", "3", "3"]

    # What Python changes is shown, and can be undone there.
    notebook.run(2)
    notebook.shows(1, 2)
    notebook.frame.locator("#undo").click()
    notebook.shows(2, 3)
    assert notebook.run(1) == ["2", "3", "3"]

    # Two clicks merge two objects; undo takes that back, in Python too.
    for x, y in [(40, 20), (40, 100)]:
        page.mouse.click(*notebook.place(x, y))
    notebook.shows(2, 2)
    assert notebook.run(1) == ["2", "2", "2"]
    notebook.frame.locator("#canvas").press("Control+z")
    notebook.shows(2, 3)
    assert notebook.run(1) == ["2", "3", "3"]

    # The bar of the web page and what belongs to it are not there.
    assert not notebook.frame.locator(".bar").is_visible()
    assert errors == []
    page.close()

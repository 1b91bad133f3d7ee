"""The editor in a real notebook: JupyterLab, a kernel and chromium."""

import re

import pytest
from local_jupyter import jupyter_lab, write_notebook

pytest.importorskip("anywidget", reason="the extra notebook is not installed")
pytest.importorskip("jupyterlab", reason="JupyterLab is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")

from notebook_tab import FRAME, NotebookTab, wait_for_kernel

SHOW = """found = editor.segmentation
print(len(found.strokes), len(found.joins), found.n_objects, editor.labels.max() + 1)"""
CELLS = [
    """import numpy as np, frenemy as fr
picture = np.zeros((120, 180, 3), np.uint8)
picture[:, 90:] = 200, 80, 40
editor = fr.segment(picture, [[(89.5, 10), (89.5, 110)]]).edit_in_notebook(height=420)
editor""",
    SHOW,
    "editor.segmentation = found.remove(-1)",
]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder / "draw.ipynb", CELLS)
    with jupyter_lab(folder) as address:
        yield address


class Notebook(NotebookTab):
    """A notebook with an editor."""

    def place(self, x, y):
        """The place on the screen of a point of the fitted picture."""
        self.page.locator(FRAME).scroll_into_view_if_needed()  # waits while the notebook scrolls to the cell that ran
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

    def shows(self, drawn, n_objects):
        self.has("#status", f"{drawn} ·")
        self.has("#count", re.compile(f"^{n_objects}$"))


# As on a busy machine: anywidget drops all that Python sends to a widget that took longer than two seconds to load.
NO_TIME_TO_LOAD = """
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => timeout(ms === 2000 ? 0 : ms);
"""


@pytest.mark.timeout(300)  # it starts a server, a browser and a kernel
def test_the_editor_and_python_have_the_same_segmentation(browser, lab):
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.add_init_script(NO_TIME_TO_LOAD)
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{lab}/lab/tree/draw.ipynb")
    wait_for_kernel(page, lab)
    notebook = Notebook(page)
    notebook.run(0)
    notebook.shows("1 stroke", 2)

    # What is drawn is in Python when the next cell runs.
    notebook.draw((-3, 60), (40, 60), (88, 60))
    notebook.shows("2 strokes", 3)
    notebook.run(1, prints="2 0 3 3")

    # What Python changes is shown, and can be undone there.
    notebook.run(2)
    notebook.shows("1 stroke", 2)
    notebook.frame.locator("#undo").click()
    notebook.shows("2 strokes", 3)
    notebook.run(1, prints="2 0 3 3")

    # Two clicks merge two objects; undo takes that back, in Python too.
    for x, y in [(40, 20), (40, 100)]:
        page.mouse.click(*notebook.place(x, y))
    notebook.shows("2 strokes", 2)
    notebook.run(1, prints="2 0 2 2")
    notebook.frame.locator("#canvas").press("Control+z")
    notebook.shows("2 strokes", 3)
    notebook.run(1, prints="2 0 3 3")

    # A join makes one object of two.
    page.keyboard.down("Shift")
    notebook.draw((40, 30), (40, 90))
    page.keyboard.up("Shift")
    notebook.shows("2 strokes, 1 join", 2)
    notebook.run(1, prints="2 1 2 2")

    # The bar of the web page and what belongs to it are not there.
    assert not notebook.frame.locator(".bar").is_visible()
    assert errors == ["[anywidget] Failed to initialize model."]  # as wanted
    page.close()

"""The page of a clustering in a real notebook: JupyterLab, a kernel and chromium."""

import pytest
from local_jupyter import jupyter_lab, write_notebook

pytest.importorskip("anywidget", reason="the extra notebook is not installed")
pytest.importorskip("jupyterlab", reason="JupyterLab is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")
pytest.importorskip("uvicorn", reason="the extra web is not installed")
pytest.importorskip("pyarrow", reason="the extra tables is not installed")

from notebook_tab import SECONDS, NotebookTab, wait_for_kernel
from playwright.sync_api import expect

CELLS = [
    """import frenemy as fr, webbrowser
webbrowser.open = lambda address: print("opened", address)
page = fr.explore(fr.solve([("ann", "bob", 3.0), ("bob", "cid", 2.0), ("cid", "dee", -2.0)]))
page""",
    "print(page.labels.tolist(), page.decisions.num_rows)",
    "page.close(); print(page.is_open)",
]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder / "explore.ipynb", CELLS)
    with jupyter_lab(folder) as address:
        yield address


@pytest.mark.timeout(300)  # it starts a server, a browser and a kernel
def test_the_page_works_through_the_kernel(browser, lab):
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.set_default_timeout(1000 * SECONDS)
    errors, asked = [], []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{lab}/lab/tree/explore.ipynb")
    wait_for_kernel(page, lab)
    notebook = NotebookTab(page)
    frame = notebook.frame
    notebook.run(0)
    notebook.has("#count", "2")
    assert (
        "opened" not in notebook.cells.nth(0).locator(".jp-OutputArea").inner_text()
    )  # the notebook shows it, so the browser does not
    expect(frame.locator(".group-row:not(.loading)")).to_have_count(2)
    notebook.run(1, prints="[0, 0, 0, 1] 0")

    # Views open by their links, also those of the same frame; the notebook stays where it is.
    before = page.url
    frame.locator(".group-link", has_text="ann").click()
    expect(frame.locator(".member-row:not(.loading)")).to_have_count(3)
    frame.locator("#tabs a", has_text="Matrix").click()
    expect(frame.locator("#matrix-mount canvas")).to_be_visible()
    expect(frame.locator("#matrix-mount .picture-note")).not_to_be_empty()
    frame.locator("#tabs a", has_text="Sizes").click()  # which comes with progress
    expect(frame.locator("#path-mount [aria-label='Stable stretches']")).to_be_visible()
    assert page.url == before

    # What is decided there is in Python when the next cell runs.
    frame.locator("#tabs a", has_text="Questions").click()
    frame.locator("#answer-same").click()  # about cid and dee
    notebook.has("#decisions-total", "1 decision")
    notebook.run(1, prints="[0, 0, 0, 0] 1")

    # A file to download.
    with page.expect_download() as saved:
        frame.locator("#export-menu summary").click()
        frame.locator("#exports button").first.click()
    assert "ann" in saved.value.path().read_text()

    # A closed page says so.
    notebook.run(2, prints="False")
    frame.locator("#tabs a", has_text="Groups").click()
    frame.locator("#filters button").last.click()
    expect(frame.locator(".notice", has_text="closed").first).to_be_visible()
    assert [url for url in asked if "/explore/" in url] == []  # nothing but messages to the kernel
    assert errors == []
    page.close()

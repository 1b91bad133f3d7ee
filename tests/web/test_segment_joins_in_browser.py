"""Joins on the segmentation page in a real browser."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import numpy as np
from expectations import expect
from local_server import HEIGHT, N_OBJECTS, WIDTH, eventually, png, scene
from PIL import Image
from segment_tab import DOWN, shared_tabs, tab, visit

import frenemy as fr

__all__ = ["shared_tabs", "tab", "visit"]

#: Across the border that ``DOWN`` makes above the disc.
ACROSS = ((20, 15), (60, 15))
#: From one field on the right to the other.
ON_THE_RIGHT = ((120, 20), (121, 100))


def joins_of(tab):
    return tab.requests[-1]["joins"]


def is_pressed(tab, is_on):
    expect(tab.locator("#join")).to_have_attribute("aria-pressed", "true" if is_on else "false")


def greenness(tab):
    """The number of green pixels in the display, of which the scene has none."""
    shown = np.array(Image.open(BytesIO(tab.locator("#canvas").screenshot())).convert("RGB")).astype(int)
    return int(((shown[..., 1] - shown[..., 0] > 100) & (shown[..., 1] - shown[..., 2] > 70)).sum())


def test_join_undo_redo_reload_and_save(tab, tmp_path):
    tab.draw(*DOWN)
    tab.shows(N_OBJECTS + 2)
    tab.press("h")  # no colors of objects
    none = greenness(tab)
    tab.press("h")

    tab.page.click("#join")
    is_pressed(tab, True)
    expect(tab.locator("#join")).to_have_attribute(
        "title",
        "Join: draw across a false border, and everything under the line is one object (J, or Shift while drawing)",
    )
    tab.draw(*ACROSS)
    tab.shows(N_OBJECTS + 1)
    tab.has_text("#status", "4 strokes, 1 join")
    (join,) = joins_of(tab)
    assert np.abs(np.array(join)[[0, -1]] - ACROSS).max() < 0.51 / tab.scale() + 0.01
    _, labels = tab.labels()
    assert labels[15, 30] == labels[15, 50]
    assert labels[60, 30] != labels[60, 50]  # the other parts stay apart
    strokes = [fr.Stroke(one["points"], one["width"]) for one in tab.requests[-1]["strokes"]]
    assert np.array_equal(labels, fr.segment(scene()[0], strokes, joins=[join]).labels)
    tab.press("h")
    assert greenness(tab) > none + 50
    tab.press("h")

    tab.press("j")  # back to the pen
    is_pressed(tab, False)
    tab.press("Control+z")
    tab.shows(N_OBJECTS + 2)
    expect(tab.locator("#redo")).to_have_attribute("title", "Redo join (Ctrl Shift Z)")
    tab.press("Control+Shift+z")
    tab.shows(N_OBJECTS + 1)

    tab.page.reload()
    tab.shows(N_OBJECTS + 1)
    assert joins_of(tab) == [join]
    assert np.array_equal(tab.labels()[1], labels)
    is_pressed(tab, False)
    tab.press("Control+z")
    tab.shows(N_OBJECTS + 2)
    tab.press("Control+y")
    tab.shows(N_OBJECTS + 1)

    tab.page.click("#export-menu summary")
    with tab.page.expect_download() as download:
        tab.page.click("#exports [data-kind='strokes.json']")
    content = Path(download.value.path()).read_bytes()
    assert json.loads(content)["joins"] == [join]
    (tmp_path / "strokes.json").write_bytes(content)
    (tmp_path / "scene.png").write_bytes(png(scene()[0]))
    command = [sys.executable, "-m", "frenemy", "segment", "scene.png", "strokes.json", "-o", "labels.png"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=300)
    assert np.array_equal(fr.io.read_label_map(tmp_path / "labels.png"), labels)

    tab.page.click("#clear")
    tab.settled()
    assert (tab.requests[-1]["strokes"], joins_of(tab)) == ([], [])
    expect(tab.locator("#clear")).to_be_disabled()
    tab.choose(content, "strokes.json")  # what was saved opens again
    tab.shows(N_OBJECTS + 1)
    tab.press("Control+z", "Control+z")
    tab.shows(N_OBJECTS + 1)


def test_joins_with_shift_and_without_a_mouse_are_selected_and_erased(visit, tmp_path, monkeypatch):
    tab = visit(permissions=["clipboard-read", "clipboard-write"]).open()
    tab.page.keyboard.down("Shift")
    tab.draw(*ON_THE_RIGHT)
    tab.page.keyboard.up("Shift")
    tab.shows(N_OBJECTS - 1)
    is_pressed(tab, False)
    assert tab.drawn == []
    labels = tab.labels()[1]
    assert labels[20, 120] == labels[100, 120]

    tab.page.click("#python-copy")
    tab.has_text(".notice.note", "copied")
    (tmp_path / "scene.png").write_bytes(png(scene()[0]))
    monkeypatch.chdir(tmp_path)
    variables = {}
    exec(tab.page.evaluate("navigator.clipboard.readText()"), variables)
    assert np.array_equal(variables["labels"], labels)

    tab.page.mouse.move(*tab.place(120, 40))
    expect(tab.locator("#hover-name")).to_have_text("Join")
    tab.press("Delete")
    tab.shows(N_OBJECTS)
    expect(tab.locator("#undo")).to_have_attribute("title", "Undo erasing a join (Ctrl Z)")
    tab.press("Control+z")
    tab.shows(N_OBJECTS - 1)
    tab.click(120, 80)
    tab.has_text("#selection-text", "Drag the join or an end")
    tab.page.mouse.move(*tab.place(20, 20))
    tab.page.click("#erase")
    tab.shows(N_OBJECTS)

    # A merge that a newer stroke may undo, with a join beside it.
    tab.press("j")
    tab.draw(*ON_THE_RIGHT)
    tab.shows(N_OBJECTS - 1)
    tab.press("j")
    tab.click(20, 20)
    tab.click(40, 60)
    tab.shows(N_OBJECTS - 2)
    tab.draw((100, 10), (100, 12))
    tab.settled()
    assert len(joins_of(tab)) == 1
    assert len(tab.requests[-1]["merges"]) == 1
    tab.page.click("#clear")

    tab.choose(json.dumps({"strokes": tab.requests[0]["strokes"], "joins": [[[1, None]]]}).encode(), "odd.json")
    expect(tab.error()).to_have_text("Join 0 of odd.json has no points [x, y].")
    tab.reset()
    tab.locator("#canvas").focus()
    tab.press("j")
    expect(tab.locator("#spoken")).to_have_text("Lines join objects")
    middle = ((WIDTH - 1) / 2, (HEIGHT - 1) / 2)
    tab.press("ArrowRight", "d", *["Shift+ArrowLeft"] * 9, "d")
    tab.settled()
    assert tab.drawn == []
    assert joins_of(tab)[0][0] == list(middle)
    assert int(tab.locator("#count").inner_text()) < N_OBJECTS


def has_labels_of_its_lines(tab):
    """The labels are those of a fresh segmentation with the same strokes and joins; returns the last join."""
    tab.settled()
    strokes = [fr.Stroke(one["points"], one["width"]) for one in tab.requests[-1]["strokes"]]
    assert np.array_equal(tab.labels()[1], fr.segment(scene()[0], strokes, joins=joins_of(tab)).labels)
    return np.array(joins_of(tab)[-1])


def test_a_join_is_moved_and_the_moves_undone(tab):
    tab.draw(*DOWN)
    tab.shows(N_OBJECTS + 2)
    tab.press("j")
    tab.draw(*ACROSS)
    tab.shows(N_OBJECTS + 1)
    before = has_labels_of_its_lines(tab)
    tab.click(30, 15)
    tab.has_text("#selection-text", "Drag the join or an end")
    tab.press("Shift+ArrowLeft", "Shift+ArrowLeft", "ArrowLeft")
    tab.shows(N_OBJECTS + 2)  # it does not reach the line any more
    assert np.allclose(has_labels_of_its_lines(tab), before - [21, 0])
    expect(tab.locator("#undo")).to_have_attribute("title", "Undo moving a join (Ctrl Z)")
    while tab.locator("#undo").get_attribute("title") != "Undo join (Ctrl Z)":  # slow keys are several steps
        tab.press("Control+z")
    tab.shows(N_OBJECTS + 1)
    tab.draw((40, 15), (40, 35))  # still selected, and the tool is still Join
    points = has_labels_of_its_lines(tab)
    assert np.abs(points - before - [0, 20]).max() < 0.5
    tab.draw(points[-1], (70, 20))
    stretched = has_labels_of_its_lines(tab)
    assert np.abs(stretched[0] - points[0]).max() < 0.05
    assert np.abs(stretched[-1] - [70, 20]).max() < 0.5
    tab.press("Control+z", "Control+z")
    tab.shows(N_OBJECTS + 1)
    tab.page.mouse.move(*tab.place(-8, 60))
    tab.press("Delete")
    tab.shows(N_OBJECTS + 2)


def test_a_join_that_is_being_drawn_is_previewed(tab):
    tab.draw(*DOWN)
    tab.shows(N_OBJECTS + 2)
    tab.press("j")
    previews = []
    tab.page.on("request", lambda request: request.url.endswith("/preview") and previews.append(request.post_data_json))
    for _ in range(10):  # there is no preview after a solve of more than a second, as a busy machine may need
        tab.page.mouse.move(*tab.place(*ON_THE_RIGHT[0]))
        tab.page.mouse.down()
        tab.page.mouse.move(*tab.place(*ON_THE_RIGHT[1]), steps=6)
        eventually(lambda: tab.locator("#count").is_visible() and previews, 0.5)
        tab.page.mouse.up()
        tab.shows(N_OBJECTS + 1)
        if previews:
            break
        tab.press("Control+z")
        tab.shows(N_OBJECTS + 2)
    assert len(previews[-1]["joins"]) == 1
    assert previews[-1]["strokes"] == tab.requests[-1]["strokes"]


def test_saved_work_of_older_versions_has_no_joins(tab):
    tab.draw(*DOWN)
    tab.shows(N_OBJECTS + 2)
    tab.reload_as_saved_without("joins")
    tab.shows(N_OBJECTS + 2)
    n_requests = len(tab.requests)
    assert joins_of(tab) == []
    tab.press("j")
    tab.draw(*ACROSS)
    tab.shows(N_OBJECTS + 1)
    tab.press("Control+z")
    tab.shows(N_OBJECTS + 2)
    assert len(tab.requests) == n_requests + 1  # the result before the join was cached

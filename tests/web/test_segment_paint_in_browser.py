"""Brush and eraser on the segmentation page in a real browser."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import numpy as np
from expectations import expect
from local_server import HEIGHT, N_OBJECTS, WIDTH, png, scene
from PIL import Image
from segment_tab import DOWN, shared_tabs, tab, visit

import frenemy as fr

__all__ = ["shared_tabs", "tab", "visit"]

#: From the disc to the right, over its border.
OUT_OF_THE_DISC = ((40, 60), (72, 60))


def masks_of(tab):
    return [
        fr.Mask.of_counts(one["counts"], **{key: one[key] for key in ("size", "at", "kind")}) for one in _masks(tab)
    ]


def _masks(tab):
    return tab.requests[-1]["masks"]


def has_labels_of_its_marks(tab):
    """The labels are those of a fresh segmentation with the same marks."""
    tab.settled()
    document = tab.requests[-1]
    strokes = [fr.Stroke(one["points"], one["width"]) for one in document["strokes"]]
    merges, joins = document["merges"], document["joins"]
    labels = tab.labels()[1]
    assert np.array_equal(
        labels, fr.segment(scene()[0], strokes, joins=joins, merges=merges, masks=masks_of(tab)).labels
    )
    return labels


def shown(tab):
    return np.array(Image.open(BytesIO(tab.page.screenshot())).convert("RGB")).astype(int)


def test_paint_undo_redo_reload_later_strokes_and_files(tab, tmp_path):
    tab.press("b")
    expect(tab.locator("#brush-tool")).to_have_attribute("aria-pressed", "true")
    expect(tab.locator("#brush-value")).to_have_text("12 px")
    tab.has_text("#selection-text", "Begin inside an object and paint over its border")
    before = shown(tab)
    tab.page.mouse.move(*tab.place(*OUT_OF_THE_DISC[0]))
    tab.page.mouse.down()
    tab.page.mouse.move(*tab.place(*OUT_OF_THE_DISC[1]), steps=6)
    x, y = map(int, tab.place(70, 60))
    tab.page.wait_for_function(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
    )
    assert np.abs(shown(tab)[y, x] - before[y, x]).max() > 30  # the paint is seen at once
    tab.page.mouse.up()
    tab.has_text("#status", "3 strokes, 1 mask")
    labels = has_labels_of_its_marks(tab)
    assert (labels[56:65, 40:76] == labels[60, 40]).all()
    assert labels[60, 79] != labels[60, 40]
    (mask,) = masks_of(tab)
    assert np.hypot(mask.at[0] - 40, mask.at[1] - 60) < 4  # deep within the disc, not where the brush began

    tab.press("Control+z")
    tab.settled()
    assert (scene()[1][60, 70], tab.locator("#redo").get_attribute("title")) == (0, "Redo paint (Ctrl Shift Z)")
    tab.has_text("#status", "3 strokes ·")
    tab.press("Control+Shift+z")
    tab.has_text("#status", "1 mask")
    tab.page.reload()
    tab.has_text("#status", "3 strokes, 1 mask")
    assert masks_of(tab) == [mask]
    assert np.array_equal(has_labels_of_its_marks(tab), labels)

    tab.draw((70, 40), (70, 80))  # a later stroke through the paint
    tab.has_text("#status", "4 strokes, 1 mask")
    now = has_labels_of_its_marks(tab)
    assert (now[56:65, 40:76] == now[60, 40]).all()

    tab.page.click("#export-menu summary")
    with tab.page.expect_download() as download:
        tab.page.click("#exports [data-kind='strokes.json']")
    content = Path(download.value.path()).read_bytes()
    assert fr.io.read_marks(content).masks == (mask,)
    (tmp_path / "strokes.json").write_bytes(content)
    (tmp_path / "scene.png").write_bytes(png(scene()[0]))
    command = [sys.executable, "-m", "frenemy", "segment", "scene.png", "strokes.json", "-o", "labels.png"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=300)
    assert np.array_equal(fr.io.read_label_map(tmp_path / "labels.png"), now)
    tab.page.click("#clear")
    tab.has_text("#status", "Draw where objects meet")
    assert _masks(tab) == []
    tab.choose(content, "strokes.json")
    tab.has_text("#status", "4 strokes, 1 mask")
    assert np.array_equal(has_labels_of_its_marks(tab), now)
    tab.choose(json.dumps({"strokes": [], "masks": [{"size": [9, 9], "counts": [1, 2]}]}).encode(), "odd.json")
    expect(tab.error()).to_contain_text("Mask 0 of odd.json is for a picture of 9")


def test_selected_objects_spots_and_new_objects(visit, tmp_path, monkeypatch):
    tab = visit(permissions=["clipboard-read", "clipboard-write"]).open()
    tab.press("b")
    tab.click(40, 60)  # chooses the disc
    tab.has_text("#selection-text", "paint adds to it")
    tab.click(120, 20)  # a spot on another object
    tab.has_text("#status", "1 mask")
    labels = has_labels_of_its_marks(tab)
    assert labels[20, 120] == labels[60, 40] != labels[20, 100]
    assert 90 < (labels[:, 82:] == labels[60, 40]).sum() < 140  # a disc of 12 pixels
    tab.press("Delete")
    tab.has_text("#status", "3 strokes ·")
    expect(tab.locator("#undo")).to_have_attribute("title", "Undo removing paint (Ctrl Z)")
    tab.draw((120, 20), (120, 40))
    tab.draw((100, 100), (120, 100))
    tab.has_text("#status", "2 masks")
    tab.page.click("#clear-paint")
    tab.has_text("#status", "3 strokes ·")
    expect(tab.locator("#clear-paint")).to_be_hidden()

    for row in (0, 1, 1):  # in the list, too, objects are chosen, not merged
        tab.locator("#objects button").nth(row).click()
    tab.has_text("#selection-text", "Begin inside an object")
    tab.page.click("#new-object")
    expect(tab.locator("#new-object")).to_have_attribute("aria-pressed", "true")
    tab.draw((100, 20), (130, 20))
    tab.shows(N_OBJECTS + 1)
    expect(tab.locator("#new-object")).to_have_attribute("aria-pressed", "false")
    tab.has_text("#selection-text", f"Object {N_OBJECTS + 1}: paint adds to it")  # it goes on with the new one
    tab.draw((100, 20), (100, 40))
    tab.has_text("#status", "2 masks")
    labels = has_labels_of_its_marks(tab)
    assert labels[20, 130] == labels[40, 100] != labels[50, 150]

    tab.page.click("#python-copy")
    tab.has_text(".notice.note", "copied")
    (tmp_path / "scene.png").write_bytes(png(scene()[0]))
    monkeypatch.chdir(tmp_path)
    variables = {}
    exec(tab.page.evaluate("navigator.clipboard.readText()"), variables)
    assert np.array_equal(variables["labels"], labels)

    tab.press("Escape", "Escape")  # no object, then no brush
    expect(tab.locator("#brush-tool")).to_have_attribute("aria-pressed", "false")
    tab.click(100, 30)
    tab.click(40, 60)  # an object of paint is merged with the disc
    tab.shows(N_OBJECTS)
    labels = has_labels_of_its_marks(tab)
    assert labels[20, 130] == labels[60, 40]
    tab.press("Control+z")
    tab.shows(N_OBJECTS + 1)


def test_eraser_keys_and_auto_run_off(tab):
    tab.press("e", "]")
    expect(tab.locator("#brush-value")).to_have_text("15 px")
    tab.press("[")
    expect(tab.locator("#brush-value")).to_have_text("12 px")
    tab.draw((40, 60), (40, 90))
    tab.has_text("#status", "1 mask")
    labels = has_labels_of_its_marks(tab)
    assert labels[70, 40] == labels[90, 40] != labels[60, 30]
    expect(tab.locator("#undo")).to_have_attribute("title", "Undo erasing pixels (Ctrl Z)")
    tab.press("e")  # strokes again
    expect(tab.locator("#brush-value")).to_have_text("3 px")
    tab.draw(*DOWN)
    tab.has_text("#status", "4 strokes, 1 mask")
    has_labels_of_its_marks(tab)

    tab.press("a", "b")
    n_requests = len(tab.requests)
    tab.draw((20, 60), (5, 60))
    tab.has_text("#status", "Not run yet")
    assert len(tab.requests) == n_requests
    tab.press("Enter")
    tab.has_text("#status", "4 strokes, 2 masks")
    has_labels_of_its_marks(tab)
    tab.press("a")

    tab.locator("#canvas").focus()
    tab.press("ArrowRight", "d", "Shift+ArrowRight", "d")  # without a mouse
    tab.has_text("#status", "3 masks")
    has_labels_of_its_marks(tab)


def test_the_only_object_is_not_erased(tab):
    tab.reset(np.full((HEIGHT, WIDTH, 3), 128, np.uint8), "grey.png")
    tab.shows(1)
    tab.press("e")
    tab.draw((40, 60), (40, 90))
    tab.has_text(".notice.note", "There is no other object to take the erased pixels")
    expect(tab.locator("#undo")).to_have_attribute("title", "Undo new picture (Ctrl Z)")


def test_on_a_phone(visit):
    tab = visit(width=390, height=780, has_touch=True, is_mobile=True).open()
    tab.page.click("#brush-tool")
    for one in ("#undo", "#join", "#brush-tool", "#eraser-tool", "#brush", "#fit", "#new-object"):
        box = tab.locator(one).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390, one  # noqa: PT018
        assert box["width"] >= 36, one
    tab.locator("#brush").fill("3")
    tab.draw(*OUT_OF_THE_DISC)
    tab.has_text("#status", "1 mask")
    labels = has_labels_of_its_marks(tab)
    assert labels[60, 72] == labels[60, 40] != labels[50, 72]
    tab.page.click("#undo")
    tab.has_text("#status", "3 strokes ·")


def test_saved_work_of_older_versions_has_no_masks(tab):
    tab.reload_as_saved_without("masks")
    tab.shows(N_OBJECTS)
    assert _masks(tab) == []
    tab.press("b")
    tab.draw(*OUT_OF_THE_DISC)
    tab.has_text("#status", "1 mask")

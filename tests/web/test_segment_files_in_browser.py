"""Files in and out of the segmentation page, and work that survives reloads, in a real browser."""

import json
from io import BytesIO
from pathlib import Path

import numpy as np
from expectations import expect
from local_server import HEIGHT, N_OBJECTS, OUTLINES, WIDTH, LocalServer, eventually, png, scene
from PIL import Image
from segment_tab import DOWN, visit
from watched_tabs import FAILED_REQUEST

import frenemy as fr
from frenemy.metrics import adjusted_rand_index

__all__ = ["visit"]

ODD_NAME = """Tom "T"'s \\ <script>alert(1)</script> 🐈"""
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
ANGLES = np.linspace(-2.2, 2.2, 25)
AROUND_DISC = list(zip(40 + 25 * np.cos(ANGLES), 60 + 25 * np.sin(ANGLES), strict=True))


def test_files_in(visit):
    tab = visit(expected=FAILED_REQUEST).open()
    tab.draw(*DOWN)
    tab.shows(N_OBJECTS + 2)
    tab.click(20, 20)
    for content, message in ((b"no picture", "not a picture"), (b"", "empty"), (png(scene()[0])[:200], "damaged")):
        tab.choose(content, "odd.png")
        expect(tab.error()).to_contain_text(message)
        expect(tab.locator("#picture-name")).to_have_text("scene.png")
        tab.shows(N_OBJECTS + 2)
        notice = tab.locator(".notice").bounding_box()
        for selector in ("#selection", "#toolbar"):
            box = tab.locator(selector).bounding_box()
            assert box["y"] + box["height"] <= notice["y"] or notice["y"] + notice["height"] <= box["y"], selector
    tab.page.click(".notice .close")
    expect(tab.error()).to_be_hidden()
    tab.choose(b'{"strokes": [], "width": 7, "height": 9}', "odd.json")
    expect(tab.error()).to_contain_text("this one has 160")
    tab.shows(N_OBJECTS + 2)

    flat = png(np.full((20, 30), 200, np.uint8))
    tab.give("dragenter", flat, "dropped.png")
    expect(tab.locator("#drop-veil")).to_be_visible()
    tab.give("drop", flat, "dropped.png")
    expect(tab.locator("#drop-veil")).to_be_hidden()
    expect(tab.locator("#picture-name")).to_have_text("dropped.png")
    tab.settled()
    tab.give("paste", png(scene()[0]), "pasted.png")
    expect(tab.locator("#picture-name")).to_have_text("pasted.png")
    tab.settled()
    tab.give("drop", json.dumps(OUTLINES).encode(), "strokes.json")
    tab.shows(N_OBJECTS)

    # A picture that arrives during a stroke discards the stroke.
    tab.page.mouse.move(*tab.place(40, 20))
    tab.page.mouse.down()
    tab.page.mouse.move(*tab.place(40, 60), steps=4)
    tab.choose(png(np.full((60, 90), 99, np.uint8)), "grey.png")
    expect(tab.locator("#picture-name")).to_have_text("grey.png")
    tab.page.mouse.move(*tab.place(80, 90), steps=4)
    tab.page.mouse.up()
    tab.settled()
    assert tab.requests[-1]["strokes"] == []
    tab.draw((60, 40), (90, 70))
    tab.has_text("#status", "1 stroke ")

    # A photograph lying on its side.
    file, exif = BytesIO(), Image.Exif()
    exif[0x0112] = 6  # turn it clockwise
    turned = Image.fromarray(scene()[0]).transpose(Image.Transpose.ROTATE_90)
    turned.save(file, "JPEG", quality=97, exif=exif)
    tab.choose(file.getvalue(), "photo.jpg")
    expect(tab.locator("#picture-name")).to_have_text("photo.jpg")
    tab.settled()
    assert tab.labels()[1].shape == (HEIGHT, WIDTH)
    tab.draw(*DOWN)
    tab.settled()
    assert abs(tab.requests[-1]["strokes"][0]["points"][0][0] - 40) < 0.3


def export(tab, kind):
    """Name and content of an exported file."""
    tab.page.click("#export-menu summary")
    with tab.page.expect_download() as download:
        tab.page.click(f"#exports [data-kind='{kind}']")
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_files_out(visit, tmp_path, monkeypatch):
    tab = visit(**CLIPBOARD).open(name="my scene's.png")
    tab.draw(*DOWN)
    tab.shows(N_OBJECTS + 2)
    tab.click(120, 20)
    tab.click(120, 100)
    tab.shows(N_OBJECTS + 1)
    document = tab.requests[-1]
    tab.page.mouse.dblclick(*tab.place(100, 20))  # beside the line of the merge
    tab.locator("#name-text").fill(ODD_NAME)
    tab.locator("#class-text").fill("field")
    tab.press("Enter")
    strokes = [fr.Stroke(one["points"], one["width"]) for one in document["strokes"]]
    found = fr.segment(scene()[0], strokes, merges=document["merges"])

    name, content = export(tab, "labels.png")
    assert name == "my_scene's.labels.png"
    labels = np.array(Image.open(BytesIO(content)))
    assert labels.shape == (HEIGHT, WIDTH)
    assert np.array_equal(labels, fr.io.read_label_map(content))
    assert adjusted_rand_index(labels.ravel(), found.labels.ravel()) == 1
    name, content = export(tab, "labels.npz")
    assert name == "my_scene's.labels.npz"
    assert adjusted_rand_index(fr.io.read_label_map(content).ravel(), found.labels.ravel()) == 1
    name, content = export(tab, "coco.json")
    assert name == "my_scene's.coco.json"
    assert json.loads(content)["images"][0]["file_name"] == "my scene's.png"
    assert sorted(one["area"] for one in json.loads(content)["annotations"]) == sorted(o.area for o in found.objects)
    name, content = export(tab, "objects.geojson")
    assert name == "my_scene's.geojson"
    assert len(json.loads(content)["features"]) == found.n_objects
    (named,) = (one["properties"] for one in json.loads(content)["features"] if "name" in one["properties"])
    assert (named["name"], named["class"]) == (ODD_NAME, "field")
    name, content = export(tab, "names.json")
    assert name == "my_scene's.names.json"
    (row,) = (one for one in json.loads(content)["objects"] if one["class"] == "field")
    assert (row["name"], row["label"]) == (ODD_NAME, labels[20, 120])
    name, content = export(tab, "overlay.png")
    assert name == "my_scene's.overlay.png"
    assert np.array(Image.open(BytesIO(content))).shape == (HEIGHT, WIDTH, 3)
    name, content = export(tab, "strokes.json")
    assert name == "my_scene's.strokes.json"
    assert fr.io.read_strokes(content, shape=(HEIGHT, WIDTH)) == found.strokes

    tab.page.click("#python-copy")
    tab.has_text(".notice.note", "copied")
    code = tab.page.evaluate("navigator.clipboard.readText()")
    (tmp_path / "my scene's.png").write_bytes(png(scene()[0]))
    monkeypatch.chdir(tmp_path)
    variables = {}
    exec(code, variables)
    assert np.array_equal(variables["labels"], tab.labels()[1])
    assert variables["segmentation"].objects[variables["labels"][20, 120]].name == ODD_NAME

    # What was exported opens again, with merges and names.
    tab.page.click("#clear")
    tab.settled()
    assert ODD_NAME not in tab.locator("#objects").inner_text()
    tab.choose(content, "strokes.json")
    tab.shows(N_OBJECTS + 1)
    expect(tab.page.locator("#objects .name", has_text="Tom")).to_have_text(ODD_NAME)

    # Without a clipboard the code is shown; here that of the sample picture.
    other = visit()
    other.page.goto(other.address)
    other.settled()
    other.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    other.press("p")
    variables = {}
    exec(other.locator("#python-text").input_value(), variables)
    assert np.array_equal(variables["labels"], other.labels()[1])


def test_reloads_and_several_tabs(visit):
    one = visit(**CLIPBOARD).open()
    other = visit(context=one.page.context).open(np.full((30, 40), 99, np.uint8), "grey.png")
    n_there = other.locator("#count").inner_text()
    one.draw(*DOWN)
    one.shows(N_OBJECTS + 2)
    colors = one.colors()
    other.shows(n_there)
    with one.page.expect_popup() as popup:
        one.page.evaluate("window.open('/segment/')")  # a duplicate, with a copy of the session storage
    copy = visit.watch(popup.value)
    copy.shows(N_OBJECTS + 2)
    copy.press("Control+z")
    copy.shows(N_OBJECTS)
    one.page.reload()
    one.shows(N_OBJECTS + 2)
    expect(one.locator("#picture-name")).to_have_text("scene.png")
    assert one.colors() == colors
    copy.page.reload()
    copy.shows(N_OBJECTS)
    assert one.last_request.url != copy.last_request.url  # each has its own session, which the other cannot cancel
    one.press("Control+z")
    one.shows(N_OBJECTS)
    one.press("Control+y")
    one.shows(N_OBJECTS + 2)

    # Sixteen tabs that were closed after this one was last used: twelve are kept, and all open ones.
    _in_database(
        one.page,
        """for (let i = 0; i < 16; i++)
            works.put({ key: `closed ${i}`, time: Date.now() + 1e6 + i, pictures: [] });""",
        "readwrite",
    )
    third = visit(context=one.page.context).open_first()
    keys = "works.getAllKeys().onsuccess = ({ target }) => (found = target.result);"
    assert eventually(lambda: sum(key.startswith("closed") for key in _in_database(third.page, keys)) == 12)
    assert "closed 3" not in _in_database(third.page, keys)
    one.page.reload()
    one.shows(N_OBJECTS + 2)
    one.press("Control+z")
    one.shows(N_OBJECTS)

    # A stroke that was not run splits a merge in all that follows: export, Python, and after a reload.
    one.click(20, 20)
    one.click(40, 60)
    one.shows(N_OBJECTS - 1)
    one.press("a")
    one.draw(*AROUND_DISC)
    one.draw((90, 30), (150, 30))
    one.click(120, 30, button="right")  # erasing a newer stroke leaves the older one as it was
    one.has_text("#status", "Not run yet")
    n_requests, drawn = len(one.requests), one.requests[-1]["strokes"]
    one.page.reload()
    one.has_text("#status", "Not run yet")
    expect(one.locator("#count")).to_have_text(str(N_OBJECTS - 1))  # the last result, without the stroke
    assert [request["strokes"] for request in one.requests[n_requests:]] == [drawn]
    assert one.locator("#panel.stale").count() == 1
    labels = fr.io.read_label_map(export(one, "labels.png")[1])
    assert labels[20, 20] != labels[60, 40]
    one.page.click("#python-copy")
    one.has_text(".notice.note", "copied")
    assert "merges" not in one.page.evaluate("navigator.clipboard.readText()")
    one.shows(N_OBJECTS)
    one.page.reload()
    one.shows(N_OBJECTS)  # run already: shown again, though auto-run is off
    expect(one.locator("#auto")).not_to_be_checked()
    fourth = visit(context=one.page.context).open_first()
    expect(fourth.locator("#auto")).to_be_checked()  # of each tab its own


def _in_database(page, code, mode="readonly"):
    """Run code on the table ``works`` of the page's database; the value of ``found``."""
    return page.evaluate(
        """([code, mode]) => new Promise((resolve, reject) => {
            indexedDB.open("frenemy-segment").onsuccess = ({ target: { result: database } }) => {
                const change = database.transaction("works", mode), works = change.objectStore("works");
                let found = null;
                RUN
                change.oncomplete = () => { database.close(); resolve(found); };
                change.onerror = reject;
            };
        })""".replace("RUN", code),
        [code, mode],
    )


def test_a_new_server(visit):
    first = LocalServer()
    tab = visit(address=first.address, expected=FAILED_REQUEST).open()
    tab.draw(*DOWN)
    tab.shows(N_OBJECTS + 2)
    first.close()
    tab.draw((90, 30), (150, 30))
    expect(tab.error()).to_contain_text("does not answer")
    second = LocalServer(port=first.port)
    try:
        tab.press("Enter")  # without a reload
        tab.settled()
        expect(tab.error()).to_be_hidden()
        assert len(tab.drawn) == 2
    finally:
        second.close()
    third = LocalServer(port=first.port)
    try:
        tab.page.reload()
        tab.settled()
        assert len(tab.drawn) == 2
        expect(tab.locator("#picture-name")).to_have_text("scene.png")
    finally:
        tab.page.close()
        third.close()

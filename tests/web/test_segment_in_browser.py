"""The page in a real browser, used as a person uses it."""

import json
import re
import threading
import time
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from desk import Desk
from PIL import Image
from played import expect
from served import HEIGHT, N_OBJECTS, OUTLINES, WIDTH, Served, eventually, png, scene

import frenemy as fr
from frenemy.metrics import adjusted_rand_index
from frenemy.web.segment.session import SegmentSession

#: From the upper to the lower rim through the disc: two objects more.
DOWN = ((40, 1), (40, 118))


@pytest.fixture
def visit(browser, served):
    """Open tabs; at the end nothing may have gone wrong, asked for the network or complained."""
    contexts, trouble = [], []

    def open_tab(*, context=None, width=1200, height=760, expected="", address=None, **options):
        if context is None:
            context = browser.new_context(viewport={"width": width, "height": height}, **options)
            contexts.append(context)
        return watch(context.new_page(), expected, address)

    def watch(page, expected="", address=None):
        home = address or served.address

        def complained(message):
            if message.type in ("error", "warning") and not (expected and re.search(expected, message.text)):
                trouble.append(f"console: {message.text}")

        page.on("console", complained)
        page.on("pageerror", lambda error: trouble.append(f"error: {error}"))
        page.on("dialog", lambda dialog: trouble.append(f"dialog: {dialog.message}"))
        page.on("request", lambda asked: asked.url.startswith((home, "blob:")) or trouble.append(f"asked {asked.url}"))
        return Desk(page, home)

    open_tab.watch = watch
    yield open_tab
    for context in contexts:
        context.close()
    assert trouble == []


REFUSED = "Failed to load resource"  # what the browser itself writes of an answer that is an error


def same_partition(labels, truth):
    return adjusted_rand_index(labels.ravel(), truth.ravel()) > 0.99


# ------------------------------------------------------------------------------------------------------------- drawing


def test_opens_on_the_sample(visit):
    desk = visit()
    desk.page.goto(desk.address)
    desk.settled()
    expect(desk.page.locator("#picture-name")).to_have_text("sample picture")
    expect(desk.page.locator("#intro")).to_be_visible()
    assert int(desk.page.locator("#count").inner_text()) >= 1


def test_a_stroke_splits_and_what_comes_back_is_what_python_gives(visit):
    desk = visit().open()
    desk.shows(N_OBJECTS)
    assert same_partition(desk.labels()[1], scene()[1])
    desk.draw(*DOWN)
    desk.shows(N_OBJECTS + 2)
    (stroke,) = desk.drawn
    points = np.array(stroke["points"])
    assert np.abs(points[:, 0] - 40).max() < 0.51 / desk.scale() + 0.01
    assert np.abs(points[[0, -1], 1] - [1, 118]).max() < 0.51 / desk.scale() + 0.01
    truth = scene()[1].copy()
    truth[:, 41:80] += 10
    summary, labels = desk.labels()
    assert adjusted_rand_index(labels.ravel(), truth.ravel()) > 0.9
    strokes = [fr.Stroke(one["points"], one["width"]) for one in desk.asked[-1]["strokes"]]
    again = fr.segment(scene()[0], strokes)
    assert np.array_equal(labels, again.labels)
    assert len(summary["objects"]) == again.n_objects


def test_undo_and_redo_of_everything(visit):
    desk = visit().open()
    desk.draw(*DOWN)
    desk.shows(N_OBJECTS + 2)
    n_asked = len(desk.asked)
    desk.press("Control+z")
    desk.shows(N_OBJECTS)
    desk.press("Control+Shift+z")
    desk.shows(N_OBJECTS + 2)
    assert len(desk.asked) == n_asked  # both were known
    desk.page.click("#clear")
    desk.settled()
    expect(desk.page.locator("#clear")).to_be_disabled()
    desk.page.click("#undo")
    desk.shows(N_OBJECTS + 2)
    desk.choose(png(np.zeros((30, 30), np.uint8)), "black.png")
    expect(desk.page.locator("#picture-name")).to_have_text("black.png")
    desk.settled()
    desk.press("Control+z")
    expect(desk.page.locator("#picture-name")).to_have_text("scene.png")
    desk.shows(N_OBJECTS + 2)
    desk.press("Control+z")
    desk.shows(N_OBJECTS)
    desk.press("Control+y")
    desk.shows(N_OBJECTS + 2)


def test_colors_and_ids_stay(visit):
    desk = visit().open()
    before = {one["id"]: one["color"] for one in desk.labels()[0]["objects"]}
    desk.draw(*DOWN)
    desk.shows(N_OBJECTS + 2)
    after = {one["id"]: one["color"] for one in desk.labels()[0]["objects"]}
    assert before.items() <= after.items()


def test_merge_by_two_clicks_and_split_again(visit):
    desk = visit().open()
    desk.click(20, 20)
    expect(desk.page.locator("#selection-text")).to_contain_text("choose another to merge")
    desk.click(40, 60)
    desk.shows(N_OBJECTS - 1)
    _, labels = desk.labels()
    assert labels[20, 20] == labels[60, 40]
    desk.press("Control+z")
    desk.shows(N_OBJECTS)
    desk.press("Control+y")
    desk.shows(N_OBJECTS - 1)
    # A stroke along the border of the two, around a part of the disc, parts them again.
    angles = np.linspace(-2.2, 2.2, 25)
    desk.draw(*zip(40 + 25 * np.cos(angles), 60 + 25 * np.sin(angles), strict=True))
    desk.shows(N_OBJECTS)
    assert desk.labels()[0]["merges"] == []
    desk.press("Control+z")  # the merge is there again
    desk.shows(N_OBJECTS - 1)


def test_merge_in_the_list_by_keyboard(visit):
    desk = visit().open()
    rows = desk.page.locator("#objects button")
    assert rows.count() == N_OBJECTS
    rows.nth(0).focus()
    desk.press("Enter")
    expect(rows.nth(0)).to_have_attribute("aria-pressed", "true")
    rows.nth(1).focus()
    desk.press("Enter")
    desk.shows(N_OBJECTS - 1)
    desk.settled()
    rows.nth(0).click()
    desk.press("Escape")
    expect(desk.page.locator("#selection")).to_be_hidden()


def test_erase_by_right_click_key_and_button(visit):
    desk = visit().open()
    desk.draw(*DOWN)
    desk.shows(N_OBJECTS + 2)
    desk.click(40, 20, button="right")
    desk.shows(N_OBJECTS)
    desk.press("Control+z")
    desk.shows(N_OBJECTS + 2)
    desk.page.mouse.move(*desk.place(40, 90))  # pointed at
    expect(desk.page.locator("#hover-name")).to_have_text("Stroke")
    desk.press("Delete")
    desk.shows(N_OBJECTS)
    desk.press("Control+z")
    desk.shows(N_OBJECTS + 2)
    desk.click(40, 30)  # selected
    desk.page.mouse.move(*desk.place(140, 20))
    desk.page.click("#erase")
    desk.shows(N_OBJECTS)
    # A merge is erased by the line between its two places.
    desk.click(20, 20)
    desk.click(40, 60)
    desk.shows(N_OBJECTS - 1)
    desk.click(30, 40, button="right")
    desk.shows(N_OBJECTS)


def test_hover_tells_id_and_area(visit):
    desk = visit().open()
    desk.page.mouse.move(*desk.place(40, 60))
    summary, labels = desk.labels()
    area = summary["objects"][labels[60, 40]]["area"]
    assert area == (labels == labels[60, 40]).sum()
    expect(desk.page.locator("#hover-what")).to_contain_text(f"{area:,} px")
    expect(desk.page.locator("#hover-name")).to_have_text(re.compile(r"Object \d"))
    desk.page.mouse.move(*desk.place(-8, 60))
    expect(desk.page.locator("#hover")).to_be_hidden()


def test_zoom_at_the_pointer_pan_then_draw(visit):
    desk = visit().open()
    at = desk.place(40, 60)
    desk.page.mouse.move(*at)
    for _ in range(4):
        desk.page.mouse.wheel(0, -200)
    zoom = float(desk.page.locator("#zoom").inner_text().removesuffix("%")) / 100
    assert zoom > 2 * desk.scale()
    # The place under the pointer has stayed. Space and drag move it by 30 and 20 pixels of the screen.
    desk.page.keyboard.down("Space")
    desk.drag(at, (at[0] + 30, at[1] + 20))
    desk.page.keyboard.up("Space")
    desk.page.mouse.move(at[0], at[1])
    assert desk.drawn == []
    desk.drag(at, (at[0] + 10 * zoom, at[1] + 5 * zoom))
    desk.settled()
    points = np.array(desk.drawn[0]["points"])
    start = np.array([40 - 30 / zoom, 60 - 20 / zoom])
    assert np.abs(points[0] - start).max() < 0.2
    assert np.abs(points[-1] - start - [10, 5]).max() < 0.2
    desk.press("0")
    expect(desk.page.locator("#fit")).to_be_disabled()


def test_strokes_outside_are_clipped_or_ignored(visit):
    desk = visit().open()
    n_asked = len(desk.asked)
    desk.draw((-6, 20), (-7, 90))  # wholly outside
    desk.page.wait_for_timeout(100)
    assert len(desk.asked) == n_asked
    desk.draw((40, -3), (40, 123))
    desk.shows(N_OBJECTS + 2)


def test_brush_size_keys(visit):
    desk = visit().open()
    expect(desk.page.locator("#brush-value")).to_have_text("3 px")
    for key in "]]][":
        desk.press(key)
    expect(desk.page.locator("#brush-value")).to_have_text("5 px")
    desk.draw((100, 20), (140, 20))
    desk.settled()
    assert desk.drawn[0]["width"] == 5


@pytest.mark.parametrize(
    "modifiers",
    [{"altKey": True}, {"altKey": True, "ctrlKey": True, "modifierAltGraph": True}],
    ids=["Option", "AltGr"],
)
def test_brackets_of_layouts_that_need_a_modifier(visit, modifiers):
    desk = visit().open()

    def press(**event):
        send = "event => document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...event }))"
        desk.page.evaluate(send, modifiers | event)

    press(key="]")
    expect(desk.page.locator("#brush-value")).to_have_text("4 px")
    press(key="[")
    expect(desk.page.locator("#brush-value")).to_have_text("3 px")
    press(key="a")
    expect(desk.page.locator("#auto")).to_be_checked()


def test_opacity_and_hiding(visit):
    desk = visit().open()
    shot = desk.page.locator("#canvas").screenshot
    middle = [round(v) for v in np.subtract(desk.place(40, 20), desk.place(0, 0))]
    box, corner = desk.page.locator("#canvas").bounding_box(), desk.place(0, 0)
    place = (round(corner[0] - box["x"] + middle[0]), round(corner[1] - box["y"] + middle[1]))

    def color():
        desk.page.wait_for_timeout(60)
        return np.array(Image.open(BytesIO(shot())).convert("RGB").getpixel(place), float)

    desk.page.mouse.move(*desk.place(150, -3))
    full = color()
    desk.page.locator("#opacity").fill("0")
    plain = color()
    assert np.abs(plain - scene()[0][20, 40]).max() < 25
    assert np.abs(full - plain).max() > 10
    desk.page.locator("#opacity").fill("0.8")
    desk.press("h")
    assert np.abs(color() - plain).max() < 3
    desk.press("h")
    assert np.abs(color() - plain).max() > 10


# ------------------------------------------------------------------------------------------------------ running, errors


def test_auto_run_can_be_switched_off(visit):
    desk = visit().open()
    desk.page.locator("#auto").click()
    n_asked = len(desk.asked)
    desk.draw(*DOWN)
    desk.draw((90, 30), (150, 30))
    expect(desk.page.locator("#status")).to_contain_text("Not run yet")
    assert len(desk.asked) == n_asked
    desk.press("Enter")
    desk.settled()
    assert len(desk.asked) == n_asked + 1
    assert len(desk.drawn) == 2
    desk.draw((90, 90), (150, 90))
    desk.page.click("#run")
    desk.settled()
    desk.press("a")
    expect(desk.page.locator("#auto")).to_be_checked()


@pytest.fixture
def slow(monkeypatch):
    """Solves take until the event is set; ``slow.n_running`` of them do."""
    event, real = threading.Event(), SegmentSession._cut
    event.n_running = 0

    def waiting(self, document, ticket):
        event.n_running += 1
        try:
            while len(document.strokes) > len(OUTLINES) and not event.is_set():
                ticket.tell("solving", 0.3)
                time.sleep(0.01)
        finally:
            event.n_running -= 1
        return real(self, document, ticket)

    monkeypatch.setattr(SegmentSession, "_cut", waiting)
    yield event
    event.set()


def test_progress_and_cancel(visit, slow):
    desk = visit().open()
    desk.draw(*DOWN)
    expect(desk.page.locator("#progress-stage")).to_have_text("solving")
    desk.press("Escape")
    expect(desk.page.locator("#progress")).to_be_hidden()
    assert eventually(lambda: slow.n_running == 0)
    expect(desk.page.locator("#status")).to_contain_text("Not run yet")
    desk.page.click("#run")
    expect(desk.page.locator("#progress")).to_be_visible()
    desk.page.click("#cancel")
    assert eventually(lambda: slow.n_running == 0)
    desk.draw((90, 30), (150, 30))
    expect(desk.page.locator("#progress")).to_be_visible()
    desk.draw((90, 90), (150, 90))  # the newer one wins
    assert eventually(lambda: slow.n_running == 1)
    slow.set()
    desk.settled()
    assert len(desk.drawn) == 3


def test_closing_the_tab_frees_the_thread(visit, slow):
    desk = visit().open()
    desk.draw(*DOWN)
    expect(desk.page.locator("#progress")).to_be_visible()
    desk.page.close()
    assert eventually(lambda: slow.n_running == 0)


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"no picture", "not a picture"), (b"", "empty"), (png(scene()[0])[:200], "damaged")],
    ids=["text", "empty", "cut short"],
)
def test_errors_are_shown_and_the_work_stays(visit, content, message):
    desk = visit(expected=REFUSED).open()
    desk.draw(*DOWN)
    desk.shows(N_OBJECTS + 2)
    desk.choose(content, "odd.png")
    expect(desk.error()).to_contain_text(message)
    expect(desk.page.locator("#picture-name")).to_have_text("scene.png")
    desk.shows(N_OBJECTS + 2)
    desk.page.click(".notice .close")
    expect(desk.error()).to_be_hidden()


@pytest.mark.parametrize("size", [(1200, 760), (390, 780)], ids=["desk", "phone"])
def test_messages_leave_the_selection_and_the_tools_free(visit, size):
    desk = visit(width=size[0], height=size[1], expected=REFUSED).open()
    desk.click(20, 20)
    desk.choose(b"no picture", "odd.png")
    expect(desk.error()).to_be_visible()
    notice = desk.page.locator(".notice").bounding_box()
    for name in ("#selection", "#toolbar"):
        box = desk.page.locator(name).bounding_box()
        assert box["y"] + box["height"] <= notice["y"] or notice["y"] + notice["height"] <= box["y"], name


def test_a_solve_that_fails_is_shown(visit, monkeypatch):
    desk = visit().open()

    def fails(*_):
        raise ValueError("the picture is odd")

    with monkeypatch.context() as patch:
        patch.setattr(SegmentSession, "_cut", fails)
        desk.draw(*DOWN)
        expect(desk.error()).to_have_text("The picture is odd.")
    desk.press("Enter")
    desk.shows(N_OBJECTS + 2)
    expect(desk.error()).to_be_hidden()


# ---------------------------------------------------------------------------------------------------- pictures come in


def test_drop_and_paste(visit):
    desk = visit().open()
    give = """([kind, bytes, name]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
        const event = kind === "paste"
            ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true })
            : new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
        document.getElementById("stage").dispatchEvent(event);
    }"""
    flat = list(png(np.full((20, 30), 200, np.uint8)))
    desk.page.evaluate(give, ["dragenter", flat, "dropped.png"])
    expect(desk.page.locator("#drop-veil")).to_be_visible()
    desk.page.evaluate(give, ["drop", flat, "dropped.png"])
    expect(desk.page.locator("#drop-veil")).to_be_hidden()
    expect(desk.page.locator("#picture-name")).to_have_text("dropped.png")
    desk.settled()
    desk.page.evaluate(give, ["paste", list(png(scene()[0])), "pasted.png"])
    expect(desk.page.locator("#picture-name")).to_have_text("pasted.png")
    desk.settled()
    desk.page.evaluate(give, ["drop", list(json.dumps(OUTLINES).encode()), "strokes.json"])
    desk.shows(N_OBJECTS)


def test_a_picture_that_comes_while_drawing_drops_the_stroke(visit):
    desk = visit().open()
    desk.page.mouse.move(*desk.place(40, 20))
    desk.page.mouse.down()
    desk.page.mouse.move(*desk.place(40, 60), steps=4)
    desk.choose(png(np.full((60, 90), 99, np.uint8)), "grey.png")
    expect(desk.page.locator("#picture-name")).to_have_text("grey.png")
    desk.page.mouse.move(*desk.place(80, 90), steps=4)
    desk.page.mouse.up()
    desk.settled()
    assert desk.asked[-1]["strokes"] == []
    desk.draw((60, 40), (90, 70))  # and the next one is drawn as ever
    expect(desk.page.locator("#status")).to_contain_text("1 stroke ")


def test_strokes_of_a_file_that_do_not_fit_are_told(visit):
    desk = visit().open()
    for content, message in (
        (b"{", "not JSON"),
        (b"{}", "no strokes"),
        (b'[{"points": [[1]]}]', "Stroke 0 of odd.json has no points"),
        (b'[{"points": [[1, 2]], "width": 0}]', "no width above 0"),
        (b'{"strokes": [], "width": 7, "height": 9}', "this one has 160"),
    ):
        desk.choose(content, "odd.json")
        expect(desk.error()).to_contain_text(message)
    desk.shows(N_OBJECTS)


def test_a_photograph_lying_on_its_side(visit):
    file = BytesIO()
    turned = Image.fromarray(scene()[0]).transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[0x0112] = 6  # turn it back, clockwise
    turned.save(file, "JPEG", quality=97, exif=exif)
    desk = visit().open()
    desk.choose(file.getvalue(), "photo.jpg")
    expect(desk.page.locator("#picture-name")).to_have_text("photo.jpg")
    desk.settled()
    assert desk.labels()[1].shape == (HEIGHT, WIDTH)
    desk.draw(*DOWN)
    desk.settled()
    assert abs(desk.asked[-1]["strokes"][0]["points"][0][0] - 40) < 0.3


# ------------------------------------------------------------------------------------------------------ results go out


@pytest.fixture
def exported(visit):
    """Export from a page with a stroke and a merge: the file's name and content, and what Python gives."""
    desk = visit().open()
    desk.draw(*DOWN)
    desk.shows(N_OBJECTS + 2)
    desk.click(120, 20)
    desk.click(120, 100)
    desk.shows(N_OBJECTS + 1)
    document = desk.asked[-1]
    strokes = [fr.Stroke(one["points"], one["width"]) for one in document["strokes"]]
    found = fr.segment(scene()[0], strokes, merges=document["merges"])

    def export(kind):
        desk.page.click("#export-menu summary")
        with desk.page.expect_download() as download:
            desk.page.click(f"#exports [data-kind='{kind}']")
        content = Path(download.value.path()).read_bytes()
        return download.value.suggested_filename, content, found

    return export


def test_export_label_maps(exported):
    name, content, found = exported("labels.png")
    assert name == "scene.labels.png"
    labels = np.array(Image.open(BytesIO(content)))
    assert labels.shape == (HEIGHT, WIDTH)
    assert np.array_equal(labels, fr.io.read_label_map(content))
    assert adjusted_rand_index(labels.ravel(), found.labels.ravel()) == 1
    name, content, found = exported("labels.npz")
    assert name == "scene.labels.npz"
    assert adjusted_rand_index(fr.io.read_label_map(content).ravel(), found.labels.ravel()) == 1


def test_export_objects(exported):
    name, content, found = exported("coco.json")
    assert name == "scene.coco.json"
    assert json.loads(content)["images"][0]["file_name"] == "scene.png"
    areas = sorted(one["area"] for one in json.loads(content)["annotations"])
    assert areas == sorted(one.area for one in found.objects)
    name, content, found = exported("objects.geojson")
    assert name == "scene.geojson"
    assert len(json.loads(content)["features"]) == found.n_objects


def test_export_overlay_and_strokes(exported):
    name, content, found = exported("overlay.png")
    assert name == "scene.overlay.png"
    overlay = np.array(Image.open(BytesIO(content)))
    assert overlay.shape == (HEIGHT, WIDTH, 3)
    name, content, found = exported("strokes.json")
    assert name == "scene.strokes.json"
    assert fr.io.read_strokes(content, shape=(HEIGHT, WIDTH)) == found.strokes


def test_copy_python_gives_the_same_result(visit, tmp_path, monkeypatch):
    desk = visit(permissions=["clipboard-read", "clipboard-write"]).open(name="my scene's.png")
    desk.draw(*DOWN)
    desk.settled()
    desk.click(120, 20)
    desk.click(120, 100)
    desk.shows(N_OBJECTS + 1)
    desk.page.click("#python-copy")
    expect(desk.page.locator(".notice.note")).to_contain_text("copied")
    code = desk.page.evaluate("navigator.clipboard.readText()")
    (tmp_path / "my scene's.png").write_bytes(png(scene()[0]))
    monkeypatch.chdir(tmp_path)
    known = {}
    exec(code, known)
    assert np.array_equal(known["labels"], desk.labels()[1])


def test_python_of_the_sample_runs(visit):
    desk = visit()
    desk.page.goto(desk.address)
    desk.settled()
    # Where the clipboard is not allowed, the text is shown to be copied.
    desk.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    desk.press("p")
    code = desk.page.locator("#python-text").input_value()
    known = {}
    exec(code, known)
    assert np.array_equal(known["labels"], desk.labels()[1])


# ------------------------------------------------------------------------------------------------------ nothing is lost


def test_work_survives_a_reload(visit):
    desk = visit().open()
    desk.draw(*DOWN)
    desk.shows(N_OBJECTS + 2)
    colors = desk.page.locator("#objects .swatch").evaluate_all("all => all.map(one => one.style.background)")
    desk.page.reload()
    desk.shows(N_OBJECTS + 2)
    expect(desk.page.locator("#picture-name")).to_have_text("scene.png")
    again = desk.page.locator("#objects .swatch").evaluate_all("all => all.map(one => one.style.background)")
    assert again == colors
    desk.press("Control+z")
    desk.shows(N_OBJECTS)
    desk.press("Control+y")
    desk.shows(N_OBJECTS + 2)


def test_a_stroke_that_was_not_run_splits_a_merge_in_all_that_follows(visit):
    desk = visit(permissions=["clipboard-read", "clipboard-write"]).open()
    desk.click(20, 20)
    desk.click(40, 60)
    desk.shows(N_OBJECTS - 1)
    desk.press("a")
    angles = np.linspace(-2.2, 2.2, 25)
    desk.draw(*zip(40 + 25 * np.cos(angles), 60 + 25 * np.sin(angles), strict=True))
    desk.draw((90, 30), (150, 30))
    desk.click(120, 30, button="right")  # erasing a newer stroke leaves the older one as new as it was
    expect(desk.page.locator("#status")).to_contain_text("Not run yet")
    n_asked = len(desk.asked)
    desk.page.reload()
    expect(desk.page.locator("#status")).to_contain_text("Not run yet")
    assert len(desk.asked) == n_asked  # only when asked
    desk.page.click("#export-menu summary")
    with desk.page.expect_download() as download:
        desk.page.click("#exports [data-kind='labels.png']")
    labels = fr.io.read_label_map(Path(download.value.path()).read_bytes())
    assert labels[20, 20] != labels[60, 40]
    desk.page.click("#python-copy")
    expect(desk.page.locator(".notice.note")).to_contain_text("copied")
    assert "merges" not in desk.page.evaluate("navigator.clipboard.readText()")
    desk.shows(N_OBJECTS)
    desk.page.reload()
    expect(desk.page.locator("#status")).to_contain_text("Not run yet")
    desk.press("Enter")
    desk.shows(N_OBJECTS)


def test_work_survives_a_new_server(visit):
    first = Served()
    desk = visit(address=first.address, expected=REFUSED).open()
    desk.draw(*DOWN)
    desk.shows(N_OBJECTS + 2)
    first.close()
    desk.draw((90, 30), (150, 30))
    expect(desk.error()).to_contain_text("does not answer")
    second = Served(port=first.port)
    try:
        desk.press("Enter")  # without a reload
        desk.settled()
        expect(desk.error()).to_be_hidden()
        assert len(desk.drawn) == 2
    finally:
        second.close()
    third = Served(port=first.port)
    try:
        desk.page.reload()
        desk.settled()
        assert len(desk.drawn) == 2
        expect(desk.page.locator("#picture-name")).to_have_text("scene.png")
    finally:
        desk.page.close()
        third.close()


def test_two_tabs_do_not_mix_and_a_duplicate_is_a_copy(visit):
    one = visit().open()
    other = visit(context=one.page.context).open(np.full((30, 40), 99, np.uint8), "grey.png")
    n_there = other.page.locator("#count").inner_text()
    one.draw(*DOWN)
    one.shows(N_OBJECTS + 2)
    other.shows(n_there)
    with one.page.expect_popup() as popup:
        one.page.evaluate("window.open('/segment/')")  # with a copy of the tab's own storage
    copy = visit.watch(popup.value)
    copy.shows(N_OBJECTS + 2)
    copy.press("Control+z")
    copy.shows(N_OBJECTS)
    one.page.reload()
    one.shows(N_OBJECTS + 2)
    copy.page.reload()
    copy.shows(N_OBJECTS)
    one.page.reload()
    one.shows(N_OBJECTS + 2)
    assert one._last.url != copy._last.url  # each has a session of its own, which the other cannot call off


def test_the_work_of_open_tabs_is_never_forgotten(visit):
    one = visit().open()
    one.draw(*DOWN)
    one.shows(N_OBJECTS + 2)
    # Sixteen tabs that were closed later than this one was last used.
    one.page.evaluate(
        """() => new Promise((resolve, reject) => {
            indexedDB.open("frenemy-segment").onsuccess = ({ target }) => {
                const change = target.result.transaction("works", "readwrite");
                for (let i = 0; i < 16; i++)
                    change.objectStore("works").put({ key: `closed ${i}`, time: Date.now() + 1e6 + i, pictures: [] });
                change.oncomplete = resolve;
                change.onerror = reject;
            };
        })"""
    )
    other = visit(context=one.page.context)
    other.page.goto(other.address)
    other.settled()

    def closed():
        return other.page.evaluate(
            """() => new Promise((resolve) => {
                indexedDB.open("frenemy-segment").onsuccess = ({ target }) => {
                    const asked = target.result.transaction("works").objectStore("works").getAllKeys();
                    asked.onsuccess = () => resolve(asked.result.filter((key) => key.startsWith("closed")));
                };
            })"""
        )

    assert eventually(lambda: len(closed()) == 12)
    assert "closed 3" not in closed()
    one.page.reload()
    one.shows(N_OBJECTS + 2)
    expect(one.page.locator("#picture-name")).to_have_text("scene.png")


# --------------------------------------------------------------------------------------------- hands, eyes and screens


def test_without_a_mouse(visit):
    desk = visit().open()
    desk.page.locator("#canvas").focus()
    desk.press("ArrowLeft")  # the cross appears in the middle
    for _ in range(20):
        desk.press("Shift+ArrowUp")
    desk.press("d")
    for _ in range(25):
        desk.press("Shift+ArrowDown")
    desk.press("d")
    desk.settled()
    points = np.array(desk.drawn[0]["points"])
    assert np.ptp(points[:, 0]) == 0
    assert points[0, 1] <= 0
    assert points[-1, 1] >= HEIGHT - 1
    desk.press("Shift+ArrowLeft")
    desk.press("m")
    expect(desk.page.locator("#selection-text")).to_contain_text("Object")
    expect(desk.page.locator("#spoken")).to_have_text(desk.page.locator("#selection-text").inner_text())


def test_the_first_key_of_the_pen_shows_the_cross_in_the_middle(visit):
    desk = visit().open()
    desk.page.locator("#canvas").focus()
    spoken = desk.page.locator("#spoken")
    for key, then in (("d", "Pen down"), ("m", "Object")):
        desk.press(key)
        expect(spoken).to_have_text("Cross in the middle")
        desk.press("Shift+ArrowLeft")
        desk.press(key)
        expect(spoken).to_contain_text(then)
        desk.press("Escape")
        desk.click(-6, 60)  # by the mouse: the cross goes


def test_escape_in_the_export_menu_goes_back_to_its_button(visit):
    desk = visit().open()
    desk.press("e")
    expect(desk.page.locator("#exports button").first).to_be_focused()
    desk.press("Escape")
    expect(desk.page.locator("#exports")).to_be_hidden()
    expect(desk.page.locator("#export-menu summary")).to_be_focused()


def test_every_control_is_reached_by_tab_and_has_a_name(visit):
    desk = visit().open()
    desk.draw(*DOWN)
    desk.settled()
    reached = set()
    desk.page.evaluate("document.activeElement.blur()")
    for _ in range(60):
        desk.press("Tab")
        reached.add(desk.page.evaluate("document.activeElement.id || document.activeElement.tagName"))
    wanted = {"open", "SUMMARY", "python-copy", "theme", "help-open", "canvas", "undo", "clear", "brush", "opacity"}
    assert wanted | {"zoom-in", "zoom-out", "auto"} <= reached
    nameless = desk.page.evaluate(
        """() => [...document.querySelectorAll("button, input, summary, canvas")].filter(one =>
            !(one.ariaLabel || one.textContent.trim() || one.labels?.length)).map(one => one.outerHTML)"""
    )
    assert nameless == []


def test_the_count_is_told_to_those_who_hear_the_page(visit):
    desk = visit().open()
    desk.draw(*DOWN)
    desk.shows(N_OBJECTS + 2)
    spoken = desk.page.locator("#spoken")
    expect(spoken).to_have_attribute("aria-live", "polite")
    expect(spoken).to_have_text(f"{N_OBJECTS + 2} objects")


def test_help_lists_the_keys(visit):
    desk = visit().open()
    desk.press("?")
    expect(desk.page.locator("#help")).to_be_visible()
    keys = desk.page.locator("#help kbd").all_inner_texts()
    assert {"[   ]", "Ctrl Z", "Enter", "Esc", "?", "Space drag", "wheel"} <= set(keys)
    desk.press("Escape")
    expect(desk.page.locator("#help")).to_be_hidden()


def _luminance(desk, selector):
    color = desk.page.evaluate("s => getComputedStyle(document.querySelector(s)).backgroundColor", selector)
    return np.mean([float(x) for x in re.findall(r"[\d.]+", color)[:3]])


def test_dark_as_the_system_or_as_chosen(visit):
    light, dark = visit(color_scheme="light").open(), visit(color_scheme="dark").open()
    assert _luminance(light, "body") > 200
    assert _luminance(dark, "body") < 60
    dark.press("t")
    assert _luminance(dark, "body") > 200
    dark.page.reload()
    dark.settled()
    assert _luminance(dark, "body") > 200


def test_a_phone(visit):
    desk = visit(width=390, height=800, has_touch=True, is_mobile=True).open()
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= 390
    for part in ("#count", "#auto", "#open", "#export-menu summary", "#undo", "#brush", "#opacity", "#fit"):
        box = desk.page.locator(part).bounding_box()
        assert box["x"] >= 0, part
        assert box["x"] + box["width"] <= 390, part
    desk.page.locator("#export-menu summary").tap()
    box = desk.page.locator("#exports").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= 390
    desk.page.locator("#stage").tap(position={"x": 5, "y": 5})
    finger = Fingers(desk)
    finger.slide([desk.place(*DOWN[0])], [desk.place(*DOWN[1])])
    desk.shows(N_OBJECTS + 2)
    desk.page.locator("#help-open").tap()
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= 390


class Fingers:
    """Touches of any number of fingers."""

    def __init__(self, desk):
        self.session = desk.page.context.new_cdp_session(desk.page)

    def touch(self, kind, places):
        points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(places)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def slide(self, start, end, steps=8):
        self.touch("touchStart", start)
        for i in range(1, steps + 1):
            share = i / steps
            places = [(a + share * (c - a), b + share * (d - b)) for (a, b), (c, d) in zip(start, end, strict=True)]
            self.touch("touchMove", places)
        self.touch("touchEnd", [])


def test_one_finger_draws_two_move_and_zoom(visit):
    desk = visit(has_touch=True).open()
    fingers = Fingers(desk)
    fingers.slide([desk.place(*DOWN[0])], [desk.place(*DOWN[1])])
    desk.shows(N_OBJECTS + 2)
    n_asked = len(desk.asked)
    before = desk.page.locator("#zoom").inner_text()
    x, y = desk.place(40, 60)
    fingers.slide([(x - 40, y), (x + 40, y)], [(x - 120, y), (x + 120, y)])
    desk.page.wait_for_timeout(100)
    after = desk.page.locator("#zoom").inner_text()
    assert float(after.removesuffix("%")) == pytest.approx(3 * float(before.removesuffix("%")), rel=0.05)
    assert len(desk.asked) == n_asked  # no stroke
    desk.press("0")
    x, y = desk.place(20, 20)
    desk.page.touchscreen.tap(x, y)
    expect(desk.page.locator("#selection-text")).to_contain_text("Object")
    x, y = desk.place(40, 30)
    desk.page.touchscreen.tap(x, y)
    desk.page.locator("#erase").tap()
    desk.shows(N_OBJECTS)


def test_a_pen_draws_and_the_hand_beside_it_does_not(visit):
    desk = visit(has_touch=True).open()
    session = desk.page.context.new_cdp_session(desk.page)

    def pen(kind, point, buttons=1):
        x, y = desk.place(*point)
        told = {
            "type": kind,
            "x": x,
            "y": y,
            "button": "left",
            "buttons": buttons,
            "pointerType": "pen",
            "clickCount": 1,
        }
        session.send("Input.dispatchMouseEvent", told)

    pen("mousePressed", DOWN[0])
    for y in range(5, 118, 8):
        pen("mouseMoved", (40, y))
    Fingers(desk).slide([desk.place(100, 100)], [desk.place(130, 100)])  # the palm
    pen("mouseMoved", DOWN[1])
    pen("mouseReleased", DOWN[1], buttons=0)
    desk.shows(N_OBJECTS + 2)
    assert len(desk.drawn) == 1

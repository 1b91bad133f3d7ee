"""Drawing on the segmentation page in a real browser. Logic without a browser is tested in ``js/``."""

import re
import threading
import time
from io import BytesIO

import numpy as np
import pytest
from expectations import expect
from local_server import HEIGHT, N_OBJECTS, OUTLINES, eventually, png, scene
from PIL import Image
from segment_tab import DOWN, shared_tabs, tab, visit
from watched_tabs import FAILED_REQUEST, Fingers

import frenemy as fr
from frenemy.metrics import adjusted_rand_index
from frenemy.web.segment.session import SegmentSession

__all__ = ["shared_tabs", "tab", "visit"]

ANGLES = np.linspace(-2.2, 2.2, 25)
#: Along the border of the disc: separates it from what is around it.
AROUND_DISC = list(zip(40 + 25 * np.cos(ANGLES), 60 + 25 * np.sin(ANGLES), strict=True))


def test_draw_undo_and_redo(visit):
    tab = visit()
    tab.page.goto(tab.address)
    tab.settled()
    expect(tab.locator("#picture-name")).to_have_text("sample picture")
    expect(tab.locator("#intro")).to_be_visible()
    assert int(tab.locator("#count").inner_text()) >= 1
    tab.reset().shows(N_OBJECTS)
    summary, labels = tab.labels()
    assert adjusted_rand_index(labels.ravel(), scene()[1].ravel()) > 0.99
    before = {one["id"]: one["color"] for one in summary["objects"]}

    tab.draw(*DOWN)
    tab.shows(N_OBJECTS + 2)
    expect(tab.locator("#spoken")).to_have_text(f"{N_OBJECTS + 2} objects")
    expect(tab.locator("#spoken")).to_have_attribute("aria-live", "polite")
    (stroke,) = tab.drawn
    points = np.array(stroke["points"])
    assert np.abs(points[:, 0] - 40).max() < 0.51 / tab.scale() + 0.01
    assert np.abs(points[[0, -1], 1] - [1, 118]).max() < 0.51 / tab.scale() + 0.01
    truth = scene()[1].copy()
    truth[:, 41:80] += 10
    summary, labels = tab.labels()
    assert adjusted_rand_index(labels.ravel(), truth.ravel()) > 0.9
    strokes = [fr.Stroke(one["points"], one["width"]) for one in tab.requests[-1]["strokes"]]
    again = fr.segment(scene()[0], strokes)
    assert np.array_equal(labels, again.labels)
    assert len(summary["objects"]) == again.n_objects
    assert before.items() <= {one["id"]: one["color"] for one in summary["objects"]}.items()

    n_requests = len(tab.requests)
    tab.press("Control+z")
    tab.shows(N_OBJECTS)
    tab.press("Control+Shift+z")
    tab.shows(N_OBJECTS + 2)
    assert len(tab.requests) == n_requests  # both results were cached
    tab.page.click("#clear")
    tab.settled()
    expect(tab.locator("#clear")).to_be_disabled()
    tab.page.click("#undo")
    tab.shows(N_OBJECTS + 2)
    tab.choose(png(np.zeros((30, 30), np.uint8)), "black.png")
    expect(tab.locator("#picture-name")).to_have_text("black.png")
    tab.settled()
    tab.press("Control+z")
    expect(tab.locator("#picture-name")).to_have_text("scene.png")
    tab.shows(N_OBJECTS + 2)
    tab.press("Control+z")
    tab.shows(N_OBJECTS)
    tab.press("Control+y")
    tab.shows(N_OBJECTS + 2)


def test_merge_split_and_erase(tab):
    tab.page.mouse.move(*tab.place(40, 60))
    summary, labels = tab.labels()
    area = summary["objects"][labels[60, 40]]["area"]
    assert area == (labels == labels[60, 40]).sum()
    tab.has_text("#hover-what", f"{area:,} px")
    expect(tab.locator("#hover-name")).to_have_text(re.compile(r"Object \d"))
    tab.page.mouse.move(*tab.place(-8, 60))
    expect(tab.locator("#hover")).to_be_hidden()

    tab.click(20, 20)
    tab.has_text("#selection-text", "choose another to merge")
    tab.click(40, 60)
    tab.shows(N_OBJECTS - 1)
    _, labels = tab.labels()
    assert labels[20, 20] == labels[60, 40]
    tab.press("Control+z")
    tab.shows(N_OBJECTS)
    tab.press("Control+y")
    tab.shows(N_OBJECTS - 1)
    tab.draw(*AROUND_DISC)  # separates the two again
    tab.shows(N_OBJECTS)
    assert tab.labels()[0]["merges"] == []
    tab.press("Control+z")  # with the merge again
    tab.shows(N_OBJECTS - 1)
    tab.click(30, 40, button="right")  # the line between the two points of the merge
    tab.shows(N_OBJECTS)

    tab.draw(*DOWN)
    tab.shows(N_OBJECTS + 2)
    tab.click(40, 20, button="right")
    tab.shows(N_OBJECTS)
    tab.press("Control+z")
    tab.shows(N_OBJECTS + 2)
    tab.page.mouse.move(*tab.place(40, 90))
    expect(tab.locator("#hover-name")).to_have_text("Stroke")
    tab.press("Delete")
    tab.shows(N_OBJECTS)
    tab.press("Control+z")
    tab.shows(N_OBJECTS + 2)
    tab.click(40, 30)
    tab.page.mouse.move(*tab.place(140, 20))
    tab.page.click("#erase")
    tab.shows(N_OBJECTS)

    rows = tab.locator("#objects button")
    assert rows.count() == N_OBJECTS
    rows.nth(0).focus()
    tab.press("Enter")
    expect(rows.nth(0)).to_have_attribute("aria-pressed", "true")
    rows.nth(1).focus()
    tab.press("Enter")
    tab.shows(N_OBJECTS - 1)
    rows.nth(0).click()
    tab.press("Escape")
    expect(tab.locator("#selection")).to_be_hidden()


def _luminance(tab):
    color = tab.page.evaluate("getComputedStyle(document.body).backgroundColor")
    return np.mean([float(x) for x in re.findall(r"[\d.]+", color)[:3]])


def test_zoom_brush_colors_and_theme(visit):
    tab = visit(color_scheme="dark").open()
    at = tab.place(40, 60)
    tab.page.mouse.move(*at)
    for _ in range(4):
        tab.page.mouse.wheel(0, -200)
    expect(tab.locator("#fit")).to_be_enabled()
    assert eventually(lambda: _zoom(tab) > 3 * tab.scale())
    zoom = _zoom(tab)
    # The point under the pointer has stayed. Space and drag move it by 30 and 20 screen pixels.
    tab.page.keyboard.down("Space")
    tab.drag(at, (at[0] + 30, at[1] + 20))
    tab.page.keyboard.up("Space")
    tab.page.mouse.move(at[0], at[1])
    assert tab.drawn == []
    for key in "]]][":
        tab.press(key)
    expect(tab.locator("#brush-value")).to_have_text("5 px")
    tab.drag(at, (at[0] + 10 * zoom, at[1] + 5 * zoom))
    tab.settled()
    (stroke,) = tab.drawn
    points, start = np.array(stroke["points"]), np.array([40 - 30 / zoom, 60 - 20 / zoom])
    assert np.abs(points[0] - start).max() < 0.2
    assert np.abs(points[-1] - start - [10, 5]).max() < 0.2
    assert stroke["width"] == 5
    tab.press("0", "Control+z")
    expect(tab.locator("#fit")).to_be_disabled()
    tab.shows(N_OBJECTS)
    tab.draw((40, -3), (40, 123))  # clipped at the edges
    tab.shows(N_OBJECTS + 2)
    tab.press("Control+z")

    shot = tab.locator("#canvas").screenshot
    box, place = tab.locator("#canvas").bounding_box(), tab.place(40, 20)
    pixel = round(place[0] - box["x"]), round(place[1] - box["y"])

    def color():
        tab.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return np.array(Image.open(BytesIO(shot())).convert("RGB").getpixel(pixel), float)

    tab.page.mouse.move(*tab.place(150, -3))
    tab.page.wait_for_timeout(900)  # until nothing flashes any more
    full = color()
    tab.locator("#opacity").fill("0")
    plain = color()
    assert np.abs(plain - scene()[0][20, 40]).max() < 25
    assert np.abs(full - plain).max() > 10
    tab.locator("#opacity").fill("0.8")
    tab.press("h")
    assert np.abs(color() - plain).max() < 3
    tab.press("h")
    assert np.abs(color() - plain).max() > 10

    assert _luminance(tab) < 60  # as the system
    tab.press("t")
    assert _luminance(tab) > 200
    tab.page.reload()
    tab.settled()
    assert _luminance(tab) > 200  # as chosen
    tab.press("?")
    expect(tab.locator("#help")).to_be_visible()
    assert {"[   ]", "Ctrl Z", "Enter"} <= set(tab.locator("#help kbd").all_inner_texts())
    tab.press("Escape")
    expect(tab.locator("#help")).to_be_hidden()


def _zoom(tab):
    return float(tab.locator("#zoom").inner_text().removesuffix("%")) / 100


@pytest.fixture
def slow(monkeypatch):
    """Solves wait until the event is set; ``slow.n_running`` of them do."""
    event, real = threading.Event(), SegmentSession._cut
    event.n_running = 0

    def waiting(self, document, job):
        event.n_running += 1
        try:
            while len(document.strokes) > len(OUTLINES) and not event.is_set():
                job.report("solving", 0.3)
                time.sleep(0.01)
        finally:
            event.n_running -= 1
        return real(self, document, job)

    monkeypatch.setattr(SegmentSession, "_cut", waiting)
    yield event
    event.set()


def test_run_cancel_and_fail(visit, slow, monkeypatch):
    tab = visit().open()
    tab.draw(*DOWN)
    expect(tab.locator("#progress-stage")).to_have_text("solving")
    tab.press("Escape")
    expect(tab.locator("#progress")).to_be_hidden()
    assert eventually(lambda: slow.n_running == 0)
    tab.has_text("#status", "Not run yet")
    tab.page.click("#run")
    expect(tab.locator("#progress")).to_be_visible()
    tab.page.click("#cancel")
    assert eventually(lambda: slow.n_running == 0)
    tab.draw((90, 30), (150, 30))
    expect(tab.locator("#progress")).to_be_visible()
    tab.draw((90, 90), (150, 90))  # the newer one wins
    assert eventually(lambda: slow.n_running == 1)
    other = visit(context=tab.page.context).open()
    other.draw(*DOWN)
    assert eventually(lambda: slow.n_running == 2)
    other.page.close()  # frees its thread
    assert eventually(lambda: slow.n_running == 1)
    slow.set()
    tab.settled()
    assert len(tab.drawn) == 3

    tab.locator("#auto").click()
    n_requests = len(tab.requests)
    tab.draw((90, 20), (150, 20))
    tab.draw((90, 40), (150, 40))
    tab.has_text("#status", "Not run yet")
    assert len(tab.requests) == n_requests
    tab.press("Enter")
    tab.settled()
    assert len(tab.requests) == n_requests + 1
    assert len(tab.drawn) == 5
    tab.draw((90, 100), (150, 100))
    tab.page.click("#run")
    tab.settled()
    tab.press("a")
    expect(tab.locator("#auto")).to_be_checked()

    def fails(*_):
        raise ValueError("the picture is odd")

    with monkeypatch.context() as patch:
        patch.setattr(SegmentSession, "_cut", fails)
        tab.draw((90, 70), (150, 70))
        expect(tab.error()).to_have_text("The picture is odd.")
    tab.press("Enter")
    tab.settled()
    expect(tab.error()).to_be_hidden()
    assert len(tab.drawn) == 7


ODD_NAME = """Tom "T"'s <script>alert(1)</script> 🐈"""


def rows_of(tab):
    """Name and class of the objects in the list."""
    rows = tab.locator("#objects button")
    return {(row.locator(".name").inner_text(), row.locator(".class").text_content()) for row in rows.all()}


def test_names_and_classes(visit):
    tab = visit().open()
    n_requests = len(tab.requests)
    tab.page.mouse.dblclick(*tab.place(40, 60))
    expect(tab.locator("#name-text")).to_be_focused()
    tab.page.keyboard.insert_text(ODD_NAME)
    tab.press("Tab")
    tab.page.keyboard.insert_text("cat")
    tab.press("Enter")
    expect(tab.locator("#name-form")).to_be_hidden()
    expect(tab.page.locator("#objects .name", has_text="Tom")).to_have_text(ODD_NAME)
    tab.has_text("#selection-text", f"{ODD_NAME} · cat")

    # The next object is not merged with the named one; keys give classes, of the list that can be edited.
    tab.press("Escape", "l")
    for name in ("dog", "cat", "bird"):
        tab.locator("#class-new").fill(name)
        tab.press("Enter")
        tab.has_text("#class-error", "There is a class “cat” already." if name == "cat" else "")
        tab.locator("#class-new").fill("")
    tab.locator("#class-new").fill("a" * 10_000)
    tab.press("Enter")
    tab.has_text("#class-error", "at most 200 characters, this one has 10,000")
    tab.press("Escape")
    expect(tab.locator("#classes")).to_be_hidden()
    tab.click(120, 20)
    tab.press("2")
    tab.has_text("#selection-text", "· dog")
    tab.click(120, 100)
    tab.press("3")
    tab.has_text("#selection-text", "· bird")
    tab.shows(N_OBJECTS)
    named = rows_of(tab)
    assert {one[1] for one in named} == {"cat", "dog", "bird", ""}
    assert (ODD_NAME, "cat") in named
    assert len(tab.requests) == n_requests  # names need no new cut

    tab.press("Escape", "Control+z")
    expect(tab.page.locator("#objects .class", has_text="bird")).to_have_count(0)
    tab.press("Control+y")
    expect(tab.page.locator("#objects .class", has_text="bird")).to_have_count(1)
    tab.draw((90, 30), (150, 30))  # strokes elsewhere leave names as they are
    tab.settled()
    assert (ODD_NAME, "cat") in rows_of(tab)
    tab.page.reload()
    tab.settled()
    assert (ODD_NAME, "cat") in rows_of(tab)
    tab.press("Control+z")
    tab.shows(N_OBJECTS)
    assert rows_of(tab) == named

    # Colors by class, one of which is renamed, recolored and deleted.
    tab.press("c")
    expect(tab.locator("#color-class")).to_have_attribute("aria-pressed", "true")
    assert "rgb(154, 160, 168)" in tab.colors()  # grey: without a class
    tab.locator("#classes-open").click()
    tab.locator("#class-rows input[type=text]").nth(0).fill("tiger")
    tab.press("Enter")
    tab.locator("#class-rows input[type=color]").nth(0).fill("#ff0000")
    tab.locator("#class-rows input[type=color]").nth(0).dispatch_event("change")
    tab.locator("#class-rows button").nth(2).click()
    tab.press("Escape")
    assert {one[1] for one in rows_of(tab)} == {"tiger", "dog", ""}
    assert "rgb(255, 0, 0)" in tab.colors()

    # A double click while another object is selected names, and merges nothing.
    tab.click(20, 20)
    tab.page.mouse.dblclick(*tab.place(40, 60))
    expect(tab.locator("#name-text")).to_have_value(ODD_NAME)
    tab.locator("#name-text").fill("x" * 10_000)
    tab.press("Enter")
    tab.has_text(".notice", "at most 200 characters; the rest was cut")
    expect(tab.page.locator("#objects .name", has_text="xxx")).to_have_text("x" * 200)
    tab.shows(N_OBJECTS)
    tab.press("Escape")
    tab.page.mouse.move(*tab.place(20, 20))
    tab.press("n")  # under the pointer
    tab.page.keyboard.insert_text("wall")
    tab.page.mouse.click(*tab.place(-8, 60))  # elsewhere: saved
    expect(tab.page.locator("#objects .name", has_text="wall")).to_have_count(1)
    tab.press("n")
    tab.has_text(".notices", "Choose an object first")


def test_without_a_mouse(tab):
    tab.locator("#canvas").focus()
    spoken = tab.locator("#spoken")
    for key, then in (("d", "Pen down"), ("m", "Object")):
        tab.press(key)
        expect(spoken).to_have_text("Cross in the middle")
        tab.press("Shift+ArrowLeft", key)
        expect(spoken).to_contain_text(then)
        tab.press("Escape")
        tab.click(-6, 60)  # the mouse hides the cross
    tab.locator("#canvas").focus()
    tab.press("ArrowLeft", *["Shift+ArrowUp"] * 20, "d", *["Shift+ArrowDown"] * 25, "d")
    tab.settled()
    points = np.array(tab.drawn[0]["points"])
    assert np.ptp(points[:, 0]) == 0
    assert points[0, 1] <= 0
    assert points[-1, 1] >= HEIGHT - 1
    tab.press("Shift+ArrowLeft", "m")
    tab.has_text("#selection-text", "Object")
    expect(spoken).to_have_text(tab.locator("#selection-text").inner_text())

    tab.press("x")
    expect(tab.locator("#exports button").first).to_be_focused()
    tab.press("Escape")
    expect(tab.locator("#exports")).to_be_hidden()
    expect(tab.locator("#export-menu summary")).to_be_focused()
    reached = set()
    tab.page.evaluate("document.activeElement.blur()")
    for _ in range(60):
        tab.press("Tab")
        reached.add(tab.page.evaluate("document.activeElement.id || document.activeElement.tagName"))
    wanted = {
        "open",
        "SUMMARY",
        "python-copy",
        "theme",
        "help-open",
        "canvas",
        "undo",
        "clear",
        "join",
        "brush",
        "opacity",
    }
    assert wanted | {"zoom-in", "zoom-out", "auto"} <= reached
    nameless = tab.page.evaluate(
        """() => [...document.querySelectorAll("button, input, summary, canvas")].filter(one =>
            !(one.ariaLabel || one.textContent.trim() || one.labels?.length)).map(one => one.outerHTML)"""
    )
    assert nameless == []


def test_a_phone_with_fingers_and_a_pen(visit):
    tab = visit(width=390, height=800, has_touch=True, is_mobile=True, expected=FAILED_REQUEST).open()
    fits = "document.documentElement.scrollWidth <= 390"
    assert tab.page.evaluate(fits)
    for selector in (
        "#count",
        "#auto",
        "#color-class",
        "#classes-open",
        "#open",
        "#export-menu summary",
        "#undo",
        "#brush",
        "#opacity",
        "#fit",
    ):
        _is_within(tab, selector)
    tab.locator("#export-menu summary").tap()
    _is_within(tab, "#exports")
    assert tab.page.evaluate(fits)
    tab.locator("#stage").tap(position={"x": 5, "y": 5})

    fingers = Fingers(tab.page)
    fingers.slide([tab.place(*DOWN[0])], [tab.place(*DOWN[1])])
    tab.shows(N_OBJECTS + 2)
    n_requests = len(tab.requests)
    # On a phone the zoom is not shown as a number: a second pinch back to the start gives the fitted picture.
    x, y = tab.place(40, 60)
    fingers.slide([(x - 20, y), (x + 20, y)], [(x - 60, y), (x + 60, y)])
    expect(tab.locator("#fit")).to_be_enabled()
    assert eventually(lambda: float(tab.locator("#zoom").text_content().removesuffix("%")) / 100 > 2.8 * tab.scale())
    assert len(tab.requests) == n_requests  # no stroke
    tab.locator("#fit").tap()
    tab.page.touchscreen.tap(*tab.place(20, 20))
    tab.has_text("#selection-text", "Object")
    tab.locator("#rename").tap()
    _is_within(tab, "#name-form")
    tab.locator("#class-text").fill("wall")
    tab.locator("#name-form .primary").tap()
    expect(tab.locator("#class-chips [aria-pressed=true]")).to_have_text("1wall")
    _is_within(tab, "#class-chips")
    tab.locator("#class-chips button").tap()  # taken away
    expect(tab.locator("#class-chips [aria-pressed=true]")).to_have_count(0)
    tab.choose(b"no picture", "odd.png")
    expect(tab.error()).to_be_visible()
    _messages_cover_nothing(tab)
    tab.page.set_viewport_size({"width": 390, "height": 430})  # the keyboard of the phone is open
    tab.page.evaluate("document.querySelector('.notice span').textContent = 'A long sentence about it. '.repeat(30)")
    _messages_cover_nothing(tab)
    tab.page.set_viewport_size({"width": 390, "height": 800})
    tab.page.click(".notice .close")
    tab.page.touchscreen.tap(*tab.place(40, 30))
    tab.locator("#erase").tap()
    tab.shows(N_OBJECTS)

    session = tab.page.context.new_cdp_session(tab.page)

    def pen(kind, point, buttons=1):
        x, y = tab.place(*point)
        event = {"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1}
        session.send("Input.dispatchMouseEvent", {**event, "pointerType": "pen"})

    pen("mousePressed", DOWN[0])
    for y in range(5, 118, 8):
        pen("mouseMoved", (40, y))
    fingers.slide([tab.place(100, 100)], [tab.place(130, 100)])  # the palm
    pen("mouseMoved", DOWN[1])
    pen("mouseReleased", DOWN[1], buttons=0)
    tab.shows(N_OBJECTS + 2)
    assert len(tab.drawn) == 1
    tab.locator("#help-open").tap()
    assert tab.page.evaluate(fits)


def _is_within(tab, selector):
    box = tab.locator(selector).bounding_box()
    assert box["x"] >= 0, selector
    assert box["x"] + box["width"] <= 390, selector


def _messages_cover_nothing(tab):
    notice = tab.locator("#notices").bounding_box()
    assert notice["height"] > 20
    for selector in ("#selection", "#toolbar"):
        box = tab.locator(selector).bounding_box()
        assert box["y"] + box["height"] <= notice["y"] or notice["y"] + notice["height"] <= box["y"], selector

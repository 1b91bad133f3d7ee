"""Moving and erasing strokes, what an edit shows of itself, and previews, in a real browser."""

import datetime
from io import BytesIO

import numpy as np
import pytest
from expectations import expect
from local_server import N_OBJECTS, OUTLINES, eventually, png, scene
from PIL import Image
from segment_tab import DOWN, shared_tabs, tab, visit
from watched_tabs import Fingers

import frenemy as fr

__all__ = ["shared_tabs", "tab", "visit"]

NEW, GONE = (255, 225, 74), (255, 95, 210)  # as in border_lines.js
DRAG_TEXT = "Drag the stroke or an end"


def _has_labels_of_its_strokes(tab):
    """The labels are those of a fresh segmentation with the same strokes; returns the last stroke's points."""
    tab.settled()
    strokes = [fr.Stroke(one["points"], one["width"]) for one in tab.requests[-1]["strokes"]]
    assert np.array_equal(tab.labels()[1], fr.segment(scene()[0], strokes).labels)
    return np.array(tab.requests[-1]["strokes"][-1]["points"])


def _n_pixels(tab, *colors, reach=12):
    """How many pixels of the canvas have each of the colors."""
    image = np.asarray(Image.open(BytesIO(tab.locator("#canvas").screenshot())).convert("RGB"), int)
    return tuple(int((np.abs(image - color).max(axis=2) <= reach).sum()) for color in colors)


def _away(tab):
    """The pointer beside the picture, where it hovers over nothing."""
    tab.page.mouse.move(*tab.place(-8, 60))


def _add_line(tab):
    """A line through the disc, which is selected."""
    tab.draw(*DOWN)
    tab.shows(N_OBJECTS + 2)
    tab.click(40, 30)
    tab.has_text("#selection-text", DRAG_TEXT)


def test_a_stroke_is_moved_and_the_move_undone(tab):
    _add_line(tab)
    before = _has_labels_of_its_strokes(tab)
    n_requests = len(tab.requests)

    tab.draw((40, 30), (50, 32))
    tab.shows(N_OBJECTS + 2)
    moved = _has_labels_of_its_strokes(tab)
    assert np.abs(moved - before - [10, 2]).max() < 0.3
    assert len(tab.requests) == n_requests + 1
    expect(tab.locator("#undo")).to_have_attribute("title", "Undo moving a stroke (Ctrl Z)")
    tab.has_text("#selection-text", DRAG_TEXT)  # still selected

    tab.press("Control+z")
    tab.shows(N_OBJECTS + 2)
    tab.draw((40, 30), (100, 30))  # from its old place: it is still selected
    right = _has_labels_of_its_strokes(tab)
    assert np.abs(right - before - [60, 0]).max() < 0.3
    tab.press("Control+z", "Control+z")
    tab.shows(N_OBJECTS)  # also the line
    tab.press("Control+Shift+z", "Control+Shift+z")
    tab.settled()
    assert len(tab.requests) == n_requests + 2  # all of these were cached
    tab.press("Escape")
    expect(tab.locator("#selection")).to_be_hidden()
    tab.draw((100, 20), (140, 20))  # a line that is not selected stays, and a new one begins
    tab.settled()
    assert len(tab.drawn) == 2
    assert np.array_equal(tab.drawn[0]["points"], right)


def test_an_end_is_dragged_and_a_drag_is_cancelled(tab):
    _add_line(tab)
    before = _has_labels_of_its_strokes(tab)
    tab.draw((40, 118), (60, 110))
    points = _has_labels_of_its_strokes(tab)
    assert np.abs(points[0] - before[0]).max() < 0.05
    assert np.abs(points[-1] - before[-1] - [20, -8]).max() < 0.3
    assert (np.diff(points[:, 0]) >= 0).all()  # all between lie between
    n_requests = len(tab.requests)

    mouse = tab.page.mouse
    mouse.move(*tab.place(*points[0]))
    mouse.down()
    mouse.move(*tab.place(20, 30), steps=5)
    tab.press("Escape")
    mouse.move(*tab.place(10, 40), steps=3)
    mouse.up()
    tab.draw(points[0], (30, -90))  # nothing of it would be left on the picture but its end
    assert np.abs(_has_labels_of_its_strokes(tab)[-1] - points[-1]).max() < 0.05
    tab.press("Control+z")
    tab.settled()
    assert len(tab.requests) == n_requests + 1


def test_arrow_keys_move_by_pixels_and_a_burst_is_one_step(visit):
    tab = visit()
    tab.page.clock.install()
    tab.open()
    tab.draw(*DOWN)
    tab.shows(N_OBJECTS + 2)
    tab.click(40, 30)
    before = _has_labels_of_its_strokes(tab)
    tab.page.clock.pause_at(datetime.datetime.now() + datetime.timedelta(hours=1))
    tab.press("ArrowRight", "ArrowRight", "Shift+ArrowDown")
    assert np.allclose(_has_labels_of_its_strokes(tab), before + np.array([2, 10]))
    expect(tab.locator("#spoken")).to_have_text(f"{tab.locator('#count').inner_text()} objects")
    tab.page.clock.run_for(1500)
    tab.press("ArrowLeft")
    assert np.allclose(_has_labels_of_its_strokes(tab), before + np.array([1, 10]))
    tab.press("Control+z")
    expect(tab.locator("#redo")).to_be_enabled()
    tab.press("Control+z")
    tab.shows(N_OBJECTS + 2)
    expect(tab.locator("#undo")).to_have_attribute("title", "Undo stroke (Ctrl Z)")
    tab.page.keyboard.down("ArrowUp")  # held, then given up
    tab.press("Escape")
    tab.page.keyboard.up("ArrowUp")
    expect(tab.locator("#redo")).to_be_enabled()  # nothing was changed
    tab.press("Escape", "ArrowUp", "d")  # nothing is selected: the keys are those of the cross
    expect(tab.locator("#spoken")).to_have_text("Pen down")


def test_moved_strokes_are_erased_brought_back_and_kept(tab):
    _add_line(tab)
    tab.draw((40, 30), (50, 30))
    tab.shows(N_OBJECTS + 2)
    moved = _has_labels_of_its_strokes(tab)
    tab.page.click("#erase")
    tab.shows(N_OBJECTS)
    expect(tab.locator("#selection")).to_be_hidden()
    tab.press("Control+z")
    tab.shows(N_OBJECTS + 2)
    for key in ("Delete", "Backspace"):
        tab.click(50, 20)
        _away(tab)
        tab.press(key)
        tab.shows(N_OBJECTS)
        tab.press("Control+z")
        tab.shows(N_OBJECTS + 2)

    tab.page.reload()
    tab.shows(N_OBJECTS + 2)
    assert np.array_equal(_has_labels_of_its_strokes(tab), moved)
    assert tab.requests[-1]["strokes"][: len(OUTLINES)] == OUTLINES
    tab.press("Control+z")
    tab.shows(N_OBJECTS + 2)
    assert np.abs(_has_labels_of_its_strokes(tab) - moved - [-10, 0]).max() < 0.3


def test_a_finger_moves_and_erases_a_stroke(visit):
    tab = visit(width=390, height=780, has_touch=True, is_mobile=True).open()
    tab.draw(*DOWN)
    tab.shows(N_OBJECTS + 2)
    before = _has_labels_of_its_strokes(tab)
    tab.page.touchscreen.tap(*tab.place(40, 30))
    tab.has_text("#selection-text", DRAG_TEXT)
    box, end = tab.locator("#selection-drop").bounding_box(), tab.locator("#preview").bounding_box()
    assert max(box["x"] + box["width"], end["x"] + end["width"]) <= 390
    Fingers(tab.page).slide([tab.place(40, 50)], [tab.place(55, 50)])
    tab.settled()
    assert np.abs(_has_labels_of_its_strokes(tab) - before - [15, 0]).max() < 0.5
    tab.locator("#erase").tap()
    tab.shows(N_OBJECTS)
    tab.locator("#undo").tap()
    tab.shows(N_OBJECTS + 2)


def test_an_edit_flashes_what_it_changed(visit):
    tab = visit()
    tab.page.clock.install()
    tab.open()
    clock = tab.page.clock
    clock.run_for(2000)
    clock.pause_at(datetime.datetime.now() + datetime.timedelta(hours=1))

    def lines():
        clock.run_for(20)  # a frame
        return _n_pixels(tab, NEW, GONE)

    assert lines() == (0, 0)
    for motion in ("reduce", "no-preference"):
        tab.page.emulate_media(reduced_motion=motion)
        tab.draw(*DOWN)
        tab.shows(N_OBJECTS + 2)
        _away(tab)
        n_new, n_gone = lines()
        assert n_new > 100
        assert n_new > 5 * n_gone
        clock.run_for(500)
        later = lines()[0]
        assert later > 100 if motion == "reduce" else later < n_new / 4  # stays as it is, or fades
        clock.run_for(400)
        assert lines() == (0, 0)

        tab.press("Control+z")
        tab.shows(N_OBJECTS)
        n_new, n_gone = lines()
        assert n_gone > 100
        assert n_gone > 5 * n_new
    tab.draw((100, 20), (140, 20))  # while it flashes
    tab.settled()
    assert len(tab.drawn) == 1
    clock.run_for(1000)

    tab.choose(png(scene()[0][:, ::-1]), "other.png")
    expect(tab.locator("#picture-name")).to_have_text("other.png")
    tab.settled()
    _away(tab)
    assert lines() == (0, 0)  # the first result of a picture
    tab.press("Control+z")
    expect(tab.locator("#picture-name")).to_have_text("scene.png")
    tab.settled()
    assert lines() == (0, 0)


def _preview_while_drawing(tab, asked):
    """Put the pen down and draw until a preview is seen; a busy machine may be too slow for the first one."""
    for _ in range(5):
        mouse = tab.page.mouse
        mouse.move(*tab.place(*DOWN[0]))
        mouse.down()
        mouse.move(*tab.place(*DOWN[1]), steps=6)
        if eventually(lambda: _n_pixels(tab, NEW)[0] > 60 and asked, 8):
            return
        mouse.up()
        tab.settled()
        tab.press("Control+z")
        tab.settled()
        asked.clear()
    raise AssertionError("no preview")


def test_while_a_stroke_is_drawn_the_page_shows_what_it_would_do(visit):
    tab = visit().open()
    asked = []
    tab.page.on("request", lambda request: request.url.endswith("/preview") and asked.append(request))
    undo = tab.locator("#undo").get_attribute("title")
    tab.page.bring_to_front()
    _preview_while_drawing(tab, asked)
    n_requests = len(tab.requests)
    document = asked[-1].post_data_json
    assert document["strokes"][: len(OUTLINES)] == OUTLINES
    assert len(document["strokes"]) == len(OUTLINES) + 1
    expect(tab.locator("#undo")).to_have_attribute("title", undo)
    expect(tab.locator("#count")).to_have_text(str(N_OBJECTS))
    tab.press("Escape")  # nothing comes of it
    tab.page.mouse.up()
    assert eventually(lambda: _n_pixels(tab, NEW) == (0,))
    expect(tab.locator("#undo")).to_have_attribute("title", undo)
    assert len(tab.requests) == n_requests

    asked.clear()
    _preview_while_drawing(tab, asked)
    tab.page.mouse.up()
    tab.shows(N_OBJECTS + 2)
    _away(tab)
    assert eventually(lambda: _n_pixels(tab, NEW) == (0,))
    _has_labels_of_its_strokes(tab)
    tab.press("Control+z")
    tab.shows(N_OBJECTS)
    expect(tab.locator("#undo")).to_have_attribute("title", undo)  # one step for the whole stroke

    tab.press("v")
    expect(tab.locator("#preview")).not_to_be_checked()
    tab.page.reload()
    tab.shows(N_OBJECTS)
    expect(tab.locator("#preview")).not_to_be_checked()
    asked.clear()
    tab.page.mouse.move(*tab.place(*DOWN[0]))
    tab.page.mouse.down()
    tab.page.mouse.move(*tab.place(*DOWN[1]), steps=6)
    tab.page.wait_for_timeout(700)
    tab.page.mouse.up()
    tab.shows(N_OBJECTS + 2)
    assert asked == []


def _edit_at_random(tab, lines, random):
    """Draw, move, stretch, shift or erase a line; ``lines`` are the ends of each, in the order of the strokes."""
    what = random.choice(["draw", "draw", "move", "stretch", "shift", "erase"])
    if what == "draw" or not lines:
        y = next(y for y in random.permutation(np.arange(8, 112, 8)) if y not in [start[1] for start, _ in lines])
        lines.append([np.array([90, y]), np.array([150, y])])
        tab.draw(*lines[-1])
        return
    tab.settled()
    if tab.locator("#selection").is_visible():
        tab.page.click("#selection-drop")
    index = int(random.integers(len(lines)))
    start, end = lines[index]
    middle = start + 0.6 * (end - start)
    tab.click(*middle)
    tab.has_text("#selection-text", DRAG_TEXT)
    if what == "move":
        way = np.array([-80 if start[0] > 80 else 80, 0])
        tab.draw(middle, middle + way)
        lines[index] = [start + way, end + way]
    elif what == "stretch":
        way = np.array([-15 if end[0] - start[0] > 50 else 15, 0])
        tab.draw(end, end + way)
        lines[index] = [start, end + way]
    elif what == "shift":
        tab.press("ArrowLeft")
        lines[index] = [start - [1, 0], end - [1, 0]]
    else:
        tab.page.click("#erase")
        lines.pop(index)


@pytest.mark.parametrize("seed", [1, 2])
def test_many_edits_lead_to_what_their_strokes_say_and_are_undone(tab, seed):
    undo = tab.locator("#undo").get_attribute("title")
    lines, random = [], np.random.default_rng(seed)
    for _ in range(10):
        _edit_at_random(tab, lines, random)
    tab.settled()
    count = tab.locator("#count").inner_text()
    tab.page.reload()  # all is solved again
    tab.shows(count)
    _has_labels_of_its_strokes(tab)
    ends = [[one["points"][0], one["points"][-1]] for one in tab.drawn]
    assert np.abs(np.array(ends) - np.array(lines)).max() < 1.5
    n_steps = 0
    while tab.locator("#undo").get_attribute("title") != undo:
        tab.press("Control+z")
        n_steps += 1
        assert n_steps <= 10
    tab.shows(N_OBJECTS)
    for _ in range(n_steps):
        tab.press("Control+Shift+z")
    tab.shows(count)

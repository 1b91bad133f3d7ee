"""A folder of pictures, and several dropped ones, worked through in a real browser."""

import json
import os

import numpy as np
import pytest
from expectations import expect
from local_server import N_OBJECTS, OUTLINES, LocalServer, eventually, png, scene
from segment_tab import DOWN, visit
from small_disk import fill, mounted
from watched_tabs import FAILED_REQUEST

from frenemy.web.segment.folder.picture_folder import PictureFolder

__all__ = ["visit"]

ODD = 'Ümlaut\'s "odd" & <b>..png'


@pytest.fixture
def photos(tmp_path):
    path = tmp_path / "photos"
    path.mkdir()
    for name in ("a.png", "c.png", ODD):
        (path / name).write_bytes(png(scene()[0]))
    (path / "b.jpg").write_bytes(b"no picture")
    (path / "a.strokes.json").write_text(json.dumps({"strokes": OUTLINES, "merges": [], "author": "Ann"}))
    return path


@pytest.fixture
def serve():
    """Starts servers of folders, which end with the test."""
    running = []

    def start(path, **options):
        running.append(LocalServer(folder=PictureFolder(path), **options))
        return running[-1]

    yield start
    for server in running:
        if server.thread.is_alive():
            server.close()


def at_page(visit, server, **options):
    tab = visit(address=server.address, expected=FAILED_REQUEST, **options)
    tab.page.goto(server.address)
    return tab


def shown(tab, name):
    tab.has_text("#picture-name", name)
    expect(tab.locator("#queue-list [aria-current] .queue-name")).to_have_text(name)
    tab.settled()


def shown_of_many(tab, name):
    """The same, for long lists: an expectation that is not met at once describes the whole page, for many seconds."""
    places = tab.locator("#picture-name, #queue-list [aria-current] .queue-name")
    assert eventually(lambda: places.all_text_contents() == [name, name])
    tab.locator("#panel:not(.stale)").wait_for()
    shown(tab, name)


def states(tab):
    return tab.locator("#queue-list li").evaluate_all("all => all.map((row) => row.dataset.state)")


def work(photos, name):
    return json.loads((photos / f"{name}.strokes.json").read_bytes())


def saved(tab):
    tab.has_text("#queue-status", "Saved")


def test_a_folder_is_worked_through(visit, serve, photos):
    server = serve(photos)
    tab = at_page(visit, server)
    shown(tab, "a.png")
    tab.shows(N_OBJECTS)
    names = tab.locator("#queue-list .queue-name").all_inner_texts()
    assert names == ["a.png", "b.jpg", "c.png", ODD]
    expect(tab.locator("#queue-at")).to_have_text("1 / 4")
    expect(tab.locator("#queue-list img.loaded")).to_have_count(3)
    expect(tab.locator("#queue-list li[data-state=problem] .queue-name")).to_have_text("b.jpg")

    # Each stroke is on the disk, with what else the file held.
    tab.draw(*DOWN)
    tab.shows(N_OBJECTS + 2)
    saved(tab)
    assert eventually(lambda: len(work(photos, "a")["strokes"]) == len(OUTLINES) + 1)
    assert work(photos, "a")["author"] == "Ann"
    assert work(photos, "a")["picture"] == "a.png"
    assert "done" not in work(photos, "a")

    # So is a name.
    tab.page.mouse.dblclick(*tab.place(120, 20))
    expect(tab.locator("#name-text")).to_be_focused()
    tab.page.keyboard.insert_text("Tom")
    tab.press("Tab")
    tab.page.keyboard.insert_text("cat")
    tab.press("Enter")
    expect(tab.page.locator("#objects .name", has_text="Tom")).to_be_visible()
    assert eventually(lambda: [(one["name"], one["class"]) for one in work(photos, "a")["names"]] == [("Tom", "cat")])
    tab.press("Escape")

    # A file that is no picture is shown with the reason, and the queue goes on.
    tab.press(".")
    expect(tab.locator("#queue-problem")).to_contain_text("not a picture")
    expect(tab.locator("#queue-done")).to_be_disabled()
    tab.page.click("#queue-next")
    shown(tab, "c.png")
    expect(tab.locator("#queue-problem")).to_be_hidden()
    assert not (photos / "c.strokes.json").exists()  # looking at it is no work
    tab.draw(*DOWN)
    tab.settled()
    saved(tab)
    tab.press("Control+z")
    saved(tab)
    assert eventually(lambda: work(photos, "c")["strokes"] == [])
    tab.press("Control+y", "f")

    # Done, and on to the next; undo of another picture is its own.
    shown(tab, ODD)
    assert eventually(lambda: work(photos, "c").get("done") is True)
    expect(tab.locator("#queue-sum")).to_have_text("1 done")
    expect(tab.locator("#undo")).to_be_disabled()
    tab.draw(*DOWN)
    tab.settled()
    tab.press(",")
    shown(tab, "c.png")
    expect(tab.locator("#queue-done")).to_have_attribute("aria-pressed", "true")
    tab.has_text("#status", "1 stroke ")
    expect(tab.locator("#undo")).to_be_enabled()
    assert states(tab) == ["begun", "problem", "done", "begun"]
    assert eventually(lambda: len(work(photos, ODD.removesuffix(".png"))["strokes"]) == 1)

    # A reload, a new server and another browser show the same. Undo goes on where it was.
    tab.page.reload()
    shown(tab, "c.png")
    tab.has_text("#status", "1 stroke ")
    tab.press("Control+z")
    assert eventually(lambda: work(photos, "c")["strokes"] == [])
    tab.press("Control+y")
    assert eventually(lambda: len(work(photos, "c")["strokes"]) == 1)
    saved(tab)
    server.close()
    again = at_page(visit, serve(photos))
    shown(again, "a.png")
    again.shows(N_OBJECTS + 2)
    expect(again.page.locator("#objects .name", has_text="Tom")).to_be_visible()
    assert states(again)[2:] == ["done", "begun"]
    again.page.get_by_text(ODD).click()
    shown(again, ODD)
    again.has_text("#status", "1 stroke ")

    # A stroke that is not saved: the old server has ended. It is saved when one is there again.
    tab.draw((90, 30), (150, 30))
    expect(tab.locator("#queue-status")).to_have_text("Not saved")
    there_again = LocalServer(folder=PictureFolder(photos), port=server.port)
    try:
        tab.page.click("#queue-retry")
        saved(tab)
        assert len(work(photos, "c")["strokes"]) == 2
    finally:
        tab.page.close()
        there_again.close()


def test_work_of_someone_else_is_not_lost(visit, serve, photos):
    server = serve(photos)
    one = at_page(visit, server)
    shown(one, "a.png")
    other = at_page(visit, server)
    shown(other, "a.png")
    other.draw(*DOWN)
    saved(other)
    one.draw((90, 30), (150, 30))
    dialog = one.locator("#conflict")
    expect(dialog).to_contain_text("a.strokes.json has changed on the disk")
    dialog.locator(".close").click()
    expect(one.locator("#queue-status")).to_have_text("Not saved")
    one.settled()
    theirs = work(photos, "a")["strokes"]
    assert len(theirs) == len(OUTLINES) + 1
    assert theirs[-1]["points"][0][0] == pytest.approx(40, abs=0.3)

    one.page.click("#queue-retry")
    one.page.click("#conflict-take")
    saved(one)
    one.settled()
    assert one.drawn[0]["points"] == theirs[-1]["points"]
    one.press("Control+z")  # back to mine, which is now a change of theirs
    saved(one)
    assert eventually(lambda: work(photos, "a")["strokes"][-1]["points"][0][0] == pytest.approx(90, abs=0.3))

    other.draw((90, 100), (150, 100))
    expect(other.locator("#conflict")).to_be_visible()
    other.page.click("#conflict-keep")
    saved(other)
    assert len(work(photos, "a")["strokes"]) == len(OUTLINES) + 2

    other.settled()

    # A tab without changes of its own takes what is newer when it is looked at again.
    (photos / "a.strokes.json").write_text(json.dumps({"strokes": OUTLINES, "done": True}))
    other.press(".")
    expect(other.locator("#queue-problem")).to_be_visible()
    other.press(",")
    shown(other, "a.png")
    other.shows(N_OBJECTS)
    expect(other.locator("#queue-done")).to_have_attribute("aria-pressed", "true")

    # The steps of a tab lead to its own work, not to that of someone else.
    (photos / "a.strokes.json").write_text(json.dumps({"strokes": OUTLINES}))
    other.page.reload()
    shown(other, "a.png")
    expect(other.locator("#undo")).to_be_disabled()


def test_a_damaged_file_of_work_is_told_and_stays(visit, serve, photos):
    (photos / "a.strokes.json").write_text('{"strokes": [')
    tab = at_page(visit, serve(photos))
    shown(tab, "a.png")
    expect(tab.error()).to_contain_text("a.strokes.json is not JSON")
    tab.draw(*DOWN)
    expect(tab.locator("#conflict")).to_be_visible()
    assert (photos / "a.strokes.json").read_text() == '{"strokes": ['
    tab.page.click("#conflict-keep")
    saved(tab)
    assert len(work(photos, "a")["strokes"]) == 1


def test_a_full_disk_and_a_folder_that_vanishes(visit, serve, photos, tmp_path):
    with mounted(tmp_path / "disk", "400k") as disk:
        here = disk / "photos"
        here.mkdir()
        for name in ("a.png", "c.png", "a.strokes.json"):
            (here / name).write_bytes((photos / name).read_bytes())
        tab = at_page(visit, serve(here))
        shown(tab, "a.png")
        before = (here / "a.strokes.json").read_bytes()
        fill(disk)
        tab.draw(*DOWN)
        expect(tab.error()).to_contain_text("The work is not saved in a.strokes.json: the disk is full")
        expect(tab.locator("#queue-status")).to_have_text("Not saved")
        assert (here / "a.strokes.json").read_bytes() == before
        os.unlink(disk / "filler")
        saved(tab)  # by itself
        assert len(work(here, "a")["strokes"]) == len(OUTLINES) + 1

        os.rename(here, disk / "elsewhere")
        tab.draw((90, 30), (150, 30))
        expect(tab.error()).to_contain_text("is not there any more")
        tab.press(".")
        expect(tab.locator("#queue-problem")).to_contain_text("is not there any more")
        os.rename(disk / "elsewhere", here)
        tab.press(",")
        shown(tab, "a.png")
        saved(tab)
        assert len(work(here, "a")["strokes"]) == len(OUTLINES) + 2
        tab.page.close()


def give(tab, files):
    tab.page.evaluate(
        """(files) => {
            const data = new DataTransfer();
            for (const [name, bytes] of files) data.items.add(new File([new Uint8Array(bytes)], name));
            const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
            document.getElementById("stage").dispatchEvent(event);
        }""",
        [[name, list(content)] for name, content in files],
    )


def test_several_dropped_pictures_are_a_queue_in_the_tab(visit):
    tab = visit(expected=FAILED_REQUEST).open()
    expect(tab.locator("#queue")).to_be_hidden()
    picture = png(scene()[0])
    grey = png(np.full((60, 90), 99, np.uint8))
    with_work = ("p10.strokes.json", json.dumps({"strokes": [], "merges": [], "done": True}).encode())
    give(tab, [("p10.png", picture), ("p9.png", grey), ("bad.png", b"no picture"), with_work])
    # What was worked on before is the first.
    names = tab.locator("#queue-list .queue-name").all_inner_texts()
    assert names == ["scene.png", "bad.png", "p9.png", "p10.png"]
    expect(tab.locator("#queue-problem")).to_contain_text("not a picture")
    tab.has_text("#queue-status", "In this tab only")
    tab.press(".")
    shown(tab, "p9.png")
    tab.draw((60, 40), (90, 70))
    tab.has_text("#status", "1 stroke ")
    tab.press(".")
    shown(tab, "p10.png")
    expect(tab.locator("#queue-done")).to_have_attribute("aria-pressed", "true")
    tab.press(",", ",", ",")
    shown(tab, "scene.png")
    tab.shows(N_OBJECTS)
    tab.press("f")
    shown(tab, "p9.png")
    tab.has_text("#status", "1 stroke ")
    assert states(tab) == ["done", "problem", "begun", "done"]
    give(tab, [("late.png", grey)])
    shown(tab, "late.png")
    expect(tab.locator("#queue-at")).to_have_text("5 / 5")
    give(tab, [("late.strokes.json", json.dumps([[[5, 5], [50, 50]]]).encode())])
    tab.has_text("#status", "1 stroke ")


def test_a_large_folder_stays_quick(visit, serve, tmp_path):
    picture = png(scene()[0])
    for i in range(2000):
        (tmp_path / f"{i}.png").write_bytes(picture)
    tab = at_page(visit, serve(tmp_path), width=390, height=780)
    shown_of_many(tab, "0.png")
    small = []
    tab.page.on("request", lambda request: small.append(request.url) if "/thumbnail" in request.url else None)
    tab.page.click("#queue-toggle")  # a phone shows them on request
    tab.locator("#queue-list img.loaded").first.wait_for()
    tab.page.wait_for_load_state("networkidle")
    assert 3 <= len(small) < 100  # those in sight, not all
    n_rows = tab.locator("#queue-list li").count()
    assert n_rows == 2000
    tab.page.locator("#queue-list li", has_text="1999.png").scroll_into_view_if_needed()
    tab.page.locator("#queue-list li", has_text="1999.png").click()
    shown_of_many(tab, "1999.png")
    expect(tab.locator("#queue-at")).to_have_text("2,000 / 2,000")
    assert len(small) < 250
    tab.press(",")
    shown_of_many(tab, "1998.png")

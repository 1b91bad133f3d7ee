"""The faces page in a real browser, used as a person uses it: with mouse, keyboard and finger."""

import json
import re
import zipfile

import pytest
from expectations import expect
from synthetic_album import Center, SyntheticPhotos, SyntheticStore, jpeg, portrait
from watched_tabs import FAILED_REQUEST

#: People p1, p2, ... of these sizes. Two faces more are doubtful: one is the sixth of p3 and could be p2, one is alone
#: as p7 and could be p4.
SIZES = (9, 7, 5, 4, 1, 1)
DOUBTFUL = {"between": [(1, 2)], "lonely": [3]}
N_FACES = sum(SIZES) + 2


@pytest.fixture
def house(open_house):
    return open_house(SyntheticStore(SyntheticPhotos(SIZES, pairs=[(0, 10)], **DOUBTFUL)))


def test_browse_and_answer_questions_by_keyboard(house):
    guest = house.visit().open("")
    page = guest.page
    guest.shows(7)
    expect(page.locator("#status")).to_have_text("2 doubtful faces · 29 faces in 28 photos")
    expect(page).to_have_title(re.compile("^7 people, 2 doubtful .* frenemy$"))
    expect(guest.cards()).to_have_count(7)
    sizes = [int(text) for text in page.locator(".person-size span:last-child").all_inner_texts()]
    assert sizes == sorted(sizes, reverse=True)
    page.locator('[data-filter="singles"]').click()
    expect(guest.cards()).to_have_count(3)
    page.locator('[data-filter="doubtful"]').click()
    expect(guest.cards()).to_have_count(2)
    page.locator('[data-filter="all"]').click()
    guest.press("h")
    expect(guest.cards()).to_have_count(4)
    page.reload()  # preferences stay
    expect(guest.cards()).to_have_count(4)
    guest.card("p3").locator(".cover").click()
    expect(page.locator("#person-what")).to_have_text("6 faces in 6 photos · 1 doubtful")
    expect(page.locator(".face.doubtful")).to_have_count(1)
    page.go_back()
    guest.card("p1").locator(".cover").click()
    expect(guest.faces()).to_have_count(9)
    assert page.url.endswith("#/person/p1")
    first = house.session.album.faces.faces[0].id  # with somebody else in its photo
    page.locator(f'[data-face="{first}"] .tile').click()
    expect(page.locator("#large-file")).to_contain_text("day 0/photo_0000.jpg")
    expect(page.locator(".box")).to_have_count(2)
    photo, box = page.locator(".frame").bounding_box(), page.locator(".box[aria-current]").bounding_box()
    assert abs((box["x"] - photo["x"]) / photo["width"] - 20 / 320) < 0.01
    assert abs(box["width"] / photo["width"] - 120 / 320) < 0.01
    page.locator(".box:not([aria-current])").click()
    expect(page.locator("#large-title")).to_have_text("Person 2")
    guest.press("Escape", "Escape")
    expect(guest.cards()).to_have_count(4)
    expect(guest.card("p1").locator(".cover")).to_be_focused()

    # Questions; arrow keys on a tile would move within the grid.
    guest.press("h")
    expect(page.locator("#question-done-text")).to_have_text("No questions.")
    page.locator("#question-more", has_text="Ask about 2 doubtful faces").click()
    page.evaluate("document.activeElement.blur()")
    expect(page.locator("#question-text")).to_have_text("Is this the same person?")
    expect(page.locator("#question-number")).to_have_text("1 of 2 questions")
    expect(page.locator("#answer-other")).to_be_visible()
    guest.press("ArrowRight")
    expect(page.locator("#question-number")).to_have_text("2 of 2 questions")
    expect(page.locator("#answer-other")).to_be_hidden()
    guest.press("y")
    guest.noted("1 face moved to Person 4")
    guest.shows(6)
    expect(guest.size("p4")).to_have_text("5")
    assert house.store.saved.same
    guest.press("n")
    expect(guest.size("p3")).to_have_text("5")
    assert house.store.saved.apart
    while page.locator("#question").is_visible():  # where it is now, it may be doubtful as well
        before = page.locator("#corrections-count").inner_text()
        guest.press("y")
        expect(page.locator("#corrections-count")).not_to_have_text(before)
    expect(page.locator("#question-done")).to_be_visible()
    guest.press("Control+z")
    guest.noted("Undone")
    guest.press("Control+Shift+z")
    guest.noted("Done again")
    while page.locator("#undo").is_enabled():
        before = page.locator("#corrections-count").inner_text()
        page.locator("#undo").click()
        expect(page.locator("#corrections-count")).not_to_have_text(before)
    assert not house.store.saved
    expect(page.locator("#question-number")).to_have_text("1 of 2 questions")


def test_answer_by_mouse_and_drag(house):
    guest = house.visit().open()
    page = guest.page
    page.locator("#question-more").click()
    page.locator("#answer-other").click()
    guest.noted("1 face moved to Person 2")
    expect(guest.size("p2")).to_have_text("8")
    page.locator("#answer-no-face").click()
    expect(page.locator("#status")).to_contain_text(f"{N_FACES - 1} faces")
    assert len(house.store.saved.not_faces) == 1
    guest.press("Control+z")
    expect(page.locator("#status")).to_contain_text(f"{N_FACES} faces")
    guest.press("Control+z")
    expect(guest.size("p2")).to_have_text("7")
    expect(page.locator("#question-number")).to_contain_text("of 2 questions")
    if page.locator("#answer-other").is_visible():
        guest.press("ArrowRight")
    guest.press("x")
    expect(page.locator("#status")).to_contain_text(f"{N_FACES - 1} faces")
    page.locator("#answer-else").click()
    expect(page.locator("#picker-list li").first).to_contain_text("Person 2")  # who it could be
    page.locator("#picker-search").fill("Zoë")
    page.locator("#picker-list li", has_text="New person “Zoë”").click()
    guest.noted("moved to Zoë")
    assert "Zoë" in house.session.album.people.names
    page.locator("#corrections summary").click()
    page.get_by_label("Delete correction: not a face").click()
    expect(page.locator("#status")).to_contain_text(f"{N_FACES} faces")

    # From the start: everything is undone.
    while page.locator("#undo").is_enabled():
        before = page.locator("#corrections-count").inner_text()
        page.locator("#undo").click()
        expect(page.locator("#corrections-count")).not_to_have_text(before)
    guest.card("p1").locator(".cover").click()
    members = house.session.album.people.members(0)
    expect(guest.faces()).to_have_count(len(members))
    guest.faces().nth(1).locator(".tile").click(modifiers=["Control"])
    guest.faces().nth(2).locator(".tick").click()
    expect(page.locator("#chosen-text")).to_have_text("2 faces")
    box = guest.faces().nth(1).locator(".tile").bounding_box()
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 60, steps=3)
    spot = page.locator('.spot[data-drop="p3"]').bounding_box()
    page.mouse.move(spot["x"] + 30, spot["y"] + 30, steps=6)
    expect(page.locator(".spot.over")).to_have_attribute("data-drop", "p3")
    page.mouse.up()
    guest.noted("2 faces moved to Person 3")
    expect(guest.faces()).to_have_count(len(members) - 2)
    expect(page.locator("#chosen")).to_be_hidden()
    album = house.session.album
    assert {int(k) for k in members[1:3]} < set(album.people.members(album.person("p3")).tolist())
    page.locator(".notice button", has_text="Undo").click()
    expect(guest.faces()).to_have_count(len(members))
    page.locator("#back").click()
    guest.drag(guest.card("p4").locator(".cover"), guest.card("p3").locator(".cover"))
    guest.noted("merged into Person 3")
    expect(guest.card("p4")).to_have_count(0)
    expect(guest.size("p3")).to_have_text("10")
    guest.press("Control+z")
    expect(guest.card("p4")).to_have_count(1)


def test_without_a_mouse(house):
    guest = house.visit().open()
    page = guest.page
    page.locator("#search").focus()
    guest.press("ArrowDown")
    expect(guest.card("p1").locator(".cover")).to_be_focused()
    guest.press("ArrowRight", "ArrowDown", "Home", "Enter")
    expect(page.locator("#person-faces .tile").first).to_be_focused()
    n = guest.faces().count()
    guest.press("Space", "ArrowRight", "Shift+Space", "m")
    expect(page.locator("#picker")).to_be_visible()
    guest.press("Escape", "w")
    guest.noted("2 faces moved to a new person")
    expect(guest.faces()).to_have_count(n - 2)
    expect(page.locator("#spoken")).to_contain_text("2 faces moved to a new person")
    guest.shows(8)
    page.locator("#person-faces .tile").first.focus()
    guest.press("Space", "ArrowRight", "Space", "d")
    guest.noted("Not the same person")
    assert len(house.store.saved.apart) >= 1
    page.locator("#person-faces .tile").first.focus()
    guest.press("F2")
    expect(page.locator("#person-name")).to_be_focused()
    page.keyboard.type("Ann")
    guest.press("Enter")
    guest.noted("Named Ann")
    guest.press("Escape")
    expect(guest.cards().first).to_be_visible()
    covers = page.locator(".person .cover")
    covers.nth(0).focus()
    guest.press("Space", "ArrowRight", "Space")
    expect(page.locator("#chosen-text")).to_have_text("2 people")
    n_people = int(page.locator("#count").inner_text())
    guest.press("s")
    guest.shows(n_people - 1)
    guest.press("?")
    expect(page.locator("#help-keys")).to_contain_text("Undo")


def test_names_and_a_full_disk(house):
    guest = house.visit(expected=FAILED_REQUEST).open()
    page = guest.page
    odd = '<img src=x onerror=alert(1)> "O\'" 🙂'
    for id, text in (("p1", odd), ("p2", "אבי כהן"), ("p3", "Ann")):
        guest.card(id).locator(".name").fill(text)
        guest.press("Enter")
        expect(page.locator("#undo")).to_have_attribute("title", re.compile("name"))
        expect(guest.card(id).locator(".name")).to_have_value(text)
        guest.noted("Named")
    page.reload()
    expect(guest.card("p1").locator(".name")).to_have_value(odd)
    page.locator("#search").fill("AN")
    expect(guest.cards()).to_have_count(1)
    page.locator("#search").fill("nobody")
    page.locator("#nobody button").click()
    expect(guest.cards()).to_have_count(7)
    guest.card("p4").locator(".name").click()
    page.keyboard.type("an")
    expect(page.locator("#names li")).to_have_text(["Ann"])
    guest.press("ArrowDown", "Enter")
    expect(page.locator("#same-name")).to_be_visible()
    page.locator("#same-name-other").click()
    expect(guest.card("p4").locator(".name")).to_have_value("")
    page.keyboard.type("ANN")
    guest.press("Enter")
    page.locator("#same-name-merge").click()
    guest.noted("merged into Ann")
    guest.shows(6)
    assert "Ann" in house.session.album.people.names

    house.store.is_full = True
    guest.card("p5").locator(".name").fill("Eve")
    guest.press("Enter")
    expect(page.locator(".notice.error")).to_contain_text("could not be saved")
    expect(guest.card("p5").locator(".name")).to_have_value("")


def test_two_tabs_and_a_restart(house):
    one = house.visit(expected=f"{FAILED_REQUEST}|ERR_CONNECTION").open()
    two = house.visit(context=house.tabs.contexts[0], expected=f"{FAILED_REQUEST}|ERR_CONNECTION").open()
    two.page.bring_to_front()
    one.card("p1").locator(".name").fill("Ann")
    one.press("Enter")
    expect(two.card("p1").locator(".name")).to_have_value("Ann")
    two.noted("Another tab has changed the album")
    # A tab that is behind: its change is applied on top, with a notice.
    two.page.route("**/pulse", lambda route: route.abort())
    house.session.change(_change(house, do="name", person="p2", text="Bob"))
    two.page.evaluate("document.querySelector('[data-person=p3] .name').focus()")
    two.page.keyboard.type("Cy")
    two.press("Enter")
    two.noted("applied on top of changes from another tab")
    expect(two.card("p2").locator(".name")).to_have_value("Bob")
    one.page.bring_to_front()
    one.card("p3").locator(".cover").click()
    expect(one.page.locator("#person-name")).to_have_value("Cy")
    # The server is has restarted at the same place, with what was saved.
    house.restart()
    expect(one.page.locator("#undo")).to_be_disabled()  # it has noticed
    expect(one.page.locator("#person-name")).to_have_value("Cy")
    two.page.bring_to_front()
    two.card("p3").locator(".name").fill("Di")
    two.press("Enter")
    expect(two.page.locator(".notice.error")).to_contain_text("has restarted")
    expect(two.card("p3").locator(".name")).to_have_value("Cy")
    names = [two.page.locator(".person .name").nth(k).input_value() for k in range(7)]
    assert sorted(filter(None, names)) == ["Ann", "Bob", "Cy"]


def _change(house, **body):
    from frenemy.web.faces.changes import read_change

    return read_change(json.dumps({"revision": house.session.revision, **body}).encode())


def test_new_photos_exports_and_a_phone(open_house, tmp_path):
    house = open_house(SyntheticStore(SyntheticPhotos(SIZES), n_photos=22))
    guest = house.visit(accept_downloads=True).open()
    page = guest.page
    guest.card("p1").locator(".name").fill("Ann")
    guest.press("Enter")
    guest.noted("Named Ann")
    house.store.gate.clear()
    page.locator("#rescan").click()
    expect(page.locator("#progress-stage")).to_contain_text("of 27")
    page.locator("#cancel").click()
    guest.noted("Stopped")
    house.store.gate.set()
    page.locator("body").press("r")
    guest.noted("5 new faces")
    expect(page.locator("#status")).to_contain_text("27 faces in 27 photos")
    expect(guest.card("p1").locator(".name")).to_have_value("Ann")
    page.locator("#skipped summary").click()
    expect(page.locator("#skipped-list")).to_contain_text("notes <b>.txt not a picture")
    page.locator("#export-menu summary").click()
    with page.expect_download() as coming:
        page.locator('[data-kind="album.zip"]').click()
    coming.value.save_as(tmp_path / "album.zip")
    with zipfile.ZipFile(tmp_path / "album.zip") as archive:
        assert b"Ann" in archive.read("people.csv")

    # A phone.
    house = open_house(SyntheticStore(SyntheticPhotos(SIZES, **DOUBTFUL)))
    guest = house.visit(width=390, height=780, has_touch=True, is_mobile=True, color_scheme="dark").open()
    page = guest.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#question-more").tap()
    page.locator("#answer-yes").tap()
    expect(page.locator("#corrections-count")).to_have_text("1")
    page.locator("#theme").tap()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    guest.card("p1").locator(".cover").tap()
    expect(guest.faces().first).to_be_visible()
    n = guest.faces().count()
    guest.faces().nth(1).locator(".tick").tap()
    page.locator("#chosen-new").tap()
    expect(guest.faces()).to_have_count(n - 1)
    # A finger that rests drags.
    box = guest.faces().nth(0).locator(".tile").bounding_box()
    finger = page.context.new_cdp_session(page)
    at = {"x": box["x"] + 60, "y": box["y"] + 60}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator(".ghost")).to_be_visible()
    spot = page.locator('.spot[data-drop="new"]').bounding_box()
    over = {"x": spot["x"] + 20, "y": spot["y"] + 20}
    finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [over]})
    expect(page.locator(".spot.over")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(guest.faces()).to_have_count(n - 2)
    page.locator("#back").tap()
    expect(guest.cards()).to_have_count(9)


def test_dropped_photos_and_small_albums(open_house):
    house = open_house(describer=Center())
    guest = house.visit(expected=FAILED_REQUEST).open()
    page = guest.page
    expect(page.locator("#home")).to_contain_text("frenemy faces photos/ -o people/")
    expect(page.locator("#home")).to_contain_text("frenemy serve --faces people/")
    photos = [(f"{who}-{k}.jpg", jpeg(portrait(who, k))) for who in range(3) for k in range(2)]
    files = [{"name": name, "mimeType": "image/jpeg", "buffer": data} for name, data in photos]
    page.set_input_files("#upload-files", files)
    expect(page.locator("#status")).to_contain_text("6 faces in 6 photos")
    # More of them, dropped on the page.
    more = page.evaluate_handle(
        """(bytes) => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], "more <b>.jpg", { type: "image/jpeg" }));
            return data;
        }""",
        list(jpeg(portrait(0, 7))),
    )
    page.dispatch_event("#stage", "drop", {"dataTransfer": more})
    expect(page.locator("#status")).to_contain_text("7 faces in 7 photos")
    guest.cards().first.locator(".cover").click()
    guest.faces().first.locator(".tile").click()
    expect(page.locator(".frame img")).to_have_attribute("alt", re.compile(r"\.jpg$"))
    expect(page.locator(".frame:not(.loading)")).to_be_visible()
    guest.press("Escape")
    page.locator('a[href="/segment/"]').click()
    expect(page.locator("#picture-name")).to_have_text("sample picture")
    expect(page.locator("#panel:not(.stale)")).to_be_visible()

    for sizes in ((), (1,)):
        guest = open_house(SyntheticStore(SyntheticPhotos(sizes))).visit().open()
        guest.shows(len(sizes))
        if sizes:
            expect(guest.page.locator("#question-done")).to_be_visible()
        else:
            expect(guest.page.locator("#nobody")).to_contain_text("There are no photos")

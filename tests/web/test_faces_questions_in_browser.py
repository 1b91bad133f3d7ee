"""Questions about people on the faces page: split, answer, undo, reload; and a phone."""

import pytest
from expectations import expect
from synthetic_album import SyntheticPhotos, SyntheticStore, alike_store
from watched_tabs import FAILED_REQUEST


@pytest.fixture
def house(open_house):
    return open_house(alike_store())


def sides(page, name):
    return [page.locator(f"#{name}-{side} img").count() for side in ("one", "two")]


def test_questions_are_answered_by_keyboard_and_stay_answered(house):
    guest = house.visit(expected=f"{FAILED_REQUEST}|ERR_CONNECTION").open()
    page = guest.page
    expect(page.locator("#status")).to_have_text(
        "1 person may be two · 1 pair may be the same person · 18 faces in 18 photos"
    )
    expect(page.locator("#question-text")).to_have_text("Is this two people?")
    expect(page.locator("#answer-yes")).to_have_text("Two people")
    assert sides(page, "question") == [5, 3]
    guest.press("y")
    guest.noted("Two people, with 5 and 3 faces")
    guest.shows(5)
    expect(page.locator("#question-text")).to_have_text("Are these the same person?")
    assert sides(page, "question") == [3, 3]
    guest.press("n")
    guest.noted("Different people")
    expect(page.locator("#question-done-text")).to_have_text("No more questions.")
    page.locator("#corrections summary").click()
    expect(page.locator("#corrections-list li")).to_have_count(2)
    expect(page.locator("#corrections-list")).to_contain_text("3 faces split from")
    page.reload()
    guest.shows(5)
    expect(page.locator("#question")).to_be_hidden()
    guest.press("Control+z")
    guest.noted("Undone")
    expect(page.locator("#question-text")).to_have_text("Are these the same person?")
    guest.press("Control+z")
    guest.shows(4)
    expect(page.locator("#question-number")).to_have_text("2 of 2 questions")  # the current one stays
    guest.press("ArrowLeft")
    expect(page.locator("#question-text")).to_have_text("Is this two people?")
    guest.press("n")
    guest.noted("One person")
    expect(page.locator("#corrections-count")).to_have_text("1")
    guest.press("y")
    guest.shows(3)
    house.restart()
    other = house.visit().open()
    other.shows(3)
    expect(other.page.locator("#question")).to_be_hidden()


def test_split_a_person_and_change_the_sides(house):
    guest = house.visit().open("faces/#/person/p1")
    page = guest.page
    expect(page.locator("#person-what")).to_contain_text("may be two people")
    page.locator("#person-split").click()
    expect(page.locator("#split-one-text")).to_have_text("Person 1: 5 faces")
    expect(page.locator("#split-two-text")).to_have_text("New person: 3 faces")
    page.locator("#split-one .tile").first.click()
    expect(page.locator("#split-two-text")).to_have_text("New person: 4 faces")
    expect(page.locator("#split-two .tile:focus")).to_have_count(1)
    guest.press("Enter")  # back again
    expect(page.locator("#split-two-text")).to_have_text("New person: 3 faces")
    page.locator("#split-yes").click()
    guest.noted("Two people, with 5 and 3 faces")
    expect(guest.faces()).to_have_count(5)
    assert [batch.kind for batch in house.store.saved.batches] == ["split"]
    guest.press("Control+z")
    expect(guest.faces()).to_have_count(8)
    guest.press("k")
    expect(page.locator("#split")).to_be_visible()
    page.locator("#split-no").click()
    guest.noted("One person")
    expect(page.locator("#person-what")).not_to_contain_text("may be two")


def test_several_faces_moved_are_one_correction(house):
    guest = house.visit().open("faces/#/person/p1")
    page = guest.page
    for k in range(4):
        guest.faces().nth(k).locator(".tick").click()
    guest.press("w")
    guest.noted("4 faces moved to a new person")
    expect(page.locator("#corrections-count")).to_have_text("1")
    page.locator("#corrections summary").click()
    page.locator("#corrections-list .close").click()
    guest.noted("Correction deleted")
    expect(guest.faces()).to_have_count(8)


def test_on_a_phone_notices_stay_off_the_tools(open_house):
    house = open_house(SyntheticStore(SyntheticPhotos((9, 7, 5))))
    guest = house.visit(width=390, height=780, has_touch=True, is_mobile=True).open("faces/#/person/p1")
    page = guest.page
    guest.faces().nth(8).locator(".tick").tap()
    page.locator("#chosen-new").tap()
    guest.noted("1 face moved to a new person")
    for k in range(3):
        guest.faces().nth(k).locator(".tick").tap()
        notice = page.locator(".notice").last.bounding_box()
        tools = page.locator("#toolbar").bounding_box()
        assert notice["y"] + notice["height"] <= tools["y"]
        assert notice["x"] >= 0
        assert notice["x"] + notice["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

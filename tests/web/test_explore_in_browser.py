"""The explore page in a real browser, used as a person uses it: with mouse, keyboard and finger."""

import json
import re

import numpy as np
import pyarrow as pa
import pytest
from expectations import expect
from explored import source_of_problem
from local_server import LocalServer, png, scene
from small_clustering import N_GROUPS, NAMES, small_source
from watched_tabs import FAILED_REQUEST, Fingers, WatchedTabs

from frenemy.apps.explore.decisions_file import DecisionsFile
from frenemy.apps.explore.opening.earlier_groups import compared_with
from frenemy.problem import Problem
from frenemy.web.explore.session import ExploreSession

#: What a person with a screen reader would miss: names of controls, texts of pictures, ids that are there once.
UNNAMED = """() => {
  const seen = (one) => one.checkVisibility() && !one.closest('[aria-hidden="true"]');
  const label = (one) => one.labels?.[0]?.textContent.trim();
  const name = (one) => one.getAttribute('aria-label') || one.textContent.trim() || one.title || label(one);
  const start = (one) => one.outerHTML.slice(0, 120);
  const controls = [...document.querySelectorAll('button, a, input, select, summary, [role=grid]')];
  const wrong = controls.filter((one) => seen(one) && !name(one)).map(start);
  wrong.push(...[...document.images].filter((one) => !one.hasAttribute('alt')).map(start));
  const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
  wrong.push(...ids.filter((id, k) => ids.indexOf(id) !== k));
  if (document.querySelectorAll('[tabindex]:not([tabindex="0"], [tabindex="-1"])').length) wrong.push('tabindex');
  return wrong;
}"""


class Guest:
    """One tab."""

    def __init__(self, page, address):
        self.page = page
        self.address = address

    def open(self, path="explore/"):
        self.page.goto(self.address + path)
        expect(self.page.locator("body:not(.opening)")).to_be_attached()
        return self

    def groups(self):
        return self.page.locator(".group-row:not(.loading)")

    def group(self, name):
        return self.page.locator(".group-link", has=self.page.locator("b", has_text=re.compile(f"^{name}$")))

    def members(self):
        return self.page.locator(".member-row:not(.loading)")

    def member(self, name):
        return self.page.locator(".member-row", has=self.page.get_by_role("rowheader", name=name, exact=True))

    def shows(self, n_groups):
        expect(self.page.locator("#count")).to_have_text(str(n_groups))

    def noted(self, text):
        expect(self.page.locator(".notice span", has_text=text).first).to_be_visible()

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def is_accessible(self):
        assert self.page.evaluate(UNNAMED) == []

    def drag(self, what, to):
        start = what.bounding_box()
        self.page.mouse.move(start["x"] + 120, start["y"] + start["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(start["x"] + 140, start["y"] + 30, steps=3)
        expect(self.page.locator(".ghost")).to_be_visible()
        end = to.bounding_box()
        self.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
        expect(self.page.locator(".over")).to_be_visible()
        self.page.mouse.up()


class House:
    """A server with a clustering, and tabs that show it."""

    def __init__(self, browser, source=None, decisions=None):
        file = None if decisions is None else DecisionsFile(decisions, source.things)
        self.session = None if source is None else ExploreSession(source, file)
        self.served = LocalServer(clustering=self.session)
        self.tabs = WatchedTabs(browser)

    def visit(self, **options):
        return Guest(self.tabs.new_page(self.served.address, **options), self.served.address)

    def close(self):
        try:
            self.tabs.close()
        finally:
            self.served.close()


@pytest.fixture
def open_house(browser):
    houses = []

    def open_house(*args, **options):
        houses.append(House(browser, *args, **options))
        return houses[-1]

    yield open_house
    for house in houses:
        house.close()


def test_find_understand_correct_undo_export_and_reopen(open_house, tmp_path):
    for name in ("ann", "bob", "cid", "dee", "eve"):
        (tmp_path / f"{name}.png").write_bytes(png(scene()[0][:40, :40]))
    decisions = tmp_path / "small.decisions.csv"
    house = open_house(small_source(tmp_path / "small.csv", tmp_path), decisions)
    guest = house.visit().open("")
    page = guest.page
    assert page.url.endswith("/explore/")
    guest.shows(N_GROUPS)
    expect(page.locator("#status")).to_contain_text("3 doubtful · 18 things")
    expect(page.locator("#facts")).to_contain_text("Proved optimal")
    expect(page.locator("#decisions-where")).to_contain_text("small.decisions.csv")
    guest.is_accessible()

    # Find: filters, orders and search are in the address.
    expect(guest.groups()).to_have_count(5)
    page.locator('[data-filter="singles"]').click()
    expect(guest.groups()).to_have_count(1)
    page.go_back()
    expect(guest.groups()).to_have_count(5)
    page.locator("#sort").select_option("size")
    expect(page.locator(".group-link b").first).to_have_text("eve 0")
    page.locator("#search").fill("rome")
    expect(guest.groups()).to_have_count(1)
    page.reload()
    expect(page.locator("#search")).to_have_value("rome")
    expect(guest.groups()).to_have_count(1)
    page.locator("#search").fill("nobody")
    page.locator("#no-groups-all").click()
    expect(guest.groups()).to_have_count(5)

    # Understand: the members, what differs, and why two of them are together.
    guest.group("ann 2").click()
    expect(guest.members()).to_have_count(6)
    expect(page.locator(".member-row .differs")).to_have_text("Rome")
    expect(page.locator(".member-row img")).to_have_count(6)
    expect(page.locator("#split-text")).to_contain_text("Cutting off 3 things of 6 costs 0.5 nats")
    expect(page.locator("#drawing-mount canvas")).to_be_visible()
    guest.is_accessible()
    guest.member("ann 0").click()
    expect(page.locator("#chosen-apart")).to_be_disabled()
    guest.member("ann 5").locator("input").click()
    page.locator("#chosen-why").click()
    expect(page.locator("#why-verdict")).to_have_text("They are together")
    expect(page.locator("#why-chain li")).to_have_text(["ann 0", "+2", "ann 2", "+0.5", "ann 3", "+2", "ann 5"])
    expect(page.locator("#why-records .differs")).to_have_text(["York", "Rome"])
    assert page.url.endswith("#/why/0/5")
    page.reload()
    expect(page.locator("#why-first")).to_contain_text("ann 0")
    guest.is_accessible()

    # Correct: apart, split, join, move; each says what moved and can be undone.
    page.locator("#why-apart").click()
    guest.shows(6)
    guest.noted("Apart · 3 things moved")
    expect(page.locator("#why-verdict")).to_have_text("They are apart")
    page.locator(".notice button", has_text="Show").click()
    expect(page.locator('[data-filter="changed"]')).to_have_attribute("aria-pressed", "true")
    expect(guest.groups()).to_have_count(2)
    page.locator("#undo").click()
    guest.shows(5)
    expect(page.locator("#no-groups")).to_be_visible()
    guest.press("Escape")
    guest.group("ann 2").click()
    page.locator("#split-open").click()
    expect(page.locator("#split-halves h3")).to_have_text(["3 things", "3 things"])
    page.locator("#split-apply").click()
    guest.noted("Group split · 3 things moved")
    guest.shows(6)
    page.locator("#redo").is_disabled()
    expect(page.locator("#decision-list li").first).to_be_visible()
    page.locator("#decision-list .close").first.click()
    guest.noted("Decision forgotten")
    page.go_back()
    guest.group("bob 0").click()
    expect(guest.members()).to_have_count(5)
    guest.drag(guest.member("bob 4"), page.locator("#neighbors li", has_text="cid 0"))
    guest.noted("1 thing moved")
    expect(guest.members()).to_have_count(4)
    page.locator("#neighbors li", has_text="cid 0").locator("a").click()
    expect(guest.members()).to_have_count(5)
    expect(page.locator(".member-row.moved")).to_have_count(1)
    n = int(page.locator("#count").inner_text())
    page.get_by_role("button", name="Join bob 0").click()
    guest.shows(n - 1)
    expect(guest.members()).to_have_count(9)

    # Export, and reopen.
    with page.expect_download() as got:
        page.locator("#export-menu summary").click()
        page.locator('[data-kind="labels.csv"]').click()
    assert got.value.suggested_filename == "small.labels.csv"
    rows = got.value.path().read_text(encoding="utf-8").splitlines()
    assert len(rows) == len(NAMES) + 1
    with page.expect_download() as got:
        page.locator("#export-menu summary").click()
        page.locator('[data-kind="decisions.csv"]').click()
    assert "decision" in got.value.path().read_text(encoding="utf-8")
    house.close()
    reopened = open_house(small_source(tmp_path / "small.csv", tmp_path), decisions)
    house.tabs.contexts.clear()
    again = reopened.visit().open()
    again.shows(n - 1)
    expect(again.page.locator("#undo")).to_be_enabled()
    again.press("z")
    again.shows(n)


def test_keyboard_only(open_house):
    house = open_house(small_source())
    guest = house.visit().open()
    page = guest.page
    expect(guest.groups()).to_have_count(5)
    guest.press("/")
    page.keyboard.type("bob")
    expect(guest.groups()).to_have_count(1)
    guest.press("ArrowDown")
    expect(guest.group("bob 0")).to_be_focused()
    guest.press("Enter")
    expect(page.locator(".member-row").first).to_be_focused()
    guest.press("ArrowDown", "Space", "Shift+ArrowDown")
    expect(page.locator("#chosen-text")).to_have_text("2 things")
    expect(page.locator('.member-row[aria-selected="true"]')).to_have_count(2)
    guest.press("m")
    expect(page.locator("#picker-search")).to_be_focused()
    page.keyboard.type("hull")  # by a column: the group of cid
    expect(page.locator("#picker-list [role=option]")).to_have_count(2)
    guest.press("ArrowDown", "Enter")
    guest.noted("2 things moved")
    expect(guest.members()).to_have_count(3)
    guest.press("Control+z")
    expect(guest.members()).to_have_count(5)
    guest.press("Control+Shift+z")
    expect(guest.members()).to_have_count(3)
    guest.press("z")
    expect(guest.members()).to_have_count(5)
    guest.press("Control+a")
    expect(page.locator("#chosen-text")).to_have_text("5 things")
    guest.press("Escape")
    expect(page.locator("#chosen")).to_be_hidden()
    guest.press("x")
    expect(page.locator("#split-apply")).to_be_focused()
    guest.press("Escape", "j")
    expect(page.locator("#picker-list [role=option]").first).to_be_visible()
    guest.press("Escape", "Escape")
    expect(guest.group("bob 0")).to_be_focused()  # where it was left

    # Questions.
    guest.press("2")
    expect(page.locator("#questions-progress")).to_contain_text("settle")
    first = page.locator(".comparison thead").inner_text()
    guest.press("s")
    expect(page.locator(".comparison thead")).not_to_have_text(first)
    page.reload()
    expect(page.locator(".comparison .differs").first).to_be_visible()
    guest.is_accessible()
    guest.press("y")
    guest.noted("The same")
    expect(page.locator("#questions-progress")).to_contain_text("1 answer so far")
    guest.press("z")
    guest.noted("Undone")
    expect(page.locator("#questions-progress")).not_to_contain_text("so far")
    guest.press("n")
    guest.noted("Different")
    while page.locator("#question").is_visible():
        asked = page.locator(".comparison thead").inner_text()
        guest.press("s")
        expect(page.locator(".comparison thead:visible", has_text=asked)).to_have_count(0)
    expect(page.locator("#questions-done-text")).to_contain_text("skipped")
    page.locator("#questions-again").press("Enter")
    expect(page.locator("#question")).to_be_visible()

    # Why, from two search boxes; then the help.
    guest.press("3")
    page.locator("#why-first").focus()
    guest.press("Enter")
    page.keyboard.type("ann 0")
    expect(page.locator("#picker-list [role=option]")).to_have_count(1)
    guest.press("Enter")
    expect(page.locator("#picker")).to_be_hidden()
    page.locator("#why-second").focus()
    guest.press("Enter")
    page.keyboard.type("eve")
    expect(page.locator("#picker-list [role=option]")).to_have_count(1)
    guest.press("Enter")
    expect(page.locator("#why-verdict")).to_have_text("They are apart")
    page.evaluate("document.activeElement.blur()")
    guest.press("?")
    expect(page.locator("#help")).to_be_visible()
    guest.press("Escape", "1")
    expect(guest.groups().first).to_have_attribute("aria-setsize", page.locator("#count").inner_text())
    guest.press("4")
    expect(page.locator("#matrix-mount canvas")).to_be_visible()


def test_two_tabs_and_a_phone(open_house):
    house = open_house(small_source())
    guest = house.visit(expected=FAILED_REQUEST).open()
    phone = house.visit(width=390, height=780, has_touch=True, color_scheme="dark").open()
    page = phone.page
    expect(phone.groups()).to_have_count(5)
    overflow = "document.documentElement.scrollWidth - innerWidth"
    for path in ("#/groups", "#/group/1", "#/why/0/5", "#/questions", "#/matrix", "#/path"):
        page.evaluate(f"location.hash = '{path}'")
        expect(page.locator(".tabs [aria-current]")).to_be_visible()
        assert page.evaluate(overflow) <= 0, path
        phone.is_accessible()
    page.evaluate("location.hash = '#/group/1'")
    phone.member("bob 3").tap()
    phone.member("bob 4").tap()
    page.locator("#chosen-apart").tap()
    phone.noted("Apart")
    n_groups = int(page.locator("#count").text_content())
    assert n_groups > N_GROUPS

    # The other browser learns about it when it is used again.
    guest.page.evaluate("dispatchEvent(new Event('focus'))")
    guest.shows(n_groups)
    guest.noted("Another tab has changed the groups")
    page.locator("#undo").tap()
    phone.noted("Undone")
    guest.page.locator("#undo").click()  # with what it knows, which is old
    guest.noted("another tab")
    guest.shows(N_GROUPS)
    twin = Guest(house.tabs.new_page(house.served.address, context=guest.page.context), guest.address).open(
        "explore/#/group/1"
    )
    expect(twin.members()).to_have_count(5)
    twin.page.locator("#neighbors button").first.click()
    twin.noted("Groups joined")
    guest.shows(N_GROUPS - 1)  # tabs of one browser tell each other at once


def test_a_million_groups_and_a_dropped_file(open_house):
    house = open_house()
    guest = house.visit(expected=FAILED_REQUEST).open("explore/")
    page = guest.page
    expect(page.locator(".steps code")).to_have_count(3)
    guest.is_accessible()
    page.locator("#upload-file").set_input_files({"name": "x.csv", "mimeType": "text/csv", "buffer": b"\x00\x01"})
    expect(page.locator(".notice.error")).to_be_visible()
    pairs = b"id_1,id_2,weight\n" + b"".join(b"a%d,a%d,1\n" % (i, i + 1) for i in range(30))
    page.locator("#upload-file").set_input_files({"name": "pairs.csv", "mimeType": "text/csv", "buffer": pairs})
    expect(guest.groups().first).to_be_visible()
    assert "clustering=" in page.url
    page.reload()
    expect(guest.groups().first).to_be_visible()

    # A list that no element could hold: only what is visible is there and is asked for.
    total, asked = 1_000_000, []

    def reply(route):
        query = dict(re.findall(r"(\w+)=([^&]*)", route.request.url))
        offset, limit = int(query["offset"]), int(query["limit"])
        asked.append(offset)
        row = {
            "size": 2,
            "doubt": None,
            "why": None,
            "cohesion": 1,
            "mixed": 0,
            "isDoubtful": False,
            "isChanged": False,
        }
        rows = [
            {**row, "group": i, "name": f"g{i}", "examples": [], "summary": []}
            for i in range(offset, min(offset + limit, total))
        ]
        route.fulfill(content_type="application/json", body=json.dumps({"total": total, "rows": rows, "counts": {}}))

    page.route(re.compile(r"/groups\?"), reply)
    page.locator("#sort").select_option("name")
    expect(page.locator(".group-link b").first).to_have_text("g0")
    page.locator(".group-link").first.focus()
    guest.press("End")
    expect(page.locator(".group-link:focus b")).to_have_text("g999999")
    guest.press("ArrowUp", "PageUp", "ArrowDown", "PageDown")
    expect(page.locator(".group-link:focus b")).to_have_text("g999999")
    page.locator("#scroll").hover()
    page.mouse.wheel(0, -300)
    expect(page.locator(".group-link:focus b")).to_have_text("g999999")  # the focus is kept
    guest.press("Home")
    expect(page.locator(".group-link:focus b")).to_have_text("g0")
    page.locator("#scroll").evaluate("(one) => (one.scrollTop = one.scrollHeight / 2)")
    expect(page.locator(".group-link b", has_text=re.compile("^g49|^g50")).first).to_be_visible()
    assert page.locator(".group-row").count() < 60
    assert len(asked) < 30


def test_what_has_changed_since_an_earlier_run(open_house):
    # Before: bob 4 was with cid, dee was two, eve 0 is new, and one of cid is gone.
    groups = {name: name.split()[0] for name in NAMES if name != "eve 0"} | {"bob 4": "cid", "dee 1": "dee too"}
    before = pa.table({"id": [*groups, "cid 9"], "cluster_id": [*groups.values(), "cid"]})
    house = open_house(compared_with(small_source(), before))
    guest = house.visit().open()
    page = guest.page
    expect(page.locator("#facts")).to_contain_text("the earlier result: 4 groups changed; 1 thing new, 1 thing gone")
    expect(guest.groups()).to_have_count(5)
    expect(page.locator(".group-row.changed")).to_have_count(4)
    changed = page.locator('[data-filter="changed"]')
    expect(changed).to_have_text("Changed4")
    expect(changed).to_have_attribute("title", "Not as they were in the earlier result")
    expect(page.locator('[data-filter="corrected"]')).to_have_text("Corrected0")
    changed.click()
    expect(guest.groups()).to_have_count(4)
    guest.group("bob 0").click()
    origin = page.locator("#group-origin")
    expect(origin).to_have_text("Since the earlier result: was 2 groups: all 4 of bob, 1 of 6 of cid; 1 gone")
    guest.is_accessible()

    # A correction counts at once, and "Show" leads to what was corrected.
    guest.member("bob 4").click()
    guest.press("w")
    guest.noted("1 thing moved")
    expect(origin).to_have_text("Since the earlier result: unchanged, was bob")
    page.locator(".notice button", has_text="Show").click()
    expect(page.locator('[data-filter="corrected"]')).to_have_attribute("aria-pressed", "true")
    expect(guest.groups()).to_have_count(2)
    expect(changed).to_have_text("Changed4")  # bob no more, bob 4 alone instead
    page.evaluate("location.hash = '#/group/4'")
    expect(origin).to_have_text("Since the earlier result: all new")


def test_members_are_dragged_to_a_row_of_the_list(open_house):
    u = np.arange(360)
    edges = np.concatenate((np.stack((u, u - u % 3), 1)[u % 3 > 0], np.stack((u, u + 3), 1)[:-3]))
    weights = np.where(edges[:, 0] // 3 == edges[:, 1] // 3, 2.0, -1.0)  # 120 groups of three
    house = open_house(source_of_problem(Problem.from_edges(*edges.T, weights)))
    guest = house.visit().open("explore/#/groups?sort=name")
    page = guest.page
    first = guest.groups().first
    first.click()
    expect(guest.members().first).to_be_visible()
    n = guest.members().count()
    moved = guest.members().nth(1)
    name = moved.get_by_role("rowheader").inner_text()

    def drag_to_list(spring):
        box = moved.bounding_box()
        page.mouse.move(box["x"] + 120, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(box["x"] + 140, box["y"] + 30, steps=3)
        end = page.locator(spring).bounding_box()
        page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
        expect(page.locator("#group-list")).to_be_visible()
        expect(guest.groups().first).to_be_visible()

    # Escape puts everything back, and the own group is no target.
    drag_to_list("#back")
    own = first.bounding_box()
    page.mouse.move(own["x"] + 60, own["y"] + 10, steps=3)
    expect(page.locator(".group-row.over")).to_have_count(0)
    guest.press("Escape")
    page.mouse.up()
    expect(guest.members()).to_have_count(n)
    expect(page.locator("#undo")).to_be_disabled()

    # At the edge the list scrolls, as far as one likes.
    drag_to_list("#dock [data-spring]")
    stage = page.locator("#scroll").bounding_box()
    page.mouse.move(stage["x"] + 60, stage["y"] + stage["height"] - 8, steps=4)
    last = page.locator('.group-row[aria-posinset="40"]:not(.loading)')
    expect(last).to_be_visible()
    page.mouse.move(stage["x"] + 60, stage["y"] + stage["height"] / 2, steps=2)
    over = page.locator(".group-row.over")
    expect(over).to_be_visible()
    target = over.get_attribute("data-drop")
    assert int(over.get_attribute("aria-posinset")) > 20
    page.mouse.up()
    guest.noted("Moved")
    expect(guest.members()).to_have_count(n - 1)  # back in the group
    page.evaluate(f"location.hash = '#/group/{target}'")
    expect(page.locator(".member-row.moved .member-name")).to_have_text(name)


def test_after_a_search_members_are_dragged_to_any_group(open_house):
    guest = open_house(small_source()).visit().open("explore/#/groups?q=bob")
    page = guest.page
    expect(guest.groups()).to_have_count(1)
    guest.group("bob 0").click()
    box = guest.member("bob 3").bounding_box()
    page.mouse.move(box["x"] + 120, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 140, box["y"] + 30, steps=3)
    spring = page.locator("#dock [data-spring]").bounding_box()
    page.mouse.move(spring["x"] + 30, spring["y"] + 30, steps=4)
    expect(guest.groups()).to_have_count(N_GROUPS)
    expect(page.locator("#search")).to_have_value("")
    row = guest.group("eve 0").bounding_box()
    page.mouse.move(row["x"] + 60, row["y"] + 10, steps=3)
    expect(page.locator(".group-row.over")).to_be_visible()
    page.mouse.up()
    guest.noted("Moved")
    page.locator("#back").click()
    expect(page.locator("#search")).to_have_value("bob")
    expect(guest.groups()).to_have_count(2)  # one of them is where the thing went


def test_doubtful_groups_begin_with_the_most_doubtful_one(open_house):
    guest = open_house(small_source()).visit().open()
    guest.page.locator('[data-filter="doubtful"]').click()
    expect(guest.page.locator("#sort")).to_have_value("doubt")
    expect(guest.groups()).to_have_count(3)
    expect(guest.page.locator('.group-row[aria-posinset="3"]')).to_contain_text("cid 0")  # larger, but less doubtful
    guest.page.locator('[data-filter="all"]').click()
    expect(guest.page.locator("#sort")).to_have_value("-size")


def test_a_phone_has_no_hints_of_keys_and_the_selection_covers_no_legend(open_house):
    guest = open_house(small_source()).visit(width=390, height=780, has_touch=True, is_mobile=True)
    page = guest.open("explore/#/group/1").page
    guest.member("bob 3").tap()
    page.evaluate("location.hash = '#/matrix'")
    expect(page.locator("#matrix-mount .picture-text summary")).to_be_visible()
    expect(page.locator("#chosen")).to_be_visible()
    text = page.locator("#matrix-mount .picture-text summary").bounding_box()
    assert text["y"] + text["height"] <= page.locator("#toolbar").bounding_box()["y"]
    page.evaluate("location.hash = '#/questions'")
    expect(page.locator("#answer-same")).to_be_visible()
    expect(page.locator("#answer-same kbd")).to_be_hidden()


def test_views_take_the_focus_only_from_their_own_page(open_house):
    """A notebook shows the page in a frame: who types in a cell meanwhile goes on typing there."""
    page = open_house(small_source()).visit().open().page

    def focused_in(view, ready):
        page.evaluate("document.activeElement.blur()")
        page.evaluate(f"location.hash = '#/{view}'")
        expect(page.locator(ready)).to_be_visible()
        page.wait_for_timeout(100)  # the next frame
        return page.evaluate("document.activeElement !== document.body")

    views = (("questions", "#answer-same"), ("group/1", ".member-row:not(.loading) >> nth=0"))
    assert [focused_in(*view) for view in views] == [True, True]
    page.evaluate("location.hash = '#/matrix'")
    page.evaluate("document.hasFocus = () => false")
    assert [focused_in(*view) for view in views] == [False, False]


def test_on_a_phone_no_notice_covers_the_tools_of_the_selection(open_house):
    guest = open_house(small_source()).visit(width=390, height=844, has_touch=True, is_mobile=True)
    page = guest.open("explore/#/group/1").page
    guest.member("bob 3").tap()
    page.locator("#chosen-new").tap()
    guest.noted("moved")
    page.evaluate("location.hash = '#/group/0'")
    guest.member("ann 1").tap()
    expect(page.locator("#chosen")).to_be_visible()
    page.wait_for_function("""() => {
      const [notice, tools] = ['.notice', '#toolbar'].map((one) => document.querySelector(one).getBoundingClientRect());
      return notice.bottom <= tools.top && tools.height > 100;
    }""")


def test_a_finger_drags_members_to_the_list(open_house):
    house = open_house(small_source())
    guest = house.visit(width=390, height=780, has_touch=True).open("explore/#/group/1")
    page = guest.page
    expect(guest.members()).to_have_count(5)
    fingers = Fingers(page)
    box = guest.member("bob 3").bounding_box()
    fingers.touch("touchStart", [(box["x"] + 100, box["y"] + 12)])
    expect(page.locator(".ghost")).to_be_visible()
    spring = page.locator("#dock [data-spring]").bounding_box()
    fingers.touch("touchMove", [(spring["x"] + 30, spring["y"] + 30)])
    row = guest.group("ann 2")
    expect(row).to_be_visible()
    place = row.bounding_box()
    fingers.touch("touchMove", [(place["x"] + 80, place["y"] + 12)])
    expect(page.locator(".group-row.over")).to_be_visible()
    fingers.touch("touchEnd", [])
    guest.noted("1 thing moved")
    expect(guest.members()).to_have_count(4)

"""The pictures of a clustering in a real browser: the matrix, the path of the bias, the map and the drawing."""

import re

import pytest
from expectations import expect
from local_server import LocalServer
from planted_clustering import N_THINGS, SIZES, planted_source
from watched_tabs import Fingers, WatchedTabs

from frenemy.web.explore.session import ExploreSession

#: The share of the pixels of a canvas, from x0, y0 to x1, y1 (shares too), in which blue or red is the stronger.
_COLORED = """(canvas, [x0, y0, x1, y1, isBlue]) => {
  const [w, h] = [canvas.width, canvas.height];
  const { data } = canvas.getContext("2d").getImageData(x0 * w, y0 * h, (x1 - x0) * w, (y1 - y0) * h);
  let n = 0;
  for (let i = 0; i < data.length; i += 4) {
    const [red, blue] = [data[i], data[i + 2]];
    if ((isBlue ? blue - red : red - blue) > 60) n += 1;
  }
  return (4 * n) / data.length;
}"""


class Viewer:
    """One tab."""

    def __init__(self, page, address):
        self.page = page
        self.address = address

    def open(self, view):
        self.page.goto(f"{self.address}explore/#/{view}")
        expect(self.page.locator("body:not(.opening)")).to_be_attached()
        return self

    def canvas(self, name):
        return self.page.locator(f"#{name}-mount canvas")

    def tip(self, name):
        return self.page.locator(f"#{name}-mount .picture-tip")

    def place(self, name, x, y):
        """A point of a canvas; x and y are shares of its fitted square."""
        box = self.canvas(name).bounding_box()
        side = min(box["width"], box["height"]) - 24
        left, top = box["x"] + (box["width"] - side) / 2, box["y"] + (box["height"] - side) / 2
        return left + x * side, top + y * side

    def colored(self, name, is_blue, part=(0, 0, 1, 1)):
        return self.canvas(name).evaluate(_COLORED, [*part, is_blue])

    def at(self, pattern):
        expect(self.page).to_have_url(re.compile(pattern))


@pytest.fixture(scope="module")
def server():
    running = LocalServer(clustering=ExploreSession(planted_source()))
    yield running
    running.close()


@pytest.fixture(scope="module")
def viewer(browser, server):
    """One tab for all tests: each opens what it needs."""
    tabs = WatchedTabs(browser)
    reading = "willReadFrequently"  # advice to whoever reads pixels, which only this test does
    yield Viewer(tabs.new_page(server.address, width=1200, height=760, expected=reading), server.address)
    tabs.close()


def test_the_matrix_is_zoomed_and_opens_what_is_clicked(viewer):
    viewer.open("matrix")
    page = viewer.page
    expect(viewer.canvas("matrix")).to_have_attribute(
        "aria-label", re.compile(f"between {N_THINGS} things, in 4 groups")
    )
    page.wait_for_function(
        f"(canvas) => ({_COLORED})(canvas, [0, 0, 1, 1, true]) > 0.02", arg=viewer.canvas("matrix").element_handle()
    )
    assert viewer.colored("matrix", is_blue=False) > 0.02

    page.mouse.move(*viewer.place("matrix", 0.111, 0.05))  # the sixth column, the third row
    expect(viewer.tip("matrix")).to_contain_text(re.compile(r"t\d+ \S t\d+.*the same group", re.DOTALL))
    before = viewer.colored("matrix", is_blue=True)
    for _ in range(4):
        page.mouse.wheel(0, -300)
    expect(page.locator("#matrix-mount .picture-note")).to_have_text("Each square is one pair.")
    page.wait_for_function(
        f"([canvas, least]) => ({_COLORED})(canvas, [0, 0, 1, 1, true]) > least",
        arg=[viewer.canvas("matrix").element_handle(), 1.5 * before],
    )

    viewer.canvas("matrix").focus()
    page.keyboard.press("0")
    # The middle is told: a pair or a thing with itself, as the width in pixels rounds.
    expect(viewer.tip("matrix")).to_contain_text(re.compile("Click (tells why|opens its group)"))
    page.mouse.click(*viewer.place("matrix", 0.01, 0.99))
    viewer.at(r"#/why/\d+/\d+$")
    page.go_back()
    page.mouse.click(*viewer.place("matrix", 0.31, 0.31))  # on the diagonal
    viewer.at(r"#/group/\d+$")


def test_the_bias_is_chosen_by_slider_stretch_and_button(viewer):
    viewer.open("path")
    page = viewer.page
    groups = page.locator(".path-facts dd").first
    expect(groups).to_have_text(str(len(SIZES)))
    stretch = page.locator(".path-stretches button", has_text=f"{len(SIZES)} groups")
    expect(stretch).to_be_visible()
    expect(page.locator(".stretch-name", has_text=f"{len(SIZES)} groups")).to_be_attached()
    expect(page.locator("#path-mount")).to_contain_text("The energy was")

    slider = page.locator("#bias-slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(groups).not_to_have_text(str(len(SIZES)))
    expect(page.locator("#count")).to_have_text(groups.inner_text())
    viewer.at(r"bias=-")
    stretch.click()
    expect(groups).to_have_text(str(len(SIZES)))
    page.get_by_role("button", name="Back to 0").first.click()
    expect(page.locator("#bias-now")).to_have_text("0 nats")
    expect(page.locator("#path-mount summary")).to_have_text("As a table")


def test_a_bias_chosen_while_the_page_follows_another_one_stays(viewer):
    viewer.open("path")
    page = viewer.page
    groups = page.locator(".path-facts dd").first
    page.locator("#bias-slider").focus()
    page.keyboard.press("Home")
    expect(groups).not_to_have_text(str(len(SIZES)))
    viewer.at("bias=-")
    asked = []
    page.route(re.compile(r"state\?bias=-0"), lambda route: asked.append(route) if asked else _first(route, asked))
    page.locator(".path-stretches button", has_text=f"{len(SIZES)} groups").click()
    while len(asked) < 2:  # the view has its answer; the page waits for its own
        page.wait_for_timeout(20)
    page.get_by_role("button", name="Back to 0").first.click()
    asked[1].continue_()
    page.wait_for_timeout(100)
    expect(page.locator("#bias-now")).to_have_text("0 nats")
    page.unroute_all(behavior="wait")
    expect(page).not_to_have_url(re.compile("bias="))
    expect(page.locator("#bias-now")).to_have_text("0 nats")


def _first(route, asked):
    asked.append(route)
    route.continue_()


def test_points_of_the_map_are_lassoed(viewer):
    viewer.open("map")
    page = viewer.page
    expect(page.locator(".map-legend button")).to_have_count(len(SIZES))
    expect(page.locator("#map-mount .picture-note")).to_contain_text(f"{N_THINGS} things")
    viewer.canvas("map").focus()
    page.keyboard.press("l")
    expect(page.get_by_role("button", name="Lasso")).to_have_attribute("aria-pressed", "true")
    corners = [(0.0, 0.0), (0.99, 0.0), (0.99, 0.99), (0.0, 0.99)]
    page.mouse.move(*viewer.place("map", *corners[0]))
    page.mouse.down()
    for corner in corners[1:]:
        page.mouse.move(*viewer.place("map", *corner), steps=3)
    page.mouse.up()
    expect(page.locator("#chosen-text")).to_have_text(f"{N_THINGS} things")
    page.locator("#chosen-drop").click()
    alone = page.locator(".map-legend button").first
    alone.click()
    expect(page.locator(".map-legend button").first).to_have_attribute("aria-pressed", "true")


def test_a_drawing_leads_to_the_reason_for_a_pair(viewer):
    viewer.open("groups")
    page = viewer.page
    group = page.evaluate(
        "async () => (await (await fetch('/explore/clusterings/main/groups?sort=-size&limit=1')).json()).rows[0].group"
    )
    viewer.open(f"group/{group}")
    canvas = viewer.canvas("drawing")
    expect(canvas).to_have_attribute("aria-label", re.compile(f"Drawing: {SIZES[0]} things of the group"))
    canvas.focus()
    page.keyboard.press("n")
    expect(viewer.tip("drawing")).to_contain_text("t000")
    page.keyboard.press("Enter")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    viewer.at(r"#/why/0/1$")


def test_two_fingers_zoom_on_a_phone(browser, server):
    tabs = WatchedTabs(browser)
    page = tabs.new_page(server.address, width=390, height=844, has_touch=True, color_scheme="dark")
    viewer = Viewer(page, server.address).open("matrix")
    note = page.locator("#matrix-mount .picture-note")
    expect(note).not_to_be_empty()
    before = viewer.canvas("matrix").screenshot()
    x, y = viewer.place("matrix", 0.5, 0.5)
    Fingers(page).slide([(x - 20, y), (x + 20, y)], [(x - 110, y), (x + 110, y)])
    page.wait_for_timeout(300)
    assert viewer.canvas("matrix").screenshot() != before
    for view in ("matrix", "path", "map"):
        viewer.open(view)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tabs.close()

"""The report in a real browser: quiet, offline, in both color schemes, on a phone and on paper."""

from itertools import pairwise

import numpy as np
import pytest

import frenemy as fr
from frenemy.affinity import planted

ODD = ["<b>bold</b>", "tab\there", "two\nlines", '"quoted"', "Zoë 🐙", "שלום עולם", "a\u202eb", "x" * 300, "", "&amp;"]


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    """Reports of one problem of every kind, by name."""
    folder = tmp_path_factory.mktemp("reports")
    found = {}

    def add(name, result, **options):
        found[name] = folder / f"{name}.html"
        result.report(found[name], **options)

    hidden, _ = planted(300, sizes=np.linspace(1, 3, 7), degree=30, balance=0.3, noise=0.2)
    add("planted", fr.solve(hidden, stop=fr.Stop(seconds=0.3)), ids=[f"thing number {i} of many" for i in range(300)])
    add("many", fr.solve(_many_small()))
    add("odd", fr.solve(_doubtful()), ids=ODD, title="<script>document.title = 'taken'</script>")
    add("empty", fr.solve(fr.Problem.from_edges([], [], [])))
    add("one", fr.solve(fr.Problem.from_edges([], [], [], n_nodes=1)))
    add("strangers", fr.solve(fr.Problem.from_edges([], [], [], n_nodes=50)))
    return found


def _doubtful():
    """Three groups of weak pairs, with stronger ones between them: a typical pair is strong, so all are in doubt."""
    groups = (range(2), range(2, 6), range(6, 10))
    apart = [(a, b) for one, other in pairwise(groups) for a in one for b in other]
    chain = [(a, b) for group in groups for a, b in pairwise(group)]
    return fr.Problem.from_edges(*np.array(chain + apart).T, [1.0] * len(chain) + [-9.0] * len(apart))


def _many_small():
    """400 groups of five that attract each other; all other pairs repel, some at random more, a few not."""
    inside = np.array([(a + 5 * g, b + 5 * g) for g in range(400) for a in range(5) for b in range(a)])
    rng = np.random.default_rng(0)
    between = rng.integers(2000, size=(6000, 2))
    between = between[between[:, 0] != between[:, 1]]
    w = np.concatenate((np.full(len(inside), 2.0), rng.normal(-1.0, 1.0, len(between))))
    return fr.Problem.from_edges(*np.concatenate((inside, between)).T, w, missing=-0.1)


class Visits:
    """Every report is opened once, in one context; then its width and color scheme change, as the page must follow."""

    def __init__(self, browser, paths):
        self.browser, self.paths = browser, paths
        self.pages, self.contexts, self.trouble = {}, [], []

    def __call__(self, name, *, width=1100, scheme="light", media="screen", **options):
        key = (name, *options.items())
        if key not in self.pages:
            self.pages[key] = self._opened(name, options)
        page = self.pages[key]
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(media=media, color_scheme=scheme)
        return page

    def _opened(self, name, options):
        context = self.browser.new_context(**options)
        self.contexts.append(context)
        page = context.new_page()
        address = self.paths[name].as_uri()
        page.on("console", lambda message: self.trouble.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        page.on("dialog", lambda dialog: self.trouble.append(f"dialog: {dialog.message}"))

        def seen(route):
            if route.request.url == address:
                route.continue_()
            else:
                self.trouble.append(f"request for {route.request.url}")
                route.abort()

        page.route(lambda url: not url.startswith("data:"), seen)
        page.goto(address)
        return page


@pytest.fixture(scope="module")
def visits(browser, paths):
    visits = Visits(browser, paths)
    yield visits
    for context in visits.contexts:
        context.close()
    assert visits.trouble == []


@pytest.fixture
def visit(visits):
    """Show a report; at the end there must be no requests, no messages on the console and no errors."""
    yield visits
    assert visits.trouble == []


NAMES = ("planted", "many", "odd", "empty", "one", "strangers")
COLORS = {"light": "rgb(255, 255, 255)", "dark": "rgb(0, 0, 0)"}

LOOK = """() => {
    const widths = [false, true].map(isOpen => {
        document.querySelectorAll('details').forEach(part => part.open = isOpen);
        return document.documentElement.scrollWidth;
    });
    document.querySelectorAll('details').forEach(part => part.open = false);
    return {
        widths,  // with folded parts closed and open
        hasHeading: document.querySelector('h1').checkVisibility({opacityProperty: true, visibilityProperty: true}),
        hasImages: [...document.images].every(image => image.complete && image.naturalWidth > 0),
        background: getComputedStyle(document.body).backgroundColor,
    };
}"""


@pytest.mark.parametrize("name", NAMES)
def test_opens_quietly_and_fits(visit, name):
    for width in (360, 1100):
        for scheme, nearest in COLORS.items():
            seen = visit(name, width=width, scheme=scheme).evaluate(LOOK)
            assert seen["hasHeading"]
            assert seen["hasImages"]
            assert max(seen["widths"]) <= width
            assert _contrast(seen["background"], nearest) < 2


def test_ids_are_text(visit):
    page = visit("odd")
    shown = page.locator("#nodes td:first-child").all_inner_texts()
    assert {"<b>bold</b>", "tab␉here", "two␊lines", '"quoted"', "Zoë 🐙", "שלום עולם", "(empty)", "&amp;"} <= set(shown)
    assert page.locator("td b, td script").count() == 0
    assert page.title() == "<script>document.title = 'taken'</script>"
    (long,) = [text for text in shown if text.startswith("xxx")]
    assert len(long) == 32
    assert page.locator("#nodes td .id[title]").first.get_attribute("title").startswith("x" * 200)


def test_wide_tables_scroll_in_their_box(visit):
    page = visit("planted", width=360)
    box = page.locator("#clusters .scroll").first
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    box.evaluate("box => box.scrollLeft = 100")
    assert box.evaluate("box => box.scrollLeft") == 100


def test_text_of_charts_keeps_its_size_on_a_phone(visit):
    heights = [
        visit("planted", width=width)
        .locator(".chart.wide text")
        .first.evaluate("text => getComputedStyle(text).fontSize")
        for width in (360, 1100)
    ]
    assert heights[0] == heights[1]


def _contrast(first, second):
    """The contrast of two colors, by WCAG 2."""

    def luminance(color):
        parts = [float(x) / 255 for x in color.removeprefix("rgb(").removesuffix(")").split(",")]
        r, g, b = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read(visit, scheme):
    page = visit("planted", scheme=scheme)
    color = """selector => {
        const text = document.querySelector(selector);
        const style = getComputedStyle(text);
        return text.tagName === 'text' ? style.fill : style.color;
    }"""
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    card = page.evaluate("getComputedStyle(document.querySelector('.card')).backgroundColor")
    for selector in (
        "h1",
        ".lead",
        ".note",
        "th",
        ".blue",
        ".orange",
        ".faint",
        ".chart text",
        "text.bound",
        "summary",
    ):
        assert _contrast(page.evaluate(color, selector), background) >= 4.5, selector
    assert _contrast(page.evaluate(color, ".detail"), card) >= 4.5
    is_dark = _contrast(background, "rgb(0, 0, 0)") < 2
    assert is_dark == (scheme == "dark")


def test_paper_is_white(visit):
    page = visit("planted", scheme="dark", width=680, media="print")  # A4 with margins
    assert page.evaluate("document.documentElement.scrollWidth") <= 680
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("#clusters .scroll").first.evaluate("box => getComputedStyle(box).overflowX") == "visible"


def test_pictures_say_what_they_are(visit):
    page = visit("many")
    assert page.get_by_role("img", name="The matrix of all weights, ordered by cluster").is_visible()
    assert page.get_by_role("img", name="The matrix of the 30 largest clusters").is_visible()
    assert page.get_by_role("img", name="How many of").is_visible()
    assert page.get_by_role("img", name="Energy over").first.is_visible()
    hints = page.locator(".bar title").all_text_contents()
    assert all("cluster" in hint for hint in hints)


def test_works_without_scripts(visit):
    page = visit("planted", java_script_enabled=False)
    assert page.locator("#pairs table").first.is_visible()
    page.locator("summary").first.click()
    assert page.locator("details[open]").count() == 1

"""All pages and dialogs are free of what axe-core calls serious or critical, at both widths and in both themes."""

from functools import partial

import pytest
from axe import severe_violations
from expectations import expect
from local_server import LocalServer
from planted_clustering import planted_source
from segment_tab import SegmentTab
from small_clustering import small_source
from synthetic_album import SyntheticPhotos, SyntheticStore
from watched_tabs import WatchedTabs

from frenemy.web.explore.session import ExploreSession
from frenemy.web.faces.session import AlbumSession

#: Views of the explore page, and what is there when they are complete.
EXPLORE = {
    "groups": ".group-row:not(.loading)",
    "group/0": ".member-row:not(.loading)",
    "why": "#why-begin",
    "why/0/1": "#why-verdict",
    "questions": "#question",
    "matrix": "#matrix-mount canvas",
    "path": "#path-mount [aria-label='Stable stretches']",
}
#: Its dialogs and its menu: the view, the keys that open it, and what is there then.
DIALOGS = (
    ("group/0", "j", "#picker-list [role=option]"),
    ("group/0", "Control+a m", "#picker-list [role=option]"),
    ("group/0", "x", "#split-halves h3"),
    ("group/0", "?", "#help-keys"),
    ("group/0", "e", "#exports button"),
    ("why", "3 #why-first", "#picker-list [role=option]"),
)
#: The same for the faces page.
FACES = {"": ".person", "#/person/p1": "#person-faces .face"}


@pytest.fixture(scope="module")
def address():
    store = SyntheticStore(SyntheticPhotos((5, 4, 1), between=[(0, 1)]))
    running = LocalServer(clustering=ExploreSession(small_source()), album=AlbumSession(store, store.open()))
    yield running.address
    running.close()


@pytest.fixture(scope="module")
def vectors_address():
    running = LocalServer(clustering=ExploreSession(planted_source()))
    yield running.address
    running.close()


@pytest.fixture(params=[1440, 390])
def new_page(request, browser):
    """Opens a tab that may ask the server at an address only."""
    tabs = WatchedTabs(browser)
    yield partial(tabs.new_page, width=request.param, height=900, color_scheme="light", reduced_motion="reduce")
    tabs.close()


@pytest.fixture
def page(new_page, address):
    return new_page(address)


def found_on(page, address, views):
    """What is wrong on each of the views."""
    found = []
    for view, complete in views.items():
        page.goto(address + view)  # another hash of the same page: it is not loaded again
        expect(page.locator("body:not(.opening)")).to_be_attached()
        expect(page.locator(complete).first).to_be_visible()
        found += [f"{view or 'start'}: {text}" for text in severe_violations(page)]
    return found


def test_explore(page, address):
    assert found_on(page, f"{address}explore/#/", EXPLORE) == []


def test_dialogs_of_explore(page, address):
    page.goto(f"{address}explore/")
    expect(page.locator(EXPLORE["groups"]).first).to_be_visible()
    found = []
    for view, keys, complete in DIALOGS:
        page.goto(f"{address}explore/#/{view}")
        expect(page.locator(EXPLORE[view]).first).to_be_visible()
        for key in keys.split():
            if key.startswith("#"):
                page.locator(key).click()
            else:
                page.keyboard.press(key)
        expect(page.locator(complete).first).to_be_visible()
        found += [f"{view} {keys}: {text}" for text in severe_violations(page)]
        page.keyboard.press("Escape")
        expect(page.locator(complete).first).to_be_hidden()
        if "Control+a" in keys:
            page.keyboard.press("Escape")  # the selection
    assert found == []


def test_map_of_vectors(new_page, vectors_address):
    assert found_on(new_page(vectors_address), f"{vectors_address}explore/#/", {"map": "#map-mount canvas"}) == []


def test_faces(page, address):
    assert found_on(page, f"{address}faces/", FACES) == []


def test_segment(page, address):
    SegmentTab(page, f"{address}segment/").open()
    assert severe_violations(page) == []

"""All pages are free of what axe-core calls serious or critical, at both widths and in both themes."""

import pytest
from axe import severe_violations
from expectations import expect
from local_server import LocalServer
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
#: The same for the faces page.
FACES = {"": ".person", "#/person/p1": "#person-faces .face"}


@pytest.fixture(scope="module")
def address():
    store = SyntheticStore(SyntheticPhotos((5, 4, 1), between=[(0, 1)]))
    running = LocalServer(clustering=ExploreSession(small_source()), album=AlbumSession(store, store.open()))
    yield running.address
    running.close()


@pytest.fixture(params=[(1440, "light"), (1440, "dark"), (390, "light"), (390, "dark")], ids="{0[0]}-{0[1]}".format)
def page(request, browser, address):
    width, theme = request.param
    tabs = WatchedTabs(browser)
    yield tabs.new_page(address, width=width, height=900, color_scheme=theme, reduced_motion="reduce")
    tabs.close()


def found_on(page, address, views):
    """What is wrong on each of the views."""
    found = []
    for view, complete in views.items():
        page.goto("about:blank")
        page.goto(address + view)
        expect(page.locator("body:not(.opening)")).to_be_attached()
        expect(page.locator(complete).first).to_be_visible()
        found += [f"{view or 'start'}: {text}" for text in severe_violations(page)]
    return found


def test_explore(page, address):
    assert found_on(page, f"{address}explore/#/", EXPLORE) == []


def test_faces(page, address):
    assert found_on(page, f"{address}faces/", FACES) == []


def test_segment(page, address):
    SegmentTab(page, f"{address}segment/").open()
    assert severe_violations(page) == []

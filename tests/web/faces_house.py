"""A server with an album of faces, and tabs that show it."""

from expectations import expect
from local_server import LocalServer
from watched_tabs import WatchedTabs

from frenemy.web.faces.session import AlbumSession


class Guest:
    """One tab."""

    def __init__(self, page, address):
        self.page = page
        self.address = address

    def open(self, path="faces/"):
        self.page.goto(self.address + path)
        expect(self.page.locator("body:not(.opening)")).to_be_attached()
        return self

    def cards(self):
        return self.page.locator(".person")

    def card(self, id):
        return self.page.locator(f'.person[data-person="{id}"]')

    def size(self, id):
        return self.card(id).locator(".person-size span").last

    def faces(self):
        return self.page.locator("#person-faces .face")

    def shows(self, n_people):
        expect(self.page.locator("#count")).to_have_text(str(n_people))

    def noted(self, text):
        expect(self.page.locator(".notice span", has_text=text).first).to_be_visible()

    def drag(self, what, to):
        start = what.bounding_box()
        self.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(start["x"] + start["width"] / 2 + 15, start["y"] + 20, steps=3)
        expect(self.page.locator(".ghost")).to_be_visible()
        end = to.bounding_box()
        self.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
        expect(self.page.locator(".over")).to_be_visible()
        self.page.mouse.up()

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)


class House:
    """A server with an album, and tabs that show it."""

    def __init__(self, browser, store=None, **options):
        self.store = store
        self.session = None if store is None else AlbumSession(store, store.open())
        self.served = LocalServer(album=self.session, **options)
        self.tabs = WatchedTabs(browser)

    def visit(self, **options):
        return Guest(self.tabs.new_page(self.served.address, **options), self.served.address)

    def restart(self):
        """The same album on the same port."""
        port = self.served.port
        self.served.close()
        self.session = AlbumSession(self.store, self.store.open())
        self.served = LocalServer(album=self.session, port=port)

    def close(self):
        try:
            self.tabs.close()
        finally:
            self.served.close()

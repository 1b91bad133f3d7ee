"""people.html: everything in it, nothing of it run, and within its room."""

import re
import struct
import zlib
from html.parser import HTMLParser

import pytest
from grouped_faces import grouped_faces, ids
from hypothesis import given, settings
from hypothesis import strategies as st
from quiet_pages import quiet_pages

from frenemy.apps.faces import faces_from_embeddings
from frenemy.apps.faces.album import Album
from frenemy.apps.faces.export.people_page import people_page
from frenemy.apps.faces.people import find_people
from frenemy.apps.faces.photos.face import Faces

TAGS = {
    *("html", "head", "meta", "link", "title", "style", "script", "body", "main", "header", "section", "article"),
    *("h1", "h2", "h3", "p", "div", "span", "a", "bdi", "code", "label", "input", "details", "summary"),
    *("svg", "symbol", "image", "use", "rect", "circle", "path"),
}
VOID = {"meta", "link", "input"}
ODD = ["<script>alert(1)</script>.jpg", "\"quoted' & <b>.jpg", "a\nb.jpg", "שלום.jpg", "a\u202eb.jpg", "odd\udcff.jpg"]


class Page(HTMLParser):
    """What a browser makes of it: tags that match, ids, links, and all text outside of style and script."""

    def __init__(self, content):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.uses, self.text, self.scripts = [], [], [], [], "", []
        self.feed(content.decode())
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        assert tag in TAGS
        known = dict(attributes)
        assert not any(name.startswith("on") or name == "style" for name in known)
        self.ids += [known["id"]] if "id" in known else []
        (self.uses if tag == "use" else self.links if tag == "a" else []).append(known.get("href"))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)
        elif self.open and self.open[-1] != "style":
            self.text += data


def picture(shade):
    """A PNG of one color; pages take any picture for a thumbnail."""

    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes([shade, 90, 255 - shade]) * 8) * 8
    head = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b"")


def album_of(sizes, photos=None, **options):
    pictures = [picture(7 * k % 256) for k in range(sum(sizes))]
    return Album(grouped_faces(sizes, photos=photos, thumbnails=pictures, **options)[0])


def test_people_and_doubts_are_there():
    album = album_of([20, 5, 2, 1, 1], spread=0.7, seed=4).name(0, "Zoë 🐙")
    people = album.people
    page = Page(people_page(people, title="A trip", photos="../photos"))
    assert people.n_doubtful > 0
    assert f"{people.n_people} people, {people.n_doubtful} doubtful faces" in page.text
    assert "A trip" in page.text
    assert "Zoë 🐙" in page.text
    assert {f"person-{p + 1}" for p in range(people.n_people)} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert {use.removeprefix("#") for use in page.uses} <= set(page.ids)  # no picture is used that is not there
    assert all(link.removeprefix("#") in page.ids for link in page.links if link.startswith("#"))
    assert "../photos/000.jpg" in page.links
    assert re.search(r"and \d+ more", page.text)


def test_no_text_is_taken_for_markup():
    album = album_of([3, 2, 1], photos=ODD).name(0, "<img src=x onerror=alert(1)>").name(1, "</style><script>")
    content = people_page(album.people, title="</title><script>alert(1)</script>", photos="<..>/javascript:")
    page = Page(content)
    assert len(page.scripts) == 1
    assert "<img src=x onerror=alert(1)>" in page.text
    assert all(link.startswith(("#", "./", "../")) for link in page.links)
    assert not any(link.startswith("javascript") for link in page.links)


@settings(max_examples=30)
@given(st.lists(st.text(max_size=20), min_size=3, max_size=3, unique=True), st.text(max_size=20))
def test_any_text(paths, title):
    faces = faces_from_embeddings([[0.0], [0.1], [3.0]], photos=[path or "x" for path in paths], describer="dlib")
    Page(people_page(find_people(faces), title=title, photos=""))


def test_pictures_stay_within_their_room():
    album = album_of([30, 20, 1, 1])
    all_of_it = people_page(album.people)
    size = len(picture(0)) * 4 // 3
    little = Page(people_page(album.people, max_bytes=20 * size + 5))
    assert len(people_page(album.people, max_bytes=20 * size + 5)) < len(all_of_it)
    assert 15 <= len([id for id in little.ids if re.fullmatch(r"f\d+", id)]) <= 21
    assert "more in people.csv, not shown here" in little.text
    assert "not shown here" not in Page(all_of_it).text
    none = Page(people_page(album.people, max_bytes=0))
    assert set(none.uses) == {"#nobody"}


def test_one_question_about_two_faces_is_asked_once():
    people = find_people(faces_from_embeddings([[0.0], [0.49]], describer="dlib"))
    assert people.n_doubtful == 2
    assert people_page(people).count(b'class="doubt"') == 1


def test_nobody_at_all():
    page = Page(people_page(find_people(Faces((), {}))))
    assert "0 people, 0 doubtful faces" in page.text
    assert "No faces were found" in page.text


# ------------------------------------------------------------------------------------------------------- in a browser


@pytest.fixture
def visit(browser, tmp_path):
    """Open the page of an album; at the end nothing may have been asked of the network or gone wrong."""
    with quiet_pages(browser) as open_page:

        def open_album(album, **options):
            path = tmp_path / "people.html"
            path.write_bytes(people_page(album.people))
            return open_page(path, **options)

        yield open_album


def some_album():
    album = album_of([30, 9, 4, 2, 2, 1, 1, 1], spread=0.5, seed=4)
    album = album.name(0, "Zoë <b> Smith").name(1, "x" * 100)
    return album.not_same(*ids(album.faces, [39, 40]))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1100])
def test_it_opens_quietly_and_fits(visit, scheme, width):
    page = visit(some_album(), width=width, scheme=scheme)
    assert page.locator("h1").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_finding_a_name_by_keys_alone(visit):
    page = visit(some_album())
    page.keyboard.press("/")
    page.keyboard.type("zoe smi")
    assert page.locator("#found").inner_text().startswith("1 of ")
    assert page.locator(".person:visible h3").all_inner_texts() == ["Zoë <b> Smith"]
    page.keyboard.press("Escape")
    assert page.locator(".person:visible").count() > 1
    page.keyboard.type("no such name")
    assert page.locator("section:visible").count() == 0


def test_a_link_to_a_person_shows_it(visit):
    page = visit(some_album())
    page.locator(".side a").first.click()
    shown = page.evaluate("location.hash")
    assert page.locator(shown).is_visible()


def test_it_works_without_scripts(visit):
    page = visit(some_album(), java_script_enabled=False)
    page.locator(".person summary").first.click()
    assert page.locator(".person details[open] .face").first.is_visible()


def test_on_paper_it_is_white(visit):
    page = visit(some_album(), scheme="dark", width=680)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("document.documentElement.scrollWidth") <= 680

"""All people on one self-contained HTML page: doubtful faces first, then people by size."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from urllib.parse import quote

from frenemy.apps.faces.export.page_pictures import pictures_within
from frenemy.apps.faces.export.people_csv import person_numbers
from frenemy.apps.faces.people import People
from frenemy.problem.renamed_parameters import renamed_parameters
from frenemy.report.document import document
from frenemy.report.names import shortened, visible

MAX_BYTES = 24_000_000  # of thumbnails: browsers open such a page in a second or two
_AT_ONCE = 12  # faces of a person that are visible at first
_DOUBTFUL_AT_ONCE = 12
_TYPICAL = 4  # faces that stand for a person
_MAX_TITLE_LENGTH = 200


@renamed_parameters(most_bytes="max_bytes")
def people_page(
    people: People,
    *,
    title: str | None = None,
    photos: str | None = None,
    max_bytes: int = MAX_BYTES,
    numbers: Sequence[int] | None = None,
) -> bytes:
    """The page, in UTF-8.

    Parameters
    ----------
    people : People
    title : str, optional
        Text above the heading.
    photos : str, optional
        The scanned folder, relative to the page, with ``/``; then each face links to its photo.
    max_bytes : int
        Approximate size of all thumbnails. If they are larger, people keep their most typical faces, and the page says
        how many are left out.
    numbers : sequence of int, optional
        The number of each person, shown without a name; by default 1 is the largest.

    Examples
    --------
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> from frenemy.apps.faces.people import find_people
    >>> from frenemy.apps.faces.export.people_page import people_page
    >>> people = find_people(faces_from_embeddings([[0.0], [0.1], [2.0]], photos=["a.jpg", "<b>.jpg", "c.jpg"]))
    >>> page = people_page(people).decode()
    >>> "2 people" in page, "&lt;b&gt;.jpg" in page, "<b>" in page
    (True, True, False)
    """
    return _Page(people, photos, max_bytes, numbers).html(title).encode("utf-8", "replace")


class _Page:
    def __init__(self, people: People, photos: str | None, max_bytes: int, numbers: Sequence[int] | None) -> None:
        self.people = people
        self.photos = photos
        self.numbers = person_numbers(people, numbers)
        self.members = [people.members(person).tolist() for person in range(people.n_people)]
        self.doubtful = _distinct_doubts(people)
        self.shown = pictures_within(people.faces, self.doubtful, self.members, max_bytes)

    def html(self, title: str | None) -> str:
        here = files("frenemy.apps.faces.export")
        style = here.joinpath("people_page.css").read_text(encoding="utf-8")
        script = here.joinpath("people_page.js").read_text(encoding="utf-8")
        kind = shortened(visible("Who is who" if title is None else str(title)), _MAX_TITLE_LENGTH)
        headline = self.people.summary()
        body = (self._head(kind, headline), self._doubtful(), self._several(), self._once(), self._nobody())
        main = "\n".join(part for part in body if part)
        return document(headline, f"{self._symbols()}<main>\n{main}\n</main>", style=style, script=script)

    # ------------------------------------------------------------------------------------------------------- sections

    def _head(self, kind: str, headline: str) -> str:
        people = self.people
        n_photos = len({face.photo for face in people.faces.faces})
        n_faces = int((people.labels >= 0).sum())
        counted = f"{_counted(n_faces, 'face')} in {_counted(n_photos, 'photo')}"
        find = (
            '<div class="find"><label for="find">Find a name or a file</label>'
            '<input id="find" type="search" autocomplete="off" spellcheck="false">'
            '<p id="found" role="status"></p></div>'
        )
        return (
            f'<header>\n<p class="kind">{escape(kind)}</p>\n<h1>{escape(headline)}</h1>\n<p class="lead">{counted}.'
            f" People are sorted by how often they are seen.</p>\n{find if people.n_people else ''}\n</header>"
        )

    def _doubtful(self) -> str:
        if not self.doubtful:
            return ""
        cards = [self._doubt(face) for face in self.doubtful]
        lead = (
            "These faces may belong to another person. Each is shown with its person and the next best one. "
            "Check them first; <code>frenemy serve</code> lets you correct them."
        )
        return _section("doubtful", "Doubtful faces", lead, _folded(cards, _DOUBTFUL_AT_ONCE, "doubts"))

    def _doubt(self, face: int) -> str:
        people = self.people
        person, runner_up = int(people.labels[face]), int(people.runner_up[face])
        others = [other for other in self.members[person] if other != face][:_TYPICAL]
        placed = self._side("Put with", person, others) if others else _nobody("Put with nobody", "seen once")
        rival = (
            self._side("Or", runner_up, self.members[runner_up][:_TYPICAL])
            if runner_up >= 0
            else _nobody("Or somebody new", "not seen elsewhere")
        )
        return (
            f'<article class="doubt" data-text="{self._search_text([face], person, runner_up)}">'
            f'<div class="who">{self._face(face, is_large=True)}<p class="file">{self._file(face)}</p>'
            f'<p class="odds" title="margin {people.margins[face]:.2f} nats">{_margin(people.margins[face])}</p></div>'
            f"{placed}{rival}</article>"
        )

    def _side(self, word: str, person: int, faces: Sequence[int]) -> str:
        strip = "".join(self._face(face) for face in faces)
        return (
            f'<div class="side"><p class="word">{word}</p><p class="name">{self._link(person)}</p>'
            f'<div class="strip">{strip}</div></div>'
        )

    def _several(self) -> str:
        several = [p for p in range(self.people.n_people) if len(self.members[p]) > 1]
        if not several:
            return ""
        cards = "\n".join(self._person(person) for person in several)
        return _section("people", "People", "The most typical face comes first.", f'<div class="people">{cards}</div>')

    def _person(self, person: int) -> str:
        members = self.members[person]
        shown = [face for face in members if face in self.shown]
        n_photos = len({self.people.faces.faces[face].photo for face in members})
        n_doubtful = int(self.people.doubtful[members].sum())
        doubt = f' · <span class="doubtful">{n_doubtful} doubtful</span>' if n_doubtful else ""
        first = "".join(self._face(face, is_large=i == 0) for i, face in enumerate(shown[:_AT_ONCE]))
        rest = "".join(self._face(face) for face in shown[_AT_ONCE:])
        n_rest, n_left = len(shown) - _AT_ONCE, len(members) - len(shown)
        more = (
            f'<details><summary>and {n_rest:,} more</summary><div class="grid">{rest}</div></details>' if rest else ""
        )
        left = f'<p class="left">{n_left:,} more in people.csv, not shown here</p>' if n_left else ""
        return (
            f'<article class="person" id="person-{self.numbers[person]}" '
            f'data-text="{self._search_text(members, person)}">'
            f'<h3>{self._name(person)}</h3><p class="count">{_counted(len(members), "face")} in '
            f"{_counted(n_photos, 'photo')}{doubt}</p>"
            f'<div class="grid first">{first}</div>{more}{left}</article>'
        )

    def _once(self) -> str:
        once = [p for p in range(self.people.n_people) if len(self.members[p]) == 1]
        if not once:
            return ""
        cards = [
            f'<article class="once" id="person-{self.numbers[p]}" data-text="{self._search_text(self.members[p], p)}">'
            f"{self._face(self.members[p][0])}<p>{self._name(p)}</p></article>"
            for p in once
        ]
        n = "One person" if len(once) == 1 else f"{len(once):,} people, each"
        lead = f"{n} with one face only: strangers, or faces too blurred or turned away."
        return _section("once", "Seen once", lead, _folded(cards, 10 * _AT_ONCE, "onces"))

    def _nobody(self) -> str:
        if self.people.n_people:
            return ""
        return '<p class="lead">No faces were found in these photos.</p>'

    # -------------------------------------------------------------------------------------------------------- pieces

    def _symbols(self) -> str:
        """Every thumbnail once, as a symbol that all places refer to."""
        pictures = (
            f'<symbol id="f{face}" viewBox="0 0 1 1"><image width="1" height="1" '
            f'href="data:image/jpeg;base64,{base64.b64encode(self.people.faces.faces[face].thumbnail).decode()}"/></symbol>'
            for face in sorted(self.shown)
            if self.people.faces.faces[face].thumbnail
        )
        nobody = (
            '<symbol id="nobody" viewBox="0 0 1 1"><rect class="ground" width="1" height="1"/>'
            '<circle class="figure" cx=".5" cy=".4" r=".17"/><path class="figure" d="M.16 1a.34.34 0 0 1 .68 0z"/>'
            "</symbol>"
        )
        return f'<svg class="store" aria-hidden="true">{nobody}{"".join(pictures)}</svg>\n'

    def _face(self, face: int, *, is_large: bool = False) -> str:
        path = self.people.faces.path_of(self.people.faces.faces[face])
        has_picture = face in self.shown and self.people.faces.faces[face].thumbnail
        label = escape(shortened(visible(path), 120))
        kinds = " ".join(
            kind for kind, holds in (("large", is_large), ("doubtful", bool(self.people.doubtful[face]))) if holds
        )
        picture = (
            f'<svg role="img" aria-label="{label}"><title>{label}</title>'
            f'<use href="#{f"f{face}" if has_picture else "nobody"}"/></svg>'
        )
        if self.photos is None:
            return f'<span class="face {kinds}">{picture}</span>'
        way = f"{quote(os.fsencode(self.photos.rstrip('/') or '.'))}/{quote(os.fsencode(path))}"
        # A file name must not be read as a URL scheme or host.
        way = way if way.startswith(("./", "../")) else f"file://{way}" if way.startswith("/") else f"./{way}"
        return f'<a class="face {kinds}" href="{escape(way)}">{picture}</a>'

    def _file(self, face: int) -> str:
        path = visible(self.people.faces.path_of(self.people.faces.faces[face]))
        return f'<bdi title="{escape(shortened(path, 300))}">{escape(shortened(path.rpartition("/")[2]))}</bdi>'

    def _name(self, person: int) -> str:
        name = self.people.names[person]
        return (
            f'<span class="unnamed">Person {self.numbers[person]:,}</span>'
            if name is None
            else f"<bdi>{escape(name)}</bdi>"
        )

    def _link(self, person: int) -> str:
        return f'<a href="#person-{self.numbers[person]}">{self._name(person)}</a>'

    def _search_text(self, faces: Iterable[int], *persons: int) -> str:
        people = self.people
        names = [people.names[p] or f"Person {self.numbers[p]}" for p in persons if p >= 0]
        paths = dict.fromkeys(people.faces.path_of(people.faces.faces[face]) for face in faces)
        return escape("\n".join(visible(text).lower() for text in (*names, *paths)))


def _distinct_doubts(people: People) -> list[int]:
    """Doubtful faces, the least certain first; one of two faces whose only doubt is whether they are one person."""
    seen: set[int] = set()
    faces = []
    for face in people.doubtful_faces().tolist():
        person = int(people.labels[face])
        is_pair = people.sizes[person] == 2 and people.runner_up[face] < 0
        if not (is_pair and person in seen):
            faces.append(face)
        if is_pair:
            seen.add(person)
    return faces


def _section(name: str, heading: str, lead: str, body: str) -> str:
    return (
        f'<section id="{name}" aria-labelledby="{name}-heading">\n<h2 id="{name}-heading">{heading}</h2>\n'
        f'<p class="lead">{lead}</p>\n{body}\n</section>'
    )


def _folded(cards: Sequence[str], at_once: int, kind: str) -> str:
    first, rest = "\n".join(cards[:at_once]), "\n".join(cards[at_once:])
    more = (
        f'<details><summary>and {len(cards) - at_once:,} more</summary><div class="{kind}">{rest}</div></details>'
        if rest
        else ""
    )
    return f'<div class="{kind}">{first}</div>{more}'


def _nobody(word: str, detail: str) -> str:
    return f'<div class="side"><p class="word">{word}</p><p class="name faint">{detail}</p></div>'


def _margin(margin: float) -> str:
    """A margin as text. It is no odds: the pairs of one face are not independent."""
    if margin < 1.0:
        return "a toss-up"
    return f"margin {margin:.1f}"


def _counted(n: int, one: str, many: str | None = None) -> str:
    return f"{n:,} {one if n == 1 else many or one + 's'}"

"""What people said about faces: same, not the same, a name, not a face. A value; every step gives a new one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeVar

from frenemy.apps.faces.face import Box
from frenemy.apps.faces.must_links import Chains, Link, chained, parted
from frenemy.apps.faces.person_name import clean_name, same_name

T = TypeVar("T")


class Name(NamedTuple):
    """A name and the faces it was given to, the most typical one first; the name stays with most of them."""

    text: str
    faces: tuple[str, ...]


class Dropped(NamedTuple):
    """An older correction that a newer one contradicted."""

    kind: Literal["same", "apart", "name"]
    faces: tuple[str, ...]
    text: str | None = None


@dataclass(frozen=True)
class Corrections:
    """Corrections in the order they were made, by ids of faces; free of contradictions.

    Ids need not be of faces that are there now: photos come and go, and what was said of them is kept.

    A correction that contradicts older ones wins, and those that stood in its way go: "same" takes back every "not the
    same" between the two chains of faces it joins, "not the same" the oldest links of the chains between its two.
    Names of two people say that they are different, so that a chain of sames has at most one name: where two would
    meet, the newer one stays and takes in the faces of the other.

    Parameters
    ----------
    same : pairs of face ids
        They are one person; pairs chain up.
    apart : pairs of face ids
        They are two people.
    names : tuple of Name
        Each text once, whatever its case.
    not_faces : face ids
        What the detector took for a face; they belong to nobody.
    boxes : mapping from face id to (left, top, right, bottom)
        Where faces that are spoken of were, so that they are found again when faces are detected anew.
    dropped : tuple of Dropped
        What the step that made this took away from the corrections before it.

    Examples
    --------
    >>> from frenemy.apps.faces.corrections import Corrections
    >>> said = Corrections().with_same("a-0", "b-0").with_name(["a-0"], "Ann")
    >>> said.same, said.names
    ((('a-0', 'b-0'),), (Name(text='Ann', faces=('a-0',)),))
    >>> after = said.with_apart("a-0", "b-0")
    >>> after.same, after.apart, after.dropped
    ((), (('a-0', 'b-0'),), (Dropped(kind='same', faces=('a-0', 'b-0'), text=None),))
    """

    same: tuple[Link, ...] = ()
    apart: tuple[Link, ...] = ()
    names: tuple[Name, ...] = ()
    not_faces: tuple[str, ...] = ()
    boxes: Mapping[str, Box] = field(default_factory=dict, hash=False)
    dropped: tuple[Dropped, ...] = field(default=(), compare=False)

    # ------------------------------------------------------------------------------------------------- two faces

    def with_same(self, a: str, b: str) -> Corrections:
        """The two faces are one person."""
        return self._tied([_pair(a, b)])

    def with_apart(self, a: str, b: str) -> Corrections:
        """The two faces are two people."""
        pair = _pair(a, b)
        same, gone = parted(self.same, {a}, {b})
        return replace(self, same=tuple(same), apart=_newest_last(self.apart, [pair]), dropped=_links("same", gone))

    # ---------------------------------------------------------------------------------------------- many at a time

    def with_merged(self, faces: Sequence[str], *, name: str | None = None, old: str | None = None) -> Corrections:
        """All of these faces are one person, whatever pairs of them weigh.

        ``name`` stays and takes in the faces of the name ``old``.
        """
        renamed = replace(self, dropped=())
        if name is not None and old is not None:
            renamed = self._renamed(old, name, keep_spelling=True)
        return renamed._tied([_pair(*link) for link in chained(_ids(faces))], also_dropped=renamed.dropped)

    def with_moved(
        self, faces: Sequence[str], *, into: Sequence[str] = (), out_of: Sequence[str] = (), name: str | None = None
    ) -> Corrections:
        """These faces are one person: the one that has the faces ``into``, or a new one; not the one of ``out_of``.

        ``into`` and ``out_of`` are all faces of these people, the most typical one first, and ``name`` is what the
        person they go to is called. The faces are tied to the most typical ones there, and kept apart from the most
        typical ones of those they leave: to 3 for every face and 2 more. Were it one, a face that looks unlike the
        person it belongs to would draw that one away with it, and one that looks like those it leaves would draw these.
        What was said before of those that stay still holds.
        """
        moved = _ids(faces)
        left = [id for id in out_of if id not in set(moved)]
        if not left and not into:
            return self.with_merged(moved)
        n_holding = 3 * len(moved) + 2
        target = [id for id in into if id not in set(moved)][:n_holding]
        same, gone = parted(self.same, [*moved, *target], left)
        same += _mended(self.same, same, left) if gone else []
        freed = replace(self, same=tuple(same), names=_without(self.names, Chains(same).all_of(moved), Chains(same).of))
        # What was said apart from others of that person would drive those out.
        welcome = replace(freed, apart=tuple(freed._apart_between(moved, into)[0]))
        tied = welcome._tied([_pair(*link) for link in chained([*target, *moved])])
        away = [_pair(face, left[0]) for face in moved if left] + [_pair(moved[0], id) for id in left[:n_holding]]
        named = tied if name is None or not target else tied._named(moved, name, is_typical=False)
        said = replace(named, apart=_newest_last(named.apart, away))
        return replace(said, dropped=self._lost(said, taken=gone))

    def with_name(self, faces: Sequence[str], text: str, *, old: str | None = None) -> Corrections:
        """The person of these faces, the most typical one first, is called ``text``; an empty text takes a name away.

        ``old`` is what this person was called; its other faces follow. If another person has the name already, that
        is the same person: the first face of both are tied together.
        """
        name, ids = clean_name(text), _ids(faces)
        if not name:
            return self._unnamed(ids, old)
        renamed = self if old is None else self._renamed(old, name)
        known = next((it.faces[0] for it in self.names if same_name(it.text, name)), ids[0])
        is_other = known != ids[0] and (old is None or not same_name(old, name))
        named = (renamed._tied([_pair(known, ids[0])]) if is_other else renamed)._named(ids, name)
        return replace(named, dropped=self._lost(named, except_names=(old, name)))

    # ------------------------------------------------------------------------------------------------- not a face

    def without_face(self, id: str) -> Corrections:
        """What has this id is no face, or one that is of no interest."""
        return replace(self, not_faces=tuple(_newest_last(self.not_faces, _ids([id]))), dropped=())

    def with_face(self, id: str) -> Corrections:
        """What has this id is a face after all, and all that was said of it holds again."""
        return replace(self, not_faces=tuple(it for it in self.not_faces if it != id), dropped=())

    # ---------------------------------------------------------------------------------------------------- what is said

    def __bool__(self) -> bool:
        return bool(self.same or self.apart or self.names or self.not_faces)

    @property
    def face_ids(self) -> set[str]:
        """All faces that are spoken of."""
        pairs = (id for pair in (*self.same, *self.apart) for id in pair)
        return {*pairs, *(id for name in self.names for id in name.faces), *self.not_faces}

    def renumbered(self, new: Callable[[str], str], boxes: Mapping[str, Box]) -> Corrections:
        """With other ids for the same faces: no two may become one."""
        return Corrections(
            same=tuple((new(a), new(b)) for a, b in self.same),
            apart=tuple((new(a), new(b)) for a, b in self.apart),
            names=tuple(Name(it.text, tuple(map(new, it.faces))) for it in self.names),
            not_faces=tuple(map(new, self.not_faces)),
            boxes=boxes,
        )

    # ------------------------------------------------------------------------------------------------------- steps

    def _tied(self, links: Sequence[Link], also_dropped: tuple[Dropped, ...] = ()) -> Corrections:
        """With these links, which chain up to one; what contradicts it goes."""
        if not links:
            return replace(self, dropped=also_dropped)
        ends = [id for link in links for id in link]
        apart, gone = self._apart_between(ends, ends)
        same = _newest_last(self.same, links)
        chains = Chains(same)
        names = _one_name(self.names, lambda id: chains.of(id) == chains.of(ends[0]))
        made = replace(self, same=same, apart=tuple(apart), names=names)
        lost = {it.text: it for it in self.names if all(it.text != kept.text for kept in names)}
        dropped = (*also_dropped, *_links("apart", gone), *(Dropped("name", it.faces, it.text) for it in lost.values()))
        return replace(made, dropped=dropped)

    def _apart_between(self, ones: Collection[str], others: Collection[str]) -> tuple[list[Link], list[Link]]:
        """What is apart, less pairs with an end in the chains of ``ones`` and one in those of ``others``; and those."""
        chains = Chains(self.same)
        here, there = chains.all_of(ones), chains.all_of(others)
        kept: list[Link] = []
        gone: list[Link] = []
        for a, b in self.apart:
            p, q = chains.of(a), chains.of(b)
            is_between = (p in here and q in there) or (q in here and p in there)
            (gone if is_between else kept).append((a, b))
        return kept, gone

    def _named(self, ids: Sequence[str], text: str, *, is_typical: bool = True) -> Corrections:
        """With the name for these faces and those chained to them, and no other name for any of them."""
        chains = Chains(self.same)
        theirs = chains.all_of(ids)
        known = next((it.faces for it in self.names if same_name(it.text, text)), ())
        others = [it for it in self.names if not same_name(it.text, text)]
        # Who is typical now stands first; faces that had the name before stay with it.
        faces = dict.fromkeys((*ids, *known) if is_typical else (*known, *ids))
        name = Name(text, tuple(faces))
        return replace(self, names=(*_without(others, theirs, chains.of), name))

    def _renamed(self, old: str, new: str, *, keep_spelling: bool = False) -> Corrections:
        """With the faces of one name under another."""
        was = next((it for it in self.names if same_name(it.text, old)), None)
        now = next((it for it in self.names if same_name(it.text, new)), None)
        if was is None or was is now:
            return replace(self, dropped=())
        text = now.text if now is not None and keep_spelling else new
        faces = (*(() if now is None else now.faces), *was.faces)
        others = tuple(it for it in self.names if it is not was and it is not now)
        dropped = () if now is None else (Dropped("name", was.faces, was.text),)
        return replace(self, names=(*others, Name(text, tuple(dict.fromkeys(faces)))), dropped=dropped)

    def _unnamed(self, ids: Sequence[str], old: str | None) -> Corrections:
        if old is not None:
            return replace(self, names=tuple(it for it in self.names if not same_name(it.text, old)), dropped=())
        chains = Chains(self.same)
        return replace(self, names=_without(self.names, chains.all_of(ids), chains.of), dropped=())

    def _lost(
        self, after: Corrections, taken: Iterable[Link] = (), except_names: Collection[str | None] = ()
    ) -> tuple[Dropped, ...]:
        """What is here and not there."""
        kept = set(after.apart)
        texts = [*(it.text for it in after.names), *filter(None, except_names)]
        lost = [it for it in self.names if not any(same_name(it.text, text) for text in texts)]
        names = [Dropped("name", it.faces, it.text) for it in lost]
        return (*_links("same", taken), *_links("apart", (it for it in self.apart if it not in kept)), *names)


def _one_name(names: Sequence[Name], is_in: Callable[[str], bool]) -> tuple[Name, ...]:
    """At most one name for the faces of a chain: that of its most typical face, the newest if there are several."""
    claims = [name for name in names if any(map(is_in, name.faces))]
    if len(claims) < 2:
        return tuple(names)
    typical = [name for name in claims if is_in(name.faces[0])]
    winner = (typical or claims)[-1]
    won: list[str] = list(winner.faces)
    left = []
    for name in names:
        if name in claims and name is not winner:
            # A name whose most typical face is in the chain is that of the same person.
            given = name.faces if is_in(name.faces[0]) else tuple(filter(is_in, name.faces))
            won += given
            name = Name(name.text, tuple(id for id in name.faces if id not in set(given)))
        if name.faces and name is not winner:
            left.append(name)
    return (*left, Name(winner.text, tuple(dict.fromkeys(won))))


def _without(names: Iterable[Name], chains: Collection[str], of: Callable[[str], str]) -> tuple[Name, ...]:
    """Names without the faces of some chains; a name without faces is none."""
    left = (Name(it.text, tuple(id for id in it.faces if of(id) not in chains)) for it in names)
    return tuple(it for it in left if it.faces)


def _mended(before: Sequence[Link], after: Sequence[Link], ids: Sequence[str]) -> list[Link]:
    """Links that tie those of ``ids`` together again that were before."""
    was, now = Chains(before), Chains(after)
    first: dict[str, str] = {}
    links = []
    for id in ids:
        speaker = first.setdefault(was.of(id), id)
        if now.of(speaker) != now.of(id):
            now.join(speaker, id)
            links.append(_pair(speaker, id))
    return links


def _newest_last(old: Iterable[T], new: Iterable[T]) -> tuple[T, ...]:
    added = dict.fromkeys(new)
    return (*(it for it in old if it not in added), *added)


def _links(kind: Literal["same", "apart"], links: Iterable[Link]) -> tuple[Dropped, ...]:
    return tuple(Dropped(kind, link) for link in links)


def _pair(a: str, b: str) -> Link:
    a, b = _ids([a, b]) if a != b else _twice(a)
    return (a, b) if a < b else (b, a)


def _twice(id: str) -> list[str]:
    raise ValueError(f"a correction is about two different faces, got {id!r} twice")


def _ids(ids: Iterable[str]) -> list[str]:
    if isinstance(ids, str):
        raise ValueError(f"faces are given as a list of ids, got the text {ids!r}; write [{ids!r}]")
    found = list(dict.fromkeys(ids))
    if not found:
        raise ValueError("a correction is about at least one face, got none")
    for id in found:
        if not isinstance(id, str) or not id:
            raise ValueError(f"a face is known by its id, which is text, got {id!r}")
    return found

"""Corrections of faces: same person, different people, names, not a face. Immutable: every step returns a new value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeVar

from frenemy.apps.faces.corrections.batch import Batch, BatchKind
from frenemy.apps.faces.corrections.must_links import Chains, Link, chained, parted
from frenemy.apps.faces.corrections.person_name import clean_name, same_name
from frenemy.apps.faces.photos.face import Box

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

    Ids may be of faces that do not exist now: photos come and go, and their corrections are kept.

    A correction wins over older ones that it contradicts, and those are dropped: "same" drops every "not the same"
    between the two chains of faces that it joins, "not the same" drops the oldest links of the chains between its two
    faces. Two names mean two people, so a chain has at most one name: where two would meet, the newer one stays and
    takes the faces of the other.

    Parameters
    ----------
    same : pairs of face ids
        Pairs of one person; they form chains.
    apart : pairs of face ids
        Pairs of two different people.
    names : tuple of Name
        Each text once, regardless of case.
    not_faces : face ids
        False detections; they belong to no person.
    batches : tuple of Batch
        Which pairs one step made, if there are several.
    boxes : mapping from face id to (left, top, right, bottom)
        Positions of the corrected faces, which identify them when faces are detected again.
    dropped : tuple of Dropped
        Older corrections that the last step dropped.

    Examples
    --------
    >>> from frenemy.apps.faces.corrections.corrections import Corrections
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
    batches: tuple[Batch, ...] = ()
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
        """All of these faces are one person, whatever their weights.

        ``name`` stays and takes the faces of the name ``old``.
        """
        renamed = replace(self, dropped=())
        if name is not None and old is not None:
            renamed = self._renamed(old, name, keep_spelling=True)
        return renamed._tied([_pair(*link) for link in chained(_ids(faces))], also_dropped=renamed.dropped)

    def with_moved(
        self, faces: Sequence[str], *, into: Sequence[str] = (), out_of: Sequence[str] = (), name: str | None = None
    ) -> Corrections:
        """These faces are one person: that of the faces ``into``, or a new one; not that of the faces ``out_of``.

        ``into`` and ``out_of`` are all faces of these people, the most typical one first, and ``name`` is the name of
        the target person. The faces are linked to the most typical faces of the target, and separated from the most
        typical ones of the source: 3 for every moved face and 2 more. With a single link, an untypical face would pull
        one face of the target away with it, or take one of the source along. Earlier corrections of the faces that stay
        still hold.
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
        # An older "not the same" with a face of the target would split the target.
        welcome = replace(freed, apart=tuple(freed._apart_between(moved, into)[0]))
        tied = welcome._tied([_pair(*link) for link in chained([*target, *moved])])
        away = [_pair(face, left[0]) for face in moved if left] + [_pair(moved[0], id) for id in left[:n_holding]]
        named = tied if name is None or not target else tied._named(moved, name, is_typical=False)
        said = replace(named, apart=_newest_last(named.apart, away))
        return replace(said, dropped=self._lost(said, taken=gone))

    def with_split(self, faces: Sequence[str], rest: Sequence[str]) -> Corrections:
        """These faces are one person, and the rest of the same person another; the name stays with the rest."""
        parted_faces = self.with_moved(faces, out_of=[*rest, *faces])
        said = parted_faces.with_merged(rest)
        return replace(said, dropped=(*parted_faces.dropped, *said.dropped))

    def with_name(self, faces: Sequence[str], text: str, *, old: str | None = None) -> Corrections:
        """Name the person of these faces, the most typical one first; an empty text removes the name.

        ``old`` is the previous name; its other faces follow. If another person has the name already, the two are the
        same person: the first faces of both are linked.
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
        """Mark a detection as not a face, or as irrelevant."""
        return replace(self, not_faces=tuple(_newest_last(self.not_faces, _ids([id]))), dropped=())

    def with_face(self, id: str) -> Corrections:
        """Undo :meth:`without_face`; the other corrections of the face hold again."""
        return replace(self, not_faces=tuple(it for it in self.not_faces if it != id), dropped=())

    # --------------------------------------------------------------------------------------------------- one step

    def as_batch(
        self, before: Corrections, kind: BatchKind, faces: Sequence[str], others: Sequence[str] = ()
    ) -> Corrections:
        """With all pairs that ``before`` does not have as one batch, if they are several."""
        old_same, old_apart = set(before.same), set(before.apart)
        same = tuple(it for it in self.same if it not in old_same)
        apart = tuple(it for it in self.apart if it not in old_apart)
        batch = Batch(kind, tuple(dict.fromkeys(faces)), tuple(others), same, apart)
        return replace(self, batches=(*self.batches, batch)) if batch.n_pairs > 1 else self

    def tidied(self) -> Corrections:
        """With batches of the pairs that still hold."""
        same, apart = set(self.same), set(self.apart)
        kept = tuple(it for it in (batch.within(same, apart) for batch in self.batches) if it.n_pairs)
        return self if kept == self.batches else replace(self, batches=kept)

    def without_batch(self, batch: Batch) -> Corrections:
        """Without the pairs of a batch."""
        same, apart = set(batch.same), set(batch.apart)
        return replace(
            self,
            same=tuple(it for it in self.same if it not in same),
            apart=tuple(it for it in self.apart if it not in apart),
            batches=tuple(it for it in self.batches if it != batch),
            dropped=(),
        )

    # -------------------------------------------------------------------------------------------------------- contents

    def __bool__(self) -> bool:
        return bool(self.same or self.apart or self.names or self.not_faces)

    @property
    def face_ids(self) -> set[str]:
        """All corrected faces."""
        pairs = (id for pair in (*self.same, *self.apart) for id in pair)
        return {*pairs, *(id for name in self.names for id in name.faces), *self.not_faces}

    def renumbered(self, new: Callable[[str], str], boxes: Mapping[str, Box]) -> Corrections:
        """With new ids for the same faces, which must stay distinct."""
        return Corrections(
            same=tuple((new(a), new(b)) for a, b in self.same),
            apart=tuple((new(a), new(b)) for a, b in self.apart),
            names=tuple(Name(it.text, tuple(map(new, it.faces))) for it in self.names),
            not_faces=tuple(map(new, self.not_faces)),
            batches=tuple(batch.renumbered(new) for batch in self.batches),
            boxes=boxes,
        )

    # ------------------------------------------------------------------------------------------------------- steps

    def _tied(self, links: Sequence[Link], also_dropped: tuple[Dropped, ...] = ()) -> Corrections:
        """With these links, which form one chain; what contradicts them is dropped."""
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
        """``apart`` without the pairs between the chains of ``ones`` and those of ``others``; and those pairs."""
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
        # The most typical face comes first; faces that had the name before keep it.
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
        """Corrections that are not in ``after``."""
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
            # A name whose most typical face is in the chain names the same person.
            given = name.faces if is_in(name.faces[0]) else tuple(filter(is_in, name.faces))
            won += given
            name = Name(name.text, tuple(id for id in name.faces if id not in set(given)))
        if name.faces and name is not winner:
            left.append(name)
    return (*left, Name(winner.text, tuple(dict.fromkeys(won))))


def _without(names: Iterable[Name], chains: Collection[str], of: Callable[[str], str]) -> tuple[Name, ...]:
    """Names without the faces of some chains; names without faces are dropped."""
    left = (Name(it.text, tuple(id for id in it.faces if of(id) not in chains)) for it in names)
    return tuple(it for it in left if it.faces)


def _mended(before: Sequence[Link], after: Sequence[Link], ids: Sequence[str]) -> list[Link]:
    """Links that connect those of ``ids`` again that were connected before."""
    was, now = Chains(before), Chains(after)
    first: dict[str, str] = {}
    links = []
    for id in ids:
        representative = first.setdefault(was.of(id), id)
        if now.of(representative) != now.of(id):
            now.join(representative, id)
            links.append(_pair(representative, id))
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
            raise ValueError(f"a face is given by its id, a text, got {id!r}")
    return found

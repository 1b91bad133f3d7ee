"""An album: faces, corrections and the resulting people. Immutable: every step returns a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from frenemy.apps.faces.album import people_edits
from frenemy.apps.faces.album.people_edits import Edit
from frenemy.apps.faces.album.person_ids import PersonIds, first_ids, kept_ids
from frenemy.apps.faces.album.snapshot import Snapshot, restored, snapshot, stored
from frenemy.apps.faces.corrections.corrections import Corrections, Dropped
from frenemy.apps.faces.corrections.corrections_json import contradiction
from frenemy.apps.faces.corrections.face_matching import matched, with_boxes
from frenemy.apps.faces.corrections.person_name import clean_name, same_name
from frenemy.apps.faces.corrections.undo_json import CorrectionStep
from frenemy.apps.faces.people import People, Uncorrected, corrected, uncorrected
from frenemy.apps.faces.people.face_problem import SAME_PHOTO
from frenemy.apps.faces.photos.face import Faces
from frenemy.apps.history import History
from frenemy.run import Stop
from frenemy.solvers import Solver

if TYPE_CHECKING:
    from frenemy.affinity.features.pair_weigher import PairWeigher

_MAX_STEPS = 500  # of history


@dataclass(frozen=True)
class _Settings:
    same_photo: float
    weights: PairWeigher | None
    solver: Solver | None
    stop: Stop | None
    seed: int
    threads: int


class Album:
    """Faces, corrections and people.

    It does not change: :meth:`same`, :meth:`move`, :meth:`undo` and the other steps return a new album, so other
    threads may read it, and a failed step changes nothing. The people depend on the faces and the corrections alone,
    not on earlier steps.

    A person is given by its number (0 is the largest) or by its id (:meth:`person_id`), which it keeps over steps as
    long as most of its faces stay with it; a face is given by its id.

    Parameters
    ----------
    faces : Faces
    corrections : Corrections, optional
    same_photo, weights, solver, stop, seed, threads
        As in :func:`find_people`. The clustering without corrections is computed once.
    history : History, optional
        :attr:`history` of an earlier album; its current state replaces ``corrections``.

    Examples
    --------
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> from frenemy.apps.faces.album import Album
    >>> faces = faces_from_embeddings([[0.0], [0.1], [0.7], [0.8], [0.9]])
    >>> album = Album(faces)
    >>> album.people.summary()
    '2 people, 0 doubtful faces'
    >>> album = album.name(0, "Ann").move([faces.faces[2].id], 1)
    >>> album.people.labels, album.people.names
    (array([0, 0, 0, 1, 1], dtype=int32), (None, 'Ann'))
    >>> album.undo().people.names, album.undo().undo().people.names
    (('Ann', None), (None, None))
    """

    def __init__(
        self,
        faces: Faces,
        corrections: Corrections | None = None,
        *,
        same_photo: float = SAME_PHOTO,
        weights: PairWeigher | None = None,
        solver: Solver | None = None,
        stop: Stop | None = None,
        seed: int = 0,
        threads: int = 1,
        history: History[CorrectionStep] | None = None,
    ) -> None:
        settings = _Settings(same_photo, weights, solver, stop, seed, threads)
        base = _base(faces, settings)
        steps = History(CorrectionStep(corrections or Corrections())) if history is None else history
        said = with_boxes(matched(steps.present.corrections, faces), faces)
        people = corrected(faces, said, base, stop=stop)
        present = snapshot(people, first_ids(people.n_people), steps.present.label)
        self._set(settings, base, people, restored(present, steps, max_past=_MAX_STEPS))

    def _set(self, settings: _Settings, base: Uncorrected, people: People, history: History[Snapshot]) -> None:
        self._settings, self._base, self._people, self._history = settings, base, people, history

    # ------------------------------------------------------------------------------------------------------ contents

    @property
    def faces(self) -> Faces:
        return self._people.faces

    @property
    def people(self) -> People:
        return self._people

    @property
    def corrections(self) -> Corrections:
        """All corrections, with the boxes of their faces."""
        return self._people.corrections

    @property
    def dropped(self) -> tuple[Dropped, ...]:
        """Older corrections that the last step contradicted and dropped."""
        return self.corrections.dropped

    @property
    def same_photo(self) -> float:
        return self._settings.same_photo

    # ------------------------------------------------------------------------------------------------ who is who

    @property
    def person_ids(self) -> tuple[str, ...]:
        """The id of each person, in the order of their numbers."""
        return self._ids.ids

    @property
    def person_numbers(self) -> tuple[int, ...]:
        """The number of each person: from 1 by size at first, and kept over steps like the ids."""
        return self._ids.numbers

    def person_id(self, person: int) -> str:
        """The id of a person."""
        return self._ids.ids[self.person(person)]

    def person(self, person: int | str) -> int:
        """The index of a person given by index or id; an error if there is none."""
        if isinstance(person, str):
            if person not in self._ids.ids:
                raise ValueError(f"there is no person {person!r}; people change with corrections")
            return self._ids.ids.index(person)
        n = self._people.n_people
        if isinstance(person, bool) or int(person) != person or not 0 <= person < n:
            raise ValueError(f"there is no person {person!r}: {f'they are 0 to {n - 1}' if n else 'there are none'}")
        return int(person)

    def person_named(self, text: str) -> int | None:
        """The person of this name, regardless of case; None if there is none. :meth:`name` would merge the two."""
        name = clean_name(text)
        return next((p for p, it in enumerate(self._people.names) if it is not None and same_name(it, name)), None)

    def person_of(self, face: str) -> int:
        """The person of a face; an error if it does not exist or is marked as not a face."""
        person = int(self._people.labels[self._node(face)])
        if person < 0:
            raise ValueError(f"{face!r} is marked as not a face; restore it first")
        return person

    # ----------------------------------------------------------------------------------------------------- two faces

    def same(self, a: str, b: str) -> Album:
        """Two faces are one person. To make two people one, with all their faces: :meth:`merge`."""
        self.person_of(a), self.person_of(b)
        return self._step(self.corrections.with_same(a, b))

    def not_same(self, a: str, b: str) -> Album:
        """Two faces are two people; the weights decide where the other faces go."""
        self.person_of(a), self.person_of(b)
        return self._step(self.corrections.with_apart(a, b))

    def one_person(self, faces: Sequence[str]) -> Album:
        """All of these faces are one person."""
        return self._edited(people_edits.one_person(self._people, self._with_people(faces)))

    # ------------------------------------------------------------------------------------------------- faces, people

    def move(self, faces: Sequence[str], person: int | str | None = None) -> Album:
        """These faces belong to that person, or to a new one.

        They are linked to the most typical faces there, and separated from the most typical faces of their old person.
        A face that is there already is confirmed.
        """
        into = None if person is None else self.person(person)
        return self._edited(people_edits.move(self._people, self._with_people(faces), into))

    def split(self, person: int | str, faces: Sequence[str]) -> Album:
        """A person is two: these faces are a new person, and all others stay; see :meth:`People.cut`."""
        p = self.person(person)
        strange = sorted(set(faces).difference(face.id for face in self._people.faces_of(p)))
        if strange:
            raise ValueError(f"{strange[0]!r} is not a face of person {person!r}")
        return self._edited(people_edits.split(self._people, p, faces))

    def merge(self, into: int | str, *others: int | str) -> Album:
        """People are one, with all their faces; if several have a name, the first one stays."""
        p, rest = self.person(into), [self.person(other) for other in others]
        if p in rest:
            raise ValueError(f"person {into!r} cannot be merged with itself")
        return self._edited(people_edits.merge(self._people, p, rest))

    def name(self, person: int | str, text: str) -> Album:
        """Name a person; an empty text removes the name.

        Names are unique: if another person has the name, the two are merged; see :meth:`person_named`.
        """
        p, namesake = self.person(person), self.person_named(text) if clean_name(text) else None
        return self._edited(people_edits.name(self._people, p, text, namesake))

    def confirm(self, face: str) -> Album:
        """A face belongs to its person: link it there, and separate it from the next best person."""
        self.person_of(face)
        return self._edited(people_edits.confirm(self._people, face))

    # ---------------------------------------------------------------------------------------------------- not a face

    def remove_face(self, face: str) -> Album:
        """Mark a detection as not a face, or as irrelevant; it belongs to no person."""
        self.person_of(face)
        return self._step(self.corrections.without_face(face))

    def restore_face(self, face: str) -> Album:
        """Undo :meth:`remove_face`."""
        self._node(face)
        return self._step(self.corrections.with_face(face))

    # ------------------------------------------------------------------------------------------------- anything else

    def correct(self, corrections: Corrections) -> Album:
        """Replace the corrections, as one step; an error if they contradict each other."""
        reason = contradiction(corrections)
        if reason is not None:
            raise ValueError(f"corrections contradict each other: {reason}")
        return self._step(matched(corrections, self.faces))

    # ------------------------------------------------------------------------------------------------------- history

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo

    @property
    def undo_label(self) -> str:
        """The label of the step that :meth:`undo` takes back; empty if it has none."""
        return self._history.present.label if self.can_undo else ""

    @property
    def redo_label(self) -> str:
        """The label of the step that :meth:`redo` makes again; empty if it has none."""
        return self._history.future[0].label if self.can_redo else ""

    @property
    def history(self) -> History[CorrectionStep]:
        """The corrections of all steps, to be stored."""
        return stored(self._history)

    def labeled(self, label: str) -> Album:
        """With a label for the last step."""
        return self._with(
            self._settings, self._base, self._people, self._history.amend(self._history.present._replace(label=label))
        )

    def undo(self) -> Album:
        """The album before the last step; an error if there is none."""
        return self._at(self._history.undo())

    def redo(self) -> Album:
        """The album before the last undo; an error if there is none, or if a newer step was made."""
        return self._at(self._history.redo())

    # ------------------------------------------------------------------------------------------ other faces, settings

    def with_faces(self, faces: Faces) -> Album:
        """With the faces of another scan: corrections, names, ids of people and history stay as far as faces do.

        Undo restores earlier corrections, not earlier faces.
        """
        said = with_boxes(matched(self.corrections, faces), faces)
        base = _base(faces, self._settings)
        people = corrected(faces, replace(said, dropped=()), base, stop=self._settings.stop)
        ids = kept_ids(self._people, self._ids, people)
        return self._with(self._settings, base, people, self._amended(people, ids))

    def with_same_photo(self, same_photo: float) -> Album:
        """With another penalty for one person being twice in a photo; not a step of the history."""
        settings = replace(self._settings, same_photo=float(same_photo))
        base = _base(self.faces, settings)
        people = corrected(self.faces, replace(self.corrections, dropped=()), base, stop=settings.stop)
        ids = kept_ids(self._people, self._ids, people)
        return self._with(settings, base, people, self._amended(people, ids))

    # -------------------------------------------------------------------------------------------------------- inside

    @property
    def _ids(self) -> PersonIds:
        return self._history.present.ids

    def _edited(self, edit: Edit) -> Album:
        return self._step(edit.corrections, edit.staying)

    def _step(self, said: Corrections, known: Mapping[int, str] | None = None) -> Album:
        said = with_boxes(said.tidied(), self.faces)
        if said == self.corrections:
            return self
        people = corrected(self.faces, said, self._base, stop=self._settings.stop)
        ids = kept_ids(self._people, self._ids, people, known=known)
        return self._with(self._settings, self._base, people, self._history.push(snapshot(people, ids)))

    def _at(self, history: History[Snapshot]) -> Album:
        wanted = history.present
        said = with_boxes(matched(wanted.corrections, self.faces), self.faces)
        people = corrected(self.faces, replace(said, dropped=()), self._base, stop=self._settings.stop)
        # New faces or a time limit may have changed the people.
        is_unchanged = np.array_equal(people.labels, wanted.labels)
        ids = wanted.ids.ids if is_unchanged else kept_ids(self._people, self._ids, people).ids
        n_given = max(self._ids.n_given, wanted.ids.n_given)
        now = snapshot(people, PersonIds(ids, n_given), wanted.label)
        return self._with(self._settings, self._base, people, history.amend(now))

    def _amended(self, people: People, ids: PersonIds) -> History[Snapshot]:
        return self._history.amend(snapshot(people, ids, self._history.present.label))

    def _with(self, settings: _Settings, base: Uncorrected, people: People, history: History[Snapshot]) -> Album:
        album = object.__new__(type(self))
        album._set(settings, base, people, history)
        return album

    def _with_people(self, faces: Sequence[str]) -> Sequence[str]:
        """The same faces; an error if one has no person."""
        for face in faces:
            self.person_of(face)
        return faces

    def _node(self, face: str) -> int:
        node = self.faces.index.get(face)
        if node is None:
            raise ValueError(f"there is no face {face!r} in this album")
        return node

    def __repr__(self) -> str:
        return f"Album({len(self.faces):,} faces in {len(self.faces.photos):,} photos: {self._people.summary()})"


def _base(faces: Faces, settings: _Settings) -> Uncorrected:
    return uncorrected(
        faces,
        same_photo=settings.same_photo,
        weights=settings.weights,
        solver=settings.solver,
        stop=settings.stop,
        seed=settings.seed,
        threads=settings.threads,
    )

"""Any sequence of corrections, undone and redone: each holds until it is contradicted, and files keep them all."""

from grouped_faces import grouped_faces
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.corrections.corrections_json import contradiction, corrections_from_json, corrections_to_json

FACES, _ = grouped_faces((4, 3, 3, 1))
IDS = [face.id for face in FACES.faces]
names = st.sampled_from(["", "Ann", "Bob", " ann ", "=1+1", "Ä"])
two = st.permutations(IDS).map(lambda ids: ids[:2])


def state_of(album):
    return album.corrections, album.people.labels.tolist(), album.people.names, album.person_ids


class Corrections(RuleBasedStateMachine):
    @initialize()
    def begin(self):
        self.album = Album(FACES)
        self.past, self.future = [], []

    def step(self, album):
        if album is not self.album:  # what changes nothing is no step
            self.past.append(state_of(self.album))
            self.future = []
        self.album = album

    def shown(self):
        """Faces that belong to a person."""
        return [id for id in IDS if id not in self.album.corrections.not_faces]

    @rule(ids=two)
    def same(self, ids):
        if set(ids) <= set(self.shown()):
            self.step(self.album.same(*ids))
            assert self.album.person_of(ids[0]) == self.album.person_of(ids[1])

    @rule(ids=two)
    def not_same(self, ids):
        if set(ids) <= set(self.shown()):
            self.step(self.album.not_same(*ids))
            assert self.album.person_of(ids[0]) != self.album.person_of(ids[1])

    @precondition(lambda self: len(self.shown()) > 2)
    @rule(data=st.data())
    def move(self, data):
        moved = data.draw(st.lists(st.sampled_from(self.shown()), min_size=1, max_size=3, unique=True))
        into = data.draw(st.none() | st.sampled_from(self.album.person_ids))
        self.step(self.album.move(moved, into))
        assert len({self.album.person_of(face) for face in moved}) == 1

    @precondition(lambda self: len(self.album.person_ids) > 1)
    @rule(data=st.data())
    def merge(self, data):
        one, other = data.draw(st.permutations(self.album.person_ids))[:2]
        n_people = len(self.album.person_ids)
        self.step(self.album.merge(one, other))
        assert len(self.album.person_ids) < n_people
        assert one in self.album.person_ids

    @precondition(lambda self: self.album.person_ids)
    @rule(data=st.data(), text=names)
    def name(self, data, text):
        self.step(self.album.name(data.draw(st.sampled_from(self.album.person_ids)), text))
        if text.strip():
            assert self.album.person_named(text) is not None

    @precondition(lambda self: self.shown())
    @rule(data=st.data())
    def confirm(self, data):
        face = data.draw(st.sampled_from(self.shown()))
        self.step(self.album.confirm(face))

    @precondition(lambda self: len(self.shown()) > 1)
    @rule(data=st.data())
    def remove(self, data):
        self.step(self.album.remove_face(data.draw(st.sampled_from(self.shown()))))

    @precondition(lambda self: self.album.corrections.not_faces)
    @rule(data=st.data())
    def restore(self, data):
        face = data.draw(st.sampled_from(sorted(self.album.corrections.not_faces)))
        self.step(self.album.restore_face(face))
        assert self.album.person_of(face) >= 0

    @precondition(lambda self: self.past)
    @rule()
    def undo(self):
        self.future.append(state_of(self.album))
        self.album = self.album.undo()
        assert state_of(self.album) == self.past.pop()

    @precondition(lambda self: self.future)
    @rule()
    def redo(self):
        self.past.append(state_of(self.album))
        self.album = self.album.redo()
        assert state_of(self.album) == self.future.pop()

    @rule()
    def scan_again(self):
        """The same faces: nothing changes, and undo still works."""
        before = state_of(self.album)
        self.album = self.album.with_faces(FACES)
        assert state_of(self.album) == before

    @invariant()
    def corrections_hold(self):
        said, album = self.album.corrections, self.album
        gone = set(said.not_faces)
        assert contradiction(said) is None
        assert all(album.person_of(a) == album.person_of(b) for a, b in said.same if not gone & {a, b})
        assert all(album.person_of(a) != album.person_of(b) for a, b in said.apart if not gone & {a, b})

    @invariant()
    def people_have_one_id_and_one_name(self):
        album = self.album
        assert len(set(album.person_ids)) == len(album.person_ids) == len(album.people.sizes)
        known = [name for name in album.people.names if name is not None]
        assert len({name.casefold() for name in known}) == len(known)

    @invariant()
    def a_file_keeps_them(self):
        said = self.album.corrections
        assert corrections_from_json(corrections_to_json(said)) == said
        assert self.album.can_undo == bool(self.past)
        assert self.album.can_redo == bool(self.future)


TestCorrections = Corrections.TestCase
TestCorrections.settings = settings(max_examples=25, stateful_step_count=15, deadline=None)

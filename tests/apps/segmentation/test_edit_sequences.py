"""Any sequence of edits, undone and redone: the labels depend on strokes and merges alone."""

import pickle

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import frenemy as fr
from frenemy.apps.segmentation import sample

WIDTH = 96
PICTURE, STROKES = sample.picture(WIDTH), sample.strokes(WIDTH)
HEIGHT = PICTURE.shape[0]
points = st.tuples(st.integers(-5, WIDTH + 5), st.integers(-5, HEIGHT + 5))


def state_of(found):
    return found.strokes, found.merges, found.labels.tobytes(), tuple(found.ids.tolist())


class Edits(RuleBasedStateMachine):
    @initialize(n=st.integers(0, 3))
    def begin(self, n):
        self.fresh = fr.segment(PICTURE, STROKES[:n])
        self.found = self.fresh
        self.past, self.future = [], []

    def step(self, found):
        self.past.append(state_of(self.found))
        self.future = []
        self.found = found

    @rule(at=st.integers(0, len(STROKES) - 1))
    def add(self, at):
        self.step(self.found.add(STROKES[at]))

    @rule(line=st.lists(points, min_size=1, max_size=4))
    def add_any_line(self, line):
        self.step(self.found.add(line))

    @precondition(lambda self: self.found.strokes)
    @rule(data=st.data())
    def remove(self, data):
        self.step(self.found.remove(data.draw(st.integers(0, len(self.found.strokes) - 1))))

    @precondition(lambda self: self.found.n_objects > 1)
    @rule(data=st.data())
    def merge(self, data):
        one, other = data.draw(st.permutations(self.found.ids.tolist()))[:2]
        self.step(self.found.merge(one, other))

    @precondition(lambda self: self.found.merges)
    @rule()
    def unmerge(self):
        self.step(self.found.unmerge(self.found.object_at(*self.found.merges[0][0])))

    @rule(n=st.integers(0, 4))
    def replace_all(self, n):
        self.step(self.found.edit(strokes=STROKES[:n], merges=()))

    @precondition(lambda self: self.past)
    @rule()
    def undo(self):
        self.future.append(state_of(self.found))
        self.found = self.found.undo()
        assert state_of(self.found) == self.past.pop()

    @precondition(lambda self: self.future)
    @rule()
    def redo(self):
        self.past.append(state_of(self.found))
        self.found = self.found.redo()
        assert state_of(self.found) == self.future.pop()

    @rule()
    def pickle(self):
        loaded = pickle.loads(pickle.dumps(self.found))
        assert state_of(loaded) == state_of(self.found)
        self.found = loaded

    @invariant()
    def history_is_known(self):
        assert self.found.can_undo == bool(self.past)
        assert self.found.can_redo == bool(self.future)

    @invariant()
    def labels_are_objects(self):
        found = self.found
        assert found.labels.shape == PICTURE.shape[:2]
        assert np.array_equal(np.unique(found.labels), np.arange(found.n_objects))
        assert len(set(found.ids.tolist())) == len(found.objects) == len(found.colors) == found.n_objects

    def teardown(self):
        again = self.fresh.edit(strokes=self.found.strokes, merges=self.found.merges)
        assert again.n_objects == self.found.n_objects
        assert len(np.unique(again.labels.astype(np.int64) * again.n_objects + self.found.labels)) == again.n_objects


TestEdits = Edits.TestCase
TestEdits.settings = settings(max_examples=8, stateful_step_count=8, deadline=None)

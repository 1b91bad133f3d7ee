"""Updates in any order, failed and interrupted ones among them: what stands is never half changed."""

import contextlib
import itertools
import pickle

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import frenemy as fr

pa = pytest.importorskip("pyarrow")

NAMES = "abcdefgh"
STAGES = ("read", "number", "weigh", "solve", "name", "explain")
pair = st.sampled_from(list(itertools.permutations(NAMES, 2)))
rows = st.lists(st.tuples(pair, st.integers(-6, 6)), min_size=1, max_size=6)
MISSING = -0.5


def scored(batch):
    left, right, weight = [a for (a, _), _ in batch], [b for (_, b), _ in batch], [float(w) for _, w in batch]
    return pa.table({"l": pa.array(left, "string"), "r": pa.array(right, "string"), "w": pa.array(weight, "double")})


def ends(ab):
    return pa.table({"l": pa.array([ab[0]], "string"), "r": pa.array([ab[1]], "string")})


def state_of(found):
    return found.table.to_pylist(), found.problem.edges()[2].tolist(), found.result.energy


def means(batch):
    of_pair = {}
    for ab, weight in batch:
        of_pair.setdefault(frozenset(ab), []).append(float(weight))
    return {key: sum(weights) / len(weights) for key, weights in of_pair.items()}


class Updates(RuleBasedStateMachine):
    @initialize(batch=rows)
    def begin(self, batch):
        columns = {"id_left": "l", "id_right": "r", "weight": "w", "values": "scores"}
        self.found = fr.find_entities(scored(batch), missing=MISSING, calibration="none", **columns)
        self.weights = means(batch)
        self.links = []
        self.earlier = []  # entities that were updated, and what they were

    def step(self, **given):
        later = self.found.update(given.pop("pairs", None), **given)
        self.earlier.append((self.found, state_of(self.found)))
        self.found = later

    def known(self):
        return self.found.table[self.found.table.column_names[0]].to_pylist()

    @rule(batch=rows)
    def pairs(self, batch):
        self.step(pairs=scored(batch))
        self.weights |= means(batch)

    @rule(ab=pair, is_same=st.booleans())
    def link(self, ab, is_same):
        name = "must_link" if is_same else "cannot_link"
        before = state_of(self.found)
        if not set(ab) <= set(self.known()) or not self.is_possible([*self.links, (ab, is_same)]):
            with pytest.raises(ValueError, match=r"\w"):
                self.found.update(**{name: ends(ab)})
            assert state_of(self.found) == before
            return
        self.step(**{name: ends(ab)})
        self.links.append((ab, is_same))

    def is_possible(self, links):
        label = {name: name for name in NAMES}
        for (a, b), is_same in links:
            if is_same:
                old, new = label[a], label[b]
                label = {name: new if at == old else at for name, at in label.items()}
        return all(is_same or label[a] != label[b] for (a, b), is_same in links)

    @rule(batch=rows, at=st.sampled_from(STAGES))
    def interrupted(self, batch, at):
        """Ctrl-C at the beginning of a stage: as if the update had never been asked for."""

        def press(stage, _done):
            if stage == at:
                raise KeyboardInterrupt

        before = state_of(self.found)
        with contextlib.suppress(KeyboardInterrupt):
            self.found.update(scored(batch), on_stage=press)
        assert state_of(self.found) == before

    @rule(ab=pair)
    def not_a_number(self, ab):
        before = state_of(self.found)
        with pytest.raises(ValueError, match="NaN"):
            self.found.update(scored([(ab, float("nan"))]))
        assert state_of(self.found) == before

    @rule()
    def pickle(self):
        before = state_of(self.found)
        self.found = pickle.loads(pickle.dumps(self.found))
        assert state_of(self.found) == before

    @precondition(lambda self: self.earlier)
    @rule(batch=rows)
    def update_an_earlier_one(self, batch):
        """Which does not reach those that came after it."""
        before = state_of(self.found)
        self.earlier[0][0].update(scored(batch))
        assert state_of(self.found) == before

    @invariant()
    def earlier_ones_are_as_they_were(self):
        for found, state in self.earlier[-3:]:
            assert state_of(found) == state

    @invariant()
    def all_that_was_said_counts(self):
        ids = self.known()
        label = dict(zip(ids, self.found.labels.tolist(), strict=True))
        assert len(set(ids)) == len(ids)
        assert {name for key in self.weights for name in key} <= set(ids)
        for (a, b), is_same in self.links:
            assert (label[a] == label[b]) == is_same
        energy = sum(
            self.weights.get(frozenset(ab), MISSING)
            for ab in itertools.combinations(ids, 2)
            if label[ab[0]] != label[ab[1]]
        )
        assert self.found.result.energy == pytest.approx(energy)
        of_cluster = dict(zip(self.found.labels.tolist(), self.found.cluster_ids.to_pylist(), strict=True))
        assert len(set(of_cluster.values())) == len(of_cluster) == self.found.n_entities


TestUpdates = Updates.TestCase
TestUpdates.settings = settings(max_examples=25, stateful_step_count=12, deadline=None)

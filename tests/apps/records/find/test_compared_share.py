"""How many pairs within entities were compared."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import frenemy as fr
from frenemy.apps.records.find.compared_share import compared_share


def listed(sizes, recall, rng):
    """Entities with their pairs, each compared with a probability of its entity."""
    labels = np.repeat(np.arange(len(sizes)), sizes)
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(len(labels), 1))
    kept = (labels[u] == labels[v]) & (rng.random(len(u)) < recall[labels[u]])
    return u[kept], v[kept], labels


@given(st.lists(st.integers(1, 6), min_size=1, max_size=12), st.floats(0, 1), st.integers(0, 9))
def test_the_share_is_within_its_interval(sizes, recall, seed):
    found = compared_share(*listed(sizes, np.full(len(sizes), recall), np.random.default_rng(seed)))
    if max(sizes) == 1:
        assert found is None
    else:
        assert 0.0 <= found.low <= found.share + 1e-12
        assert found.share - 1e-12 <= found.high <= 1.0
        assert found.low < found.high


def test_the_interval_holds_the_truth_where_entities_differ():
    """Some entities have all pairs and some have few, so single pairs say less than their number."""
    held = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        recall = rng.choice([0.3, 0.95], 80)
        found = compared_share(*listed(np.full(80, 5), recall, rng))
        held += found.low <= 0.625 <= found.high
    assert 0.9 <= held / 200 <= 0.99


def test_pairs_between_entities_do_not_count():
    found = compared_share(np.array([0, 1], np.int32), np.array([1, 2], np.int32), np.array([0, 0, 1]))
    assert found.share == 1.0


@pytest.mark.parametrize("values", ["probabilities", "weights"])
def test_notes_say_it_for_scores_only(values):
    pa = pytest.importorskip("pyarrow")
    pairs = pa.table({"id_1": ["a", "b", "a"], "id_2": ["b", "c", "c"], "score": [0.99, 0.98, 0.97]})
    found = fr.find_entities(pairs, values=values)
    assert any("of the pairs within entities were compared" in note for note in found.notes.choices) == (
        values == "probabilities"
    )
    assert found.compared_share.share == 1.0

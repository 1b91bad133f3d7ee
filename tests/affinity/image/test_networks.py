"""Small networks: what they compute, and that they survive being written down."""

import itertools
import json

import numpy as np
import pytest
from drawn_scenes import N_CUES, network

from frenemy.affinity.image import LearnedWeights, Network, learned_weights
from frenemy.affinity.image.regions.region_evidence import N_FEATURES as N_PAIR_FEATURES
from frenemy.affinity.image.wires.completions import N_FEATURES as N_WIRE_FEATURES


@pytest.mark.parametrize("hidden", [(), (7,), (5, 3)])
def test_log_odds_are_those_of_the_layers(hidden):
    one = network(4, hidden=hidden)
    features = np.random.default_rng(1).normal(size=(50, 4)).astype(np.float32)
    for row, found in zip(features, one.log_odds(features), strict=True):
        values = (row.astype(float) - one.mean) / one.scale
        for matrix, offset in one.layers[:-1]:
            values = np.tanh(values @ matrix + offset)
        assert found == pytest.approx(float((values @ one.layers[-1][0] + one.layers[-1][1])[0]), abs=1e-5)


def test_no_rows():
    found = network(4).log_odds(np.zeros((0, 4), np.float32))
    assert found.shape == (0,)
    assert found.dtype == np.float32


def test_many_rows_are_taken_in_parts(monkeypatch):
    one = network(4)
    features = np.random.default_rng(1).normal(size=(103, 4)).astype(np.float32)
    whole = one.log_odds(features)
    monkeypatch.setattr("frenemy.affinity.image.regions.network._MAX_VALUES", 50)
    np.testing.assert_allclose(one.log_odds(features), whole, atol=1e-6)
    assert one.log_odds(features).dtype == np.float32


def test_round_trip_through_json():
    one = network(6, hidden=(8, 4))
    again = Network.from_plain(json.loads(json.dumps(one.as_plain())))
    features = np.random.default_rng(1).normal(size=(40, 6)).astype(np.float32)
    # Numbers are kept to five digits.
    np.testing.assert_allclose(again.log_odds(features), one.log_odds(features), atol=2e-4)
    assert again.as_plain() == one.as_plain()
    third = Network.from_plain(again.as_plain())
    np.testing.assert_array_equal(third.log_odds(features), again.log_odds(features))


def test_the_learned_ones_fit_what_is_measured():
    learned = learned_weights()
    assert learned is learned_weights()  # read once
    for one, n_features in (
        (learned.edge, N_CUES),
        (learned.wire, N_WIRE_FEATURES),
        (learned.border, N_PAIR_FEATURES),
        (learned.region, N_PAIR_FEATURES),
    ):
        assert one.mean.shape == one.scale.shape == (n_features,)
        assert (one.scale > 0).all()
        sizes = [n_features, *(len(offset) for _, offset in one.layers)]
        assert sizes[-1] == 1
        assert [matrix.shape for matrix, _ in one.layers] == list(itertools.pairwise(sizes))
        assert all(np.isfinite(matrix).all() and np.isfinite(offset).all() for matrix, offset in one.layers)
        assert np.isfinite(one.log_odds(np.zeros((3, n_features), np.float32))).all()
    again = LearnedWeights.from_plain(json.loads(json.dumps(learned.as_plain())))
    assert again.as_plain() == learned.as_plain()

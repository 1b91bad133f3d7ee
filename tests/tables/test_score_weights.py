"""Scores to log-odds."""

import math

import numpy as np
import pytest

pytest.importorskip("pyarrow")

from frenemy.tables.weighing.score_weights import score_weights


def test_three_kinds_say_the_same():
    p = np.array([0.001, 0.3, 0.5, 0.97])
    nats = np.log(p / (1 - p))
    for scores, kind in ((p, "probabilities"), (nats / math.log(2), "match_weights"), (nats, "scores")):
        made = score_weights(scores, kind=kind)
        np.testing.assert_allclose(made.weights, nats, atol=1e-12)
        assert made.n_clipped == 0


def test_certainty_is_cut_and_counted():
    made = score_weights([0.0, 0.2, 1.0, 1.0], kind="probabilities")
    assert made.weights[[0, 2, 3]].tolist() == [-20.0, 20.0, 20.0]
    assert made.n_clipped == 3
    made = score_weights([-math.inf, 28.0, 29.0], kind="match_weights")  # 20 nats are 28.85 bits
    assert made.weights.tolist() == [-20.0, pytest.approx(28.0 * math.log(2)), 20.0]
    assert made.n_clipped == 2
    assert score_weights([50.0], kind="weights").weights.tolist() == [50.0]


def test_another_prior():
    # At even odds by the tool's prior of 1 %, the evidence is 99 to 1; with 2 % beforehand it is 99 * 2 / 98.
    for score, kind in ((0.5, "probabilities"), (0.0, "match_weights"), (0.0, "weights")):
        made = score_weights([score], kind=kind, prior=0.02, tool_prior=0.01)
        assert made.weights[0] == pytest.approx(math.log(99 * 2 / 98))


def test_what_is_refused():
    with pytest.raises(ValueError, match="tool_prior must say which .* got prior=0.1 and tool_prior=None"):
        score_weights([0.5], kind="probabilities", prior=0.1)
    with pytest.raises(ValueError, match="prior must be above 0 and below 1, got 1.0"):
        score_weights([0.5], kind="probabilities", prior=1.0, tool_prior=0.5)
    with pytest.raises(ValueError, match="weights must be finite, got inf for pair 1"):
        score_weights([0.5, math.inf], kind="weights")

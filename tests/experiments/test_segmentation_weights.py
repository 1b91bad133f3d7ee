"""Networks learned: slopes by finite differences, what can be learned is, and the command in its quick form."""

from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]

pytest.importorskip("skimage")


# ----------------------------------------------------------------------------------------------------------------- fit


def total_loss(values, inputs, wanted, weights, decay):
    """What the slopes are of, in double precision."""
    seen = inputs
    for i in range(0, len(values) - 2, 2):
        seen = np.tanh(seen @ values[i] + values[i + 1])
    log_odds = (seen @ values[-2] + values[-1])[:, 0]
    losses = weights * (np.logaddexp(0.0, log_odds) - wanted * log_odds)
    return losses.mean() + decay / 2 * sum((matrix**2).sum() for matrix in values[0::2])


@pytest.mark.parametrize("hidden", [(), (6,), (5, 4)])
def test_slopes_by_finite_differences(hidden):
    from experiments.segmentation_weights.fit import _slopes, _started

    rng = np.random.default_rng(0)
    values = [value.astype(float) for value in _started(rng, (3, *hidden, 1))]
    values = [value + rng.normal(0, 0.1, value.shape) for value in values]
    inputs, wanted, weights = rng.normal(size=(20, 3)), rng.random(20), rng.uniform(0.1, 2, 20)
    slopes = _slopes(values, inputs, wanted, weights, 0.01)
    for i, value in enumerate(values):
        for at in np.ndindex(value.shape):
            changed = []
            for step in (1e-5, -1e-5):
                moved = [other.copy() for other in values]
                moved[i][at] += step
                changed.append(total_loss(moved, inputs, wanted, weights, 0.01))
            assert slopes[i][at] == pytest.approx((changed[0] - changed[1]) / 2e-5, rel=1e-4, abs=1e-8)


def test_what_can_be_told_apart_is():
    from experiments.segmentation_weights.fit import Training, fit, loss

    rng = np.random.default_rng(0)
    features = (rng.normal(size=(2000, 2)) * [3.0, 0.1] + [10.0, -2.0]).astype(np.float32)
    inside = ((features[:, 0] - 10) / 3) ** 2 + ((features[:, 1] + 2) / 0.1) ** 2 < 1.4  # no line parts them
    network = fit(features, inside, Training(hidden=(8,), epochs=40, batch=64, rate=2e-2))
    log_odds = network.log_odds(features)
    assert ((log_odds > 0) == inside).mean() > 0.97
    assert loss(log_odds, inside) < 0.15
    assert loss(np.zeros(4, np.float32), np.ones(4, np.float32)) == pytest.approx(np.log(2))
    assert loss(np.array([50.0], np.float32), np.zeros(1, np.float32)) == pytest.approx(50.0)


def test_shares_become_their_log_odds():
    from experiments.segmentation_weights.fit import Training, fit

    features = np.repeat(np.eye(2, dtype=np.float32), 500, axis=0)
    targets = np.repeat([0.2, 0.9], 500).astype(np.float32)
    training = Training(hidden=(), epochs=200, batch=100, rate=3e-2, decay=0.0)
    found = fit(features, targets, training).log_odds(np.eye(2, dtype=np.float32))
    np.testing.assert_allclose(found, np.log([0.2 / 0.8, 0.9 / 0.1]), atol=0.02)


def test_weights_count():
    from experiments.segmentation_weights.fit import Training, fit

    features, targets = np.zeros((400, 1), np.float32), np.tile([0.0, 1.0], 200).astype(np.float32)
    weights = np.tile([1.0, 3.0], 200).astype(np.float32)
    training = Training(hidden=(), epochs=300, batch=400, rate=3e-2)
    found = fit(features, targets, training, weights=weights).log_odds(np.zeros((1, 1), np.float32))
    assert found[0] == pytest.approx(np.log(3.0), abs=0.02)


def test_the_same_seed_the_same_network():
    from experiments.segmentation_weights.fit import Training, fit

    rng = np.random.default_rng(0)
    features, targets = rng.normal(size=(300, 4)).astype(np.float32), rng.random(300).astype(np.float32)
    one, other = (fit(features, targets, Training(epochs=2, batch=50)).as_plain() for _ in range(2))
    assert one == other
    assert fit(features, targets, Training(epochs=2, batch=50, seed=1)).as_plain() != one


def test_few_rows_and_columns_that_never_change():
    from experiments.segmentation_weights.fit import Training, fit

    features = np.array([[1.0, 7.0], [2.0, 7.0]], np.float32)
    network = fit(features, np.array([0.0, 1.0], np.float32), Training(epochs=3))
    assert np.isfinite(network.log_odds(features)).all()


# ------------------------------------------------------------------------------------------------------------- lessons


def test_the_region_of_a_piece_is_that_of_most_of_it():
    from experiments.segmentation_weights.lessons import _regions_of

    pieces = np.array([[0, 0, 1, 1], [0, 0, 1, 2]], np.int32)
    seen = np.array([[4, 4, 4, 0], [1, 4, 0, 0]])
    assert _regions_of(pieces, seen).tolist() == [4, 0, 0]


def test_drawings_of_the_generated_picture():
    from experiments.segmentation.data.cases import SHARES, training_scenes
    from experiments.segmentation_weights.lessons import distance_to_border, drawings, people

    (case,) = training_scenes(quick=True)
    assert len(people(case)) == 1
    drawn = list(drawings(case))
    assert len(drawn) == len(SHARES)
    lengths = [sum(stroke.length for stroke in strokes) for _, strokes in drawn]
    assert lengths == sorted(lengths)
    far = distance_to_border(case.reference)
    for _, strokes in drawn:
        for stroke in strokes:
            x, y = np.clip(np.rint(stroke.points).astype(int), 0, [far.shape[1] - 1, far.shape[0] - 1]).T
            assert far[y, x].max() < 4.0


# ------------------------------------------------------------------------------------------------------------- command


def test_quick(command, tmp_path):
    from experiments.segmentation_weights.run import FILE, read

    done = command("segmentation_weights", "--quick", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    printed = done.stdout + done.stderr
    for name in ("edge", "wire", "border", "region"):
        assert f"{name}: " in printed
    assert f"wrote {tmp_path / FILE}" in printed
    learned = read(tmp_path / FILE)
    cues = np.zeros((2, 12), np.float32)
    assert np.isfinite(learned.edge.log_odds(cues)).all()

"""What the kernels refuse, and that they can be broken off."""

import threading
import time

import numpy as np
import pytest
from interrupted import interrupted

from frenemy import _core

HEIGHT = np.ones((3, 4), np.float32)
LABELS = np.ones((3, 4), np.int32)
PICTURE = np.ones((3, 4, 3), np.float32)
SEEDS = np.array([0], np.int32)


def with_value(array, value):
    changed = array.copy()
    changed[1, 2] = value
    return changed


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize(
    "call",
    [
        lambda height: _core.watershed(height, LABELS),
        lambda height: _core.grid_minima(height, 2),
        lambda height: _core.local_minima(height),
    ],
)
def test_heights_that_are_not_finite(call, value):
    with pytest.raises(ValueError, match=rf"height must be finite, got {value} at \(1, 2\)"):
        call(with_value(HEIGHT, value))


@pytest.mark.parametrize("value", [np.nan, np.inf, 0.0, -1.0])
def test_costs_that_are_not_positive(value):
    with pytest.raises(ValueError, match=rf"cost must be positive and finite, got {value:g} at \(1, 2\)"):
        _core.geodesics(with_value(HEIGHT, value), SEEDS, 1.0)


@pytest.mark.parametrize(
    "call", [_core.region_borders, _core.connected_regions, lambda labels: _core.merge_small(labels, 3)]
)
def test_negative_labels(call):
    with pytest.raises(ValueError, match=r"labels must be 0 or more, got -5 at \(1, 2\)"):
        call(with_value(LABELS, -5))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: _core.watershed(HEIGHT, 0 * LABELS), "markers must be over 0 somewhere, got 0 everywhere"),
        (lambda: _core.watershed(HEIGHT, with_value(LABELS, -1)), r"markers must be 0 or more, got -1 at \(1, 2\)"),
        (
            lambda: _core.watershed(HEIGHT, LABELS[:2].copy()),
            r"markers must have the shape of height, got \(2, 4\) and \(3, 4\)",
        ),
        (lambda: _core.grid_minima(HEIGHT, 0), "spacing must be 1 or more, got 0"),
        (lambda: _core.geodesics(HEIGHT, SEEDS, -1.0), "limit must be 0 or more, got -1"),
        (lambda: _core.geodesics(HEIGHT, SEEDS, np.nan), "limit must be 0 or more, got nan"),
        (lambda: _core.geodesics(HEIGHT, SEEDS + 12, 1.0), r"seeds must be in 0..11, got 12 at seed 0"),
        (lambda: _core.geodesics(HEIGHT, SEEDS - 1, 1.0), r"seeds must be in 0..11, got -1 at seed 0"),
        (lambda: _core.gaussian_blur(PICTURE, 0.0), "sigma must be over 0 and at most 1000, got 0"),
        (lambda: _core.gaussian_gradients(PICTURE, np.nan), "sigma must be over 0 and at most 1000, got nan"),
        (lambda: _core.gaussian_gradients(PICTURE, 1e9), "sigma must be over 0 and at most 1000, got 1000000000"),
        (lambda: _core.gaussian_blur(PICTURE[..., :0].copy(), 1.0), "must have at least one channel, got 0"),
        (lambda: _core.area_resize(PICTURE, 0, 4), "a picture must have 1 to 536870912 pixels, got 0 x 4"),
        (lambda: _core.area_resize(PICTURE, 2**40, 2**40), "a picture must have 1 to 536870912 pixels"),
        (lambda: _core.area_resize(PICTURE[:0], 2, 2), "a picture must have 1 to 536870912 pixels, got 0 x 4"),
        (lambda: _core.connected_regions(LABELS[:, :0].copy()), "a picture must have 1 to 536870912 pixels, got 3 x 0"),
        (lambda: _core.distance_to(np.zeros((0, 0), bool)), "a picture must have 1 to 536870912 pixels, got 0 x 0"),
    ],
)
def test_messages(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    "call",
    [
        # Cut to 32 bits, a label might be another one.
        lambda: _core.connected_regions(LABELS.astype(np.int64)),
        lambda: _core.region_borders(LABELS.astype(np.float32)),
        lambda: _core.watershed(HEIGHT, LABELS.astype(np.int64)),
        lambda: _core.geodesics(HEIGHT, SEEDS.astype(np.int64), 1.0),
        lambda: _core.watershed(HEIGHT[0], LABELS),
        lambda: _core.gaussian_blur(HEIGHT, 1.0),
    ],
)
def test_other_types_and_dimensions(call):
    with pytest.raises(TypeError):
        call()


def test_doubles_and_views_are_taken():
    height = np.random.default_rng(0).random((8, 6))
    expected = _core.local_minima(height.astype(np.float32))
    np.testing.assert_array_equal(_core.local_minima(height), expected)
    np.testing.assert_array_equal(_core.local_minima(np.asfortranarray(height.astype(np.float32))), expected)


def test_pictures_that_are_not_finite_do_no_harm():
    picture = np.full((6, 7, 2), np.nan, np.float32)
    assert np.isnan(_core.gaussian_blur(picture, 1.0)).all()
    assert np.isnan(_core.area_resize(picture, 2, 9)).all()


@pytest.mark.parametrize(
    "call",
    [
        "_core.watershed(height, markers)",
        "_core.geodesics(height, np.array([0], np.int32), np.inf)",
        "_core.gaussian_gradients(picture, 20.0)",
        "_core.merge_small(noise, 30)",
    ],
)
def test_ctrl_c(call):
    code, output = interrupted(
        f"""
        from frenemy import _core
        rng = np.random.default_rng(0)
        height = rng.random((1200, 2000), dtype=np.float32) + np.float32(0.01)
        markers = _core.grid_minima(height, 20)
        picture = height[..., None]
        noise = rng.integers(4, size=height.shape, dtype=np.int32)
        print("ready", flush=True)
        try:
            while True:
                {call}
        except KeyboardInterrupt:
            print("interrupted")
        """,
        seconds=0.3,
    )
    assert (code, output) == (0, "interrupted\n")


def test_other_threads_run_meanwhile():
    height = np.random.default_rng(0).random((700, 900), dtype=np.float32)
    worker = threading.Thread(target=_core.gaussian_blur, args=(height[..., None], 30.0))
    worker.start()
    steps = 0
    while worker.is_alive():
        steps += 1
        time.sleep(0)
    worker.join()
    assert steps > 10

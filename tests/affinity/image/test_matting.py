"""The matting Laplacian is that of the paper, and soft segmentations solve their equations."""

import numpy as np
import pytest
from interrupted import interrupted
from pymatting_laplacians import SETTINGS, STORED, textured
from scipy.sparse import diags_array
from scipy.sparse.linalg import spsolve

from frenemy import _core
from frenemy.affinity.image import Stroke, laplacian, sides, soft_segmentation, soft_segmentations


def dense_laplacian(picture, epsilon):
    """Equation 12, word for word."""
    height, width = picture.shape[:2]
    n = height * width
    matrix = np.zeros((n, n))
    rows, columns = min(3, height), min(3, width)
    for top in range(height - rows + 1):
        for left in range(width - columns + 1):
            y, x = (part.ravel() for part in np.indices((rows, columns)))
            pixels = (y + top) * width + x + left
            colors = picture.reshape(n, 3)[pixels]
            centered = colors - colors.mean(axis=0)
            size = len(pixels)
            covariance = centered.T @ centered / size + epsilon / size * np.eye(3)
            matrix[np.ix_(pixels, pixels)] += (
                np.eye(size) - (1.0 + centered @ np.linalg.solve(covariance, centered.T)) / size
            )
    return matrix


@pytest.mark.parametrize("shape", [(8, 11), (3, 3), (3, 9), (2, 7), (6, 1), (1, 1), (2, 2)])
@pytest.mark.parametrize("epsilon", [1e-7, 1e-2])
def test_laplacian_is_the_formula(shape, epsilon):
    picture = np.random.default_rng(1).random((*shape, 3))
    assert laplacian(picture, epsilon=epsilon).toarray() == pytest.approx(dense_laplacian(picture, epsilon), abs=1e-8)


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_laplacian_is_that_of_pymatting(setting):
    epsilon, radius = SETTINGS[setting]
    with np.load(STORED) as stored:
        picture, upper = stored["picture"], stored[f"matrix_{setting}"]
    theirs = upper + np.triu(upper, 1).T
    assert np.count_nonzero(theirs) > 1000
    assert np.abs(laplacian(picture, epsilon=epsilon, radius=radius).toarray() - theirs).max() < 1e-6


@pytest.mark.parametrize("kind", ["grey", "flat", "two colors", "bytes"])
def test_laplacian_of_pictures_with_few_colors(kind):
    rng = np.random.default_rng(2)
    picture = {
        "grey": np.repeat(rng.random((9, 9, 1)), 3, axis=2),
        "flat": np.full((9, 9), 0.5),
        "two colors": (rng.random((9, 9, 1)) < 0.5) * np.array([1.0, 0.2, 0.7]),
        "bytes": rng.integers(0, 256, (9, 9, 3), dtype=np.uint8),
    }[kind]
    matrix = laplacian(picture).toarray()
    assert np.array_equal(matrix, matrix.T)
    assert np.abs(matrix.sum(axis=1)).max() < 1e-9
    assert np.linalg.eigvalsh(matrix).min() > -1e-9


def solved_by_scipy(picture, stroke, epsilon=1e-7, stiffness=100.0):
    found = sides(stroke, picture.shape)
    pinned = np.zeros(picture.shape[:2])
    top, left, bottom, right = found.window
    pinned[top:bottom, left:right] = found.side
    weight = stiffness * np.abs(pinned.ravel())
    matrix = laplacian(picture, epsilon=epsilon) + diags_array(weight)
    return spsolve(matrix.tocsc(), weight * pinned.ravel()).reshape(picture.shape[:2])


@pytest.mark.parametrize("shape", [(36, 50), (11, 70), (48, 15), (24, 24)])
def test_values_are_those_of_a_general_solver(shape):
    picture = textured(shape)
    stroke = Stroke([[shape[1] / 2 + 2, 2], [shape[1] / 2 - 1, shape[0] / 2]])
    expected = np.clip(solved_by_scipy(picture, stroke), -1, 1)
    whole = soft_segmentation(picture, stroke, reach=None)
    assert whole.residual < 1e-12
    assert whole.values == pytest.approx(expected, abs=1e-4)
    # A window that holds the whole picture is solved another way.
    assert soft_segmentation(picture, stroke, reach=500).values == pytest.approx(whole.values, abs=1e-5)


def test_a_window_is_a_picture_of_its_own_and_far_pixels_are_zero():
    picture = textured((80, 120))
    stroke = Stroke([[60, 30], [60, 50]])
    soft = soft_segmentation(picture, stroke, reach=15)
    assert soft.window == (15, 45, 66, 76)
    part = picture[15:66, 45:76]
    expected = np.clip(solved_by_scipy(part, Stroke(stroke.points - [45, 15])), -1, 1)
    y, x = np.indices(soft.values.shape)
    distance = np.hypot(x - 15, np.maximum(0, np.abs(y - 25) - 10))
    assert (soft.values[distance > 15] == 0).all()
    assert soft.values[distance <= 15] == pytest.approx(expected[distance <= 15], abs=1e-4)
    whole = soft.within(picture.shape)
    assert whole.shape == (80, 120)
    assert np.array_equal(whole[15:66, 45:76], soft.values)
    assert np.count_nonzero(whole) == np.count_nonzero(soft.values)


def test_both_sides_of_an_edge():
    picture = textured((60, 80))
    soft = soft_segmentation(picture, Stroke([[39.5, 40], [39.5, 20]]), reach=None)
    assert soft.values.dtype == np.float32
    assert not soft.values.flags.writeable
    assert np.abs(soft.values).max() <= 1
    assert soft.values[30, :38].min() > 0.7
    assert soft.values[30, 42:].max() < -0.7


def strokes_over(shape, count, seed=3):
    rng = np.random.default_rng(seed)
    begin = rng.uniform(0, 1, (count, 2)) * [shape[1], shape[0]]
    turn = rng.uniform(0, 2 * np.pi, count)
    length = rng.uniform(5, 30, count)
    along = length[:, None] * np.stack((np.cos(turn), np.sin(turn)), axis=1)
    return [Stroke(ends) for ends in np.stack((begin, begin + along), axis=1)]


def test_strokes_share_work_and_nothing_else():
    picture = textured((32, 48))
    strokes = strokes_over(picture.shape, 11)
    together = soft_segmentations(picture, strokes, reach=None)
    threaded = soft_segmentations(picture, strokes, reach=None, threads=3)
    for stroke, soft, other in zip(strokes, together, threaded, strict=True):
        alone = soft_segmentation(picture, stroke, reach=None)
        assert np.array_equal(soft.values, alone.values)
        assert np.array_equal(soft.values, other.values)
        assert soft.residual < 1e-12
        if soft.values.size and stroke in strokes[:2]:
            assert soft.values == pytest.approx(np.clip(solved_by_scipy(picture, stroke), -1, 1), abs=1e-3)


def test_windows_in_threads():
    picture = textured((90, 130))
    strokes = strokes_over(picture.shape, 9)
    one, three = (soft_segmentations(picture, strokes, reach=12, threads=n) for n in (1, 3))
    for a, b in zip(one, three, strict=True):
        assert a.window == b.window
        assert np.array_equal(a.values, b.values)


@pytest.mark.parametrize("reach", [None, 20])
@pytest.mark.parametrize("points", [[[20, 20]], [[-50, -50], [-40, -50]], [[-30, -0.5], [200, -0.5]], [[5, 5], [5, 5]]])
def test_strokes_that_say_nothing(points, reach):
    soft = soft_segmentation(textured((40, 40)), Stroke(points), reach=reach)
    assert soft.window == (0, 0, 0, 0)
    assert soft.values.size == 0
    assert not soft.within((40, 40)).any()


@pytest.mark.parametrize("shape", [(1, 1), (1, 60), (60, 1), (2, 60), (12, 12), (13, 4)])
def test_small_pictures(shape):
    strokes = [[[0, 0], [shape[1], shape[0]]], [[shape[1] / 2, -5], [shape[1] / 2, 70]]]
    for reach in (None, 10):
        for soft in soft_segmentations(np.zeros(shape), strokes, reach=reach):
            assert soft.residual < 1e-9


def test_odd_strokes_are_solved():
    turn = np.linspace(0, 2 * np.pi, 50)
    circle = np.stack((40 + 15 * np.cos(turn), 40 + 15 * np.sin(turn)), axis=1)
    eight = np.stack((40 + 25 * np.sin(turn), 40 + 15 * np.sin(2 * turn)), axis=1)
    zigzag = np.array([[10 + 30 * (k % 2), 10 + 6 * k] for k in range(10)])
    for soft in soft_segmentations(textured((80, 80)), [circle, eight, zigzag], reach=None):
        assert soft.residual < 1e-9
        assert soft.values.max() == pytest.approx(1, abs=0.1)
        assert soft.values.min() == pytest.approx(-1, abs=0.1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reach": 0}, "reach must be above 0 and finite, or None, got 0"),
        ({"reach": np.nan}, "got nan"),
        ({"reach": None, "epsilon": 0}, "epsilon must be above 0 and finite, got 0"),
        ({"reach": None, "stiffness": -1}, "stiffness must be above 0 and finite, got -1"),
        ({"reach": None, "radius": 0}, "radius must be a whole number of at least 1, got 0"),
        ({"reach": None, "threads": 0}, "threads must be a whole number of at least 1, got 0"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        soft_segmentations(np.zeros((9, 9, 3)), [], **options)


def test_windows_that_are_too_large_are_refused_before_any_work():
    picture = np.zeros((2000, 2500), np.uint8)
    with pytest.raises(ValueError, match="a window of 2000 x 2500 pixels is too large: .* GiB.* got None"):
        soft_segmentation(picture, [[100, 100], [200, 200]], reach=None)
    soft = soft_segmentation(picture, [[100, 100], [110, 100]], reach=20)
    assert soft.values.shape == (41, 51)


@pytest.mark.parametrize("reach", [None, 60])
def test_a_callback_ends_the_work(reach):
    class Enough(Exception):
        pass

    def on_poll():
        raise Enough

    with pytest.raises(Enough):
        soft_segmentations(textured((200, 200)), strokes_over((200, 200), 12), reach=reach, threads=2, on_poll=on_poll)


def test_interrupted():
    script = """
        from frenemy.affinity.image import soft_segmentations
        picture = np.random.default_rng(0).random((500, 500, 3))
        strokes = [[[10, 10 + 9 * k], [60, 10 + 9 * k]] for k in range(50)]
        print("ready", flush=True)
        try:
            soft_segmentations(picture, strokes, reach=None)
        except KeyboardInterrupt:
            print("interrupted")
    """
    assert interrupted(script, seconds=0.3) == (0, "interrupted\n")


def test_a_matrix_that_is_not_positive_definite_is_an_error():
    picture = np.zeros((4, 4, 3))
    pins = (np.array([0], np.int32), np.array([1.0]))
    with pytest.raises(ValueError, match="not positive definite"):
        _core.solve_mattings(picture, [pins], 1e-7, 1, -100.0, 1, None)

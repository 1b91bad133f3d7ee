"""SIFT at given points: always all numbers, the same for the same face wherever and however large it is."""

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2", reason="OpenCV is not installed")

from frenemy.apps.faces.photos.face_points import aligned_points, face_points  # noqa: E402
from frenemy.apps.faces.photos.sift_descriptor import sift_descriptor  # noqa: E402


def scene(height=160, width=140, seed=0):
    """Smooth blobs, as different from place to place as a face is."""
    noise = np.random.default_rng(seed).random((height // 6, width // 6)).astype(np.float32)
    return np.clip(255 * cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)


def windows(descriptor):
    return descriptor.reshape(-1, 128)


def likeness(one, other):
    return np.sum(windows(one) * windows(other), axis=1)


def test_shape_length_and_order():
    picture = scene()
    points = aligned_points(picture.shape)
    whole = sift_descriptor(picture, points, scales=(0.5, 1.0))
    assert whole.shape == (9 * 2 * 128,)
    assert whole.dtype == np.float32
    assert np.allclose(np.linalg.norm(windows(whole), axis=1), 1.0, atol=1e-5)
    single = sift_descriptor(picture, points[4:5], scales=(1.0,), unit=_unit(points))
    # A smaller part of the picture was brought to another size, by a rounding.
    assert likeness(windows(whole)[4 * 2 + 1], single) > 0.99
    assert sift_descriptor(picture, points).shape == (3456,)


def _unit(points):
    return 2.0 * np.sqrt(np.mean(np.sum((points - points.mean(axis=0)) ** 2, axis=1)))


def test_grey_and_colored_alike():
    picture = scene()
    points = aligned_points(picture.shape)
    assert np.array_equal(
        sift_descriptor(np.repeat(picture[..., None], 3, axis=2), points), sift_descriptor(picture, points)
    )


def test_points_at_and_beyond_the_border_have_numbers_too():
    picture = scene()
    points = np.array([(0, 0), (139, 159), (-10, 80), (70, 400)], float)
    assert sift_descriptor(picture, points, unit=60.0).shape == (4 * 3 * 128,)
    assert np.all(np.isfinite(sift_descriptor(scene(8, 8), [(4.0, 4.0)], unit=300.0)))


def test_a_larger_picture_looks_the_same():
    picture = scene(240, 210)
    points = aligned_points(picture.shape)
    once = sift_descriptor(picture, points)
    for factor in (0.5, 2.0, 5.0):
        method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
        scaled = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=method)
        other = sift_descriptor(scaled, (points + 0.5) * factor - 0.5)
        assert np.median(likeness(once, other)) > 0.97


def test_a_part_of_a_larger_picture_looks_the_same():
    picture = scene(240, 210)
    points = aligned_points(picture.shape)
    around = cv2.copyMakeBorder(picture, 500, 600, 700, 800, cv2.BORDER_REPLICATE)
    assert np.allclose(
        sift_descriptor(around, points + np.array([700, 500])), sift_descriptor(picture, points), atol=0.05
    )


def test_a_turned_face_looks_the_same_unless_upright():
    picture = scene(300, 300)
    points = face_points(80.0 * np.array([(0.5, 0), (0.217, 0), (-0.5, 0), (-0.217, 0), (0, 0.56)]) + (150, 120))
    turn = cv2.getRotationMatrix2D((150.0, 150.0), 25.0, 1.0)
    turned = cv2.warpAffine(picture, turn, (300, 300), borderMode=cv2.BORDER_REPLICATE)
    there = points @ turn[:, :2].T + turn[:, 2]
    once = sift_descriptor(picture, points)
    assert np.allclose(sift_descriptor(picture, points, upright=False), once, atol=0.05)
    assert np.median(likeness(once, sift_descriptor(turned, there, upright=False))) > 0.95
    assert np.median(likeness(once, sift_descriptor(turned, there))) < 0.9


def test_nothing_to_see_is_zero():
    assert not sift_descriptor(np.full((50, 50), 7, np.uint8), [(25, 25)], unit=20.0).any()


@pytest.mark.parametrize(
    ("pixels", "points", "settings", "message"),
    [
        (np.zeros((9, 9)), [(1, 1), (5, 5)], {}, "pixels must be uint8, 0 to 255, got float64"),
        (np.zeros((9, 9, 4), np.uint8), [(1, 1), (5, 5)], {}, r"\(H, W, 3\), got \(9, 9, 4\)"),
        (np.zeros((0, 9), np.uint8), [(1, 1), (5, 5)], {}, r"got \(0, 9\)"),
        (np.zeros((9, 9), np.uint8), [1, 1], {}, r"x and y of at least one point, got shape \(2,\)"),
        (np.zeros((9, 9), np.uint8), [(1, 1), (5, np.nan)], {}, "got nan at point 1"),
        (np.zeros((9, 9), np.uint8), [(1, 1)], {}, "unit is required if all points are equal"),
        (np.zeros((9, 9), np.uint8), [(1, 1), (5, 5)], {"scales": ()}, "scales must be numbers above 0"),
        (np.zeros((9, 9), np.uint8), [(1, 1), (5, 5)], {"unit": -1.0}, "unit must be a number of pixels above 0"),
        (np.zeros((9, 9), np.uint8), [(1, 1), (5, 5)], {"upright": False}, "must be the 9 points of a face"),
    ],
)
def test_bad_input(pixels, points, settings, message):
    with pytest.raises(ValueError, match=message):
        sift_descriptor(pixels, points, **settings)


def test_learned_from_20_people_it_tells_20_others_apart(shared_data):
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    from sklearn.metrics import roc_auc_score

    from frenemy.affinity.metric import LDML

    rows, y = [], []
    for person in range(1, 41):
        for file in sorted((shared_data / "faces_orl" / f"s{person}").glob("*.pgm"))[:6]:
            picture = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
            rows.append(sift_descriptor(picture, aligned_points(picture.shape)))
            y.append(person)
    X, y = np.array(rows), np.array(y)
    train, test = y <= 20, y > 20
    u, v = np.triu_indices(int(test.sum()), 1)
    is_same = y[test][u] == y[test][v]
    raw = roc_auc_score(is_same, -np.sum((X[test][u] - X[test][v]) ** 2, axis=1))
    ldml = LDML(32, max_rounds=40).fit(X[train], y[train])
    learned = roc_auc_score(is_same, ldml.pair_log_odds(X[test], np.column_stack([u, v])))
    assert learned > 0.85
    assert learned > raw + 0.02

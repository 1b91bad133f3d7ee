"""Nine points follow the face: moved, turned and scaled as it is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frenemy.apps.faces.photos.face_points import LANDMARKS, TEMPLATE, aligned_points, face_points, face_turn


@given(
    st.floats(-np.pi + 0.01, np.pi - 0.01),
    st.floats(5.0, 500.0),
    st.floats(-1000.0, 1000.0),
    st.floats(-1000.0, 1000.0),
)
def test_points_move_with_the_face(angle, size, x, y):
    turn = size * np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    points = face_points(LANDMARKS @ turn.T + (x, y))
    assert np.allclose(points, TEMPLATE @ turn.T + (x, y), atol=1e-6)
    assert face_turn(points) == pytest.approx(angle, abs=1e-6)


def test_eyes_are_where_they_were_found_and_the_mouth_goes_with_the_nose():
    straight = 100.0 * LANDMARKS + 200.0
    turned = straight + np.array([(0, 0)] * 4 + [(10, 0)])
    points, before = face_points(turned), face_points(straight)
    assert np.array_equal(points[:4], turned[[2, 3, 1, 0]])
    assert np.all(points[4:, 0] > before[4:, 0] + 5.0)


def test_aligned_points_are_inside_and_symmetric():
    points = aligned_points((112, 92))
    assert np.all((points > 0) & (points < (92, 112)))
    assert np.allclose(points[[3, 2, 6, 8], 0] + points[[0, 1, 4, 7], 0], 91.0)
    assert np.allclose(aligned_points((112, 92, 3)), points)


@pytest.mark.parametrize(
    ("landmarks", "message"),
    [
        (np.zeros((4, 2)), "5 points of x and y, got shape"),
        (np.full((5, 2), np.nan), "must be finite, got nan at point 0"),
        (np.full((5, 2), 3.0), "must not all be equal"),
    ],
)
def test_bad_landmarks(landmarks, message):
    with pytest.raises(ValueError, match=message):
        face_points(landmarks)


def test_bad_settings():
    with pytest.raises(ValueError, match="eye_line must be above 0 and below 1, got 2.0"):
        aligned_points((100, 100), eye_line=2.0)
    with pytest.raises(ValueError, match="must be the 9 points of a face, got shape"):
        face_turn(np.zeros((5, 2)))

"""Nine facial feature points, from detected landmarks or for pictures aligned in advance."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.problem.checked_arrays import number, numbers

# The features of Everingham, Sivic & Zisserman, "Hello! My name is... Buffy" (BMVC 2006), from the left of the picture
# to its right: four corners of eyes, nostril, tip of the nose, nostril, corners of the mouth. The unit is the distance
# between the outer corners of the eyes, the origin their midpoint; measured on a mean of aligned faces.
TEMPLATE = np.array(
    [
        (-0.500, 0.000),
        (-0.217, 0.005),
        (0.217, 0.005),
        (0.500, 0.000),
        (-0.110, 0.510),
        (0.000, 0.420),
        (0.110, 0.510),
        (-0.270, 0.770),
        (0.270, 0.770),
    ]
)
# dlib's five: outer and inner corner of the eye on the right of the picture, outer and inner one on the left, and where
# the nose meets the lip.
LANDMARKS = np.array([(0.500, 0.000), (0.217, 0.005), (-0.500, 0.000), (-0.217, 0.005), (0.000, 0.563)])
EYES = (2, 3, 1, 0)  # landmarks that are the first four points

Points = npt.NDArray[np.float64]


def face_points(landmarks: npt.ArrayLike) -> Points:
    """Nine points of a face from the five landmarks of dlib's small predictor.

    The corners of the eyes are landmarks themselves. Nose and mouth come from a mean face, fitted to the landmarks by a
    similarity transform and then shifted to the bottom of the nose, which is displaced if the head is turned.

    Parameters
    ----------
    landmarks : (5, 2) float
        x and y in pixels: outer and inner corner of the eye on the right of the picture, outer and inner corner of the
        one on the left, bottom of the nose.

    Returns
    -------
    (9, 2) float64
        Corners of the eyes, nostril, tip of the nose, nostril, corners of the mouth, each from left to right.

    Examples
    --------
    >>> from frenemy.apps.faces.photos.face_points import face_points
    >>> face_points([(150, 80), (122, 80), (50, 80), (78, 80), (100, 136)])[-2:].round().astype(int).tolist()
    [[73, 157], [127, 157]]
    """
    found = _checked(landmarks)
    if found.shape != LANDMARKS.shape:
        raise ValueError(f"landmarks must be 5 points of x and y, got shape {found.shape}")
    turn, shift = _similarity(LANDMARKS, found)
    points = TEMPLATE @ turn.T + shift
    points[4:] += found[4] - (LANDMARKS[4] @ turn.T + shift)
    points[:4] = found[list(EYES)]
    return points


def aligned_points(shape: tuple[int, ...], *, eye_line: float = 0.47, eye_span: float = 0.5) -> Points:
    """The average positions of the nine points in a picture filled by one upright face.

    Parameters
    ----------
    shape : tuple of int
        Height and width of the picture; further dimensions are ignored.
    eye_line : float
        Vertical position of the eyes as a share of the height; the default fits the ORL pictures.
    eye_span : float
        Distance between the outer corners of the eyes as a share of the width.

    Returns
    -------
    (9, 2) float64
        x and y in pixels, in the order of :func:`face_points`.

    Examples
    --------
    >>> from frenemy.apps.faces.photos.face_points import aligned_points
    >>> aligned_points((112, 92))[:4].round().astype(int).tolist()
    [[22, 53], [36, 53], [55, 53], [68, 53]]
    """
    height, width = shape[:2]
    for name, value in (("eye_line", eye_line), ("eye_span", eye_span)):
        if not 0.0 < number(value) < 1.0:
            raise ValueError(f"{name} must be above 0 and below 1, got {value!r}")
    return TEMPLATE * (eye_span * width) + ((width - 1) / 2.0, eye_line * height)


def face_turn(points: npt.ArrayLike) -> float:
    """The in-plane rotation of a face with these nine points, in radians, clockwise."""
    found = _checked(points)
    if found.shape != TEMPLATE.shape:
        raise ValueError(f"points must be the 9 points of a face, got shape {found.shape}")
    turn, _ = _similarity(TEMPLATE, found)
    return float(np.arctan2(turn[1, 0], turn[0, 0]))


def _checked(points: npt.ArrayLike) -> Points:
    found = numbers(points, "points")
    bad = np.argwhere(~np.isfinite(found))
    if len(bad):
        raise ValueError(f"points must be finite, got {found[tuple(bad[0])]} at point {bad[0][0]}")
    return found


def _similarity(source: Points, target: Points) -> tuple[Points, Points]:
    """The least-squares similarity transform: rotation with scale, (2, 2), and translation."""
    center, target_center = source.mean(axis=0), target.mean(axis=0)
    # As complex numbers, rotation and scale are one factor.
    one, other = (source - center) @ (1.0, 1.0j), (target - target_center) @ (1.0, 1.0j)
    factor = np.vdot(one, other) / np.vdot(one, one).real
    if abs(factor) == 0.0:
        raise ValueError(f"points of a face must not all be equal, got {target[0].tolist()} for all")
    turn = np.array([(factor.real, -factor.imag), (factor.imag, factor.real)])
    return turn, target_center - turn @ center

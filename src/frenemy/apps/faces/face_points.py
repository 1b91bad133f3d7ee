"""Nine points of a face: where its corners are, from what a detector has found or from how the picture was made."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.checked_arrays import number, numbers

# The features of Everingham, Sivic & Zisserman, "Hello! My name is... Buffy" (BMVC 2006), from the left of the picture
# to its right: four corners of eyes, nostril, tip of the nose, nostril, corners of the mouth. In distances between
# the outer corners of the eyes, from the middle between them; read off a mean of aligned faces.
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
EYES = (2, 3, 1, 0)  # which landmarks are the first four points

Points = npt.NDArray[np.float64]


def face_points(landmarks: npt.ArrayLike) -> Points:
    """Nine points of a face from the five landmarks of dlib's small predictor.

    The corners of the eyes are those landmarks. Nose and mouth are where they are on a mean face that was moved,
    turned and scaled to fit the landmarks, and moved on with the nose, which a turned head shows off its place.

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
    >>> from frenemy.apps.faces.face_points import face_points
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
    """The nine points of a face that fills its picture upright, where they are on average.

    Parameters
    ----------
    shape : tuple of int
        Height and width of the picture, and what else its array has.
    eye_line : float
        How far down the eyes are, as a share of the height; the default is that of the ORL pictures.
    eye_span : float
        How far apart the outer corners of the eyes are, as a share of the width.

    Returns
    -------
    (9, 2) float64
        x and y in pixels, in the order of :func:`face_points`.

    Examples
    --------
    >>> from frenemy.apps.faces.face_points import aligned_points
    >>> aligned_points((112, 92))[:4].round().astype(int).tolist()
    [[22, 53], [36, 53], [55, 53], [68, 53]]
    """
    height, width = shape[:2]
    for name, value in (("eye_line", eye_line), ("eye_span", eye_span)):
        if not 0.0 < number(value) < 1.0:
            raise ValueError(f"{name} must be above 0 and below 1, got {value!r}")
    return TEMPLATE * (eye_span * width) + ((width - 1) / 2.0, eye_line * height)


def face_turn(points: npt.ArrayLike) -> float:
    """By how many radians a face with these nine points is turned, clockwise as seen."""
    found = _checked(points)
    if found.shape != TEMPLATE.shape:
        raise ValueError(f"the turn of a face is known from its 9 points, got shape {found.shape}")
    turn, _ = _similarity(TEMPLATE, found)
    return float(np.arctan2(turn[1, 0], turn[0, 0]))


def _checked(points: npt.ArrayLike) -> Points:
    found = numbers(points, "points")
    bad = np.argwhere(~np.isfinite(found))
    if len(bad):
        raise ValueError(f"points must be finite, got {found[tuple(bad[0])]} at point {bad[0][0]}")
    return found


def _similarity(source: Points, target: Points) -> tuple[Points, Points]:
    """The turn with scale, (2, 2), and the shift that bring one set of points nearest to the other."""
    middle, aim = source.mean(axis=0), target.mean(axis=0)
    # As complex numbers, turning and scaling is one factor.
    one, other = (source - middle) @ (1.0, 1.0j), (target - aim) @ (1.0, 1.0j)
    factor = np.vdot(one, other) / np.vdot(one, one).real
    if abs(factor) == 0.0:
        raise ValueError(f"points of a face must not all be one, got {target[0].tolist()} throughout")
    turn = np.array([(factor.real, -factor.imag), (factor.imag, factor.real)])
    return turn, aim - turn @ middle

"""The paper's face descriptor: SIFT around facial feature points, at several scales."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.apps.faces.photos.face_points import face_turn
from frenemy.problem.checked_arrays import number, numbers

N_BINS = 128  # 4 x 4 cells of 8 directions
SCALES = (0.5, 1.0, 2.0)
# A window of 4 cells is resized to 24 pixels, the size at which OpenCV's blur matches Lowe's. Its weights extend to the
# corners of a fifth cell, 21 pixels from the center, and the blur 5 pixels farther.
WINDOW = 24
KEY_POINT_SIZE = WINDOW / 6.0  # in OpenCV's terms: a cell is 3 times half of it
PATCH = 56


def sift_descriptor(
    pixels: npt.NDArray[np.uint8],
    points: npt.ArrayLike,
    *,
    scales: Sequence[float] = SCALES,
    unit: float | None = None,
    upright: bool = True,
) -> npt.NDArray[np.float32]:
    """SIFT descriptors at given points and several scales, concatenated.

    Guillaumin, Verbeek & Schmid (2009) take nine points,
    :func:`~frenemy.apps.faces.photos.face_points.face_points`, at three scales: 3,456 numbers. Beyond the edges
    of the picture, the pixels at the edge are repeated, so every window gives 128 numbers.

    Parameters
    ----------
    pixels : (H, W) or (H, W, 3) uint8
        Grey or RGB.
    points : (n_points, 2) float
        x and y in pixels; may lie outside the picture.
    scales : sequence of float
        Sides of the square windows, in units.
    unit : float, optional
        In pixels. By default twice the root mean squared distance of the points from their center; for the nine points,
        that is 0.86 times the distance between the outer corners of the eyes. Required for a single point.
    upright : bool
        Whether windows are axis-aligned; otherwise they are rotated with the face, which requires nine points.

    Returns
    -------
    (n_points * n_scales * 128,) float32
        By point, then by scale. The numbers of a window have Euclidean norm 1, or are 0 if it has no gradients.

    References
    ----------
    Lowe, "Distinctive image features from scale-invariant keypoints", IJCV 2004.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.faces.photos.face_points import aligned_points
    >>> from frenemy.apps.faces.photos.sift_descriptor import sift_descriptor
    >>> pixels = np.random.default_rng(0).integers(256, size=(112, 92), dtype=np.uint8)
    >>> sift_descriptor(pixels, aligned_points(pixels.shape)).shape
    (3456,)
    """
    cv2 = _opencv()
    grey = _grey(cv2, pixels)
    places = _checked_points(points)
    sides = _checked_scales(scales) * _checked_unit(unit, places)
    angle = 0.0 if upright else face_turn(places)
    by_scale = [_patches(cv2, grey, places, side, angle) for side in sides]
    patches = [patch for at_point in zip(*by_scale, strict=True) for patch in at_point]
    # All patches side by side in one picture: each call builds a scale space.
    middle = (PATCH - 1) / 2.0
    key_points = [cv2.KeyPoint(middle + PATCH * i, middle, KEY_POINT_SIZE, 0.0) for i in range(len(patches))]
    kept, described = cv2.SIFT_create().compute(np.hstack(patches), key_points)
    if len(kept) != len(key_points):
        raise RuntimeError(f"OpenCV described {len(kept)} of {len(key_points)} points")
    lengths = np.linalg.norm(described, axis=1, keepdims=True)
    result: npt.NDArray[np.float32] = (described / np.maximum(lengths, 1.0)).astype(np.float32).ravel()
    return result


def _patches(
    cv2: Any, grey: npt.NDArray[np.uint8], places: npt.NDArray[np.float64], side: float, angle: float
) -> list[npt.NDArray[np.uint8]]:
    """The patch around each point, resized so that a window of this side has ``WINDOW`` pixels."""
    zoom = side / WINDOW  # pixels of the picture per pixel of a patch
    if zoom > 1.0:  # reduce the picture first, to avoid aliasing
        reach = int(np.ceil(PATCH * zoom))
        (left, top), (right, bottom) = (np.floor(places.min(axis=0)) - reach), (np.ceil(places.max(axis=0)) + reach)
        grey = _cut_out(grey, int(left), int(top), int(right), int(bottom))
        small = cv2.resize(grey, None, fx=1.0 / zoom, fy=1.0 / zoom, interpolation=cv2.INTER_AREA)
        # Pixel centers are at integers, so the corner of the picture is at -0.5.
        places = (places - (left, top) + 0.5) * (np.array(small.shape[::-1]) / grey.shape[::-1]) - 0.5
        grey, zoom = small, 1.0
    cosine, sine = zoom * np.cos(angle), zoom * np.sin(angle)
    turn = np.array([(cosine, -sine), (sine, cosine)])
    corners = places - turn @ np.full(2, (PATCH - 1) / 2.0)
    return [
        cv2.warpAffine(
            grey,
            np.column_stack([turn, corner]),
            (PATCH, PATCH),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for corner in corners
    ]


def _cut_out(grey: npt.NDArray[np.uint8], left: int, top: int, right: int, bottom: int) -> npt.NDArray[np.uint8]:
    """A rectangle, with the pixels at the edge of the picture repeated beyond it."""
    rows = np.clip(np.arange(top, bottom), 0, grey.shape[0] - 1)
    columns = np.clip(np.arange(left, right), 0, grey.shape[1] - 1)
    return np.ascontiguousarray(grey[np.ix_(rows, columns)])


def _grey(cv2: Any, pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    picture = np.asarray(pixels)
    if picture.dtype != np.uint8:
        raise ValueError(f"pixels must be uint8, 0 to 255, got {picture.dtype}")
    if picture.ndim not in (2, 3) or (picture.ndim == 3 and picture.shape[2] != 3) or not picture.size:
        raise ValueError(f"pixels must be a picture of shape (H, W) or (H, W, 3), got {picture.shape}")
    picture = np.ascontiguousarray(picture)
    grey: npt.NDArray[np.uint8] = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    return grey


def _checked_points(points: npt.ArrayLike) -> npt.NDArray[np.float64]:
    places = numbers(points, "points")
    if places.ndim != 2 or places.shape[1] != 2 or not len(places):
        raise ValueError(f"points must have x and y of at least one point, got shape {places.shape}")
    bad = np.argwhere(~(np.abs(places) < 1e6))
    if len(bad):
        raise ValueError(
            f"points must be finite and in or near the picture, got {places[tuple(bad[0])]} at point {bad[0][0]}"
        )
    return places


def _checked_scales(scales: Sequence[float]) -> npt.NDArray[np.float64]:
    sides = numbers(scales, "scales")
    if sides.ndim != 1 or not len(sides) or not np.all((sides > 0.0) & np.isfinite(sides)):
        raise ValueError(f"scales must be numbers above 0, at least one, got {scales!r}")
    return sides


def _checked_unit(unit: float | None, places: npt.NDArray[np.float64]) -> float:
    if unit is None:
        spread = places - places.mean(axis=0)
        unit = 2.0 * float(np.sqrt(np.mean(np.sum(spread**2, axis=1))))
        if unit == 0.0:
            raise ValueError(f"unit is required if all points are equal, got {len(places)} at {places[0].tolist()}")
    if not 0.0 < number(unit) < 1e6:
        raise ValueError(f"unit must be a number of pixels above 0, got {unit!r}")
    return float(unit)


def _opencv() -> Any:
    try:
        import cv2
    except ImportError as error:
        raise ImportError('SIFT descriptors need OpenCV: pip install "frenemy[faces]"') from error
    return cv2

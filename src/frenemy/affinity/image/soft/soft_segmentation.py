"""Soft segmentations: the degree to which each pixel belongs to one side of a stroke or the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy import _core
from frenemy.affinity.image.picture import checked_picture
from frenemy.affinity.image.soft.matting import EPSILON, RADIUS, check_options
from frenemy.affinity.image.strokes.sides import DEPTH, Sides, StrokeField, Window, sides, window_around
from frenemy.affinity.image.strokes.stroke import Stroke, as_strokes
from frenemy.problem.array_types import Floats, Floats32, Ints32
from frenemy.problem.checked_arrays import number, thread_count

MAX_RESIDUAL = 1e-6  # relative to the right-hand side
MAX_BYTES = 3 * 2**30
STIFFNESS = 100.0


@dataclass(frozen=True, eq=False)
class SoftSegmentation:
    """The degree to which pixels belong to the left side (1) or the right side (-1) of a stroke.

    Attributes
    ----------
    window : (top, left, bottom, right)
        The part of the picture that it covers; bottom and right are exclusive. Elsewhere it is 0.
    values : (bottom - top, right - left) float32
        In -1..1, read-only; 1 is left in the direction of the stroke.
    residual : float
        Of the linear system, relative to its right-hand side; at most 1e-6.
    """

    window: Window
    values: Floats32
    residual: float

    def within(self, shape: tuple[int, ...]) -> Floats32:
        """The values on the whole picture, (height, width); 0 outside the window."""
        whole = np.zeros(shape[:2], np.float32)
        top, left, bottom, right = self.window
        whole[top:bottom, left:right] = self.values
        return whole


def soft_segmentation(
    picture: Any,
    stroke: Any,
    *,
    reach: float | None,
    depth: float = DEPTH,
    stiffness: float = STIFFNESS,
    epsilon: float = EPSILON,
    radius: int = RADIUS,
    threads: int = 1,
) -> SoftSegmentation:
    """The soft segmentation of a picture by one stroke; see :func:`soft_segmentations`."""
    found = soft_segmentations(
        picture,
        as_strokes([stroke]),
        reach=reach,
        depth=depth,
        stiffness=stiffness,
        epsilon=epsilon,
        radius=radius,
        threads=threads,
    )
    return found[0]


def soft_segmentations(
    picture: Any,
    strokes: Iterable[Any],
    *,
    reach: float | None,
    depth: float = DEPTH,
    stiffness: float = STIFFNESS,
    epsilon: float = EPSILON,
    radius: int = RADIUS,
    threads: int = 1,
    on_poll: Callable[[], object] | None = None,
) -> tuple[SoftSegmentation, ...]:
    """The soft segmentation of a picture by each of several strokes.

    The pixels beside a stroke are held near 1 and -1, and closed-form matting extends this to all other pixels: x
    solves ``(L + stiffness * D) x = stiffness * D s``, where L is the matting :func:`laplacian`, s holds the sides, and
    the diagonal matrix D is 1 at the pixels beside the stroke. A direct solver reaches a residual near rounding error.
    Strokes do not affect each other. A stroke without pixels on both sides gives 0 everywhere.

    Parameters
    ----------
    picture : (height, width, 3)
        Anything that :func:`checked_picture` takes.
    strokes : iterable of Stroke or (n, 2) points
        On the grid of the picture.
    reach : float or None
        The distance up to which a stroke has an effect, in pixels; beyond it, values are 0, and only the window within
        this distance is solved. None: unlimited; then strokes share most of the work.
    depth : float
        Width of the band on each side of the stroke, in pixels.
    stiffness : float
        How strongly the pixels beside a stroke are held at their values.
    epsilon, radius :
        See :func:`laplacian`.
    threads : int
        The result does not depend on it.
    on_poll : callable, optional
        Called repeatedly; an exception that it raises ends the work and reaches the caller.

    Returns
    -------
    tuple of SoftSegmentation

    References
    ----------
    Levin, Lischinski & Weiss, "A closed-form solution to natural image matting" (PAMI 2008); Bagon & Galun, figure 5.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.image import soft_segmentations
    >>> picture = np.full((30, 40, 3), 0.2)
    >>> picture[:, 20:] = 0.8
    >>> (soft,) = soft_segmentations(picture, [[(19.5, 25), (19.5, 5)]], reach=None)
    >>> soft.values[15, [0, 19, 20, 39]].round(2)
    array([ 1.,  1., -1., -1.], dtype=float32)
    """
    image = checked_picture(picture)
    checked = as_strokes(strokes)
    check_options(epsilon, radius)
    _check(reach, stiffness)
    n_threads = thread_count(threads)
    of_strokes = [sides(stroke, image.shape, depth=depth) for stroke in checked]
    two_sided = [k for k, of in enumerate(of_strokes) if (of.side > 0).any() and (of.side < 0).any()]
    windows = [_window(stroke, image.shape, reach, depth) for stroke in checked]
    for window in {windows[k] for k in two_sided}:
        _check_memory(window, radius, len(two_sided), reach)
    options = (float(epsilon), radius, float(stiffness), n_threads, on_poll)
    if reach is None:
        pins = [_pins(of_strokes[k], windows[k]) for k in two_sided]
        solved = _core.solve_mattings(image.rgb.astype(np.float64), pins, *options) if pins else []
    else:
        colors = (image.part(windows[k]).astype(np.float64) for k in two_sided)
        parts = [(part, _pins(of_strokes[k], windows[k])) for part, k in zip(colors, two_sided, strict=True)]
        solved = _core.solve_matting_windows(parts, *options)
    found = [SoftSegmentation((0, 0, 0, 0), np.zeros((0, 0), np.float32), 0.0)] * len(checked)
    for k, (values, residual) in zip(two_sided, solved, strict=True):
        if not residual <= MAX_RESIDUAL:
            raise ArithmeticError(f"stroke {k}: the matting solve has a relative residual of {residual:.1e}")
        found[k] = _within_reach(checked[k], image.shape, windows[k], reach, values, residual)
    return tuple(found)


def _window(stroke: Stroke, shape: tuple[int, ...], reach: float | None, depth: float) -> Window:
    if reach is None:
        return (0, 0, shape[0], shape[1])
    # The window must hold the sides of the stroke and one more pixel.
    return window_around(stroke, shape, max(reach, stroke.width / 2.0 + depth + 1.0))


def _pins(of: Sides, window: Window) -> tuple[Ints32, Floats]:
    """The pixels beside a stroke, as flat indices of the window, and the values they are held at."""
    y, x = np.nonzero(of.side)
    rows, columns = y + of.window[0] - window[0], x + of.window[1] - window[1]
    return (rows * (window[3] - window[1]) + columns).astype(np.int32), of.side[y, x].astype(np.float64)


def _within_reach(
    stroke: Stroke, shape: tuple[int, ...], window: Window, reach: float | None, values: Floats, residual: float
) -> SoftSegmentation:
    top, left, bottom, right = window
    kept = np.clip(values.reshape(bottom - top, right - left), -1.0, 1.0).astype(np.float32)
    if reach is not None:
        field = StrokeField(stroke, shape, reach)
        far = np.ones(kept.shape, bool)
        y, x = field.window[0] - top, field.window[1] - left
        far[y : y + field.distance.shape[0], x : x + field.distance.shape[1]] = np.isinf(field.distance)
        kept[far] = 0.0
    kept.flags.writeable = False
    return SoftSegmentation(window, kept, residual)


def _check(reach: float | None, stiffness: float) -> None:
    if reach is not None and not 0.0 < number(reach) < np.inf:
        raise ValueError(f"reach must be above 0 and finite, or None, got {reach!r}")
    if not 0.0 < number(stiffness) < np.inf:
        raise ValueError(f"stiffness must be above 0 and finite, got {stiffness!r}")


def _check_memory(window: Window, radius: int, n_strokes: int, reach: float | None) -> None:
    height, width = window[2] - window[0], window[3] - window[1]
    n_systems = n_strokes if reach is None else 1
    n_bytes = _core.matting_bytes(height, width, 2 * radius, n_systems) / (1.0 if reach is None else 2.0)
    if n_bytes > MAX_BYTES:
        raise ValueError(
            f"a window of {height} x {width} pixels is too large: it needs about {n_bytes / 2**30:.1f} GiB, "
            f"more than {MAX_BYTES / 2**30:g}; use a smaller picture or a smaller reach, got {reach!r}"
        )

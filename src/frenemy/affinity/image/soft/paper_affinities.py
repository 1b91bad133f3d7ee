"""The paper's signed affinities between pixels, from strokes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image.picture import checked_picture
from frenemy.affinity.image.soft.soft_segmentation import SoftSegmentation, soft_segmentations
from frenemy.affinity.image.strokes.across import REPULSION, across
from frenemy.affinity.image.strokes.stroke import Stroke, as_strokes
from frenemy.problem import Problem
from frenemy.problem.array_types import Floats, Ints32

_STEPS = ((0, 1), (1, -1), (1, 0), (1, 1))  # dy, dx: the four of the eight neighbors that come later in raster order
_MIN_LENGTH = 1e-6  # shorter membership vectors count as zero: the residual of the matting solve
_MAX_FLATNESS = 0.2  # weight of neighbors of equal color, with ``confidence``


def paper_affinities(
    picture: Any,
    strokes: Iterable[Any],
    *,
    reach: float | None = None,
    repulsion: float = REPULSION,
    confidence: bool = False,
    soft: MutableMapping[Stroke, SoftSegmentation] | None = None,
    threads: int = 1,
    on_poll: Callable[[], object] | None = None,
) -> Problem:
    """The problem of a picture with strokes; its nodes are the pixels in raster order.

    Each stroke gives a soft segmentation in -1..1; the values of all strokes at a pixel are its membership vector v.
    The weight of a pixel and one of its eight neighbors is ``v_i @ v_j / (|v_i| * |v_j|)``, or 0 if either vector is
    zero. Pixels on opposite sides of a stroke repel strongly.

    Parameters
    ----------
    picture : (height, width, 3)
        Anything that :func:`checked_picture` takes.
    strokes : iterable of Stroke or (n, 2) points
        On the grid of the picture.
    reach : float or None
        The distance up to which a stroke has an effect, in pixels; None: unlimited. Pixels that no stroke reaches have
        no pairs.
    repulsion : float
        Strength of the repulsion between opposite pixels along a stroke.
    confidence : bool
        An extension of the paper: the cosine is multiplied by the smaller of the two lengths, and neighbors of similar
        color attract each other weakly.
    soft : mapping of Stroke to SoftSegmentation, optional
        Cached soft segmentations for the same picture and reach; new ones are added.
    threads : int
    on_poll : callable, optional
        Called repeatedly; an exception that it raises ends the work and reaches the caller.

    References
    ----------
    Bagon & Galun, "Optimizing large scale correlation clustering", section 7.1 and figure 5.

    Examples
    --------
    >>> import numpy as np, frenemy as fr
    >>> from frenemy.affinity.image import paper_affinities
    >>> picture = np.full((20, 30), 0.2)
    >>> picture[:, 15:] = 0.8
    >>> problem = paper_affinities(picture, [[(14.5, 4), (14.5, 12)]])
    >>> labels = fr.solve(problem, fr.SwapExplore()).labels.reshape(20, 30)
    >>> labels.max() + 1, labels[10, [0, 14, 15, 29]]
    (np.int32(2), array([0, 0, 1, 1], dtype=int32))
    """
    image = checked_picture(picture)
    checked = as_strokes(strokes)
    found = {} if soft is None else soft
    fresh = list(dict.fromkeys(stroke for stroke in checked if stroke not in found))
    made = soft_segmentations(image, fresh, reach=reach, threads=threads, on_poll=on_poll)
    found.update(zip(fresh, made, strict=True))
    # Repeated strokes count once.
    u, v, w = _cosines([found[stroke] for stroke in dict.fromkeys(checked)], image.shape, confidence)
    if confidence:
        w += _flatness(image.rgb.astype(np.float64))
    far_u, far_v, far_w = across(checked, image.shape, repulsion=repulsion)
    keep = w != 0.0
    return Problem.from_edges(
        np.concatenate((u[keep], far_u)),
        np.concatenate((v[keep], far_v)),
        np.concatenate((w[keep], far_w)),
        n_nodes=image.n_pixels,
    )


def _cosines(soft: list[SoftSegmentation], shape: tuple[int, int], has_lengths: bool) -> tuple[Ints32, Ints32, Floats]:
    """All pairs of neighbors, and the cosines of their membership vectors."""
    square = np.zeros(shape)
    dots = [np.zeros(_ends(square, dy, dx)[0].shape) for dy, dx in _STEPS]
    for one in soft:
        top, left, bottom, right = one.window
        if bottom == top:
            continue
        values = one.values.astype(np.float64)
        square[top:bottom, left:right] += values**2
        for (dy, dx), dot in zip(_STEPS, dots, strict=True):
            here, there = _ends(values, dy, dx)
            dot[top : top + here.shape[0], left : left + here.shape[1]] += here * there
    length = np.sqrt(square)
    pixels = np.arange(square.size, dtype=np.int32).reshape(shape)
    pairs = []
    for (dy, dx), dot in zip(_STEPS, dots, strict=True):
        here, there = _ends(length, dy, dx)
        is_known = np.minimum(here, there) > _MIN_LENGTH
        weight = np.where(is_known, dot / np.where(is_known, here * there, 1.0), 0.0)
        weight = np.clip(weight, -1.0, 1.0) * (np.minimum(here, there) if has_lengths else 1.0)
        pairs.append([part.ravel() for part in (*_ends(pixels, dy, dx), weight)])
    u, v, w = (np.concatenate(parts) for parts in zip(*pairs, strict=True))
    return u, v, w


def _ends(values: npt.NDArray[Any], dy: int, dx: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The values at the two ends of all pairs with this offset."""
    height, width = values.shape[:2]
    first, last = max(0, -dx), width - max(0, dx)
    return values[: height - dy, first:last], values[dy:, first + dx : last + dx]


def _flatness(colors: Floats) -> Floats:
    """Weights of all pairs of neighbors: ``_MAX_FLATNESS`` for equal colors, near 0 across edges."""
    changes = [np.linalg.norm(np.subtract(*_ends(colors, dy, dx)), axis=2).ravel() for dy, dx in _STEPS]
    change = np.concatenate(changes)
    typical = 2.0 * float(change.mean()) + 1e-6
    flatness: Floats = _MAX_FLATNESS * np.exp(-((change / typical) ** 2))
    return flatness

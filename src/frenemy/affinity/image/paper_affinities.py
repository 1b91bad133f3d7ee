"""Signed affinities between pixels from strokes, as the paper makes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image.across import REPULSION, across
from frenemy.affinity.image.picture import checked_picture
from frenemy.affinity.image.soft_segmentation import SoftSegmentation, soft_segmentations
from frenemy.affinity.image.stroke import Stroke, as_strokes
from frenemy.problem import Problem

_STEPS = ((0, 1), (1, -1), (1, 0), (1, 1))  # dy, dx: of the eight neighbors those that come later
_SILENT = 1e-6  # the length of a membership vector below which it is as good as none: what the solve is sure of
_EDGE = 0.2  # what a flat place weighs where no stroke speaks

Floats = npt.NDArray[np.float64]


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
    """The problem of a picture with strokes: its nodes are the pixels, row by row.

    Every stroke gives a soft segmentation in -1..1, and those of all strokes are the membership vector v of a pixel. A
    pixel and one of its eight neighbors weigh ``v_i @ v_j / (|v_i| * |v_j|)``, and nothing if either vector is zero.
    Opposite pixels along a stroke repel strongly.

    Parameters
    ----------
    picture : (height, width, 3)
        Anything that :func:`checked_picture` takes.
    strokes : iterable of Stroke or (n, 2) points
        On the grid of the picture.
    reach : float or None
        Up to which distance a stroke is trusted, in pixels; None: everywhere. Pixels that no stroke reaches have no
        pairs at all.
    repulsion : float
        Of opposite pixels along a stroke.
    confidence : bool
        Beyond the paper: a pair weighs its cosine times the smaller of the two lengths, and where the strokes say
        little, neighbors of like color attract each other.
    soft : mapping of Stroke to SoftSegmentation, optional
        Those found earlier with the same picture and reach; those found now are added.
    threads : int
    on_poll : callable, optional
        Called now and then; what it raises ends the work and comes through.

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
    # Each stroke counts once, however often it was drawn.
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


def _cosines(
    soft: list[SoftSegmentation], shape: tuple[int, int], has_lengths: bool
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], Floats]:
    """All pairs of neighbors, and what their membership vectors say."""
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
        speaks = np.minimum(here, there) > _SILENT
        weight = np.where(speaks, dot / np.where(speaks, here * there, 1.0), 0.0)
        weight = np.clip(weight, -1.0, 1.0) * (np.minimum(here, there) if has_lengths else 1.0)
        pairs.append([part.ravel() for part in (*_ends(pixels, dy, dx), weight)])
    u, v, w = (np.concatenate(parts) for parts in zip(*pairs, strict=True))
    return u, v, w


def _ends(values: npt.NDArray[Any], dy: int, dx: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The values at the two ends of all pairs that are so far apart."""
    height, width = values.shape[:2]
    first, last = max(0, -dx), width - max(0, dx)
    return values[: height - dy, first:last], values[dy:, first + dx : last + dx]


def _flatness(colors: Floats) -> Floats:
    """For all pairs of neighbors: near a fifth where colors hardly change, near 0 at edges of the picture."""
    changes = [np.linalg.norm(np.subtract(*_ends(colors, dy, dx)), axis=2).ravel() for dy, dx in _STEPS]
    change = np.concatenate(changes)
    typical = 2.0 * float(change.mean()) + 1e-6
    flatness: Floats = _EDGE * np.exp(-((change / typical) ** 2))
    return flatness

"""Pictures with strokes on them, the odd ones most of all, and networks that nobody taught."""

from __future__ import annotations

import itertools
from unittest import mock

import numpy as np
from drawn_pictures import photo

from frenemy.affinity.image import Appearance, Network, Stroke, appearance_of, checked_picture
from frenemy.affinity.image.regions.region_evidence import N_FEATURES as N_PAIR_FEATURES
from frenemy.affinity.image.wires.completions import N_FEATURES as N_WIRE_FEATURES

N_CUES = 12


def network(n_features: int, seed: int = 0, hidden: tuple[int, ...] = (5,)) -> Network:
    rng = np.random.default_rng(seed)
    sizes = (n_features, *hidden, 1)
    layers = tuple(
        (rng.normal(0, 1 / np.sqrt(n), (n, m)).astype(np.float32), rng.normal(0, 0.1, m).astype(np.float32))
        for n, m in itertools.pairwise(sizes)
    )
    mean, scale = rng.normal(0, 0.5, n_features), rng.uniform(0.5, 2, n_features)
    return Network(mean.astype(np.float32), scale.astype(np.float32), layers)


EDGE, WIRE = network(N_CUES, 1), network(N_WIRE_FEATURES, 2)
BORDER, REGION = network(N_PAIR_FEATURES, 3), network(N_PAIR_FEATURES, 4)


def appearance(picture: np.ndarray) -> Appearance:
    return appearance_of(checked_picture(picture), EDGE)


def appearance_as_it_is(picture: np.ndarray) -> Appearance:
    """On the grid of the picture itself, however small: a pixel of a stroke is one of the work grid."""
    with mock.patch("frenemy.affinity.image.regions.appearance.MIN_PIXELS", 1):
        return appearance(picture)


def colored(shape: tuple[int, int], seed: int = 0) -> np.ndarray:
    """(h, w, 3) float32, smooth, hardly two pixels alike."""
    return np.stack([photo(shape, 10 * seed + c, 2.0) for c in range(3)], axis=2)


def lines_at(shape: tuple[int, int], n: int, seed: int = 0, n_points: int = 3) -> list[Stroke]:
    rng = np.random.default_rng(seed)
    return [Stroke(rng.uniform((-0.5, -0.5), (shape[1] - 0.5, shape[0] - 0.5), (n_points, 2))) for _ in range(n)]


def odd_scenes() -> dict[str, tuple[np.ndarray, list[Stroke]]]:
    """By what is odd about each."""
    h, w = 30, 40
    picture = colored((h, w))
    closed = Stroke([[10, 8], [25, 8], [25, 20], [10, 20], [10, 8]])
    rng = np.random.default_rng(0)
    return {
        "nothing drawn": (picture, []),
        "one pixel": (picture, [Stroke([[12, 9]])]),
        "pixels side by side": (picture, [Stroke([[12, 9]]), Stroke([[13, 9]]), Stroke([[13, 10]])]),
        "twice the same": (picture, [Stroke([[5, 5], [20, 9]])] * 2),
        "there and back": (picture, [Stroke([[5, 5], [20, 9], [5, 5]])]),
        "closed": (picture, [closed]),
        "within a closed one": (picture, [closed, Stroke([[14, 14], [18, 14]])]),
        "crossing": (picture, [Stroke([[5, 5], [30, 25]]), Stroke([[30, 5], [5, 25]]), Stroke([[0, 15], [39, 15]])]),
        "crossing itself": (picture, [Stroke([[5, 5], [30, 25], [30, 5], [5, 25]])]),
        "on the frame": (picture, [Stroke([[0, 0], [w - 1, 0]]), Stroke([[w - 0.5, 3], [w - 0.5, h - 0.5]])]),
        "all around": (picture, [Stroke([[0, 0], [w - 1, 0], [w - 1, h - 1], [0, h - 1], [0, 0]])]),
        "from side to side": (picture, [Stroke([[0, 12], [w - 1, 12]])]),
        "one pixel in all": (np.full((1, 1), 0.3), [Stroke([[0, 0]])]),
        "one pixel, nothing drawn": (np.full((1, 1), 0.3), []),
        "a row": (rng.random((1, 50)), [Stroke([[3, 0], [9, 0]]), Stroke([[30, 0]])]),
        "a column": (rng.random((50, 1)), [Stroke([[0, 3], [0, 9]]), Stroke([[0, 30]])]),
        "two by two": (rng.random((2, 2)), [Stroke([[0, 0], [1, 1]])]),
        "two by two, all drawn": (rng.random((2, 2)), [Stroke([[0, 0], [1, 0], [1, 1], [0, 1]])]),
        "a hundred": (picture, lines_at((h, w), 100)),
        "flat": (np.full((h, w), 0.5), lines_at((h, w), 5)),
        "flat, nothing drawn": (np.zeros((h, w)), []),
        "black and white": (rng.random((h, w)) > 0.5, lines_at((h, w), 7, 3)),
    }

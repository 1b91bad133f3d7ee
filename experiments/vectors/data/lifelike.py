"""Generated vectors that resemble measurements, pictures and embeddings more than the other kinds do."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from scipy.ndimage import gaussian_filter, shift

from experiments.vectors.data.labeled_rows import Features, LabeledRows, labeled

Rng = np.random.Generator


def measurements(rng: Rng) -> LabeledRows:
    """Two to four overlapping groups whose columns depend on a few common factors; each group has its own factors."""
    n_groups, n_columns = int(rng.integers(2, 5)), int(rng.integers(6, 31))
    sizes = rng.integers(60, 250, n_groups)
    spectrum = np.arange(1, n_columns + 1) ** -rng.uniform(0.5, 1.2)
    shared, _ = np.linalg.qr(rng.normal(0, 1, (n_columns, n_columns)))
    groups = []
    for size in sizes:
        turn, _ = np.linalg.qr(shared + rng.normal(0, 0.15, (n_columns, n_columns)))
        widths = np.sqrt(spectrum) * np.exp(rng.normal(0, 0.25, n_columns))
        center = (rng.normal(0, 1, n_columns) * np.sqrt(spectrum)) @ shared.T
        center *= 4.0 / np.sqrt((center @ shared) ** 2 @ (1 / spectrum))
        groups.append(center + (rng.normal(0, 1, (size, n_columns)) * widths) @ turn.T)
    rows = np.concatenate(groups)
    return labeled((rows - rows.mean(0)) / rows.std(0), np.repeat(np.arange(n_groups), sizes))


def photographs(rng: Rng) -> LabeledRows:
    """Pixels of 40 things, 10 pictures of each: moved, under another light, partly covered, with noise."""
    n_things, n_pictures, shape = 40, 10, (24, 20)
    mean = _smooth(rng, shape, 4.0)
    rows = []
    for _ in range(n_things):
        thing = mean + 0.8 * _smooth(rng, shape, float(rng.uniform(2.0, 3.0)))
        pose = _smooth(rng, shape, 3.0)
        for _ in range(n_pictures):
            picture = shift(thing + rng.normal(0, 0.35) * pose, rng.normal(0, 0.6, 2), mode="nearest")
            light = rng.normal(0, 0.5) * np.linspace(-1, 1, shape[1])[None, :] + rng.normal(0, 0.2)
            rows.append((picture + light + rng.normal(0, 0.1, shape)).ravel())
    return labeled(rows, np.repeat(np.arange(n_things), n_pictures))


def hubs(rng: Rng) -> LabeledRows:
    """Small and uneven groups of different widths around a common center, with single rows between them."""
    n_groups, n_columns = int(rng.integers(40, 90)), int(rng.integers(40, 120))
    sizes = np.minimum(rng.zipf(1.7, n_groups), 60)
    centers = rng.normal(0, 1, (n_groups, n_columns)) * rng.uniform(0.6, 1.4, (n_groups, 1))
    widths = 0.45 * np.exp(rng.normal(0, 0.3, n_groups))
    truth = np.repeat(np.arange(n_groups), sizes)
    rows = centers[truth] + rng.normal(0, 1, (len(truth), n_columns)) * widths[truth][:, None]
    n_singles = len(truth) // 5
    singles = rng.normal(0, 0.9, (n_singles, n_columns))
    return labeled(np.concatenate((rows, singles)), np.concatenate((truth, n_groups + np.arange(n_singles))))


def embeddings(rng: Rng) -> LabeledRows:
    """Directions in 200 dimensions: 80 classes in 12 families, of 1 to some dozens of rows, all with a common part."""
    n_classes, n_columns = 80, 200
    spectrum = np.arange(1, n_columns + 1) ** -0.5
    spectrum /= np.linalg.norm(spectrum)
    families = rng.normal(0, 1, (12, n_columns)) * spectrum
    centers = 0.6 * families[rng.integers(0, 12, n_classes)] + 0.9 * rng.normal(0, 1, (n_classes, n_columns)) * spectrum
    sizes = np.minimum(rng.geometric(0.06, n_classes), 80)
    truth = np.repeat(np.arange(n_classes), sizes)
    widths = 0.55 * np.exp(rng.normal(0, 0.3, n_classes))
    noise = rng.normal(0, 1, (len(truth), n_columns)) * spectrum * widths[truth][:, None]
    rows = 0.5 * spectrum + centers[truth] + noise
    return labeled(rows / np.linalg.norm(rows, axis=1)[:, None], truth)


def handwriting(rng: Rng) -> LabeledRows:
    """Pictures of 10 signs, each drawn in one to three ways, with lines that bend, lean and move."""
    n_signs, n_each = 10, 120
    rows: list[Features] = []
    truth: list[int] = []
    for sign in range(n_signs):
        n_points = int(rng.integers(4, 7))
        way = rng.uniform(3, 13, (n_points, 2))
        ways = [way] + [way + rng.normal(0, 1.5, way.shape) for _ in range(int(rng.integers(0, 3)))]
        for _ in range(n_each):
            points = ways[int(rng.integers(len(ways)))]
            lean = np.eye(2) + rng.normal(0, 0.1, (2, 2))
            moved = (points - 8) @ lean + 8 + rng.normal(0, 0.45, points.shape) + rng.normal(0, 0.4, 2)
            rows.append(_drawn(moved, float(rng.uniform(0.7, 1.1))))
            truth.append(sign)
    return labeled(rows, truth)


def _drawn(points: Features, width: float) -> Features:
    """A line through points, on 16 by 16 pixels."""
    at = np.linspace(0, 1, 12)[:, None]
    line = np.concatenate([a + at * (b - a) for a, b in pairwise(points)])
    pixels = np.indices((16, 16)).reshape(2, -1).T
    nearest = ((pixels[:, None, :] - line[None]) ** 2).sum(axis=2).min(axis=1)
    drawn: Features = np.exp(-nearest / (2 * width**2))
    return drawn


def _smooth(rng: Rng, shape: tuple[int, int], width: float) -> Features:
    field: Features = gaussian_filter(rng.normal(0, 1, shape), width, mode="nearest")
    return np.asarray(field / field.std())


#: Drawn for tuning, and drawn again, with other random numbers, to report.
LIFELIKE = (measurements, photographs, hubs, embeddings, handwriting)

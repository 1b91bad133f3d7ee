"""Generated vectors of many kinds, each from a seed. The name of a kind is that of its function."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from experiments.vectors.data.gaussian_groups import gaussian_groups
from experiments.vectors.data.labeled_rows import BACKGROUND, Features, LabeledRows, labeled

Rng = np.random.Generator
Kind = Callable[[Rng], LabeledRows]

# ------------------------------------------------------------------------------------------------------ the tuning part


def gaussians_2d(rng: Rng) -> LabeledRows:
    return gaussian_groups(rng, 1000, int(rng.integers(3, 13)), 2, 5.0)


def gaussians_20d(rng: Rng) -> LabeledRows:
    return gaussian_groups(rng, 1500, int(rng.integers(4, 16)), 20, 6.0)


def moons(rng: Rng) -> LabeledRows:
    from sklearn.datasets import make_moons

    return labeled(*make_moons(800, noise=0.06, random_state=int(rng.integers(1e6))))


def uniform_2d(rng: Rng) -> LabeledRows:
    return labeled(rng.uniform(0, 1, (1200, 2)), np.zeros(1200, int))


def uneven_sizes(rng: Rng) -> LabeledRows:
    return gaussian_groups(rng, 1500, 8, 5, 6.0, uneven=1.0)


def small_groups(rng: Rng) -> LabeledRows:
    """200 groups of 1 to 11 rows on a sphere, as embeddings of people or things are."""
    n_groups, n_columns = 200, 64
    sizes = rng.integers(1, 12, n_groups)
    centers = _on_sphere(rng.normal(0, 1, (n_groups, n_columns)))
    truth = np.repeat(np.arange(n_groups), sizes)
    widths = 0.09 * np.exp(rng.normal(0, 0.25, n_groups))
    noise = rng.normal(0, widths[truth][:, None], (len(truth), n_columns))
    return labeled(_on_sphere(centers[truth] + noise), truth)


def heavy_tails(rng: Rng) -> LabeledRows:
    return gaussian_groups(rng, 1000, 6, 8, 9.0, tails=3)


def noise_columns(rng: Rng) -> LabeledRows:
    """Four columns have groups, forty do not."""
    groups = gaussian_groups(rng, 1000, 5, 4, 7.0)
    noise = rng.normal(0, 1, (len(groups.truth), 40))
    return labeled(np.column_stack((groups.features, noise)), groups.truth)


def spirals(rng: Rng) -> LabeledRows:
    n_each, n_arms = 400, 3
    arms = []
    for arm in range(n_arms):
        radius = np.sqrt(rng.uniform(0.05, 1, n_each)) * 2.2 * np.pi
        angle = radius + 2 * np.pi * arm / n_arms
        points = np.column_stack((radius * np.cos(angle), radius * np.sin(angle)))
        arms.append(points + rng.normal(0, 0.25, (n_each, 2)))
    return labeled(np.concatenate(arms), np.repeat(np.arange(n_arms), n_each))


# ---------------------------------------------------------------------------------------------------- the reported part


def anisotropic(rng: Rng) -> LabeledRows:
    return gaussian_groups(rng, 1200, 6, 3, 6.5, is_stretched=True)


def varied_density(rng: Rng) -> LabeledRows:
    return gaussian_groups(rng, 1200, 6, 2, 9.0, spread=0.6)


def circles(rng: Rng) -> LabeledRows:
    from sklearn.datasets import make_circles

    return labeled(*make_circles(900, noise=0.05, factor=0.5, random_state=int(rng.integers(1e6))))


def high_d_40(rng: Rng) -> LabeledRows:
    return gaussian_groups(rng, 2000, 40, 100, 11.0)


def one_gaussian(rng: Rng) -> LabeledRows:
    return labeled(rng.normal(0, 1, (1000, 10)), np.zeros(1000, int))


def background_noise(rng: Rng) -> LabeledRows:
    groups = gaussian_groups(rng, 900, 5, 2, 10.0)
    low, high = groups.features.min(0) - 1, groups.features.max(0) + 1
    noise = rng.uniform(low, high, (100, 2))
    return labeled(np.concatenate((groups.features, noise)), np.concatenate((groups.truth, np.full(100, BACKGROUND))))


def curves_50d(rng: Rng) -> LabeledRows:
    """Each group is a curve through 50 dimensions, three sines of one parameter."""
    n_each, n_groups, n_columns = 250, 6, 50
    groups = []
    for _ in range(n_groups):
        at = rng.uniform(0, 1, n_each)[:, None]
        directions = rng.normal(0, 1, (3, n_columns))
        phases = rng.uniform(0, 6.28, (3, 1))
        waves = np.concatenate([np.sin(2 * np.pi * at * (wave + 1) / 2 + phases[wave]) for wave in range(3)], axis=1)
        curve = waves @ directions + rng.normal(0, 1.0, n_columns)
        groups.append(curve + rng.normal(0, 0.35, (n_each, n_columns)))
    return labeled(np.concatenate(groups), np.repeat(np.arange(n_groups), n_each))


def topics(rng: Rng) -> LabeledRows:
    """Counts of words as tf-idf: each text has words of its topic and words that all topics share."""
    n_topics, n_words, n_texts = 10, 600, 1200
    own = rng.dirichlet(np.full(n_words, 0.05), n_topics)
    shared = rng.dirichlet(np.full(n_words, 0.3))
    truth = rng.integers(0, n_topics, n_texts)
    counts = np.array([rng.multinomial(int(rng.integers(30, 80)), 0.6 * own[topic] + 0.4 * shared) for topic in truth])
    frequency = (counts > 0).mean(0) + 1e-9
    return labeled(_on_sphere(np.log1p(counts) * np.log(1 / frequency)), truth)


def medium_groups(rng: Rng) -> LabeledRows:
    n_groups, n_columns = 60, 128
    sizes = rng.integers(5, 60, n_groups)
    centers = rng.normal(0, 1, (n_groups, n_columns))
    truth = np.repeat(np.arange(n_groups), sizes)
    return labeled(centers[truth] + rng.normal(0, 0.75, (len(truth), n_columns)), truth)


def _on_sphere(rows: Features) -> Features:
    return rows / np.linalg.norm(rows, axis=1)[:, None]


#: Those to tune on, and those to report.
KINDS: tuple[tuple[Kind, ...], tuple[Kind, ...]] = (
    (
        gaussians_2d,
        gaussians_20d,
        moons,
        uniform_2d,
        uneven_sizes,
        small_groups,
        heavy_tails,
        noise_columns,
        spirals,
    ),
    (
        anisotropic,
        varied_density,
        circles,
        high_d_40,
        one_gaussian,
        background_noise,
        curves_50d,
        topics,
        medium_groups,
    ),
)


def generated(kind: Kind, half: int, seed: int) -> LabeledRows:
    """The length of the name makes each kind's random numbers its own."""
    return kind(np.random.default_rng([seed, half, len(kind.__name__)]))

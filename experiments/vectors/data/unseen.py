"""Kinds of vectors that no setting was chosen on, and that were first looked at when all settings were fixed."""

from __future__ import annotations

import numpy as np

from experiments.vectors.data.gaussian_groups import gaussian_groups
from experiments.vectors.data.labeled_rows import LabeledRows, labeled

Rng = np.random.Generator


def classification(rng: Rng) -> LabeledRows:
    """scikit-learn's own: corners of a cube, in 8 of 20 columns."""
    from sklearn.datasets import make_classification

    return labeled(
        *make_classification(
            1000,
            20,
            n_informative=8,
            n_redundant=4,
            n_classes=5,
            n_clusters_per_class=1,
            class_sep=2.0,
            flip_y=0.0,
            random_state=int(rng.integers(1e6)),
        )
    )


def skewed(rng: Rng) -> LabeledRows:
    """Amounts: exponentials of Gaussian groups, in units that differ."""
    groups = gaussian_groups(rng, 900, 5, 6, 6.0, uneven=0.5)
    return labeled(np.exp(0.3 * groups.features) * np.exp(rng.normal(0, 0.5, 6)), groups.truth)


def rings(rng: Rng) -> LabeledRows:
    """Four rings in planes of ten dimensions, none of which touches another."""
    truth = np.repeat(np.arange(4), 200)
    rows = []
    for ring in range(4):
        plane, _ = np.linalg.qr(rng.normal(0, 1, (10, 2)))
        angle = rng.uniform(0, 2 * np.pi, 200)
        circle = np.column_stack((np.cos(angle), np.sin(angle))) * 3.0 @ plane.T
        rows.append(circle + 2.5 * np.eye(10)[ring] + rng.normal(0, 0.15, (200, 10)))
    return labeled(np.concatenate(rows), truth)


def uneven_topics(rng: Rng) -> LabeledRows:
    """Short texts on 25 topics, a few of them frequent, as directions of counts."""
    n_topics, n_words, n_texts = 25, 800, 900
    own = rng.dirichlet(np.full(n_words, 0.03), n_topics)
    shared = rng.dirichlet(np.full(n_words, 0.2))
    shares = 1.0 / np.arange(1, n_topics + 1)
    truth = rng.choice(n_topics, n_texts, p=shares / shares.sum())
    counts = np.array([rng.multinomial(int(rng.integers(12, 40)), 0.7 * own[topic] + 0.3 * shared) for topic in truth])
    rows = np.log1p(counts) * np.log(n_texts / ((counts > 0).sum(0) + 1.0))
    return labeled(rows / np.maximum(np.linalg.norm(rows, axis=1), 1e-9)[:, None], truth)


def uniform_10d(rng: Rng) -> LabeledRows:
    return labeled(rng.uniform(0, 1, (800, 10)), np.zeros(800, int))


UNSEEN = (classification, skewed, rings, uneven_topics, uniform_10d)

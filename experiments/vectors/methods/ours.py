"""The estimator without options, as it was before, and with a few classes known."""

from __future__ import annotations

import numpy as np

import frenemy as fr
from experiments.vectors.data.labeled_rows import BACKGROUND, Features, LabeledRows, Labels
from experiments.vectors.methods.method import VectorMethod, from_features
from frenemy.affinity import guess_distance_weights

OURS, FEW_KNOWN = "ours", "ours, 5 % of classes known"
KNOWN_SHARE = 0.05
NEEDS = ("sklearn.base",)


def ours() -> dict[str, VectorMethod]:
    """By name, in the order of the tables."""
    return {
        OURS: VectorMethod(from_features(_without_options), "`CorrelationClustering().fit(X)`", "#000000", needs=NEEDS),
        "ours, plain distances": VectorMethod(
            from_features(_plain_distances),
            "`CorrelationClustering(calibration=guess_distance_weights(X)).fit(X)`: what it did before",
            "#56b4e9",
            needs=NEEDS,
        ),
        FEW_KNOWN: VectorMethod(
            _few_known,
            f"`fit(X, y)`, with `y` known for {KNOWN_SHARE:.0%} of the rows, and for more until there are two classes "
            "and two rows of one; all rows are scored; not measured where all rows are of one class",
            "#0072b2",
            "--",
            needs=NEEDS,
            sees_truth=True,
        ),
    }


def known_classes(truth: Labels, *, seed: int = 0) -> Labels:
    """The classes of a few rows by chance, and -1 for all others."""
    order = np.random.default_rng(seed).permutation(np.flatnonzero(truth != BACKGROUND))
    n_known = max(2, round(KNOWN_SHARE * len(truth)))
    while n_known < len(order) and not _can_learn_from(truth[order[:n_known]]):
        n_known += 1
    known = np.full(len(truth), -1)
    known[order[:n_known]] = truth[order[:n_known]]
    return known


def _can_learn_from(classes: Labels) -> bool:
    counts = np.unique(classes, return_counts=True)[1]
    return len(counts) > 1 and bool(counts.max() > 1)


def _without_options(features: Features) -> Labels:
    return fr.CorrelationClustering().fit_predict(features)


def _plain_distances(features: Features) -> Labels:
    return fr.CorrelationClustering(calibration=guess_distance_weights(features)).fit_predict(features)


def _few_known(rows: LabeledRows) -> Labels:
    return fr.CorrelationClustering().fit_predict(rows.features, known_classes(rows.truth))

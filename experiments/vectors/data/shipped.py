"""The sets that come with scikit-learn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from experiments.vectors.data.labeled_rows import Features, LabeledRows, labeled

#: By name, of each half.
SHIPPED: tuple[dict[str, Callable[[], LabeledRows]], dict[str, Callable[[], LabeledRows]]] = (
    {
        "iris": lambda: _shipped("iris"),
        "digits": lambda: _shipped("digits"),
        "digits_few": lambda: _shipped("digits").every(4),
        "wine": lambda: _shipped("wine"),
        "wine_scaled": lambda: _scaled(_shipped("wine")),
    },
    {
        "cancer": lambda: _shipped("breast_cancer"),
        "cancer_scaled": lambda: _scaled(_shipped("breast_cancer")),
        "digits_odd": lambda: _digits((1, 3, 5, 7, 9)),
        "digits_low": lambda: _digits((0, 1, 2, 3, 4)),
    },
)


def _shipped(name: str) -> LabeledRows:
    from sklearn import datasets

    return labeled(*getattr(datasets, f"load_{name}")(return_X_y=True))


def _scaled(rows: LabeledRows) -> LabeledRows:
    features: Features = (rows.features - rows.features.mean(0)) / rows.features.std(0)
    return LabeledRows(features, rows.truth)


def _digits(chosen: tuple[int, ...]) -> LabeledRows:
    rows = _shipped("digits")
    is_chosen = np.isin(rows.truth, chosen)
    return LabeledRows(rows.features[is_chosen], rows.truth[is_chosen])

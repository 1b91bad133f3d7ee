"""The sets that come with scikit-learn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from experiments.vectors.data.labeled_rows import Features, LabeledRows, labeled

#: By name, of the tuning and the reported part.
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

UNSEEN_SHIPPED: dict[str, Callable[[], LabeledRows]] = {
    "digits_high": lambda: _digits((5, 6, 7, 8, 9)),
    "digits_scaled": lambda: _constant_free(_shipped("digits")).every(2),
    "iris_scaled": lambda: _scaled(_shipped("iris")),
    "cancer_logs": lambda: _scaled(_logarithms(_shipped("breast_cancer"))),
    "wine_logs": lambda: _scaled(_logarithms(_shipped("wine"))),
}


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


def _logarithms(rows: LabeledRows) -> LabeledRows:
    return LabeledRows(np.log(rows.features + 1e-2), rows.truth)


def _constant_free(rows: LabeledRows) -> LabeledRows:
    """Scaled, without the pixels that are always empty."""
    return _scaled(LabeledRows(rows.features[:, rows.features.std(0) > 0], rows.truth))

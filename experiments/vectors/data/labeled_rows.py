"""Vectors with known classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Features = npt.NDArray[np.float64]
Labels = npt.NDArray[Any]

BACKGROUND = -1  # the class of rows that belong to no group; they are clustered, but not scored


@dataclass(frozen=True, eq=False)
class LabeledRows:
    features: Features
    truth: Labels

    @property
    def class_sizes(self) -> Labels:
        return np.unique(self.truth[self.truth != BACKGROUND], return_counts=True)[1]

    @property
    def n_classes(self) -> int:
        return len(self.class_sizes)

    def every(self, step: int) -> LabeledRows:
        return LabeledRows(self.features[::step], self.truth[::step])


def labeled(features: npt.ArrayLike, truth: npt.ArrayLike) -> LabeledRows:
    return LabeledRows(np.asarray(features, np.float64), np.asarray(truth))

"""From the scores of a dataset to weights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from frenemy.problem.array_types import Floats
from frenemy.tables.options import KnownValues
from frenemy.tables.weighing.weighing import Weighing

#: From scores, as log-odds in nats, to weights.
Weigh = Callable[[Floats], Floats]


@dataclass(frozen=True)
class Checked:
    """A user's function, checked to return one finite number per score; without a function, the scores."""

    weigh: Weigh | None

    def __call__(self, scores: Floats) -> Floats:
        weights = scores if self.weigh is None else np.asarray(self.weigh(scores), np.float64)
        if weights.shape != scores.shape or not np.isfinite(weights).all():
            raise ValueError("weights must give one finite number for each score")
        return weights


def weighing(kind: KnownValues, weights: Weigh | None, *, prior: float | None, tool_prior: float | None) -> Weighing:
    """The weighing of all rows, before any calibration."""
    return Weighing(kind, prior, tool_prior, Checked(weights))

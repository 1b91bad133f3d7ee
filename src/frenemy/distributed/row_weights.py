"""From scores of a dataset to weights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.columns import ScoreKind
from frenemy.apps.records.weighing import Weighing

_Floats = npt.NDArray[np.float64]
#: Makes weights of scores that are log-odds in nats.
Weigh = Callable[[_Floats], _Floats]


@dataclass(frozen=True)
class Checked:
    """What a user's function makes of scores, one finite number for each; without one, the scores."""

    weigh: Weigh | None

    def __call__(self, scores: _Floats) -> _Floats:
        weights = scores if self.weigh is None else np.asarray(self.weigh(scores), np.float64)
        if weights.shape != scores.shape or not np.isfinite(weights).all():
            raise ValueError("weights must give one finite number for each score")
        return weights


def weighing(kind: ScoreKind, weights: Weigh | None) -> Weighing:
    """How all rows are weighed."""
    return Weighing(kind, None, None, Checked(weights))

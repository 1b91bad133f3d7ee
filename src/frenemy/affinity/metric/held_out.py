"""Held-out classes: a validation set for a metric learned from the other classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.log_odds import logit
from frenemy.affinity.calibrate.logistic import Logistic, fit_logistic
from frenemy.affinity.metric.likelihood import loss, squared_distances
from frenemy.affinity.metric.training_pairs import TrainingPairs, sample_training_pairs
from frenemy.problem.array_types import Bools, Floats, Ints
from frenemy.problem.checked_arrays import number


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Rows of held-out classes, and pairs of them."""

    rows: npt.NDArray[Any]
    pairs: TrainingPairs

    def loss(self, factor: Floats, bias: float) -> float:
        """Mean cross entropy of their pairs under a factor of features, (rank, d)."""
        return loss(factor.astype(self.rows.dtype), bias, self.rows, self.pairs)

    def calibrated(self, factor: Floats, bias: float) -> tuple[Floats, float]:
        """The rescaled factor and the bias that fit these rows best.

        Log-odds learned from the training classes are overconfident on other classes.
        """
        rows = self.rows.astype(np.float64, copy=False)
        distances = squared_distances(rows @ factor.T, self.pairs.u, self.pairs.v)
        if not distances.max() > distances.min():
            return factor, bias
        line = fit_logistic(distances, self.pairs.is_same).curve
        if not (isinstance(line, Logistic) and line.slope < 0.0):  # the metric does not generalize
            return factor, bias
        return np.sqrt(-line.slope) * factor, line.intercept + logit(self.pairs.trained_share, "balance")


def hold_out(
    rows: npt.NDArray[Any],
    codes: Ints,
    n_classes: int,
    share: float,
    *,
    n_pairs: int | None,
    balance: str | float,
    rng: np.random.Generator,
) -> tuple[HeldOut, Bools]:
    """Held-out classes, and which rows remain for training. Both sides have pairs of both kinds."""
    if not 0.0 < number(share) < 1.0:
        raise ValueError(f"held_out must be 0, or a share of the classes below 1, got {share!r}")
    counts = np.bincount(codes, minlength=n_classes)
    # The same share of the classes with several rows and of those with one row.
    order = rng.permutation(n_classes)
    paired, single = order[counts[order] > 1], order[counts[order] == 1]
    aside = np.concatenate([kind[: round(share * len(kind))] for kind in (paired, single)])
    n_aside_paired = round(share * len(paired))
    n_kept = n_classes - len(aside)
    if n_aside_paired < 1 or len(paired) - n_aside_paired < 1 or len(aside) < 2 or n_kept < 2:
        raise ValueError(
            f"held_out={share!r} of {n_classes} classes, {len(paired)} of them with at least 2 rows, leaves "
            f"{n_kept} for training and {len(aside)} for validation: both need 2 classes, one of them with 2 rows; "
            "choose another share"
        )
    kept = ~np.isin(codes, aside)
    pairs = sample_training_pairs(codes[~kept], n_pairs=n_pairs, balance=balance, rng=rng)
    aside_rows = rows[~kept]
    return HeldOut(aside_rows - aside_rows.mean(axis=0), pairs), kept

"""Classes that are not learned from but watched: whether what is learned holds for others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.log_odds import logit
from frenemy.affinity.logistic import Logistic, fit_logistic
from frenemy.affinity.metric.likelihood import loss, squared_distances
from frenemy.affinity.metric.training_pairs import TrainingPairs, drawn_pairs
from frenemy.checked_arrays import number


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Rows of classes that were set aside, and pairs of them."""

    rows: npt.NDArray[Any]
    pairs: TrainingPairs

    def loss(self, factor: npt.NDArray[np.float64], bias: float) -> float:
        """Mean cross entropy of their pairs under a factor of features, (rank, d)."""
        return loss(factor.astype(self.rows.dtype), bias, self.rows, self.pairs)

    def calibrated(self, factor: npt.NDArray[np.float64], bias: float) -> tuple[npt.NDArray[np.float64], float]:
        """The factor at the length, and the bias, that fit these rows best.

        Classes that were learned from look too easy: their log-odds are larger than those of others should be.
        """
        rows = self.rows.astype(np.float64, copy=False)
        distances = squared_distances(rows @ factor.T, self.pairs.u, self.pairs.v)
        if not distances.max() > distances.min():
            return factor, bias
        line = fit_logistic(distances, self.pairs.is_same).curve
        if not (isinstance(line, Logistic) and line.slope < 0.0):  # nothing was learned that holds here
            return factor, bias
        return np.sqrt(-line.slope) * factor, line.intercept + logit(self.pairs.trained_share, "balance")


def hold_out(
    rows: npt.NDArray[Any],
    codes: npt.NDArray[np.int64],
    n_classes: int,
    share: float,
    *,
    n_pairs: int | None,
    balance: str | float,
    rng: np.random.Generator,
) -> tuple[HeldOut, npt.NDArray[np.bool_]]:
    """A share of the classes set aside, and which rows are left; both sides have pairs of both kinds."""
    if not 0.0 < number(share) < 1.0:
        raise ValueError(f"held_out must be 0, or a share of the classes below 1, got {share!r}")
    counts = np.bincount(codes, minlength=n_classes)
    # Of the classes with pairs of their own, and of the others, each by its share.
    order = rng.permutation(n_classes)
    paired, single = order[counts[order] > 1], order[counts[order] == 1]
    aside = np.concatenate([kind[: round(share * len(kind))] for kind in (paired, single)])
    n_aside_paired = round(share * len(paired))
    n_kept = n_classes - len(aside)
    if n_aside_paired < 1 or len(paired) - n_aside_paired < 1 or len(aside) < 2 or n_kept < 2:
        raise ValueError(
            f"held_out={share!r} of {n_classes} classes, {len(paired)} of them with at least 2 rows, leaves "
            f"{n_kept} to learn from and {len(aside)} to watch: both need 2, one with 2 rows; hold out another share"
        )
    kept = ~np.isin(codes, aside)
    pairs = drawn_pairs(codes[~kept], n_pairs=n_pairs, balance=balance, rng=rng)
    aside_rows = rows[~kept]
    return HeldOut(aside_rows - aside_rows.mean(axis=0), pairs), kept

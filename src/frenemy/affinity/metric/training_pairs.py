"""Training pairs and their importance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.labeled_pairs import answers
from frenemy.affinity.calibrate.log_odds import logit
from frenemy.problem.array_types import Bools, Floats, Ints, Ints32
from frenemy.problem.checked_arrays import node_pairs, unmasked
from frenemy.problem.distinct import distinct


@dataclass(frozen=True, eq=False)
class TrainingPairs:
    """Labelled pairs of rows with importances.

    Ordered by ``u``, as in a sparse matrix in CSR format.
    """

    u: Ints32
    v: Ints32
    is_same: Bools
    importance: Floats  # sums to 1
    share: float  # of pairs that are together, among the pairs these were sampled from, or the given ones
    trained_share: float  # the same, weighted by importance: the prior implied by a bias learned from these pairs

    def __len__(self) -> int:
        return len(self.u)

    def part(self, chosen: npt.NDArray[Any]) -> TrainingPairs:
        """A subset, in order, with importances that sum to 1."""
        chosen = np.sort(chosen)
        importance = self.importance[chosen]
        return TrainingPairs(
            self.u[chosen],
            self.v[chosen],
            self.is_same[chosen],
            importance / importance.sum(),
            self.share,
            self.trained_share,
        )


def sample_training_pairs(
    y: npt.ArrayLike, *, n_pairs: int | None, balance: str | float, rng: np.random.Generator
) -> TrainingPairs:
    """Pairs of labelled rows: all of them, or a sample of ``n_pairs``, half of each kind if there are enough.

    ``balance`` sets the total importance of each kind, however many of each were sampled.
    """
    codes, n_classes = class_codes(y)
    order = np.argsort(codes, kind="stable")
    ends = np.cumsum(np.bincount(codes, minlength=n_classes))[codes[order]]
    positions = np.arange(len(codes))
    # In the order of classes, each row is paired with the later rows of its class, and with all rows after its class.
    # So each unordered pair occurs once, and has a number.
    same = _Kind(positions + 1, ends - positions - 1)
    apart = _Kind(ends, len(codes) - ends)
    wanted_same, wanted_apart = same.n_pairs, apart.n_pairs
    if n_pairs is not None and wanted_same + wanted_apart > n_pairs:
        wanted_same = min(same.n_pairs, max(n_pairs // 2, n_pairs - apart.n_pairs))
        wanted_apart = min(apart.n_pairs, n_pairs - wanted_same)
    parts = [kind.sample(wanted, rng) for kind, wanted in ((same, wanted_same), (apart, wanted_apart))]
    pairs = np.concatenate([order[part] for part in parts])
    is_same = np.repeat([True, False], [len(part) for part in parts])
    share = same.n_pairs / (same.n_pairs + apart.n_pairs)
    return _weighed(pairs, is_same, share, balance)


def given_pairs(pairs: npt.ArrayLike, is_same: npt.ArrayLike, *, n_rows: int, balance: str | float) -> TrainingPairs:
    """Pairs labelled by the user, with the importance of each kind set by ``balance``."""
    checked, same = node_pairs(pairs, n_rows), answers(is_same)
    if len(checked) != len(same):
        raise ValueError(f"pairs and is_same must have the same length, got {len(checked)} and {len(same)}")
    n_same = int(np.count_nonzero(same))
    if n_same in (0, len(same)):
        missing = "together" if n_same == 0 else "apart"
        raise ValueError(f"pairs of both kinds are needed, got {len(same)} and none that is {missing}: add some")
    loops = np.flatnonzero(checked[:, 0] == checked[:, 1])
    if len(loops):
        raise ValueError(f"pairs must be of two rows, got row {checked[loops[0], 0]} with itself at pair {loops[0]}")
    return _weighed(checked.astype(np.int64), same, n_same / len(same), balance)


def class_codes(y: npt.ArrayLike) -> tuple[Ints, int]:
    """Classes as 0..k-1, and k; at least two of them, and one with two rows."""
    labels = unmasked(y, "y")
    if labels.ndim != 1:
        raise ValueError(f"y must be one-dimensional, one class per row, got shape {labels.shape}")
    _, codes, counts = np.unique(labels, return_inverse=True, return_counts=True)
    if len(counts) < 2:
        raise ValueError(
            f"y must have at least 2 classes, for pairs that are apart, got {len(counts)} class"
            f"{'' if len(counts) == 1 else 'es'} for {len(labels)} rows"
        )
    if counts.max() < 2:
        raise ValueError(
            f"y must have a class with at least 2 rows, for pairs that are together, got {len(counts)} classes "
            "of 1 row each"
        )
    return codes.astype(np.int64), len(counts)


def balanced_share(balance: str | float, share: float) -> float:
    """Total importance of the pairs that are together."""
    if isinstance(balance, str):
        if balance == "natural":
            return share
        if balance == "balanced":
            return 0.5
        raise ValueError(f'balance must be "natural", "balanced" or a share, got {balance!r}')
    logit(balance, "balance")
    return float(balance)


@dataclass(frozen=True, eq=False)
class _Kind:
    """All pairs of one kind, numbered: position i is paired with ``count[i]`` positions from ``first[i]`` on."""

    first: Ints
    count: Ints

    @property
    def n_pairs(self) -> int:
        return int(self.count.sum())

    def sample(self, wanted: int, rng: np.random.Generator) -> Ints:
        """Positions of distinct random pairs, (wanted, 2)."""
        numbers = _distinct(self.n_pairs, wanted, rng)
        until = np.cumsum(self.count)
        i = np.searchsorted(until, numbers, side="right")
        j = self.first[i] + numbers - (until[i] - self.count[i])
        return np.stack([i, j], axis=1)


def _distinct(n: int, wanted: int, rng: np.random.Generator) -> Ints:
    """Distinct random numbers below n, sorted; in memory proportional to ``wanted``."""
    if wanted >= n:
        return np.arange(n)
    if n < 4 * wanted:
        return np.sort(rng.permutation(n)[:wanted])
    drawn = np.empty(0, np.int64)
    while len(drawn) < wanted:
        drawn = distinct(np.concatenate([drawn, rng.integers(n, size=wanted - len(drawn) + 16)]))
    return np.sort(rng.permutation(drawn)[:wanted])


def _weighed(pairs: Ints, is_same: Bools, share: float, balance: str | float) -> TrainingPairs:
    trained_share = balanced_share(balance, share)
    n_same = int(np.count_nonzero(is_same))
    each = np.where(is_same, trained_share / n_same, (1.0 - trained_share) / (len(is_same) - n_same))
    low, high = pairs.min(axis=1), pairs.max(axis=1)
    order = np.lexsort((high, low))
    return TrainingPairs(
        low[order].astype(np.int32), high[order].astype(np.int32), is_same[order], each[order], share, trained_share
    )

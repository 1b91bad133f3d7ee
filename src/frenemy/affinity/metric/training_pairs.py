"""Which pairs to learn from, and how much each counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.labeled_pairs import answers
from frenemy.affinity.log_odds import logit
from frenemy.checked_arrays import node_pairs
from frenemy.distinct import distinct

Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class TrainingPairs:
    """Pairs of rows with answers and importances.

    Ordered by ``u``, so that the pairs are the rows of a sparse matrix as they are.
    """

    u: npt.NDArray[np.int32]
    v: npt.NDArray[np.int32]
    is_same: npt.NDArray[np.bool_]
    importance: npt.NDArray[np.float64]  # sums to 1
    share: float  # of all pairs that these were drawn from, or were given: how many are together
    trained_share: float  # the same by importance: what a bias learned from them has in it

    def __len__(self) -> int:
        return len(self.u)

    def part(self, chosen: npt.NDArray[Any]) -> TrainingPairs:
        """Some of them, in order, with importances that sum to 1."""
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


def drawn_pairs(
    y: npt.ArrayLike, *, n_pairs: int | None, balance: str | float, rng: np.random.Generator
) -> TrainingPairs:
    """Pairs of labelled rows: all of them, or ``n_pairs`` of them, as many of each kind as there are up to half.

    The kinds get the importance that ``balance`` asks for, however many of each were drawn.
    """
    codes, n_classes = class_codes(y)
    order = np.argsort(codes, kind="stable")
    ends = np.cumsum(np.bincount(codes, minlength=n_classes))[codes[order]]
    positions = np.arange(len(codes))
    # A row, in the order of classes, goes with those after it in its class and with those after its class: each
    # unordered pair once, and its number tells which it is.
    same = _Kind(positions + 1, ends - positions - 1)
    apart = _Kind(ends, len(codes) - ends)
    wanted_same, wanted_apart = same.n_pairs, apart.n_pairs
    if n_pairs is not None and wanted_same + wanted_apart > n_pairs:
        wanted_same = min(same.n_pairs, max(n_pairs // 2, n_pairs - apart.n_pairs))
        wanted_apart = min(apart.n_pairs, n_pairs - wanted_same)
    parts = [kind.drawn(wanted, rng) for kind, wanted in ((same, wanted_same), (apart, wanted_apart))]
    pairs = np.concatenate([order[part] for part in parts])
    is_same = np.repeat([True, False], [len(part) for part in parts])
    share = same.n_pairs / (same.n_pairs + apart.n_pairs)
    return _weighed(pairs, is_same, share, balance)


def given_pairs(pairs: npt.ArrayLike, is_same: npt.ArrayLike, *, n_rows: int, balance: str | float) -> TrainingPairs:
    """Pairs that the user has answered, with the importance that ``balance`` asks for."""
    checked, same = node_pairs(pairs, n_rows), answers(is_same)
    if len(checked) != len(same):
        raise ValueError(f"pairs and is_same must be as long as each other, got {len(checked)} and {len(same)}")
    n_same = int(np.count_nonzero(same))
    if n_same in (0, len(same)):
        missing = "together" if n_same == 0 else "apart"
        raise ValueError(f"pairs of both kinds are needed, got {len(same)} and none that is {missing}: add some")
    loops = np.flatnonzero(checked[:, 0] == checked[:, 1])
    if len(loops):
        raise ValueError(f"pairs must be of two rows, got row {checked[loops[0], 0]} with itself at pair {loops[0]}")
    return _weighed(checked.astype(np.int64), same, n_same / len(same), balance)


def class_codes(y: npt.ArrayLike) -> tuple[Indices, int]:
    """Classes as 0..k-1, and k; at least two of them, and one with two rows."""
    labels = np.asarray(y)
    if labels.ndim != 1:
        raise ValueError(f"y must be one-dimensional, a class for each row, got shape {labels.shape}")
    _, codes, counts = np.unique(labels, return_inverse=True, return_counts=True)
    if len(counts) < 2:
        raise ValueError(
            f"y must have at least 2 classes to learn what tells them apart, got {len(counts)} class"
            f"{'' if len(counts) == 1 else 'es'} for {len(labels)} rows"
        )
    if counts.max() < 2:
        raise ValueError(
            f"y must have a class with at least 2 rows to learn what holds one together, got {len(counts)} classes "
            "of 1 row each"
        )
    return codes.astype(np.int64), len(counts)


def balanced_share(balance: str | float, share: float) -> float:
    """The share of importance for pairs that are together."""
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
    """All pairs of one kind, by number: position i goes with ``count[i]`` positions from ``first[i]`` on."""

    first: Indices
    count: Indices

    @property
    def n_pairs(self) -> int:
        return int(self.count.sum())

    def drawn(self, wanted: int, rng: np.random.Generator) -> Indices:
        """Positions of so many different pairs, (wanted, 2)."""
        numbers = _distinct(self.n_pairs, wanted, rng)
        until = np.cumsum(self.count)
        i = np.searchsorted(until, numbers, side="right")
        j = self.first[i] + numbers - (until[i] - self.count[i])
        return np.stack([i, j], axis=1)


def _distinct(n: int, wanted: int, rng: np.random.Generator) -> Indices:
    """Different numbers below n, by size. Memory goes with what is wanted, not with n."""
    if wanted >= n:
        return np.arange(n)
    if n < 4 * wanted:
        return np.sort(rng.permutation(n)[:wanted])
    drawn = np.empty(0, np.int64)
    while len(drawn) < wanted:
        drawn = distinct(np.concatenate([drawn, rng.integers(n, size=wanted - len(drawn) + 16)]))
    return np.sort(rng.permutation(drawn)[:wanted])


def _weighed(pairs: Indices, is_same: npt.NDArray[np.bool_], share: float, balance: str | float) -> TrainingPairs:
    trained_share = balanced_share(balance, share)
    n_same = int(np.count_nonzero(is_same))
    each = np.where(is_same, trained_share / n_same, (1.0 - trained_share) / (len(is_same) - n_same))
    low, high = pairs.min(axis=1), pairs.max(axis=1)
    order = np.lexsort((high, low))
    return TrainingPairs(
        low[order].astype(np.int32), high[order].astype(np.int32), is_same[order], each[order], share, trained_share
    )

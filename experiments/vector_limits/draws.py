"""Draws by kind: rows without structure, groups that overlap, and many rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from experiments.vectors.data.gaussian_groups import gaussian_groups
from experiments.vectors.data.labeled_rows import Features, LabeledRows, labeled

Rng = np.random.Generator

NO_STRUCTURE, OVERLAP, MANY = "no structure", "overlap", "many rows"
SEEDS = (0, 1, 2)
DIMENSIONS = (1, 2, 5, 10, 30)
N_ROWS = 500
GAPS = (2.5, 3.0)  # between the nearest of the overlapping groups, in their standard deviations
N_GROUPS, ROWS_PER_GROUP, MANY_COLUMNS, MANY_GAP = (100, 600, 10_000), 100, 32, 3.0
QUICK_SHARE = 20  # one draw of so many


@dataclass(frozen=True)
class Draw:
    """
    Attributes
    ----------
    kind : {"no structure", "overlap", "many rows"}
    about : str
        What the rows of one line of the table have in common.
    load : callable
    """

    kind: str
    about: str
    load: Callable[[], LabeledRows]


def draws(*, quick: bool) -> dict[str, Draw]:
    """By name."""
    found = {**_without_structure(), **_overlapping(), **_many_rows()}
    return dict(list(found.items())[: -len(N_GROUPS) : QUICK_SHARE]) if quick else found


def _without_structure() -> dict[str, Draw]:
    return {
        f"{name.replace(' ', '_')}_{d}d_{seed}": Draw(
            NO_STRUCTURE, name, lambda make=make, d=d, seed=seed, name=name: _one_class(make, d, [seed, d, len(name)])
        )
        for name, make in _SHAPES.items()
        for d in DIMENSIONS
        for seed in SEEDS
    }


def _one_class(make: Callable[[Rng, int], Features], d: int, seed: list[int]) -> LabeledRows:
    return labeled(make(np.random.default_rng(seed), d), np.zeros(N_ROWS))


def _columns_of_different_length(rng: Rng, d: int) -> Features:
    return rng.normal(0, 1, (N_ROWS, d)) * np.exp(rng.normal(0, 1, d))


_SHAPES: dict[str, Callable[[Rng, int], Features]] = {
    "uniform": lambda rng, d: rng.uniform(0, 1, (N_ROWS, d)),
    "normal": lambda rng, d: rng.normal(0, 1, (N_ROWS, d)),
    "normal, columns of different length": _columns_of_different_length,
    "skewed (log-normal)": lambda rng, d: np.exp(0.7 * rng.normal(0, 1, (N_ROWS, d))),
    "heavy-tailed (t of 3)": lambda rng, d: rng.standard_t(3, (N_ROWS, d)),
}


def _overlapping() -> dict[str, Draw]:
    return {
        f"overlap_{gap:g}_{d}d_{seed}": Draw(
            OVERLAP,
            f"nearest group centers {gap:g} standard deviations apart",
            lambda gap=gap, d=d, seed=seed: gaussian_groups(np.random.default_rng([seed, d]), 1200, 6, d, gap),
        )
        for gap in GAPS
        for d in (5, 20)
        for seed in SEEDS
    }


def _many_rows() -> dict[str, Draw]:
    return {
        f"{n * ROWS_PER_GROUP}_rows": Draw(MANY, f"{n * ROWS_PER_GROUP:,} rows", lambda n=n: _many(n)) for n in N_GROUPS
    }


def _many(n_groups: int) -> LabeledRows:
    """Gaussian groups whose centers spread three times as far as their rows."""
    rng = np.random.default_rng(n_groups)
    truth = np.repeat(np.arange(n_groups), ROWS_PER_GROUP)
    centers = rng.normal(0, MANY_GAP, (n_groups, MANY_COLUMNS))
    return labeled(centers[truth] + rng.normal(0, 1, (len(truth), MANY_COLUMNS)), truth)

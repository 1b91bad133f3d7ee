"""Scored pairs of records with a known truth: real ones from ``python -m experiments records``, and generated ones."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

import frenemy as fr

FOLDER = Path("experiments/results/record_pairs")
MADE = "made"

Ints = npt.NDArray[np.int32]


class RecordSet(NamedTuple):
    """Records ``0..n-1``, pairs ``u < v`` with log-odds in nats, and the true entity of each record."""

    n: int
    u: Ints
    v: Ints
    weight: npt.NDArray[np.float64]
    truth: npt.NDArray[np.int64]

    def problem(self, missing: float) -> fr.Problem:
        return fr.Problem.from_edges(self.u, self.v, self.weight, n_nodes=self.n, missing=missing)

    def f(self, labels: npt.ArrayLike) -> float:
        return fr.metrics.b_cubed(labels, self.truth).f1


def names() -> list[str]:
    """The available real sets, and the generated one."""
    return [*sorted(path.stem for path in FOLDER.glob("*.npz")), MADE]


def record_set(name: str, n: int = 2000) -> RecordSet:
    if name == MADE:
        return made(n)
    with np.load(FOLDER / f"{name}.npz") as file:
        columns = (file[key] for key in ("u", "v", "weight", "truth"))
        return RecordSet(int(file["n"]), *columns)


def made(n: int, *, seed: int = 0) -> RecordSet:
    """Entities of 1 to 6 records; 90 % of their pairs are compared, and twice as many others; scores are noisy."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(n), rng.integers(1, 7, n))[:n]
    begin = np.searchsorted(truth, truth)
    same = [(i, j) for j in range(n) for i in range(begin[j], j) if rng.random() < 0.9]
    other = rng.integers(0, n, (2 * len(same), 2))
    pairs = np.unique(np.sort(np.concatenate((same, other)), axis=1), axis=0)
    pairs = pairs[pairs[:, 0] < pairs[:, 1]].astype(np.int32)
    u, v = pairs.T
    weight = np.where(truth[u] == truth[v], 3.0, -3.0) + rng.normal(0.0, 2.5, len(u))
    return RecordSet(n, u, v, weight, truth)


def with_wrong_pairs(given: RecordSet, share: float, *, seed: int = 0) -> RecordSet:
    """With strong pairs between records of different entities, as many as this share of the true pairs."""
    rng = np.random.default_rng([seed, 1])
    is_true = given.truth[given.u] == given.truth[given.v]
    strong = given.weight[is_true & (given.weight >= np.median(given.weight[is_true]))]
    n_wrong = round(share * int(is_true.sum()))
    ends = np.sort(rng.integers(0, given.n, (8 * n_wrong + 8, 2)), axis=1)
    ends = ends[given.truth[ends[:, 0]] != given.truth[ends[:, 1]]][:n_wrong]
    # A pair that was compared has a new score: of two alike, the first is kept.
    u, v = np.concatenate((ends[:, 0], given.u)), np.concatenate((ends[:, 1], given.v))
    weight = np.concatenate((rng.choice(strong, len(ends)), given.weight))
    _, kept = np.unique(u.astype(np.int64) * given.n + v, return_index=True)
    return RecordSet(given.n, u[kept].astype(np.int32), v[kept].astype(np.int32), weight[kept], given.truth)

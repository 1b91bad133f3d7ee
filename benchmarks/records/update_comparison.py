"""A stream of updates compared with one full solve at the end: time and quality."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

import frenemy as fr
from frenemy.metrics import b_cubed
from harness.measure.fresh_process import Measured
from harness.tables import Column

QUALITY = (
    Column("cost", "cost", ",.1f"),
    Column("full_cost", "cost, full solve", ",.1f"),
    Column("cost_more", "more, %", ".3f"),
    Column("f", "F", ".4f"),
    Column("full_f", "F, full solve", ".4f"),
)


def times(seconds: Sequence[float], touched: Sequence[int], full_seconds: float) -> Measured:
    """CPU time and touched records of the updates, and the CPU time of the full solve."""
    milliseconds = 1e3 * np.array(seconds)
    return {
        "touched": float(np.median(touched)),
        "max_touched": max(touched),
        "mean_ms": float(milliseconds.mean()),
        "median_ms": float(np.median(milliseconds)),
        "p95_ms": float(np.quantile(milliseconds, 0.95)),
        "max_ms": float(milliseconds.max()),
        "full_ms": 1e3 * full_seconds,
    }


def quality(
    problem: fr.Problem, labels: npt.NDArray[np.integer], full_labels: npt.NDArray[np.integer], truth: npt.ArrayLike
) -> Measured:
    """Cost and B-cubed F of the labels after all updates, and of those of the full solve."""
    cost, full_cost = (problem.energy(each) - problem.repelling_weight for each in (labels, full_labels))
    return {
        "cost": cost,
        "full_cost": full_cost,
        "cost_more": 100.0 * (cost - full_cost) / full_cost,
        "f": b_cubed(labels, truth).f1,
        "full_f": b_cubed(full_labels, truth).f1,
    }

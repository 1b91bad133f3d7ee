"""Cost of turning scores into weights."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.options import Options
from frenemy import affinity
from harness.measure.fresh_process import Measured, fresh
from harness.measure.matrix_product import cpu_seconds
from harness.tables import Column, Table

FITS: dict[str, Callable[..., Any]] = {
    "fit_logistic": affinity.fit_logistic,
    "fit_isotonic": affinity.fit_isotonic,
    "fit_parametric": affinity.fit_parametric,
    "fit_histogram": affinity.fit_histogram,
    "fit_kernel": affinity.fit_kernel,
}
PLAIN: dict[str, Callable[[npt.NDArray[np.float64], npt.NDArray[np.bool_]], object]] = {
    "log_odds": lambda p, _: affinity.log_odds(p),
    "probability": lambda p, _: affinity.probability(p),
    "from_bits": lambda p, _: affinity.from_bits(p),
    "calibration_curve": affinity.calibration_curve,
    "brier_score": affinity.brier_score,
}


def tables(options: Options) -> Iterator[Table]:
    n_scores = 10_000 if options.quick else 10_000_000
    yield Table(
        title="Scores to weights",
        aim=f"CPU seconds for {n_scores:,} scores: to fit to that many labelled pairs, and to weigh that many.",
        columns=(
            Column("method", "function"),
            Column("fit_seconds", "fit, CPU s", ".2g"),
            Column("seconds", "log_odds, or itself, CPU s", ".2g"),
            Column("peak_mb", "peak MB", ".0f"),
        ),
        rows=[
            {"method": name} | fresh(weighed, name=name, n_scores=n_scores, repeats=options.repeats)
            for name in (*PLAIN, *FITS)
        ],
    )


def weighed(name: str, n_scores: int) -> Measured:
    """Two normal distributions, a fifth of the pairs together; functions of probabilities get those of the scores."""
    rng = np.random.default_rng(0)
    is_same = rng.random(n_scores) < 0.2
    scores = rng.normal(np.where(is_same, 1.0, -1.0), 1.0)
    if name in PLAIN:
        p = affinity.probability(2.0 * scores)
        return {"fit_seconds": None, "seconds": cpu_seconds(lambda: PLAIN[name](p, is_same))}
    fits = []
    fit_seconds = cpu_seconds(lambda: fits.append(FITS[name](scores, is_same)))
    return {"fit_seconds": fit_seconds, "seconds": cpu_seconds(lambda: fits[0].log_odds(scores))}

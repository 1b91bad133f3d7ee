"""Cost of learning a metric from pairs."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from benchmarks.options import Options
from frenemy.affinity.metric import LDML
from harness.measure.fresh_process import Measured, fresh
from harness.tables import Column, Table

N_EACH, RANK, HIDDEN = 10, 32, 16
# rows, features, pairs, solver, rounds
CASES = (
    (5_000, 128, 1_000_000, "adam", 2),
    (5_000, 128, 1_000_000, "lbfgs", 4),
    (2_000, 3_456, 1_000_000, "adam", 2),
    (2_000, 3_456, 1_000_000, "lbfgs", 4),
)
QUICK = ((200, 16, 2_000, "lbfgs", 3), (200, 300, 2_000, "adam", 2))


def tables(options: Options) -> Iterator[Table]:
    cases = QUICK if options.quick else CASES
    names = ("n_rows", "n_features", "n_pairs", "solver", "rounds")
    yield Table(
        title="Metrics from pairs",
        aim=f"CPU seconds of LDML of rank {RANK} in one thread: for the start, and for each round.",
        columns=(
            Column("method", "solver"),
            Column("n_rows", "rows", ","),
            Column("n_features", "features", ","),
            Column("n_pairs", "pairs", ","),
            Column("start_seconds", "to begin, CPU s", ".2g"),
            Column("round_seconds", "a round, CPU s", ".2g"),
            Column("peak_mb", "peak MB", ".0f"),
        ),
        rows=[
            dict(zip(names, case, strict=True))
            | {"method": case[3]}
            | fresh(learned, **dict(zip(names, case, strict=True)), repeats=options.repeats)
            for case in cases
        ],
    )


def learned(n_rows: int, n_features: int, n_pairs: int, solver: str, rounds: int) -> Measured:
    """Classes of ten rows that differ in some directions only."""
    rng = np.random.default_rng(0)
    y = np.arange(n_rows) // N_EACH
    rows = rng.normal(size=(n_rows, n_features)).astype(np.float32)
    rows[:, :HIDDEN] = rng.normal(size=(y[-1] + 1, HIDDEN))[y] + 0.3 * rows[:, :HIDDEN]
    ldml = LDML(min(RANK, n_features), n_pairs=n_pairs, solver=solver, max_rounds=rounds)
    times = [time.process_time()]
    ldml.fit(rows, y, on_round=lambda _: times.append(time.process_time()))
    round_seconds = (times[-1] - times[1]) / (len(times) - 2)
    return {"start_seconds": times[1] - times[0] - round_seconds, "round_seconds": round_seconds}

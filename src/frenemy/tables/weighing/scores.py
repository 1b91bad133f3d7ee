"""Read and check a column of scores."""

from __future__ import annotations

import numpy as np

from frenemy.problem.array_types import Floats, Ints
from frenemy.tables.arrow import pa, pc
from frenemy.tables.columns import PairColumns

_RULES = {
    "probability": "probabilities must be in 0..1 (match_weight= and weight= are for log-odds)",
    "weight": "weights must be finite (must_link and cannot_link are for certainty)",
}


def read_scores(column: pa.ChunkedArray, columns: PairColumns, row: Ints, *, file: str | None = None) -> Floats:
    """The scores as float64, NaN for null.

    Parameters
    ----------
    column : pyarrow.ChunkedArray
    columns : PairColumns
        The name of the column, and the scale of the scores.
    row : (n,) int64
        The row of each score, for messages.
    file : str, optional
        The file of the column, for messages.
    """
    kind, where = column.type, f"column {columns.score!r}" + (f" of {file}" if file else "")
    if not (
        pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind) or pa.types.is_null(kind)
    ):
        raise ValueError(f"scores must be numbers, got {where} of type {kind}")
    score: Floats = pc.fill_null(column.cast(pa.float64()), float("nan")).to_numpy()
    low, high = (0.0, 1.0) if columns.score_kind == "probability" else (-np.inf, np.inf)
    is_bad = (score < low) | (score > high)
    if columns.score_kind == "weight":
        is_bad |= np.isinf(score)
    if is_bad.any():
        place = int(np.flatnonzero(is_bad)[0])
        raise ValueError(f"{_RULES[columns.score_kind]}, got {score[place]} in {where}, row {row[place]} (from 0)")
    return score

"""A column of scores as numbers, checked."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.arrow import pa, pc
from frenemy.apps.records.columns import PairColumns

_RULES = {
    "probability": "probabilities must be in 0..1 (match_weight= and weight= are for log-odds)",
    "weight": "weights must be finite (must_link and cannot_link are for certainty)",
}


def read_scores(
    column: pa.ChunkedArray, columns: PairColumns, row: npt.NDArray[np.int64], *, file: str | None = None
) -> npt.NDArray[np.float64]:
    """As float64, NaN where there is none.

    Parameters
    ----------
    column : pyarrow.ChunkedArray
    columns : PairColumns
        Which column it is, and of what kind.
    row : (n,) int64
        The row of each, for messages.
    file : str, optional
        Where it is from, for messages.
    """
    kind, where = column.type, f"column {columns.score!r}" + (f" of {file}" if file else "")
    if not (
        pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind) or pa.types.is_null(kind)
    ):
        raise ValueError(f"scores must be numbers, got {where} of type {kind}")
    score: npt.NDArray[np.float64] = pc.fill_null(column.cast(pa.float64()), float("nan")).to_numpy()
    low, high = (0.0, 1.0) if columns.score_kind == "probability" else (-np.inf, np.inf)
    is_bad = (score < low) | (score > high)
    if columns.score_kind == "weight":
        is_bad |= np.isinf(score)
    if is_bad.any():
        place = int(np.flatnonzero(is_bad)[0])
        raise ValueError(f"{_RULES[columns.score_kind]}, got {score[place]} in {where}, row {row[place]} (from 0)")
    return score

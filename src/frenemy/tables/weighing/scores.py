"""Read and check a column of scores."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from frenemy.problem.array_types import Floats, Ints
from frenemy.tables.arrow import pa, pc
from frenemy.tables.columns import PairColumns
from frenemy.tables.weighing.value_kind import ValueKind, ValueRange, value_kind, value_range

_BOUNDS = {"probabilities": (0.0, 1.0), "percentages": (0.0, 100.0)}
_RULES = {
    "probabilities": "probabilities must be in 0..1 (values= says what else they are)",
    "percentages": "percentages must be in 0..100 (values= says what else they are)",
    "weights": "weights must be finite (must_link and cannot_link are for certainty)",
    "scores": "scores must be finite (must_link and cannot_link are for certainty)",
}


def read_scores(column: pa.ChunkedArray, columns: PairColumns, row: Ints, *, file: str | None = None) -> Floats:
    """The scores as float64, NaN for null.

    Parameters
    ----------
    column : pyarrow.ChunkedArray
    columns : PairColumns
        The name of the column, and what it has.
    row : (n,) int64
        The row of each score, for messages.
    file : str, optional
        The file of the column, for messages.
    """
    where = f"column {columns.score!r}" + (f" of {file}" if file else "")
    score = read_numbers(column, where)
    low, high = _BOUNDS.get(columns.values, (-np.inf, np.inf))
    is_bad = (score < low) | (score > high)
    if columns.values in ("weights", "scores"):
        is_bad |= np.isinf(score)
    if is_bad.any():
        place = int(np.flatnonzero(is_bad)[0])
        raise ValueError(f"{_RULES[columns.values]}, got {score[place]} in {where}, row {row[place]} (from 0)")
    return score


def read_numbers(column: pa.ChunkedArray, where: str) -> Floats:
    """A column of numbers as float64, NaN for null; ``where`` names it in messages."""
    kind = column.type
    if not (
        pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind) or pa.types.is_null(kind)
    ):
        raise ValueError(f"scores must be numbers, got {where} of type {kind}")
    numbers: Floats = pc.fill_null(column.cast(pa.float64()), float("nan")).to_numpy()
    return numbers


def decide_values(
    table: pa.Table, columns: PairColumns, *, is_missing_given: bool, are_scores: bool
) -> tuple[PairColumns, ValueKind]:
    """The columns with what their numbers are, and why: as told, or by all rows of a table."""
    assert columns.score is not None
    found = ValueRange()
    if columns.values == "auto":
        beside = columns.probability
        probabilities = None if beside is None else read_numbers(table.column(beside), f"column {beside!r}")
        found = value_range(read_numbers(table.column(columns.score), f"column {columns.score!r}"), probabilities)
    kind = value_kind(
        columns.values, found, is_missing_given=is_missing_given, are_scores=are_scores, splink=columns.splink
    )
    return replace(columns, values=kind.name, probability=None), kind

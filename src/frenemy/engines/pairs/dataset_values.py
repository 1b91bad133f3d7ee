"""What the numbers of a dataset are: by the least and the greatest of all files, and by the first rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from frenemy.engines.pairs.dataset_files import DatasetFiles, reading
from frenemy.tables.columns import PairColumns
from frenemy.tables.readers.sound_columns import check_columns
from frenemy.tables.weighing.scores import read_numbers
from frenemy.tables.weighing.value_kind import ValueKind, ValueRange, value_kind, value_range


def decide_dataset_values(
    files: DatasetFiles, columns: PairColumns, *, is_missing_given: bool, are_scores: bool
) -> tuple[PairColumns, ValueKind]:
    """The columns with what their numbers are, and why, as for a table in memory."""
    found = _range(files, columns) if columns.values == "auto" else ValueRange()
    kind = value_kind(
        columns.values, found, is_missing_given=is_missing_given, are_scores=are_scores, splink=columns.splink
    )
    return replace(columns, values=kind.name, probability=None), kind


def _range(files: DatasetFiles, columns: PairColumns) -> ValueRange:
    import pyarrow.parquet as pq

    assert columns.score is not None
    found = ValueRange()
    for name in files.files:
        with reading(name), pq.ParquetFile(name) as file:
            for group in range(file.metadata.num_row_groups):
                if found == ValueRange() and columns.probability is not None:
                    found = _read_range(file, name, group, columns.score, columns.probability)
                    if found.are_bits:
                        return found
                one = _stored_range(file, group, columns.score) or _read_range(file, name, group, columns.score)
                found = replace(found, low=min(found.low, one.low), high=max(found.high, one.high))
                if found.low < 0.0:  # whatever comes, nothing else is decided
                    return found
    return found


def _read_range(file: Any, name: str, group: int, score: str, probability: str | None = None) -> ValueRange:
    table = file.read_row_group(group, columns=[score] if probability is None else [score, probability])
    check_columns(table, name)
    beside = None if probability is None else read_numbers(table.column(probability), f"column {probability!r}")
    return value_range(read_numbers(table.column(score), f"column {score!r} of {name}"), beside)


def _stored_range(file: Any, group: int, score: str) -> ValueRange | None:
    """The range that a file states for a row group; None if it does not."""
    place = file.schema.names.index(score)
    stated = file.metadata.row_group(group).column(place).statistics
    if stated is None or not stated.has_min_max:
        return None
    return ValueRange(float(stated.min), float(stated.max))

"""What the numbers of a dataset are: by the least and the greatest of all files, and by the first rows."""

from __future__ import annotations

from dataclasses import replace

from frenemy.engines.pairs.dataset_files import DatasetFiles, Piece, reading
from frenemy.tables.columns import PairColumns
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
    assert columns.score is not None
    found = ValueRange()
    for chunk in files.chunks:
        for piece in chunk.pieces:
            if found == ValueRange() and columns.probability is not None:
                found = _read_range(piece, columns.score, columns.probability)
                if found.are_bits:
                    return found
            one = _stored_range(piece, columns.score) or _read_range(piece, columns.score)
            found = replace(found, low=min(found.low, one.low), high=max(found.high, one.high))
            if found.low < 0.0:  # whatever comes, nothing else is decided
                return found
    return found


def _read_range(piece: Piece, score: str, probability: str | None = None) -> ValueRange:
    table = piece.read([score] if probability is None else [score, probability])
    beside = None if probability is None else read_numbers(table.column(probability), f"column {probability!r}")
    return value_range(read_numbers(table.column(score), f"column {score!r} of {piece.file}"), beside)


def _stored_range(piece: Piece, score: str) -> ValueRange | None:
    """The range that the file states; None if it does not."""
    import pyarrow.parquet as pq

    found = ValueRange()
    with reading(piece.file), pq.ParquetFile(piece.file) as file:
        place = file.schema.names.index(score)
        for group in piece.groups:
            stated = file.metadata.row_group(group).column(place).statistics
            if stated is None or not stated.has_min_max:
                return None
            found = ValueRange(min(found.low, float(stated.min)), max(found.high, float(stated.max)))
    return found

"""Rows that cannot be used: found by the counts of a relation, and named by their file and place in it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from frenemy.engines.pairs.dataset_files import DatasetFiles, reading
from frenemy.engines.relations.plan import RowFacts
from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns
from frenemy.tables.options import Nulls
from frenemy.tables.readers.sound_columns import check_columns
from frenemy.tables.weighing.scores import read_scores


def check_rows(facts: RowFacts, files: DatasetFiles, columns: PairColumns, nulls: Nulls) -> None:
    """Raise an error that names the first row with a null, if these are errors, or with a score out of range."""
    if facts.null_ids + facts.null_scores and nulls == "error":
        _name_null(files, columns)
    if facts.low is not None and facts.high is not None:
        try:
            read_scores(pa.chunked_array([[facts.low, facts.high]]), columns, np.arange(2))
        except ValueError:
            _name_score(files, columns)
            raise


def damaged_file(files: DatasetFiles, columns: PairColumns) -> None:
    """Read all files, after an engine could not; the error names the one that is damaged."""
    for _ in _groups(files, columns.needed):
        pass


def _name_null(files: DatasetFiles, columns: PairColumns) -> None:
    score = columns.score
    assert score is not None
    ids = tuple(dict.fromkeys((*columns.left, *columns.right)))
    for name, begin, table in _groups(files, (*ids, score)):
        for column in (*ids, score):
            values = plain(table.column(column))
            is_null = values.is_null(nan_is_null=column == score).to_numpy()
            if is_null.any():
                row = begin + int(np.flatnonzero(is_null)[0])
                raise ValueError(
                    f"column {column!r} of {name} has no {'score' if column == score else 'id'} in row {row} (from 0); "
                    'nulls="drop" leaves such rows out and counts them'
                )


def _name_score(files: DatasetFiles, columns: PairColumns) -> None:
    assert columns.score is not None
    for name, begin, table in _groups(files, (columns.score,)):
        read_scores(table.column(columns.score), columns, begin + np.arange(table.num_rows), file=name)


def _groups(files: DatasetFiles, columns: tuple[str, ...]) -> Iterator[tuple[str, int, pa.Table]]:
    """Row group by row group: the file, the place of the first row in it, and some columns."""
    import pyarrow.parquet as pq

    for name in files.files:
        begin = 0
        with reading(name), pq.ParquetFile(name, pre_buffer=False) as file:
            for group in range(file.metadata.num_row_groups):
                table = file.read_row_group(group, columns=list(columns), use_threads=False)
                check_columns(table, name)
                yield name, begin, table
                begin += table.num_rows


def plain(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """The values, without a dictionary."""
    return column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column

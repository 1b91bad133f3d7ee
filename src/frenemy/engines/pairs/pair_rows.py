"""Reads the rows of a chunk: ids as keys, and scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from frenemy.engines.pairs.dataset_files import Chunk, Piece
from frenemy.problem.array_types import Floats, Ints
from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns
from frenemy.tables.ids.id_keys import Keys, number_keys, row_keys, text_keys
from frenemy.tables.weighing.scores import read_scores


@dataclass(frozen=True)
class RowReader:
    """How rows are read.

    Attributes
    ----------
    columns : PairColumns
    is_number : bool
        Whether an id is a whole number, whose key is reversible.
    salt : int
        Salt of the keys of texts.
    nulls : {"error", "drop"}
    """

    columns: PairColumns
    is_number: bool
    salt: int
    nulls: Literal["error", "drop"]

    def ids(self, chunk: Chunk) -> Iterator[pa.Table]:
        """The left ids, then the right ids of each piece, in columns with the left names."""
        names = (*self.columns.left, *self.columns.right)
        for piece in chunk.pieces:
            table = self._without_null_ids(piece, names)[0]
            right = table.select(list(self.columns.right)).rename_columns(list(self.columns.left))
            yield pa.concat_tables([table.select(list(self.columns.left)), right], promote_options="permissive")

    def keys(self, table: pa.Table) -> Keys:
        """The keys of ids, in columns as from :meth:`ids`."""
        if self.is_number:
            return number_keys(_numbers(table.column(0)))
        return row_keys(text_keys(_texts(column), salt=self.salt) for column in table.columns)

    def pairs(self, chunk: Chunk) -> Iterator[tuple[Keys, Keys, Floats, dict[str, int]]]:
        """The keys of both ids and the score of each row without nulls, and counts of the other rows."""
        score = self.columns.score
        assert score is not None
        names = (*self.columns.left, *self.columns.right)
        for piece in chunk.pieces:
            table, row, n_dropped = self._without_null_ids(piece, (*names, score), ids=names)
            scores = read_scores(table.column(score), self.columns, row, file=piece.file)
            is_null = np.isnan(scores)
            n_null = int(np.count_nonzero(is_null))
            if n_null:
                if self.nulls == "error":
                    raise ValueError(_null(f"column {score!r}", piece, row[is_null][0], "no score"))
                table, scores = table.filter(pa.array(~is_null)), scores[~is_null]
            left, right = (self.keys(table.select(list(side))) for side in (self.columns.left, self.columns.right))
            yield left, right, scores, {"null_ids": n_dropped, "null_scores": n_null}

    def _without_null_ids(
        self, piece: Piece, names: tuple[str, ...], ids: tuple[str, ...] | None = None
    ) -> tuple[pa.Table, Ints, int]:
        """The rows without null ids, their positions in the file, and the number of other rows."""
        table = piece.read(names)
        row = piece.first_row + np.arange(table.num_rows)
        has_all = np.ones(table.num_rows, np.bool_)
        for name in ids or names:
            column = table.column(name)
            if pa.types.is_dictionary(column.type):
                column = column.cast(column.type.value_type)
            if column.null_count:
                is_null = column.is_null().to_numpy()
                if self.nulls == "error":
                    raise ValueError(_null(f"column {name!r}", piece, row[is_null][0], "no id"))
                has_all &= ~is_null
        n_dropped = int(np.count_nonzero(~has_all))
        return (table.filter(pa.array(has_all)), row[has_all], n_dropped) if n_dropped else (table, row, 0)


def _null(where: str, piece: Piece, row: int, what: str) -> str:
    return (
        f'{where} of {piece.file} has {what} in row {row} (from 0); nulls="drop" leaves such rows out and counts them'
    )


def _plain(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column


def _numbers(column: Any) -> Ints:
    numbers = _plain(column)
    if pa.types.is_uint64(numbers.type):
        values: Ints = numbers.to_numpy().view(np.int64)
        return values
    cast: Ints = numbers.cast(pa.int64()).to_numpy()
    return cast


def _texts(column: pa.ChunkedArray) -> pa.Array:
    texts = _plain(column).cast(pa.large_string())
    return texts.combine_chunks() if isinstance(texts, pa.ChunkedArray) else texts

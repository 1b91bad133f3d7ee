"""Rows of a chunk: ids as keys, and scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.arrow import pa
from frenemy.apps.records.columns import PairColumns
from frenemy.apps.records.scores import read_scores
from frenemy.distributed.dataset_files import Chunk, Piece
from frenemy.distributed.id_keys import Keys, number_keys, text_keys

_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class RowReader:
    """How rows are read.

    Attributes
    ----------
    columns : PairColumns
    is_number : bool
        Whether an id is a whole number, whose key can be undone.
    salt : int
        Of the keys of texts.
    nulls : {"error", "drop"}
    """

    columns: PairColumns
    is_number: bool
    salt: int
    nulls: Literal["error", "drop"]

    def ids(self, chunk: Chunk) -> Iterator[pa.Table]:
        """The ids of both ends below each other, in columns called as those of the left ones, piece by piece."""
        names = (*self.columns.left, *self.columns.right)
        for piece in chunk.pieces:
            table = self._whole(piece, names)[0]
            right = table.select(list(self.columns.right)).rename_columns(list(self.columns.left))
            yield pa.concat_tables([table.select(list(self.columns.left)), right], promote_options="permissive")

    def keys(self, table: pa.Table) -> Keys:
        """Of ids as :meth:`ids` has them."""
        if self.is_number:
            return number_keys(_numbers(table.column(0)))
        keys: Keys | None = None
        for column in table.columns:
            own = text_keys(_texts(column), salt=self.salt)
            keys = own if keys is None else number_keys((keys * np.uint64(5) + own).view(np.int64))
        assert keys is not None
        return keys

    def pairs(self, chunk: Chunk) -> Iterator[tuple[Keys, Keys, _Floats, dict[str, int]]]:
        """The keys of both ends and the score of each row that has all of them, and counts of the others."""
        score = self.columns.score
        assert score is not None
        names = (*self.columns.left, *self.columns.right)
        for piece in chunk.pieces:
            table, row, n_dropped = self._whole(piece, (*names, score), ids=names)
            scores = read_scores(table.column(score), self.columns, row, file=piece.file)
            is_null = np.isnan(scores)
            n_null = int(np.count_nonzero(is_null))
            if n_null:
                if self.nulls == "error":
                    raise ValueError(_null(f"column {score!r}", piece, row[is_null][0], "no score"))
                table, scores = table.filter(pa.array(~is_null)), scores[~is_null]
            left, right = (self.keys(table.select(list(side))) for side in (self.columns.left, self.columns.right))
            yield left, right, scores, {"null_ids": n_dropped, "null_scores": n_null}

    def _whole(
        self, piece: Piece, names: tuple[str, ...], ids: tuple[str, ...] | None = None
    ) -> tuple[pa.Table, npt.NDArray[np.int64], int]:
        """The rows with all ids, which rows of the file they are, and how many others there were."""
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


def _numbers(column: Any) -> npt.NDArray[np.int64]:
    numbers = _plain(column)
    if pa.types.is_uint64(numbers.type):
        values: npt.NDArray[np.int64] = numbers.to_numpy().view(np.int64)
        return values
    cast: npt.NDArray[np.int64] = numbers.cast(pa.int64()).to_numpy()
    return cast


def _texts(column: pa.ChunkedArray) -> pa.Array:
    texts = _plain(column).cast(pa.large_string())
    return texts.combine_chunks() if isinstance(texts, pa.ChunkedArray) else texts

"""The things that were clustered: their ids, names, columns and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Bools
from frenemy.tables.arrow import pa, pc
from frenemy.tables.columns import PairColumns
from frenemy.tables.id_lookup import RecordNames
from frenemy.tables.ids.record_ids import RecordIds

_PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".gif"})
_SAMPLE = 200  # values that decide whether a column holds names of pictures


@dataclass(frozen=True, eq=False)
class Things:
    """One row per node.

    Attributes
    ----------
    ids : pyarrow.Table
        The columns of the id, most often one.
    pair_names : (tuple of str, tuple of str)
        What these columns are called in a table of pairs: left and right.
    columns : pyarrow.Table, optional
        What else is known about each thing.
    folder : Path, optional
        The folder of the pictures that a column names; files elsewhere are not shown.
    called : column, optional
        Names to show in place of the ids.
    """

    ids: pa.Table
    pair_names: tuple[tuple[str, ...], tuple[str, ...]] = (("id_1",), ("id_2",))
    columns: pa.Table | None = field(default=None, repr=False)
    folder: Path | None = None
    called: pa.ChunkedArray | None = field(default=None, repr=False)

    @staticmethod
    def of(ids: Sequence[Any] | None, n_things: int, columns: pa.Table | None = None) -> Things:
        """From ids of any kind; without ids, things are called by their numbers.

        Examples
        --------
        >>> from frenemy.apps.explore.things import Things
        >>> Things.of(["ann", ("b", 2)], 2).name(1)
        "('b', 2)"
        """
        if ids is None:
            return Things(pa.table({"id": pa.array(np.arange(n_things))}), columns=columns)
        listed = list(ids)
        try:
            array = pa.array(listed)
            is_plain = pa.types.is_integer(array.type) or pa.types.is_string(array.type)
        except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OverflowError, UnicodeEncodeError):
            is_plain = False
        if not is_plain:
            texts = [_valid(str(one)) for one in listed]
            if len(set(texts)) < len(texts):  # 1 and "1"
                texts = [_valid(repr(one)) for one in listed]
            array = pa.array(texts, pa.string())
        return Things(pa.table({"id": array}), columns=columns)

    def called_by(self, column: str) -> Things:
        """The same, with the names of a column, if it is there and tells all things apart."""
        if column not in self.column_names:
            return self
        names = self.columns.column(column)  # type: ignore[union-attr]
        is_name = names.null_count == 0 and pc.count_distinct(names).as_py() == len(self)
        return replace(self, called=names) if is_name else self

    def __len__(self) -> int:
        return int(self.ids.num_rows)

    @cached_property
    def record_names(self) -> RecordNames:
        """The ids, for tables that name things."""
        ids = tuple(column.combine_chunks() for column in self.ids.columns)
        return RecordNames(RecordIds(ids), PairColumns(*self.pair_names, None))

    @cached_property
    def _names(self) -> pa.Array:
        """The name of each thing: its id, or the parts of its id."""
        named = self.ids.columns if self.called is None else [self.called]
        texts = [pc.fill_null(_text(column), "") for column in named]
        joined = texts[0] if len(texts) == 1 else pc.binary_join_element_wise(*texts, " · ")
        return joined.combine_chunks() if isinstance(joined, pa.ChunkedArray) else joined

    def name(self, thing: int) -> str:
        """What a thing is called."""
        return str(self._names[thing].as_py())

    def __getitem__(self, thing: int) -> str:
        return self.name(thing)

    def names(self, things: Sequence[int] | npt.NDArray[np.integer]) -> list[str]:
        """What these things are called."""
        found: list[str] = self._names.take(pa.array(np.asarray(things, np.int64))).to_pylist()
        return found

    @property
    def column_names(self) -> tuple[str, ...]:
        """The names of the further columns."""
        return () if self.columns is None else tuple(self.columns.column_names)

    @cached_property
    def is_picture(self) -> tuple[bool, ...]:
        """Which columns hold names of picture files; none without a folder."""
        return tuple(self._names_pictures(i) for i in range(len(self.column_names)))

    def values(self, things: Sequence[int] | npt.NDArray[np.integer]) -> list[list[str | None]]:
        """The texts of all columns for each of these things."""
        if self.columns is None:
            return [[] for _ in range(len(things))]
        rows = pa.array(np.asarray(things, np.int64))
        texts = [_text(column.take(rows)).to_pylist() for column in self.columns.columns]
        return [list(row) for row in zip(*texts, strict=True)] if texts else [[] for _ in range(len(things))]

    def summary(self, thing: int, limit: int) -> list[str]:
        """The first values that are known of a thing, without pictures."""
        (values,) = self.values([thing])
        known = (text for text, is_picture in zip(values, self.is_picture, strict=True) if text and not is_picture)
        return list(islice(known, limit))

    def matching(self, text: str) -> Bools:
        """Which things have the text in their name or in one of their columns; case does not matter."""
        found = _contains(self._names, text)
        for i, column in enumerate(() if self.columns is None else self.columns.columns):
            if not self.is_picture[i]:
                found |= _contains(_text(column), text)
        return found

    def picture(self, thing: int, column: int) -> Path | None:
        """The picture that a column names for a thing, if it is a file inside the folder."""
        if self.folder is None or self.columns is None or not 0 <= column < len(self.column_names):
            return None
        if not self.is_picture[column]:
            return None
        text = self.columns.column(column)[thing].as_py()
        if text is None or "\0" in text:
            return None
        folder = self.folder.resolve()
        path = (folder / text).resolve()
        return path if path.is_relative_to(folder) and path.is_file() and _is_picture(path.name) else None

    def _names_pictures(self, i: int) -> bool:
        column = self.columns.column(i) if self.columns is not None else None
        if self.folder is None or column is None:
            return False
        if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
            return False
        sample = [text for text in column.slice(0, _SAMPLE).to_pylist() if text]
        return bool(sample) and all(_is_picture(text) for text in sample)


def _is_picture(text: str) -> bool:
    return PurePosixPath(text.lower()).suffix in _PICTURES


def _contains(texts: pa.Array | pa.ChunkedArray, text: str) -> Bools:
    hits = pc.fill_null(pc.match_substring(texts, text, ignore_case=True), False)
    return np.asarray(hits.to_numpy(zero_copy_only=False) if isinstance(hits, pa.Array) else hits.to_numpy(), bool)


def _text(column: pa.Array | pa.ChunkedArray) -> pa.Array | pa.ChunkedArray:
    """A column as texts."""
    kind = column.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return column
    if pa.types.is_dictionary(kind):
        return _text(column.cast(kind.value_type))
    try:
        return pc.cast(column, pa.string())
    except (pa.ArrowNotImplementedError, pa.ArrowInvalid):  # lists, structs, bytes
        made = pa.array([None if one is None else _valid(str(one)) for one in column.to_pylist()], pa.string())
        return pa.chunked_array([made]) if isinstance(column, pa.ChunkedArray) else made


def _valid(text: str) -> str:
    """Text without lone surrogates, which cannot be encoded."""
    return text.encode("utf-8", "replace").decode("utf-8")
